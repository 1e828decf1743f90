/** People join an organization by themselves, or ask to, in one transaction that the organization's members wait for. */
import { DAYS_BEFORE_ASKING_AGAIN, type joining, type JoinResult } from "#contract/joining.ts";
import type { JoinPort } from "#server/accounts/join-port.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { publish, type RequestContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import { runInSavepoint } from "#server/kit/http/savepoint.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { addMember } from "#server/members/add-member.ts";
import { findMembership } from "#server/members/memberships.ts";
import { lockMembers } from "#server/members/permissions.ts";
import { notifyApprovers } from "./mail.ts";
import {
  findJoinTerms,
  findRoleToGive,
  findTargetBySlug,
  findTermsOfCode,
  type JoinTarget,
  type JoinTerms,
  wrongCode,
} from "./offers.ts";
import { findLatestRequest, insertRequest, updateLinkUses } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "joining.requested": { organizationId: string; requestId: string };
    /** A request was answered, withdrawn, or is none any more. */
    /** `userId`: whom the club has answered; null where nobody has, as of one that was withdrawn. */
    "joining.answered": { organizationId: string; requestId: string; userId: string | null };
  }
}

const DAY_MS = 86_400_000;

export const joinBySlug = async (call: Call<typeof joining.join>): Promise<JoinResult> => {
  const target = await findTargetBySlug(call.db, call.params.slug, call.now);
  if (!target) throw notFound();
  return join(call, target, { message: call.body.message ?? null, refusal: notFound });
};

/** @param call its `db` is the pool, so that wrong codes are counted */
export async function joinByCode(call: Call<typeof joining.joinByCode>): Promise<JoinResult> {
  const { code, message: text = null } = call.body;
  const target = await findTermsOfCode(call, code, call.user.id);
  return call.db.transaction().execute((db) => join({ ...call, db }, target, { message: text, refusal: wrongCode }));
}

const closed = () => new HttpError(409, message("joining.closed"));

export const carryOutJoin: JoinPort["carryOutJoin"] = async (context, pending) => {
  const { t } = context;
  let result: JoinResult | undefined;
  const refusal = await runInSavepoint(context, async () => {
    result = await join(context, pending, { message: pending.message, refusal: closed });
  });
  if (!result) return { state: "refused", message: refusal ?? t("joining.closed") };
  const { state } = result;
  const text = state === "joined" ? "joining.joined" : "joining.requested";
  return { state, message: t(text, { organization: pending.name }) };
};

export const joinOrganization: JoinPort["joinOrganization"] = async (context, organizationId) => {
  await runInSavepoint(context, async () => {
    await join(context, { organizationId, linkId: null }, { message: null, refusal: closed });
  });
};

interface JoinOptions {
  /** For the team, where it answers. */
  message: string | null;
  /** For what nobody can join by any more. */
  refusal: () => HttpError;
}

/**
 * @throws HttpError 409 if the person's access was turned off, or a request was declined lately; 429 after many requests;
 * `refusal` if the organization is closed meanwhile, or the link used up
 */
async function join(
  context: RequestContext,
  { organizationId, linkId }: JoinTarget,
  { message: text, refusal }: JoinOptions,
): Promise<JoinResult> {
  const { db, user, now } = context;
  await lockMembers(db, organizationId);
  const terms = await findJoinTerms(db, { organizationId, linkId }, now);
  if (!terms) throw refusal();
  const membership = await findMembership(db, organizationId, user.id);
  if (membership?.active === false) throw new HttpError(409, message("members.accessOff"));
  if (membership) return { state: "joined", organizationId };
  if (terms.needsApproval) return requestToJoin(context, terms, { message: text, refusal });
  if (linkId !== null && !(await updateLinkUses(db, { organizationId, linkId }, now))) throw refusal();
  const roleId = await findRoleToGive(db, organizationId, terms.roleId);
  await addMember(context, { organizationId, userId: user.id, role: { id: roleId, type: "member" } });
  await noteAct(context, "joining.join", { organizationId, subjectId: user.id, after: { isByLink: linkId !== null } });
  return { state: "joined", organizationId };
}

async function requestToJoin(
  context: RequestContext,
  { organizationId, linkId, roleId, name }: JoinTerms,
  { message: text, refusal }: JoinOptions,
): Promise<JoinResult> {
  const { db, user, now, address } = context;
  const latest = await findLatestRequest(db, organizationId, user.id);
  if (latest?.status === "open") return { state: "requested", organizationId };
  if (latest?.status === "declined" && latest.answered_at) {
    const days = Math.ceil((latest.answered_at.getTime() - now.getTime()) / DAY_MS + DAYS_BEFORE_ASKING_AGAIN);
    if (days > 0) throw new HttpError(409, message("joining.askAgainIn", { count: days }));
  }
  // In the transaction: refused requests are not counted.
  await enforceRateLimit(context, [
    rateLimit("joinRequest.person", user.id),
    rateLimit("joinRequest.network", networkPrefix(address)),
    rateLimit("joinRequest.organization", organizationId),
  ]);
  if (linkId !== null && !(await updateLinkUses(db, { organizationId, linkId }, now))) throw refusal();
  const id = uuidv7(now);
  await insertRequest(db, {
    ...{ organization_id: organizationId, id, user_id: user.id, link_id: linkId },
    ...{ role_id: roleId, message: text, status: "open", created_at: now },
  });
  await noteAct(context, "joining.ask", { organizationId, subjectId: id, after: { message: text } });
  await publish(context, "joining.requested", { organizationId, requestId: id });
  await notifyApprovers(context, { organizationId, organizationName: name, message: text });
  return { state: "requested", organizationId };
}

/** The paths name no organization, so that the entries are written here. */
const noteAct = (
  { db, now, user, address }: RequestContext,
  act: "joining.join" | "joining.ask",
  entry: { organizationId: string; subjectId: string; after: object },
): Promise<void> =>
  insertActivityEntry(db, { ...entry, act, at: now, actorId: user.id, before: undefined, ipAddress: address });
