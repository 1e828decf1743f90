import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

const membersPage = () => import("./members-page.tsx");
const memberPage = () => import("./member-page.tsx");
const roleForm = () => import("./role-form.tsx");

export const memberRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/team-users",
    ...listSearch,
    beforeLoad: requirePermission("members.show"),
    component: lazyRouteComponent(membersPage, "TeamPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/team-users/$userId",
    beforeLoad: requirePermission("members.show"),
    component: lazyRouteComponent(memberPage, "TeamMemberPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/users/$userId",
    beforeLoad: requirePermission("members.show"),
    component: lazyRouteComponent(memberPage, "CustomerAccountPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/roles",
    ...listSearch,
    beforeLoad: requirePermission("members.show"),
    component: lazyRouteComponent(() => import("./roles-page.tsx"), "RolesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/roles/create",
    beforeLoad: requirePermission("roles.manage"),
    component: lazyRouteComponent(roleForm, "RoleCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/roles/$roleId",
    beforeLoad: requirePermission("members.show"),
    component: lazyRouteComponent(() => import("./role-page.tsx"), "RolePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/roles/$roleId/edit",
    beforeLoad: requirePermission("roles.manage"),
    component: lazyRouteComponent(roleForm, "RoleEditPage"),
  }),
];

export const privacyRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/privacy",
    component: lazyRouteComponent(() => import("./privacy-page.tsx"), "PrivacyPage"),
  });

export const userRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/users",
    ...listSearch,
    beforeLoad: requirePermission("users.show"),
    component: lazyRouteComponent(() => import("./users-page.tsx"), "UsersPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/users/$userId",
    beforeLoad: requirePermission("users.show"),
    component: lazyRouteComponent(() => import("./user-page.tsx"), "UserPage"),
  }),
];
