import { sports } from "#contract/sports.ts";
import { serve } from "#server/kit/serve.ts";
import { listSports } from "./queries.ts";

export default serve(sports, {
  list: ({ db, language }) => listSports(db, language),
});
