/** Ends requests of people who have become members otherwise, and of accounts that are closed. */
import type { ClosedAccount } from "#server/accounts/close-account.ts";
import {
  publish,
  type DomainEvents,
  type RequestContext,
  type TenantContext,
} from "#server/kit/events/domain-events.ts";
import { deleteRequestsOf, findLatestRequest, updateRequest } from "./queries.ts";

export async function closeRequestOfMember(
  context: RequestContext,
  { organizationId, userId }: DomainEvents["members.joined"],
): Promise<void> {
  const { db, now } = context;
  const request = await findLatestRequest(db, organizationId, userId);
  if (request?.status !== "open") return;
  await updateRequest(db, organizationId, request.id, { status: "approved", answered_by: null, answered_at: now });
  await publish(context, "joining.answered", { organizationId, requestId: request.id, userId: null });
}

export const forgetRequests = ({ db }: TenantContext, { userId }: ClosedAccount): Promise<void> =>
  deleteRequestsOf(db, userId);
