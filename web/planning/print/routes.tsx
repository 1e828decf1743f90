import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

export const printRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/planning/print",
    beforeLoad: requirePermission("events.show"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./print-page.tsx"), "PrintPage"),
  });
