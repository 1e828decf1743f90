/** Cancels an event (booking), with the refund that its conditions give, and says beforehand whether it may be canceled. */
import type { Cancellation, Event, events } from "#contract/events.ts";
import {
  cancelableUntil,
  isBooker,
  refundPercentAt,
  eventStateOf,
  freeUntil,
  ownPrice,
} from "#contract/events-states-rules.ts";
import type { Body } from "#contract/kit.ts";
import { computeRefund } from "#contract/organizations-cancellation-rules.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { invalidFields, HttpError, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { formatMoney } from "#messages/format-money.ts";
import { activityLinks } from "./activity-entries.ts";
import { assertTransition } from "./booking-rules.ts";
import { findCancellationRefusal } from "./cancellation-refusal.ts";
import { notifyCustomers } from "./notifications.ts";
import { publishReleased, releaseUnits } from "./occupancy.ts";
import { endOffer } from "./offers.ts";
import { packPort } from "./pack-port.ts";
import { findEvent, findEventToChange, type EventRow } from "./queries.ts";
import { amountPaid, applyTransition, type EventCall, findEventForAct, formerState } from "./transitions.ts";

async function assertMayCancel(call: EventCall, event: EventRow): Promise<void> {
  const { access, user } = call;
  const isTeam = access.isTeam && access.permissions.has("events.update");
  if (isTeam) return;
  if (!isBooker(event, { userId: user.id })) throw forbidden("events.update");
  const refusal = await findCancellationRefusal(call, event);
  if (refusal) throw new HttpError(409, refusal);
}

function assertReasonGiven({ access, user, body }: Call<typeof events.cancel>, event: EventRow): void {
  const isOthers = access.isTeam && event.kind === "event" && !isBooker(event, { userId: user.id });
  if (isOthers && !body.reason) throw invalidFields({ reason: [message("events.reasonRequired")] });
}

const mayChooseRefund = ({ access }: EventCall): boolean =>
  access.isTeam && access.permissions.has("events.update") && access.permissions.has("payments.refund");

/** Money, and what a pack settles: of that units come back, by the same share. */
const amountHeld = (event: EventRow): number => amountPaid(event) + event.covered;

type RefundPolicy = Pick<Cancellation, "policy" | "refund" | "paid" | "percent" | "refundByConditions">;

/** The conditions of the event decide; other amounts need `payments.refund`. */
function findRefundPolicy(call: EventCall, event: EventRow): RefundPolicy {
  // Only the payer and the team may see payments.
  const isTold = call.access.isTeam || isBooker(event, { userId: call.user.id });
  const paid = isTold ? amountHeld(event) : 0;
  const percent = eventStateOf(event) === "pendingPayment" ? 100 : refundPercentAt(event, call.now);
  const refund = computeRefund({ price: ownPrice(event), paid }, percent);
  const terms = { paid, percent, refundByConditions: refund };
  if (paid === 0) return { ...terms, policy: "nothing_paid", refund: 0 };
  if (mayChooseRefund(call)) return { ...terms, policy: "team", refund: paid };
  if (percent === 100) return { ...terms, policy: "before_deadline", refund };
  return { ...terms, policy: refund > 0 ? "partial" : "after_deadline", refund };
}

/** Asks the provider before the transaction: if a hold was paid meanwhile, it is confirmed, and canceled as a paid event. */
export async function checkPaymentBeforeCancel(call: Call<typeof events.cancel>): Promise<void> {
  const { db, appContext, now, organizationId, params } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  if (eventStateOf(event) !== "pendingPayment") return;
  await assertMayCancel(call, event);
  assertReasonGiven(call, event);
  await publish({ db, appContext, now, organizationId }, "events.holdExpiring", { eventId: event.id });
}

export const cancelEvent = (call: Call<typeof events.cancel>): Promise<Event> => cancelWith(call, findRefundPolicy);

/**
 * A closure or a block is nobody's fault among the customers: whoever may close refunds all that was paid, also after the
 * deadline. @throws HttpError 403 for another refund without `payments.refund`
 */
