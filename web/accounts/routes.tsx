/** Addresses of sign-in, sign-up, password and profile pages. */
import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { pickTextParams } from "#web/kit/list/list-search.ts";
import { token } from "#web/kit/data/session.ts";
import { requireSignedOut } from "./start-session.ts";

/** Signed-in people register only if they are invited with another address, or if theirs is unconfirmed. */
async function requireRegistering({ search }: { search: { email?: string; invitation?: string } }) {
  if (token.get() === null) return {};
  const { loadUser } = await import("#web/kit/data/scope.ts");
  const user = await loadUser().catch(() => undefined);
  if (!user) return {};
  const isOther = search.email !== undefined && search.email.trim().toLowerCase() !== user.email;
  if (isOther) return { signedInAs: user.email };
  if (user.emailVerifiedAt === null && search.invitation !== undefined) return {};
  throw redirect({ to: search.email === undefined ? "/overview" : "/invitations", replace: true });
}

export const authRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/login",
    validateSearch: pickTextParams("redirect"),
    beforeLoad: requireSignedOut,
    component: lazyRouteComponent(() => import("./login-page.tsx"), "LoginPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/register",
    validateSearch: pickTextParams("email", "invitation"),
    beforeLoad: requireRegistering,
    loaderDeps: ({ search }) => ({ invitation: search.invitation }),
    loader: async ({ deps }) =>
      deps.invitation ? (await import("./look-up-invitation.ts")).lookUpInvitation(deps.invitation) : undefined,
    component: lazyRouteComponent(() => import("./register-page.tsx"), "RegisterPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/first-administrator",
    beforeLoad: async () => (await import("./first-administrator-page.tsx")).requireNoAdministrator(),
    component: lazyRouteComponent(() => import("./first-administrator-page.tsx"), "FirstAdministratorPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/forgot-password",
    validateSearch: pickTextParams("email"),
    component: lazyRouteComponent(() => import("./forgot-password-pages.tsx"), "ForgotPasswordPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/reset-password",
    validateSearch: pickTextParams("email", "code"),
    component: lazyRouteComponent(() => import("./forgot-password-pages.tsx"), "ResetPasswordPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/verify-email",
    validateSearch: pickTextParams("token"),
    component: lazyRouteComponent(() => import("./verify-email-page.tsx"), "VerifyEmailPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/logout",
    component: lazyRouteComponent(() => import("./logout-page.tsx"), "LogoutPage"),
  }),
];

export const verificationRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/email-verification",
    component: lazyRouteComponent(() => import("./email-verification-page.tsx"), "EmailVerificationPage"),
  }),
];

export const settingsRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/profile",
    component: lazyRouteComponent(() => import("./profile-page.tsx"), "ProfilePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/preferences",
    component: lazyRouteComponent(() => import("./preferences-page.tsx"), "PreferencesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/password",
    component: lazyRouteComponent(() => import("./password-page.tsx"), "PasswordPage"),
  }),
];
