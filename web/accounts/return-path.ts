/**
 * Where to go after signing in.
 * @param path as the address of the login page has it, which anybody may have written
 * @returns a page of this site behind the login, else the overview
 */
export function safeReturn(path: unknown): string {
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, location.origin)) return "/overview";
  const { origin, pathname, search, hash } = new URL(path, location.origin);
  const ours = origin === location.origin && pathname !== "/" && !pathname.startsWith("//") && !pathname.startsWith("/auth/");
  return ours ? pathname + search + hash : "/overview";
}

/** The login page, which leads back to where one wanted to go. */
export function toLogin(href: string) {
  const back = safeReturn(href);
  return { to: "/auth/login", search: back === "/overview" ? {} : { redirect: back }, replace: true } as const;
}
