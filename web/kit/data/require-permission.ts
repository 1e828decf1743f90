/** Guard of a route: shows "forbidden" without the permission (authorization in the web). */
import { redirect } from "@tanstack/react-router";
import type { Permission } from "#contract/permissions.ts";
import { loadOnce } from "#web/kit/render/load-once.ts";
import type { RouteScope } from "./scope.ts";
import { ForbiddenError } from "./forbidden-error.ts";

// All routes are in the first bundle, but the query cache loads with the first page behind the login.
const loadScope = loadOnce(() => import("./scope.ts"));

export const requirePermission =
  (permission: Permission) =>
  async ({ context }: { context: RouteScope }): Promise<void> => {
    const { loadMembership } = await loadScope();
    const { permissions } = await loadMembership(context.organizationId).catch(() => {
      throw redirect({ to: "/overview", replace: true });
    });
    if (!permissions.includes(permission)) throw new ForbiddenError(permission);
  };
