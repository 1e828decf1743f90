import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const apiKeyRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/api-keys",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./api-keys-page.tsx"), "ApiKeysPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/api-keys/create",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./api-key-create-page.tsx"), "ApiKeyCreatePage"),
  }),
];