export const cancelForClosure = (call: Call<typeof events.cancel>): Promise<Event> =>
  cancelWith(call, (_call, event) => ({
    policy: mayChooseRefund(call) ? "team" : "before_deadline",
    paid: amountHeld(event),
    refund: amountHeld(event),
    percent: 100,
    refundByConditions: amountHeld(event),
  }));

/** The share that comes back; where nothing was paid, the one that the conditions would give. */
function refundPercentOf(
  { body }: Call<typeof events.cancel>,
  { paid, refund, percent, refundByConditions }: Omit<RefundPolicy, "policy">,
): number {
  if (refund > 0 && refund === refundByConditions) return percent;
  if (paid > 0) return Math.floor((refund * 100) / paid);
  return body.refund === "full" ? 100 : percent;
}

async function cancelWith(
  call: Call<typeof events.cancel>,
  findPolicy: (...given: Parameters<typeof findRefundPolicy>) => RefundPolicy,
): Promise<Event> {
  const { db, body, language } = call;
  const event = await findEventForAct("cancel", call);
  if (eventStateOf(event) === "pendingOffer") return withdrawOffer(call, event);
  await assertMayCancel(call, event);
  assertReasonGiven(call, event);
  const { paid, refund, policy, percent, refundByConditions } = findPolicy(call, event);
  if (typeof body.refund === "number" && body.refund > paid)
    throw invalidFields({
      refund: [message("events.refundTooHigh", { amount: formatMoney(paid, event.currency, language) })],
    });
  const refundDue = chosenRefund(body.refund, { paid, refund });
  if (refundDue !== refund && policy !== "team" && call.access.isTeam) throw forbidden("payments.refund");
  // The booker sends the amount that the dialog has shown: meanwhile a step may have passed.
  if (refundDue !== refund && typeof body.refund === "number" && !call.access.isTeam)
    throw new HttpError(
      409,
      message("events.refundChanged", { amount: formatMoney(refund, event.currency, language) }),
    );
  const refundMade = policy === "team" ? refundDue : refund;
  await releaseUnits(db, event);
  const canceled = await applyTransition(call, event, {
    ...formerState(event, call),
    status: "canceled",
    canceled_reason: body.reason ?? null,
    // A job sends the refund once the cancellation cannot be undone any more.
    refund_due: event.covered > 0 ? null : refundMade || null,
    refund_percent: refundPercentOf(call, { paid, refund: refundMade, percent, refundByConditions }),
  });
  await publish(call, "events.ended", { eventId: event.id });
  await publishReleased(call, event);
  await notifyCustomers(call, "Canceled", [event.id], { reason: body.reason, notify: body.notify });
  return canceled;
}

/** An offer of the waitlist gives way to what the team does with the time. */
async function withdrawOffer(call: Call<typeof events.cancel>, event: EventRow): Promise<Event> {
  if (!call.access.permissions.has("events.override")) throw forbidden("events.override");
  await endOffer(call, event, "withdrawn");
  call.record({ before: { status: event.status }, after: { status: "canceled" }, ...activityLinks(event) });
  return findEvent(call.db, call, event.id);
}

function chosenRefund(
  choice: Body<typeof events.cancel>["refund"],
  { paid, refund }: Pick<Cancellation, "paid" | "refund">,
): number {
  if (typeof choice === "number") return choice;
  if (choice === "none") return 0;
  return choice === "full" ? paid : refund;
}

export async function readCancellation(call: Call<typeof events.cancellation>): Promise<Cancellation> {
  const { db, params, t } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  if (!call.access.isTeam && !isBooker(event, { userId: call.user.id })) throw forbidden("events.update");
  let reason: string | null = null;
  try {
    assertTransition("cancel", eventStateOf(event), t);
    await assertMayCancel(call, event);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    reason = renderMessage(t, error.localizedMessage);
  }
  return {
    mayCancel: reason === null,
    reason,
    ...findRefundPolicy(call, event),
    pack: event.covered > 0 ? await packPort.findUse(call, event.id) : null,
    currency: event.currency,
    cancelableUntil: cancelableUntil(event).toISOString(),
    freeUntil: freeUntil(event)?.toISOString() ?? null,
  };
}
