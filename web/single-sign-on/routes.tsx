import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const signOnRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/sign-on",
    component: lazyRouteComponent(() => import("./callback-page.tsx"), "SignOnCallbackPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/organization",
    component: lazyRouteComponent(() => import("./organization-page.tsx"), "OrganizationSignOnPage"),
  }),
];
