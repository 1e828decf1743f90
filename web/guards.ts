/**
 * Who may pass where: each guard is a route's `beforeLoad`, and what it returns is known to the routes below it.
 * Loaded with the first page behind the login.
 */
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { User } from "#contract/accounts.ts";
import { organizations } from "#contract/organizations.ts";
import { toLogin } from "#web/accounts/return-path.ts";
import { read } from "#web/kit/api.ts";
import { queryClient } from "#web/kit/query.ts";
import { forgetScope, loadMin, loadUser, minQuery, platform, rememberScope, rememberedScope, scopePath, type ScopeContext } from "#web/kit/scope.ts";
import { token } from "#web/kit/session.ts";
import { t } from "#web/kit/words.ts";

interface Passing {
  context: object;
  location: ParsedLocation;
  preload: boolean;
  params: Record<string, string | undefined>;
}
type SignedIn = Passing & { context: { user: User } };

const go = (to: string) => redirect({ to, replace: true });

/** A current user that can be loaded, or the login page. */
export async function signedIn({ location: { href }, params }: Passing): Promise<{ user: User }> {
  if (token.get() === null) throw redirect(toLogin(href));
  // Asked for together with the user, since the next guards will want it.
  const likely = params["organizationId"] ?? rememberedScope();
  if (likely) void queryClient.prefetchQuery(minQuery(likely));
  const user = await loadUser().catch(() => {
    throw redirect(toLogin(href));
  });
  return { user };
}

/** Until the email is verified, there is only the page that says so. */
export function verified({ context: { user } }: SignedIn): void {
  if (user.emailVerifiedAt === null) throw go("/email-verification");
}
export function unverifiedOnly({ context: { user } }: SignedIn): void {
  if (user.emailVerifiedAt !== null) throw go("/overview");
}

/** The organization last worked in, else the first of one's own; an empty text for a person without any. */
async function currentOrganization(): Promise<string> {
  const remembered = rememberedScope();
  if (remembered !== null && remembered !== platform) {
    const known = await loadMin(remembered).catch(() => undefined);
    if (known) return known.id;
    forgetScope();
  }
  const own = await queryClient.ensureQueryData(read(organizations.search, { query: {} }, { quiet: true })).catch(() => undefined);
  return own?.data[0]?.id ?? "";
}

/** Pages without a scope in their address show the one last worked in. Never leads elsewhere, so that nothing can loop. */
export async function currentScope({ context: { user } }: SignedIn): Promise<ScopeContext> {
  const remembered = rememberedScope();
  const organizationId = user.platformAdmin && (remembered === null || remembered === platform) ? platform : await currentOrganization();
  if (organizationId) await loadMin(organizationId).catch(() => undefined);
  return { organizationId };
}

/** The root lists show everybody's things to platform administrators, and lead others to the same list of their organization. */
export async function platformScope({ context: { user }, location: { pathname, searchStr }, preload }: SignedIn): Promise<ScopeContext> {
  if (user.platformAdmin) {
    await loadMin(platform).catch(() => {
      throw go("/overview");
    });
    if (!preload) rememberScope(platform);
    return { organizationId: platform };
  }
  if (pathname === "/organizations/create") throw new Error(t("kit.forbidden", { perm: organizations.create.allow }));
  const organizationId = await currentOrganization();
  if (!organizationId) throw go("/overview");
  const rest = pathname === "/organizations" ? "/overview" : pathname + searchStr;
  throw redirect({ href: scopePath(organizationId, rest), replace: true });
}

/** An organization's pages are for its people. */
export async function organizationScope({ params: { organizationId = "" }, preload }: Passing): Promise<ScopeContext> {
  await loadMin(organizationId).catch(() => {
    if (rememberedScope() === organizationId) forgetScope();
    throw go("/overview");
  });
  if (!preload) rememberScope(organizationId);
  return { organizationId };
}
