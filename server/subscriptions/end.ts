/** Lets memberships end with their term, renew again, or become another type with the next term. */
import { isOver } from "#contract/subscriptions-rules.ts";
import type { OwnSubscription, Subscription, subscriptions } from "#contract/subscriptions.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { saveSubscription } from "./changes.ts";
import { notifyEnded } from "./mail.ts";
import { serializeOwn, serializeSubscription } from "./queries.ts";
import { voidUnpaidTerm } from "./renew.ts";
import {
  findUnpaidTerm,
  type SubscriptionWithTerms,
  lockWithCustomer,
  stateOf,
  subscriptionsWithNames,
} from "./rows.ts";
import { findSubscriptionType } from "./type-queries.ts";

/** @throws HttpError 409 for one that is over, or does not renew */
function assertRenews(held: SubscriptionWithTerms, now: Date): void {
  if (isOver(stateOf(held, now)) || !held.row.renews) throw new HttpError(409, message("subscriptions.doesNotRenew"));
}

/** A renewal that waits for its payment is owed no more. The caller has locked it. */
async function endWithTerm(context: TenantContext, held: SubscriptionWithTerms, reason: string | null) {
  await voidUnpaidTerm(context, held);
  return saveSubscription(context, held.row.id, { renews: false, next_type_id: null, end_reason: reason });
}

/** @throws HttpError 404, 409 for one that does not renew */
export async function endSubscription(call: Call<typeof subscriptions.end>): Promise<Subscription> {
  const { now, params, body, record } = call;
  const held = await lockWithCustomer(call, params.subscriptionId);
  assertRenews(held, now);
  const after = await serializeSubscription(call, await endWithTerm(call, held, body.reason));
  record({
    after: { name: after.name, endsOn: after.endsOn, reason: body.reason },
    customerId: held.row.customer_id,
  });
  return after;
}

/** @throws HttpError 404, 409 for one that renews already, or whose type does not */
export async function resumeSubscription(call: Call<typeof subscriptions.resume>): Promise<Subscription> {
  const { now, params, record } = call;
  const held = await lockWithCustomer(call, params.subscriptionId);
  const state = stateOf(held, now);
  const canRenew = held.terms.at(-1)?.terms.renewal === "by_hand";
  if (isOver(state) || held.row.renews || !canRenew) throw new HttpError(409, message("subscriptions.cannotResume"));
  const resumed = await saveSubscription(call, held.row.id, { renews: true, end_reason: null });
  const after = await serializeSubscription(call, resumed);
  record({ after: { name: after.name, endsOn: after.endsOn }, customerId: held.row.customer_id });
  return after;
}

/** @throws HttpError 404, 409 for one that does not renew or was renewed already, 422 on `typeId` */
export async function changeTypeLater(call: Call<typeof subscriptions.changeLater>): Promise<Subscription> {
  const { now, params, body, record } = call;
  const held = await lockWithCustomer(call, params.subscriptionId);
  assertRenews(held, now);
  if (findUnpaidTerm(held)) throw new HttpError(409, message("subscriptions.renewedAlready"));
  const unknown = () => invalidFields({ typeId: [message("subscriptions.typeUnknown")] });
  const type = body.typeId === null ? null : await findSubscriptionType(call, body.typeId, unknown);
  if (type && !type.active) throw unknown();
  const nextTypeId = type && type.id !== held.row.type_id ? type.id : null;
  const saved = await saveSubscription(call, held.row.id, { next_type_id: nextTypeId });
  const after = await serializeSubscription(call, saved);
  record({
    after: { name: after.name, becomes: after.becomes?.name ?? after.name, endsOn: after.endsOn },
    customerId: held.row.customer_id,
  });
  return after;
}

/** One's own. @throws HttpError 404, 409 for one that does not renew */
export async function endOwnSubscription(call: Call<typeof subscriptions.endOwn>): Promise<OwnSubscription> {
  const { db, now, user, params, record } = call;
  const own = await subscriptionsWithNames(db)
    .where("customers.user_id", "=", user.id)
    .where("customers.merged_into_id", "is", null)
    .where("subscriptions.id", "=", params.subscriptionId)
    .executeTakeFirstOrThrow(notFound);
  const context = { ...call, organizationId: own.organization_id };
  const held = await lockWithCustomer(context, own.id);
  assertRenews(held, now);
  const ended = await endWithTerm(context, held, null);
  await notifyEnded(context, ended);
  const [after] = await serializeOwn(call, [ended]);
  if (!after) throw notFound();
  record({
    subjectId: own.id,
    organizationId: own.organization_id,
    after: { name: after.name, endsOn: after.endsOn },
    customerId: own.customer_id,
  });
  return after;
}
