/** Starts the session after sign-in, and goes back to the page that asked for it (safe redirect). */
import { redirect } from "@tanstack/react-router";
import type { SecondFactorRequest } from "#contract/accounts.ts";
import { clearSession, token } from "#web/kit/data/session.ts";
import { setTheme } from "#web/kit/ui/theme.ts";
import { language, setLanguage } from "#web/kit/format/translation.ts";

/**
 * Starts a session: clears all caches and keeps the token.
 * @param accessToken from the response to login or registration
 * @param options.greet applies the account's language and theme; a new account has not chosen any
 */
export async function startSession(accessToken: string, { greet }: { greet: boolean }): Promise<void> {
  clearSession();
  token.set(accessToken);
  const { loadUser } = await import("#web/kit/data/scope.ts");
  // If the user cannot be loaded, the next page shows the error.
  const user = await loadUser().catch(() => undefined);
  if (!user || !greet) return;
  setTheme(user.theme);
  if (user.language && user.language !== language()) await setLanguage(user.language);
}

/**
 * The sign-in whose password was right and that waits for a second factor, and the page that it leads to. Kept in memory:
 * a reload begins again.
 */
export const waitingSignIn: { request?: SecondFactorRequest["second_factor"] | undefined; back?: unknown } = {};

/**
 * Page to open after signing in. It is of this site only, against open redirects; else the overview.
 * @param path from the login page's address, which anybody may have written
 */
export function toSafeReturnPath(path: unknown): string {
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, location.origin)) return "/overview";
  const { origin, pathname, search, hash } = new URL(path, location.origin);
  const ours =
    origin === location.origin && pathname !== "/" && !pathname.startsWith("//") && !pathname.startsWith("/auth/");
  return ours ? pathname + search + hash : "/overview";
}

export function loginRedirect(href: string) {
  const back = toSafeReturnPath(href);
  return { to: "/auth/login", search: back === "/overview" ? {} : { redirect: back }, replace: true } as const;
}

/** Guard of pages that sign in: who is signed in goes on to where they lead. */
export async function requireSignedOut({ search }: { search: { redirect?: string } }): Promise<void> {
  if (token.get() === null) return;
  const { loadUser } = await import("#web/kit/data/scope.ts");
  const user = await loadUser().catch(() => undefined);
  if (user) throw redirect({ href: toSafeReturnPath(search.redirect), replace: true });
}
