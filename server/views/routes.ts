import { views } from "#contract/views.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { deleteViewsOf, listViews } from "./queries.ts";
import { changeView, createView, removeView } from "./save.ts";

export default serveModule(
  views,
  { list: listViews, create: createView, update: changeView, delete: removeView },
  { "accounts.closed": ({ db }, { userId }) => deleteViewsOf(db, userId) },
);
