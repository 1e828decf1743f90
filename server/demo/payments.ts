/** What was paid and given back for the demo's bookings: by card at the test provider, which knows all of it, and at the desk. */
import type { Insertable } from "kysely";
import type { Stripe } from "stripe";
import { paymentStatusOf } from "#contract/events-rules.ts";
import type {
  DisputesTable,
  EventsTable,
  PaymentsTable,
  RefundsTable,
  SandboxObjectsTable,
} from "#server/kit/tables.ts";
import { balanceOf, chargeOf, disputeOf, refundOf } from "#server/sandbox/money-shapes.ts";
import { newId, type Kind } from "#server/sandbox/objects.ts";
import { feesOf, type KeptSession } from "#server/sandbox/paying.ts";
import { intentOf, sessionOf } from "#server/sandbox/shapes.ts";
import type { PersonPlan } from "./people.ts";
import { chanceOf, demoId, type Chance } from "./random.ts";

type Event = Insertable<EventsTable>;
type Payment = Insertable<PaymentsTable> & { paid_at: Date | null; created_at: Date };
type Refund = Insertable<RefundsTable> & { created_at: Date };

export interface Takings {
  payments: Payment[];
  refunds: Refund[];
  disputes: Insertable<DisputesTable>[];
  /** What the test provider knows of them. */
  objects: Insertable<SandboxObjectsTable>[];
}

const hour = 3_600_000;
const time = (date: Date | string) => new Date(date).getTime();

interface Place {
  people: readonly PersonPlan[];
  now: Date;
  /** Whether the test provider is there. */
  byCard: boolean;
}

/** Who sits at the desk of an organization. */
const deskOf = (event: Event, people: readonly PersonPlan[]): string | null =>
  people.find(({ roles }) =>
    roles.some((role) => demoId(role.organization) === event.organization_id && role.roleId === 3),
  )?.id ?? null;

function payerOf(event: Event, people: readonly PersonPlan[]): string {
  const person = people.find(({ id }) => id === event.customer_id);
  return person ? `${person.firstName} ${person.lastName}` : (event.customer_name ?? event.name);
}

/** Each payment has its invoice, which is issued like any other: so many as a first start has the time for. */
function isPaid(event: Event, chance: Chance): boolean {
  if (!event.price || event.kind !== "event") return false;
  if (event.status === "completed") return chance.is(0.18);
  return chance.is(event.status === "approved" ? 0.07 : 0.25);
}

const baseOf = (event: Event, { people }: Place) => ({
  organization_id: event.organization_id,
  event_id: event.id,
  user_id: event.customer_id ?? null,
  payer_name: payerOf(event, people),
  amount: event.price ?? 0,
  currency: event.currency,
});

/** Paid when it was booked, on the provider's page. */
function byCard(event: Event, place: Place, chance: Chance, takings: Takings): Payment {
  const created_at = new Date(event.created_at);
  const paid_at = new Date(created_at.getTime() + chance.whole(40, 300) * 1000);
  const at = { now: paid_at };
  const base = baseOf(event, place);
  const id = demoId(`payment ${event.id}`);
  const metadata = { organizationId: event.organization_id, paymentId: id, eventId: event.id };
  const session = sessionOf(at, newId("cs_test"), {
    amount: base.amount,
    currency: base.currency.toLowerCase(),
    url: "",
    expires_at: Math.floor(paid_at.getTime() / 1000) + 1800,
    success_url: "",
    cancel_url: null,
    client_reference_id: id,
    customer_email: null,
    locale: null,
    metadata,
  });
  const payment = { metadata, description: event.name, text: null, application_fee_amount: null };
  const kept: KeptSession = { id: session.id, session, payment };
  const intent = intentOf(at, session, payment);
  const charge = chargeOf(at, intent, null);
  const { amount, currency } = charge;
  const balance = balanceOf(at, { amount, currency, source: charge.id, type: "charge", fees: feesOf(charge) });
  charge.balance_transaction = balance.id;
  Object.assign(intent, { status: "succeeded", latest_charge: charge.id, amount_received: amount });
  Object.assign(session, { status: "complete", payment_status: "paid", payment_intent: intent.id, url: null });
  keep(takings, paid_at, [
    ["session", kept, null],
    ["intent", intent, session.id],
    ["charge", charge, intent.id],
    ["balance", balance, charge.id],
  ]);
  return {
    ...base,
    id,
    method: "card",
    status: "succeeded",
    stripe_fee: balance.fee,
    application_fee: 0,
    session_id: session.id,
    intent_id: intent.id,
    charge_id: charge.id,
    paid_at,
    created_at,
    updated_at: paid_at,
  };
}

function keep(
  { objects }: Takings,
  created_at: Date,
  made: readonly (readonly [kind: Kind, data: { id: string }, parent: string | null])[],
): void {
  for (const [kind, data, parent] of made)
    objects.push({ id: data.id, account: "", kind, parent, data: JSON.stringify(data), created_at });
}

const chargeIn = ({ objects }: Takings, id: string | null | undefined) => {
  const row = objects.find((one) => one.id === id);
  return row && { row, charge: JSON.parse(String(row.data)) as Stripe.Charge };
};

