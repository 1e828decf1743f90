import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** Shows a section of the settings below those of its children. */
export const fieldFeedsRoute = (settings: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => settings,
    id: "field-feeds",
    component: lazyRouteComponent(() => import("./field-feeds.tsx"), "FieldFeeds"),
  });

/** @param parts routes of other modules, shown below the feed */
export function fieldCalendarRoute(field: AnyRoute, parts: (calendar: AnyRoute) => AnyRoute[]): AnyRoute {
  const calendar: AnyRoute = createRoute({
    getParentRoute: () => field,
    path: "/calendar",
    beforeLoad: requirePermission("events.update"),
    component: lazyRouteComponent(() => import("./field-calendar.tsx"), "FieldCalendar"),
  });
  return calendar.addChildren(parts(calendar));
}
