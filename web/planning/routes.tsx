import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { once } from "#web/kit/once.ts";
import { requires } from "#web/kit/requires.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";
import type { PlanningSearch } from "#web/planner/board.ts";

const loadPage = once(() => import("./planning-page.tsx"));
/** So long one stays where one was, rather than look at an empty page. */
const patienceMs = 300;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Named {
  organizationId: string;
}

/** Who stands where and when, day by day: only in an organization. */
export const planningRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/planning",
    // Read where it is used: every page would load how, and this one alone needs it.
    validateSearch: (search: Record<string, unknown>): PlanningSearch => search,
    beforeLoad: requires("events.show"),
    // Not for each change of what is looked at: the page itself asks then.
    shouldReload: ({ cause }) => cause !== "stay",
    loader: async ({ params, location: { search } }) => {
      const [{ readAhead }] = await Promise.all([loadPage(), ensureTemporal()]);
      // The page says itself what went wrong, or that it is still waiting.
      await Promise.race([readAhead((params as Named).organizationId, search).catch(() => {}), pause(patienceMs)]);
    },
    // Longer than elsewhere: drawn in between, the sign that one waits would take as long as a slow machine still needs.
    pendingMs: 800,
    component: lazyRouteComponent(loadPage, "PlanningPage"),
  });