/** Paid before the game, at the desk. */
function atDesk(event: Event, place: Place, chance: Chance): Payment {
  const ahead = time(event.start_time) - chance.whole(3, 25) * 60_000;
  const paid_at = new Date(Math.min(ahead, Math.max(time(event.created_at), place.now.getTime() - hour)));
  return {
    ...baseOf(event, place),
    id: demoId(`payment ${event.id}`),
    method: chance.pick(["cash", "card_on_site", "card_on_site", "check", "transfer"] as const),
    status: "succeeded",
    stripe_fee: 0,
    recorded_by: deskOf(event, place.people),
    paid_at,
    created_at: paid_at,
    updated_at: paid_at,
  };
}

/** All of it for what did not take place; a part of it now and then, for the lights that went out. */
function giveBack(event: Event, payment: Payment, place: Place, takings: Takings, chance: Chance): number {
  const isOver = event.status === "canceled" || event.status === "rejected";
  if (!isOver && !chance.is(0.03)) return 0;
  const french = event.currency === "EUR";
  const amount = isOver ? payment.amount : Math.ceil(payment.amount / 2);
  const paid = (payment.paid_at ?? payment.created_at).getTime();
  const created_at = new Date(Math.min(place.now.getTime() - hour / 2, paid + chance.whole(2, 40) * hour));
  const id = demoId(`refund ${event.id}`);
  const found = chargeIn(takings, payment.charge_id);
  const at = { now: created_at };
  const made = found && refundOf(at, found.charge, { amount, metadata: { refundId: id }, status: "succeeded" });
  if (found && made) {
    const { currency } = found.charge;
    const balance = balanceOf(at, { amount: -amount, currency, source: made.id, type: "refund", fees: [] });
    made.balance_transaction = balance.id;
    const charge = { ...found.charge, amount_refunded: amount, refunded: amount === payment.amount };
    found.row.data = JSON.stringify(charge);
    keep(takings, created_at, [
      ["refund", made, charge.id],
      ["balance", balance, made.id],
    ]);
  }
  takings.refunds.push({
    organization_id: event.organization_id,
    id,
    payment_id: payment.id,
    amount,
    status: "succeeded",
    reason: isOver
      ? (event.canceled_reason ?? null)
      : french
        ? "L’éclairage est tombé en panne"
        : "The lights went out",
    provider_id: made?.id ?? null,
    requested_by: deskOf(event, place.people),
    created_at,
    updated_at: created_at,
  });
  return amount;
}

/** One holder of a card does not know what it was for any more. */
function dispute(takings: Takings): void {
  const { payments, disputes, objects } = takings;
  const payment = payments.findLast(({ charge_id }) => charge_id);
  const found = chargeIn(takings, payment?.charge_id);
  if (!payment?.paid_at || !found) return;
  const at = new Date(payment.paid_at.getTime() + 20 * hour);
  const opened = disputeOf({ now: at }, found.charge);
  found.row.data = JSON.stringify({ ...found.charge, disputed: true });
  objects.push({
    id: opened.id,
    account: "",
    kind: "dispute",
    parent: found.charge.id,
    data: JSON.stringify(opened),
    created_at: at,
  });
  const { amount, status, reason, evidence_details: evidence } = opened;
  const due_by = evidence.due_by ? new Date(evidence.due_by * 1000) : null;
  const { organization_id, id: payment_id } = payment;
  const row = { organization_id, id: opened.id, payment_id, amount, status, reason, due_by };
  disputes.push({ ...row, created_at: at, updated_at: at });
}

/** Somebody's card was declined, and they paid at the desk, or not at all. */
function declined(event: Event, place: Place): Payment {
  const created_at = new Date(event.created_at);
  return {
    ...baseOf(event, place),
    id: demoId(`declined ${event.id}`),
    method: "card",
    status: "failed",
    failure: "Your card was declined.",
    paid_at: null,
    created_at,
    updated_at: new Date(created_at.getTime() + 31 * 60_000),
  };
}

/**
 * The money of these events; what was paid and given back is written into them.
 * @param place.byCard false where no test provider stands behind the cards
 */
export function planPayments(events: Event[], place: Place): Takings {
  const takings: Takings = { payments: [], refunds: [], disputes: [], objects: [] };
  for (const event of events) {
    const chance = chanceOf(`payment ${event.id}`);
    if (!isPaid(event, chance)) continue;
    const isOnline = event.customer_id !== null && chance.is(0.6);
    if (isOnline && chance.is(0.05) && place.byCard) takings.payments.push(declined(event, place));
    const isByCard = isOnline && place.byCard;
    const isAhead = time(event.start_time) > place.now.getTime();
    // Nobody stands at the desk for what is still ahead.
    if (!isByCard && isAhead && event.status !== "canceled") continue;
    const payment = isByCard ? byCard(event, place, chance, takings) : atDesk(event, place, chance);
    takings.payments.push(payment);
    const refunded = giveBack(event, payment, place, takings, chance);
    const money = { paid: payment.amount, refunded };
    const payment_status = paymentStatusOf({ status: event.status, price: event.price ?? 0, ...money });
    Object.assign(event, { ...money, payment_status, payment: isByCard ? "online" : "on_site" });
  }
  dispute(takings);
  return takings;
}
