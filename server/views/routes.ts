import { views } from "#contract/views.ts";
import { serve } from "#server/kit/serve.ts";
import { listViews } from "./queries.ts";
import { change, create, remove } from "./save.ts";

export default serve(views, { list: listViews, create, update: change, delete: remove });
