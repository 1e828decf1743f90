import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const fieldCalendarRoute = (field: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => field,
    path: "/calendar",
    beforeLoad: requirePermission("events.update"),
    component: lazyRouteComponent(() => import("./field-calendar.tsx"), "FieldCalendar"),
  });
