import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { filteredListSearch } from "#web/kit/list/list-search.ts";

export const webhookRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/webhooks",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./webhooks-page.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/webhooks/create",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./webhook-create-page.tsx"), "WebhookCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/webhooks/$webhookId",
    ...filteredListSearch,
    beforeLoad: requirePermission("organizations.update"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./webhook-page.tsx"), "WebhookPage"),
  }),
];
