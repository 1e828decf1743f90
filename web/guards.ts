/** Guards of routes, for `beforeLoad`. Child routes get what a guard returns as context. */
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { User } from "#contract/accounts.ts";
import type { OrganizationMin } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { loginRedirect } from "./accounts/start-session.ts";
import { ApiError, endpointQuery } from "./kit/data/api.ts";
import { queryClient } from "./kit/data/query-client.ts";
import {
  forgetScope,
  loadMembership,
  loadUser,
  membershipQuery,
  platformScopeId,
  rememberScope,
  readRememberedScope,
  scopePath,
  type RouteScope,
  userQuery,
} from "./kit/data/scope.ts";
import { OUTCOME_TOAST_MS, toast } from "./kit/ui/toast-store.ts";
import { ForbiddenError } from "./kit/data/forbidden-error.ts";
import { token } from "./kit/data/session.ts";
import { t } from "./kit/format/translation.ts";

interface GuardArgs {
  context: object;
  location: ParsedLocation;
  preload: boolean;
  params: Record<string, string | undefined>;
}
type SignedInGuardArgs = GuardArgs & { context: { user: User } };

const redirectTo = (to: string) => redirect({ to, replace: true });

/** Asks for the account, and for the membership in parallel, since the next guards need it. */
export function preloadAccount(params: GuardArgs["params"]): void {
  void queryClient.prefetchQuery(userQuery());
  const likely = params["organizationId"] ?? readRememberedScope();
  if (likely) void queryClient.prefetchQuery(membershipQuery(likely));
}

export async function requireUser({ location: { href }, params }: GuardArgs): Promise<{ user: User }> {
  if (token.get() === null) throw redirect(loginRedirect(href));
  preloadAccount(params);
  const user = await loadUser().catch(() => {
    throw redirect(loginRedirect(href));
  });
  return { user };
}

export function requireVerifiedEmail({ context: { user }, location: { pathname } }: SignedInGuardArgs): void {
  if (user.emailVerifiedAt === null) throw redirectTo("/email-verification");
  // The page offers to keep the account.
  if (user.closesAt !== null && pathname !== "/settings/data") throw redirectTo("/settings/data");
}
export function requireUnverifiedEmail({ context: { user } }: SignedInGuardArgs): void {
  if (user.emailVerifiedAt !== null) throw redirectTo("/overview");
}

/** The last visited organization, else the first of the user's own; empty if there is none. */
async function resolveCurrentOrganization(): Promise<string> {
  const remembered = readRememberedScope();
  if (remembered !== null && remembered !== platformScopeId) {
    const membership = await loadMembership(remembered).catch(() => undefined);
    if (membership) return membership.id;
    forgetScope();
  }
  const own = await queryClient
    .ensureQueryData(endpointQuery(organizations.search, { query: { sort: "role" } }, { quiet: true }))
    .catch(() => undefined);
  return own?.data[0]?.id ?? "";
}

/** Opens the page where two-step sign-in is set up, when the time for it has passed. */
function requireSecondFactor(membership: OrganizationMin | undefined): void {
  const dueAt = membership?.secondFactorDueAt;
  if (dueAt && Date.parse(dueAt) <= Date.now()) throw redirectTo("/settings/second-factor");
}

/** For pages without a scope in their address: uses the last visited one. Those of one's account open whatever is demanded. */
export async function loadCurrentScope({
  context: { user },
  location: { pathname },
}: SignedInGuardArgs): Promise<RouteScope> {
  const remembered = readRememberedScope();
  const organizationId =
    user.platformAdmin && (remembered === null || remembered === platformScopeId)
      ? platformScopeId
      : await resolveCurrentOrganization();
  const membership = organizationId ? await loadMembership(organizationId).catch(() => undefined) : undefined;
  if (!pathname.startsWith("/settings/")) requireSecondFactor(membership);
  return { organizationId };
}

/** Otherwise people would land on the overview without knowing why. */
function explainFailedScope(error: unknown): void {
  const isUnknown = error instanceof ApiError && error.status === 404;
  toast({
    id: "failed-scope",
    title: t("general.scopeFailed"),
    description: isUnknown ? t("general.scopeUnknown") : error instanceof Error ? error.message : t("kit.wrong"),
    variant: "error",
    duration: OUTCOME_TOAST_MS,
  });
}

/** Lists of all organizations redirect people without platform rights to the list of their organization. */
export async function requirePlatformScope({
  context: { user },
  location: { pathname, searchStr },
  preload,
}: SignedInGuardArgs): Promise<RouteScope> {
  if (user.platformAdmin) {
    const membership = await loadMembership(platformScopeId).catch((error: unknown) => {
      if (!preload) explainFailedScope(error);
      throw redirectTo("/overview");
    });
    if (!preload) rememberScope(platformScopeId);
    requireSecondFactor(membership);
    return { organizationId: platformScopeId };
  }
  if (pathname === "/organizations/create") throw new ForbiddenError(organizations.create.allow);
  const organizationId = await resolveCurrentOrganization();
  if (!organizationId) throw redirectTo("/overview");
  const rest = pathname === "/organizations" ? "/overview" : pathname + searchStr;
  throw redirect({ href: scopePath(organizationId, rest), replace: true });
}

export async function requireOrganizationScope({
  params: { organizationId = "" },
  preload,
}: GuardArgs): Promise<RouteScope> {
  const membership = await loadMembership(organizationId).catch((error: unknown) => {
    if (readRememberedScope() === organizationId) forgetScope();
    if (!preload) explainFailedScope(error);
    throw redirectTo("/overview");
  });
  if (!preload) rememberScope(organizationId);
  requireSecondFactor(membership);
  return { organizationId };
}
