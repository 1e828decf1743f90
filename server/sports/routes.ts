import { sports } from "#contract/sports.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { listSports } from "./queries.ts";

export default serveModule(sports, {
  list: ({ db, language }) => listSports(db, language),
});
