import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const smsRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/sms",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./sms-page.tsx"), "SmsPage"),
  });
