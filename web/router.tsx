/** The tree of routes. What is around a room's pages is said here; the pages themselves in each room's `routes.tsx`. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { toLogin } from "#web/accounts/enter.ts";
import { doorRoutes, settingsRoutes, verificationRoutes } from "#web/accounts/routes.tsx";
import { legalRoutes, paidRoute } from "#web/general/routes.tsx";
import { once } from "#web/kit/once.ts";
import { onSignedOut } from "#web/kit/session.ts";
import { ErrorPage } from "./error-page.tsx";
import { organizationRoutes, ownRoutes, platformRoutes, scopedRoutes } from "./rooms.ts";
import { Pending, Root } from "./root.tsx";

const root = createRootRoute({ component: Root });
const to = (target: string) => () => {
  throw redirect({ to: target, replace: true });
};
const at = (path: string, beforeLoad: () => void) => createRoute({ getParentRoute: () => root, path, beforeLoad });
const guards = once(() => import("./guards.ts"));
const doorLayout = lazyRouteComponent(() => import("#web/accounts/door.tsx"), "DoorLayout");

const doors = createRoute({ getParentRoute: () => root, id: "doors", component: doorLayout });
const insiders = createRoute({
  getParentRoute: () => root,
  id: "insiders",
  component: lazyRouteComponent(() => import("./inside.tsx"), "Inside"),
  beforeLoad: async (passing) => (await guards()).signedIn(passing),
});
const unverified = createRoute({
  getParentRoute: () => insiders,
  id: "unverified",
  beforeLoad: async (passing) => (await guards()).unverifiedOnly(passing),
  component: doorLayout,
});
const members = createRoute({
  getParentRoute: () => insiders,
  id: "members",
  beforeLoad: async (passing) => (await guards()).verified(passing),
});
const settings = createRoute({
  getParentRoute: () => members,
  id: "settings",
  beforeLoad: async (passing) => (await guards()).currentScope(passing),
  component: lazyRouteComponent(() => import("./settings-shell.tsx"), "SettingsShell"),
});
const app = createRoute({
  getParentRoute: () => members,
  id: "app",
  component: lazyRouteComponent(() => import("./shell.tsx"), "Shell"),
});
const home = createRoute({
  getParentRoute: () => app,
  id: "home",
  beforeLoad: async (passing) => (await guards()).currentScope(passing),
});
const platform = createRoute({
  getParentRoute: () => app,
  id: "platform",
  beforeLoad: async (passing) => (await guards()).platformScope(passing),
});
const organization = createRoute({
  getParentRoute: () => app,
  path: "/organizations/$organizationId",
  beforeLoad: async (passing) => (await guards()).organizationScope(passing),
});
const organizationIndex = createRoute({
  getParentRoute: () => organization,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: `/organizations/${params.organizationId}/overview`, replace: true });
  },
});

const routeTree = root.addChildren([
  at("/", to("/auth/login")),
  at("/settings", to("/settings/profile")),
  at("$", to("/overview")),
  doors.addChildren(doorRoutes(doors)),
  ...legalRoutes(root),
  paidRoute(root),
  insiders.addChildren([
    unverified.addChildren(verificationRoutes(unverified)),
    members.addChildren([
      settings.addChildren(settingsRoutes(settings)),
      app.addChildren([
        home.addChildren(ownRoutes(home)),
        platform.addChildren([...scopedRoutes(platform), ...platformRoutes(platform)]),
        organization.addChildren([
          organizationIndex,
          ...scopedRoutes(organization),
          ...organizationRoutes(organization),
        ]),
      ]),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 400,
  defaultPendingMinMs: 200,
  defaultPendingComponent: Pending,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  // Addresses hold plain texts: the router's own way would make a number of ?q=123.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

onSignedOut(() => {
  const { pathname, href } = router.latestLocation;
  if (!pathname.startsWith("/auth/")) void router.navigate(toLogin(href));
});
