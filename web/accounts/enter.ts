import { accounts } from "#contract/accounts.ts";
import { ApiError, call } from "#web/kit/api.ts";
import { forget, token } from "#web/kit/session.ts";
import { setTheme } from "#web/kit/theme.ts";
import { language, setLanguage, t } from "#web/kit/words.ts";

/**
 * Begins a session: whatever was known before is forgotten, the token kept.
 * @param accessToken as the login or the registration answered it
 * @param options.greet shows the language and the theme of the account; a new account has not chosen any
 */
export async function enter(accessToken: string, { greet }: { greet: boolean }): Promise<void> {
  forget();
  token.set(accessToken);
  const { loadUser } = await import("#web/kit/scope.ts");
  // When the user cannot be loaded, the next page says so.
  const user = await loadUser().catch(() => undefined);
  if (!user || !greet) return;
  setTheme(user.theme);
  if (user.language && user.language !== language()) await setLanguage(user.language);
}

/**
 * Confirms an address with the token of the mail's link.
 * @returns what went wrong, in words; nothing when it is confirmed
 */
export async function confirmAddress(linkToken: string): Promise<string | undefined> {
  try {
    await call(accounts.confirmEmail, { body: { token: linkToken } });
  } catch (error) {
    if (!(error instanceof ApiError)) return t("kit.wrong");
    return error.errors?.["token"]?.join(" ") ?? error.message;
  }
  const { queryClient } = await import("#web/kit/query.ts");
  // Whoever is signed in here is known anew.
  queryClient.removeQueries({ queryKey: [accounts.user.name] });
  return undefined;
}
