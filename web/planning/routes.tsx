import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { loadOnce } from "#web/kit/render/load-once.ts";
import type { RouteScope } from "#web/kit/data/scope.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { type LoadPlanningParts, PlanningPartsContext } from "./planning-parts.ts";
import type { PlanningSearch } from "#web/views/planning-search.ts";

const loadPage = loadOnce(() => import("./planning-page.tsx"));
/** The former page stays this long instead of an empty one. */
const MAX_PRELOAD_MS = 300;
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface PlanningParams {
  organizationId: string;
}

const loadPageWithParts = (loadParts: LoadPlanningParts) => async () => {
  const [{ PlanningPage }, parts] = await Promise.all([loadPage(), loadParts()]);
  return {
    PageWithParts: () => (
      <PlanningPartsContext value={parts}>
        <PlanningPage />
      </PlanningPartsContext>
    ),
  };
};

/** Leads to the planning of the organization that one was in last: an installed application names no organization. */
export const currentPlanningRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/planning",
    beforeLoad: ({ context }: { context: RouteScope }) => {
      const isOfOne = context.organizationId !== "" && context.organizationId !== "all";
      throw redirect({
        to: isOfOne ? `/organizations/${context.organizationId}/planning` : "/overview",
        replace: true,
      });
    },
  });

export const planningRoute = (parent: AnyRoute, loadParts: LoadPlanningParts): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/planning",
    // The page parses the search, to keep the parser out of the first bundle.
    validateSearch: (search: Record<string, unknown>): PlanningSearch => search,
    beforeLoad: requirePermission("events.show"),
    // The page itself fetches on changes of its search.
    shouldReload: ({ cause }) => cause !== "stay",
    loader: async ({ params, location: { search } }) => {
      const [{ preloadPlanning: readAhead }] = await Promise.all([loadPage(), ensureTemporal()]);
      // The page shows errors and waiting.
      await Promise.race([
        readAhead((params as PlanningParams).organizationId, search).catch(() => {}),
        delay(MAX_PRELOAD_MS),
      ]);
    },
    // Longer than elsewhere: rendering the placeholder would delay the page on slow machines.
    pendingMs: 800,
    component: lazyRouteComponent(loadPageWithParts(loadParts), "PageWithParts"),
  });
