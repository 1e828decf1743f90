import { search } from "#contract/search.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { findEverything } from "./find.ts";

export default serveModule(search, { find: findEverything });
