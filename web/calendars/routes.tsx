import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requires } from "#web/kit/requires.ts";

/** The feed of one field, as a tab of it. */
export const calendarOfField = (field: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => field,
    path: "/calendar",
    beforeLoad: requires("events.update"),
    component: lazyRouteComponent(() => import("./field-calendar.tsx"), "FieldCalendar"),
  });
