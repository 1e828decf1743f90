/** Answers requests to join (approves, declines), and lets people withdraw their own. */
import { joining, type JoinRequest } from "#contract/joining.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addMember } from "#server/members/add-member.ts";
import { assertOutranks, lockAndReauthorize, lockMembers, roleRank } from "#server/members/permissions.ts";
import { notifyAnswer } from "./mail.ts";
import { findRoleOfMembers, findRoleToGive } from "./offers.ts";
import { findOwnRequest, findRequest, findRequestStatuses, updateRequest } from "./queries.ts";

type AnswerCall = Call<typeof joining.approveRequest> | Call<typeof joining.declineRequest>;
type Answer = "approved" | "declined";

/** @throws HttpError 409 if it was answered otherwise, or is none any more. A repeated answer changes nothing. */
async function findRequestToAnswer(call: AnswerCall, answer: Answer) {
  const actor = await lockAndReauthorize(call, "members.manage");
  const request = await findRequest(call, call.params.joinRequestId);
  if (!request) throw notFound();
  if (request.status !== "open" && request.status !== answer)
    throw new HttpError(409, message("joining.answeredAlready"));
  if (request.status === answer) call.record({ skipsEntry: true });
  return { actor, request, isDone: request.status === answer };
}

async function finishAnswer(
  call: AnswerCall,
  request: JoinRequest,
  { status, roleId, reason = null }: { status: Answer; roleId: number; reason?: string | null },
): Promise<JoinRequest> {
  const { db, organizationId, user, now, record } = call;
  const answer = { status, role_id: roleId, reason, answered_by: user.id, answered_at: now };
  await updateRequest(db, organizationId, request.id, answer);
  await publish(call, "joining.answered", { organizationId, requestId: request.id, userId: request.userId });
  await notifyAnswer(call, { userId: request.userId, status, reason });
  record({ after: { name: request.full_name, ...(reason && { reason }) } });
  const answered = await findRequest(call, request.id);
  if (!answered) throw notFound();
  return answered;
}

export async function approveRequest(call: Call<typeof joining.approveRequest>): Promise<JoinRequest> {
  const { db, organizationId, body } = call;
  const { actor, request, isDone } = await findRequestToAnswer(call, "approved");
  if (isDone) return request;
  const roleId = body.role ?? (await findRoleToGive(db, organizationId, request.role.id));
  const role = await findRoleOfMembers(db, organizationId, roleId);
  assertOutranks(actor, roleRank(role), "role");
  const answered = await finishAnswer(call, request, { status: "approved", roleId: role.id });
  await addMember(call, { organizationId, userId: request.userId, role: { id: role.id, type: "member" } });
  return answered;
}

export async function declineRequest(call: Call<typeof joining.declineRequest>): Promise<JoinRequest> {
  const { request, isDone } = await findRequestToAnswer(call, "declined");
  if (isDone) return request;
  return finishAnswer(call, request, { status: "declined", roleId: request.role.id, reason: call.body.reason ?? null });
}

/** @throws HttpError 404 unless all of them are the organization's */
export async function answerRequests(call: Call<typeof joining.answerRequests>): Promise<{ answered: string[] }> {
  const { db, organizationId, body } = call;
  await lockAndReauthorize(call, "members.manage");
  const ids = [...new Set(body.ids)];
  const statuses = await findRequestStatuses(db, organizationId, ids);
  if (statuses.size < ids.length) throw notFound();
  const open = ids.filter((id) => statuses.get(id) === "open");
  for (const joinRequestId of open) {
    const params = { joinRequestId };
    if (body.answer === "approve")
      await invokeEndpoint(call, joining.approveRequest, approveRequest, { params, body: { role: body.role } });
    else await invokeEndpoint(call, joining.declineRequest, declineRequest, { params, body: { reason: body.reason } });
  }
  return { answered: open };
}

/** @throws HttpError 404 for a request of others, 409 for one that is answered */
export async function withdrawRequest(call: Call<typeof joining.withdrawRequest>): Promise<null> {
  const { db, user, now, params } = call;
  const { organization_id: organizationId } = await findOwnRequest(db, user.id, params.joinRequestId);
  await lockMembers(db, organizationId);
  const { id, status } = await findOwnRequest(db, user.id, params.joinRequestId);
  if (status === "withdrawn") return null;
  if (status !== "open") throw new HttpError(409, message("joining.answeredAlready"));
  await updateRequest(db, organizationId, id, { status: "withdrawn", answered_by: null, answered_at: now });
  await publish(call, "joining.answered", { organizationId, requestId: id, userId: null });
  return null;
}
