/** The money of one event: what it costs, what came and went, and what can be done about it. */
import type { EventPayments, payments } from "#contract/payments.ts";
import { isBooker, stateOf } from "#contract/events-rules.ts";
import { findEventToChange, type EventRow } from "#server/events/queries.ts";
import { forbidden } from "#server/kit/gate.ts";
import { isUuid } from "#server/kit/ids.ts";
import { notFound } from "#server/kit/problem.ts";
import type { Returns } from "#contract/kit.ts";
import type { Call } from "#server/kit/serve.ts";
import { fulfilPayment } from "./fulfil.ts";
import { refusalOf } from "#server/provider/payee.ts";
import { askedOf, dueOf } from "./ledger.ts";
import { listPaymentsOfEvent } from "./queries.ts";

type Asking = Call<typeof payments.ofEvent>;

/** @throws Problem 404 for others than the team and who booked it, 403 for who of the team may not see payments */
function refuseStrangers({ standing, user }: Asking, event: EventRow): void {
  if (isBooker(event, { userId: user.id })) return;
  if (!standing.isTeam) throw notFound();
  if (!standing.permissions.has("payments.show")) throw forbidden("payments.show");
}

async function actionsOf(call: Asking, event: EventRow, refundable: number): Promise<EventPayments["actions"]> {
  const { db, house, now, standing, user } = call;
  const due = dueOf(event);
  const state = stateOf(event);
  const isHeld = state === "pendingPayment";
  const asked = { organizationId: event.organization_id, amount: due, currency: event.currency };
  const isOpen = due > 0 && (await refusalOf({ db, house, language: call.language }, asked)) === null;
  const isInTime = !isHeld || (event.hold_expires_at !== null && event.hold_expires_at > now);
  const records = standing.isTeam && standing.permissions.has("payments.record");
  return [
    ...(isOpen && isInTime && askedOf(event) > 0 && isBooker(event, { userId: user.id }) ? (["pay"] as const) : []),
    ...(isOpen && !isHeld && records ? (["link"] as const) : []),
    ...(due > 0 && records ? (["record"] as const) : []),
    ...(refundable > 0 && standing.isTeam && standing.permissions.has("payments.refund") ? (["refund"] as const) : []),
  ];
}

export async function ofEvent(call: Asking): Promise<EventPayments> {
  const { db, standing, params } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  refuseStrangers(call, event);
  const found = await listPaymentsOfEvent(call, event, standing.isTeam);
  const refundable = found.reduce((sum, payment) => sum + payment.refundable, 0);
  return {
    price: event.price,
    paid: event.paid,
    refunded: event.refunded,
    due: standing.isTeam ? dueOf(event) : askedOf(event),
    currency: event.currency,
    holdExpiresAt: event.hold_expires_at?.toISOString() ?? null,
    actions: await actionsOf(call, event, refundable),
    payments: found,
  };
}

/** Whoever asks again and again is told what is known. */
const pauseMs = 2000;

/**
 * What became of one's payment, as the page asks that the payer comes back to.
 * @throws Problem 404 for another's payment, 503 where the provider does not answer
 */
export async function check(call: Call<typeof payments.check>): Promise<Returns<typeof payments.check>> {
  const { db, house, now, user, params } = call;
  const { organizationId, paymentId } = params;
  // The path's organization was looked at by nobody: whose payment it is decides.
  if (!isUuid(organizationId)) throw notFound();
  const found = () =>
    db
      .selectFrom("payments")
      .innerJoin("events", (join) =>
        join
          .onRef("events.organization_id", "=", "payments.organization_id")
          .onRef("events.id", "=", "payments.event_id"),
      )
      .select(["payments.status", "payments.event_id", "payments.failure", "payments.asked_at"])
      .select("events.status as event_status")
      .where("payments.organization_id", "=", organizationId)
      .where("payments.id", "=", paymentId)
      .where("payments.user_id", "=", user.id)
      .executeTakeFirstOrThrow(notFound);
  const known = await found();
  const isOpen = known.status === "processing" || known.status === "created";
  const isFresh = known.asked_at !== null && now.getTime() - known.asked_at.getTime() < pauseMs;
  if (isOpen && !isFresh) await fulfilPayment(house, organizationId, paymentId);
  const { status, event_id, event_status, failure } = await found();
  return {
    status: status as Returns<typeof payments.check>["status"],
    eventId: event_id,
    eventStatus: event_status,
    failure,
  };
}
