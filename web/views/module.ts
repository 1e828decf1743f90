import type { WebModule } from "#web/kit/data/modules.ts";
import { savedEventsViewsRoute } from "./routes.tsx";

export const views: WebModule = {
  name: "views",
  routes: { "events-list": (list) => [savedEventsViewsRoute(list)] },
};
