import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, parseSearchDate } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

const patternRouteOptions = { beforeLoad: requirePermission("patterns.manage"), loader: ensureTemporal };

export const closuresRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/closures",
    ...listSearch,
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch.validateSearch(search),
      past: search["past"] === "true" ? "true" : undefined,
      date: parseSearchDate(search["date"]),
    }),
    ...patternRouteOptions,
    component: lazyRouteComponent(() => import("./closures-page.tsx"), "ClosuresPage"),
  });

export const hoursRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/opening-hours",
    ...listSearch,
    ...patternRouteOptions,
    component: lazyRouteComponent(() => import("./patterns-page.tsx"), "PatternsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/opening-hours/create",
    ...patternRouteOptions,
    component: lazyRouteComponent(() => import("./pattern-page.tsx"), "PatternCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/opening-hours/$openingHourPatternId",
    ...patternRouteOptions,
    component: lazyRouteComponent(() => import("./pattern-page.tsx"), "PatternPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/closures/create",
    ...patternRouteOptions,
    component: lazyRouteComponent(() => import("./closure-form-pages.tsx"), "ClosureCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/closures/$closureId",
    ...patternRouteOptions,
    component: lazyRouteComponent(() => import("./closure-form-pages.tsx"), "ClosurePage"),
  }),
];
