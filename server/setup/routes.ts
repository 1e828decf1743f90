import { setup } from "#contract/setup.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { createClub } from "./create.ts";
import { readChecklist } from "./checklist.ts";

export default serveModule(setup, {
  create: createClub,
  state: readChecklist,
});
