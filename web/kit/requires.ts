import { redirect } from "@tanstack/react-router";
import type { Permission } from "#contract/permissions.ts";
import { once } from "./once.ts";
import type { ScopeContext } from "./scope.ts";
import { t } from "./words.ts";

// Routes are all known from the start; the cache is loaded with the first page behind the login.
const loadScope = once(() => import("./scope.ts"));

/** A route's `beforeLoad`: the page opens to those who hold the permission in its scope, and is an error to others. */
export const requires =
  (permission: Permission) =>
  async ({ context }: { context: ScopeContext }): Promise<void> => {
    const { loadMin } = await loadScope();
    const { permissions } = await loadMin(context.organizationId).catch(() => {
      throw redirect({ to: "/overview", replace: true });
    });
    if (!permissions.includes(permission)) throw new Error(t("kit.forbidden", { perm: permission }));
  };
