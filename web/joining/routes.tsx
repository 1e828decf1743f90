import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { pickTextParams } from "#web/kit/list/list-search.ts";

const joinPage = () => import("./join-page.tsx");

export const joinRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/join/$slug",
    // A booking to go on with, and how the visitor came to the public page.
    validateSearch: pickTextParams("next", "via"),
    component: lazyRouteComponent(joinPage, "JoinPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/j/$code",
    component: lazyRouteComponent(joinPage, "JoinPage"),
  }),
];

export const joiningRoute = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/joining",
    beforeLoad: requirePermission("members.manage"),
    component: lazyRouteComponent(() => import("./joining-page.tsx"), "JoiningPage"),
  }),
];
