import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { listSearch } from "#web/kit/list/list-search.ts";

export const busyCalendarRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/busy-calendars",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./busy-calendars-page.tsx"), "BusyCalendarsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/busy-calendars/create",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./busy-calendar-create-page.tsx"), "BusyCalendarCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/busy-calendars/$busyCalendarId",
    ...listSearch,
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./busy-calendar-page.tsx"), "BusyCalendarPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/busy-conflicts",
    ...listSearch,
    beforeLoad: requirePermission("events.update"),
    component: lazyRouteComponent(() => import("./conflicts-page.tsx"), "BusyConflictsPage"),
  }),
];

export const fieldBusyCalendarsRoute = (calendar: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => calendar,
    path: "/",
    component: lazyRouteComponent(() => import("./field-busy-calendars.tsx"), "FieldBusyCalendars"),
  });
