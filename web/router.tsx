/** The router: public pages, pages that need a session or a verified email, and the shell of an organization. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { loginRedirect } from "./accounts/start-session.ts";
import { loadOnce } from "./kit/render/load-once.ts";
import { onSessionEnd } from "./kit/data/session.ts";
import { ErrorPage } from "./error-page.tsx";
import { routesAt } from "./module-routes.ts";
import { PendingPage, RootLayout } from "./root.tsx";

const root = createRootRoute({ component: RootLayout });
const redirectTo = (target: string) => () => {
  throw redirect({ to: target, replace: true });
};
const redirectRoute = (path: string, beforeLoad: () => void) =>
  createRoute({ getParentRoute: () => root, path, beforeLoad });
export const loadGuards = loadOnce(() => import("./guards.ts"));
const publicLayout = lazyRouteComponent(() => import("./accounts/public-layout.tsx"), "PublicLayout");

const publicRoutes = createRoute({ getParentRoute: () => root, id: "public", component: publicLayout });
const authenticated = createRoute({
  getParentRoute: () => root,
  id: "authenticated",
  component: lazyRouteComponent(() => import("./authenticated-layout.tsx"), "AuthenticatedLayout"),
  beforeLoad: async (passing) => (await loadGuards()).requireUser(passing),
});
/** Without the picture of the sign-in pages: guests are customers of a club, not of the product. */
const guests = createRoute({
  getParentRoute: () => root,
  id: "guest",
  component: lazyRouteComponent(() => import("./accounts/public-layout.tsx"), "PublicColumn"),
});
const unverifiedUsers = createRoute({
  getParentRoute: () => authenticated,
  id: "unverified-users",
  beforeLoad: async (passing) => (await loadGuards()).requireUnverifiedEmail(passing),
  component: publicLayout,
});
const verifiedUsers = createRoute({
  getParentRoute: () => authenticated,
  id: "verified-users",
  beforeLoad: async (passing) => (await loadGuards()).requireVerifiedEmail(passing),
});
const settings = createRoute({
  getParentRoute: () => verifiedUsers,
  id: "settings",
  beforeLoad: async (passing) => (await loadGuards()).loadCurrentScope(passing),
  component: lazyRouteComponent(() => import("./settings-shell.tsx"), "SettingsShell"),
});
const app = createRoute({
  getParentRoute: () => verifiedUsers,
  id: "app",
  component: lazyRouteComponent(() => import("./shell.tsx"), "Shell"),
});
const home = createRoute({
  getParentRoute: () => app,
  id: "home",
  beforeLoad: async (passing) => (await loadGuards()).loadCurrentScope(passing),
});
const platform = createRoute({
  getParentRoute: () => app,
  id: "platform",
  beforeLoad: async (passing) => (await loadGuards()).requirePlatformScope(passing),
});
const organization = createRoute({
  getParentRoute: () => app,
  path: "/organizations/$organizationId",
  beforeLoad: async (passing) => (await loadGuards()).requireOrganizationScope(passing),
});
const organizationIndex = createRoute({
  getParentRoute: () => organization,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: `/organizations/${params.organizationId}/overview`, replace: true });
  },
});

const routeTree = root.addChildren([
  redirectRoute("/", redirectTo("/auth/login")),
  redirectRoute("/settings", redirectTo("/settings/profile")),
  redirectRoute("$", redirectTo("/overview")),
  publicRoutes.addChildren(routesAt("public")(publicRoutes)),
  guests.addChildren(routesAt("guest")(guests)),
  ...routesAt("root")(root),
  authenticated.addChildren([
    unverifiedUsers.addChildren(routesAt("unverified")(unverifiedUsers)),
    verifiedUsers.addChildren([
      settings.addChildren(routesAt("account")(settings)),
      app.addChildren([
        home.addChildren(routesAt("personal")(home)),
        platform.addChildren([...routesAt("scoped")(platform), ...routesAt("platform")(platform)]),
        organization.addChildren([
          organizationIndex,
          ...routesAt("scoped")(organization),
          ...routesAt("organization")(organization),
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
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  // Keep search parameters as plain texts: the router's default would turn ?q=123 into a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

onSessionEnd(() => {
  const { pathname, href } = router.latestLocation;
  if (!pathname.startsWith("/auth/")) void router.navigate(loginRedirect(href));
});
