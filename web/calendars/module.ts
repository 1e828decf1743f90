import type { WebModule } from "#web/kit/data/modules.ts";
import { fieldCalendarRoute, fieldFeedsRoute } from "./routes.tsx";

export const calendars: WebModule = {
  name: "calendars",
  routes: {
    field: (field, routesAt) => [fieldCalendarRoute(field, routesAt("field-calendar"))],
    "organization-settings": (settings, routesAt) => {
      const feeds = fieldFeedsRoute(settings);
      return [feeds.addChildren(routesAt("organization-money")(feeds))];
    },
  },
};
