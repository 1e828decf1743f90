import { accounts } from "#contract/accounts.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { clearSession, token } from "#web/kit/data/session.ts";
import { setTheme } from "#web/kit/ui/theme.ts";
import { language, setLanguage, t } from "#web/kit/format/translation.ts";

/**
 * Begins a session: whatever was known before is forgotten, the token kept.
 * @param accessToken as the login or the registration answered it
 * @param options.greet shows the language and the theme of the account; a new account has not chosen any
 */
export async function startSession(accessToken: string, { greet }: { greet: boolean }): Promise<void> {
  clearSession();
  token.set(accessToken);
  const { loadUser } = await import("#web/kit/data/scope.ts");
  // When the user cannot be loaded, the next page says so.
  const user = await loadUser().catch(() => undefined);
  if (!user || !greet) return;
  setTheme(user.theme);
  if (user.language && user.language !== language()) await setLanguage(user.language);
}

/**
 * Confirms an address with the token of the mail's link.
 * @returns the error message; nothing when it is confirmed
 */
export async function confirmEmail(linkToken: string): Promise<string | undefined> {
  try {
    await call(accounts.confirmEmail, { body: { token: linkToken } });
  } catch (error) {
    if (!(error instanceof ApiError)) return t("kit.wrong");
    return error.errors?.["token"]?.join(" ") ?? error.message;
  }
  const { queryClient } = await import("#web/kit/data/query-client.ts");
  // Load the user again: the address is confirmed now.
  queryClient.removeQueries({ queryKey: [accounts.user.name] });
  return undefined;
}

/**
 * Page to open after signing in.
 * @param path as the address of the login page has it, which anybody may have written
 * @returns a page of this site behind the login, else the overview
 */
export function toSafeReturnPath(path: unknown): string {
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, location.origin)) return "/overview";
  const { origin, pathname, search, hash } = new URL(path, location.origin);
  const ours =
    origin === location.origin && pathname !== "/" && !pathname.startsWith("//") && !pathname.startsWith("/auth/");
  return ours ? pathname + search + hash : "/overview";
}

/** The login page, which leads back to where one wanted to go. */
export function loginRedirect(href: string) {
  const back = toSafeReturnPath(href);
  return { to: "/auth/login", search: back === "/overview" ? {} : { redirect: back }, replace: true } as const;
}
