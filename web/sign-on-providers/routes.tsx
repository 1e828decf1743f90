import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const signOnProviderRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/single-sign-on",
    beforeLoad: requirePermission("organizations.delete"),
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "SignOnProviderPage"),
  });
