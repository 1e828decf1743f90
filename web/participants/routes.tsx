import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

export const invitationRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/p/$secret",
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./invitation-page.tsx"), "InvitationPage"),
  });

/** @param parts routes of other modules, shown below the players */
export function eventPlayersRoute(event: AnyRoute, parts: (around: AnyRoute) => AnyRoute[]): AnyRoute {
  const around: AnyRoute = createRoute({
    getParentRoute: () => event,
    id: "players",
    component: lazyRouteComponent(() => import("./event-players.tsx"), "EventPlayers"),
  });
  return around.addChildren(parts(around));
}
