import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, searchDate } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";

const manages = { beforeLoad: requires("patterns.manage"), loader: ensureTemporal };

/** Closures: an organization's, or those of all. */
export const closuresRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/closures",
    ...listSearch,
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch.validateSearch(search),
      past: search["past"] === "true" ? "true" : undefined,
      date: searchDate(search["date"]),
    }),
    ...manages,
    component: lazyRouteComponent(() => import("./closures-page.tsx"), "ClosuresPage"),
  });

/** Patterns of opening hours, and new closures: only in an organization. */
export const hoursRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/opening-hours",
    ...listSearch,
    ...manages,
    component: lazyRouteComponent(() => import("./patterns-page.tsx"), "PatternsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/opening-hours/create",
    ...manages,
    component: lazyRouteComponent(() => import("./pattern-page.tsx"), "PatternCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/opening-hours/$openingHourPatternId",
    ...manages,
    component: lazyRouteComponent(() => import("./pattern-page.tsx"), "PatternPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/closures/create",
    ...manages,
    component: lazyRouteComponent(() => import("./closure-create-page.tsx"), "ClosureCreatePage"),
  }),
];
