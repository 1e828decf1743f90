import type { WebModule } from "#web/kit/data/modules.ts";
import { fieldCalendarRoute } from "./routes.tsx";

export const calendars: WebModule = {
  name: "calendars",
  activity: null,
  routes: { field: (field) => [fieldCalendarRoute(field)] },
};
