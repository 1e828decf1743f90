/** Finds where people can join, and how: an organization that is open or takes requests, or one of its join links. */
import type { joining, JoinOffer } from "#contract/joining.ts";
import { accentStyle, computeAccent } from "#contract/organizations-accent-rules.ts";
import { MEMBER_ROLE_ID, type RoleType } from "#contract/permissions.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import type { JoinPort } from "#server/accounts/join-port.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { type HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listRolesById } from "#server/members/roles.ts";
import { findSlugOwner } from "#server/organizations/slugs.ts";
import { hashJoinCode, parseJoinCode } from "./codes.ts";
import { findLinkByCode, findUsableLink } from "./queries.ts";

export interface JoinTarget {
  organizationId: string;
  /** Null where it is the organization itself that lets people in. */
  linkId: string | null;
}
export interface JoinTerms extends JoinTarget {
  name: string;
  /** The organization's colour. */
  accent: string | null;
  roleId: number;
  needsApproval: boolean;
}

/** A role of members; one that is gone, or has become one of the team, gives way to Member. */
export async function findRoleToGive(db: Database, organizationId: string, roleId: number) {
  const [role] = await listRolesById(db, organizationId, [roleId]);
  return role?.type === "member" ? role.id : MEMBER_ROLE_ID;
}

/** The role that an answer names. @throws HttpError 422 on `role` unless it is one of members */
export async function findRoleOfMembers(db: Database, organizationId: string, roleId: number) {
  const [role] = await listRolesById(db, organizationId, [roleId]);
  if (!role) throw invalidFields({ role: [message("members.roleUnknown")] });
  if ((role.type as RoleType) !== "member") throw invalidFields({ role: [message("joining.roleOfTeam")] });
  return role;
}

const findOpenOrganization = (db: Database, organizationId: string) =>
  db
    .selectFrom("organizations")
    .select(["name", "accent", "joining"])
    .where("id", "=", organizationId)
    .where("enabled", "=", true)
    .where("archived_at", "is", null)
    .executeTakeFirst();

/** @returns undefined where nobody can join by it, or nobody any more */
export async function findJoinTerms(db: Database, target: JoinTarget, now: Date): Promise<JoinTerms | undefined> {
  const { organizationId, linkId } = target;
  const organization = await findOpenOrganization(db, organizationId);
  if (!organization) return undefined;
  const { name, accent, joining: mode } = organization;
  if (linkId === null)
    return mode === "closed"
      ? undefined
      : { ...target, name, accent, roleId: MEMBER_ROLE_ID, needsApproval: mode === "request" };
  const link = await findUsableLink(db, { organizationId, linkId }, now);
  return link && { ...target, name, accent, roleId: link.role_id, needsApproval: link.needs_approval };
}

export async function findTargetBySlug(db: Database, slug: string, now: Date): Promise<JoinTarget | undefined> {
  const owner = await findSlugOwner(db, slug, now);
  return owner && { organizationId: owner.organizationId, linkId: null };
}

export async function findTargetByCode(db: Database, text: string): Promise<JoinTarget | undefined> {
  const code = parseJoinCode(text);
  return code === undefined ? undefined : findLinkByCode(db, await hashJoinCode(db, code));
}

export const wrongCode = (): HttpError => invalidFields({ code: [message("joining.codeWrong")] });

const toOffer = ({ organizationId, name, accent, needsApproval }: JoinTerms): JoinOffer => ({
  organization: { id: organizationId, name },
  accentStyle: accent === null ? null : accentStyle(computeAccent(accent)),
  needsApproval,
});

/** @throws HttpError 404 alike where joining is closed and where nobody has the address */
export async function readOffer({ db, params, now }: Call<typeof joining.read>): Promise<JoinOffer> {
  const target = await findTargetBySlug(db, params.slug, now);
  const terms = target && (await findJoinTerms(db, target, now));
  if (!terms) throw notFound();
  return toOffer(terms);
}

/**
 * Counts tries of codes, also those that are refused; a right code is none of them.
 * @param context its `db` is the pool
 * @param userId undefined for somebody who is not signed in
 * @throws HttpError 422 on `code`, 429 after many tries
 */
export async function findTermsOfCode(
  context: Pick<RequestContext, "db" | "now" | "address">,
  code: string,
  userId?: string,
): Promise<JoinTerms> {
  const { db, now, address } = context;
  const limits = [
    rateLimit("joinCode.network", networkPrefix(address)),
    ...(userId === undefined ? [] : [rateLimit("joinCode.person", userId)]),
  ];
  await enforceRateLimit(context, limits);
  const target = await findTargetByCode(db, code);
  const terms = target && (await findJoinTerms(db, target, now));
  if (!terms) throw wrongCode();
  await returnTry(db, limits);
  return terms;
}

export const readOfferOfCode = async (call: Call<typeof joining.readCode>): Promise<JoinOffer> =>
  toOffer(await findTermsOfCode(call, call.body.code));

export const findPendingJoin: JoinPort["findPendingJoin"] = async (context, { slug, code, message: text }) => {
  const { db, now } = context;
  const target =
    code === undefined ? await findTargetBySlug(db, slug ?? "", now) : await findTermsOfCode(context, code);
  const terms = target && (await findJoinTerms(db, target, now));
  if (!terms) throw invalidFields({ join: [message("joining.closed")] });
  const { organizationId, linkId, name, needsApproval } = terms;
  return { organizationId, linkId, name, message: needsApproval ? (text ?? null) : null };
};
