import type { WebModule } from "#web/kit/data/modules.ts";
import { busyCalendarRoutes, fieldBusyCalendarsRoute } from "./routes.tsx";

export const busyCalendars: WebModule = {
  name: "busy-calendars",
  routes: {
    organization: busyCalendarRoutes,
    "field-calendar": (calendar) => [fieldBusyCalendarsRoute(calendar)],
  },
  planningNotice: () => import("./planning-notice.tsx"),
};
