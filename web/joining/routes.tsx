import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { pickTextParams } from "#web/kit/list/list-search.ts";

/** A booking to go on with, how the visitor came to the public page, and who has booked there without an account. */
const validateSearch = pickTextParams("next", "via", "email", "name");

export const joinRoutes = (parent: AnyRoute): AnyRoute[] =>
  ["/join/$slug", "/j/$code"].map((path) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch,
      component: lazyRouteComponent(() => import("./join-page.tsx"), "JoinPage"),
    }),
  );

export const joiningRoute = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/joining",
    beforeLoad: requirePermission("members.manage"),
    component: lazyRouteComponent(() => import("./joining-page.tsx"), "JoiningPage"),
  }),
];
