import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

/** Without the picture of the sign-in pages: who is invited is a guest of a club. */
export function invitationRoutes(parent: AnyRoute): AnyRoute[] {
  const layout = createRoute({
    getParentRoute: () => parent,
    id: "invited",
    component: lazyRouteComponent(() => import("#web/accounts/public-layout.tsx"), "PublicColumn"),
  });
  const page = createRoute({
    getParentRoute: () => layout,
    path: "/p/$secret",
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./invitation-page.tsx"), "InvitationPage"),
  });
  return [layout.addChildren([page])];
}

/** @param parts routes of other modules, shown below the players */
export function eventPlayersRoute(event: AnyRoute, parts: (around: AnyRoute) => AnyRoute[]): AnyRoute {
  const around: AnyRoute = createRoute({
    getParentRoute: () => event,
    id: "players",
    component: lazyRouteComponent(() => import("./event-players.tsx"), "EventPlayers"),
  });
  return around.addChildren(parts(around));
}
