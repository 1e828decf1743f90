/** Payments and refunds of the demo's bookings: card payments in the Stripe emulator, others at the desk. */
import type { Insertable } from "kysely";
import type { Stripe } from "stripe";
import { computePaymentStatus } from "#contract/events-states-rules.ts";
import type { DisputesTable, EventsTable, PaymentsTable, RefundsTable } from "#server/kit/db/tables.ts";
import { buildBalanceTransaction, buildCharge, buildDispute, buildRefund } from "#dev/stripe-emulator/money-shapes.ts";
import { buildFeeDetails, type StoredSession } from "#dev/stripe-emulator/payments.ts";
import { newId, type ObjectKind, type ObjectRow } from "#dev/stripe-emulator/store.ts";
import { buildIntent, buildSession } from "#dev/stripe-emulator/shapes.ts";
import type { PersonPlan } from "./people.ts";
import { seededRandom, demoId, type RandomSource } from "./random.ts";

type Event = Insertable<EventsTable>;
type Payment = Insertable<PaymentsTable> & { paid_at: Date | null; created_at: Date };
type Refund = Insertable<RefundsTable> & { created_at: Date };

export interface DemoPayments {
  payments: Payment[];
  refunds: Refund[];
  disputes: Insertable<DisputesTable>[];
  objects: ObjectRow[];
}

const HOUR_MS = 3_600_000;
const toMillis = (date: Date | string) => new Date(date).getTime();

interface PaymentPlanContext {
  people: readonly PersonPlan[];
  /** Names by customer id. */
  walkInNames: ReadonlyMap<string, string>;
  now: Date;
  /** True if the Stripe emulator runs. */
  acceptsCards: boolean;
}

const findDeskMember = (event: Event, people: readonly PersonPlan[]): string | null =>
  people.find(({ roles }) =>
    roles.some((role) => demoId(role.organization) === event.organization_id && role.roleId === 3),
  )?.id ?? null;

function payerName(event: Event, { people, walkInNames }: PaymentPlanContext): string {
  const person = people.find(({ id }) => id === event.user_id);
  return person ? `${person.firstName} ${person.lastName}` : (walkInNames.get(event.customer_id ?? "") ?? event.name);
}

/** Only a share of events is paid: each payment gets an invoice, and the first start must stay fast. */
function isPaid(event: Event, chance: RandomSource): boolean {
  if (!event.price || event.kind !== "event") return false;
  if (event.status === "completed") return chance.is(0.18);
  return chance.is(event.status === "approved" ? 0.07 : 0.25);
}

const paymentBase = (event: Event, place: PaymentPlanContext) => ({
  organization_id: event.organization_id,
  event_id: event.id,
  user_id: event.user_id ?? null,
  payer_name: payerName(event, place),
  amount: event.price ?? 0,
  currency: event.currency,
});

function payByCard(event: Event, place: PaymentPlanContext, chance: RandomSource, takings: DemoPayments): Payment {
  const created_at = new Date(event.created_at);
  const paid_at = new Date(created_at.getTime() + chance.integer(40, 300) * 1000);
  const at = { now: paid_at };
  const base = paymentBase(event, place);
  const id = demoId(`payment ${event.id}`);
  const metadata = { organizationId: event.organization_id, paymentId: id, eventId: event.id };
  const session = buildSession(at, newId("cs_test"), {
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
  const storedSession: StoredSession = { id: session.id, session, payment };
  const intent = buildIntent(at, session, payment);
  const charge = buildCharge(at, intent, null);
  const { amount, currency } = charge;
  const balance = buildBalanceTransaction(at, {
    amount,
    currency,
    source: charge.id,
    type: "charge",
    fees: buildFeeDetails(charge),
  });
  charge.balance_transaction = balance.id;
  Object.assign(intent, { status: "succeeded", latest_charge: charge.id, amount_received: amount });
  Object.assign(session, { status: "complete", payment_status: "paid", payment_intent: intent.id, url: null });
  addObjects(takings, paid_at, [
    ["session", storedSession, null],
    ["intent", intent, session.id],
    ["charge", charge, intent.id],
    ["balance", balance, charge.id],
  ]);
  return {
    ...base,
    id,
    method: "card",
    provider: "stripe",
    status: "succeeded",
    provider_fee: balance.fee,
    application_fee: 0,
    provider_session_id: session.id,
    provider_intent_id: intent.id,
    provider_charge_id: charge.id,
    paid_at,
    created_at,
    updated_at: paid_at,
  };
}

function addObjects(
  { objects }: DemoPayments,
  created_at: Date,
  made: readonly (readonly [kind: ObjectKind, data: { id: string }, parent: string | null])[],
): void {
  for (const [kind, data, parent] of made)
    objects.push({ id: data.id, account: "", kind, parent, data: JSON.stringify(data), created_at });
}

const findEventPrice = ({ objects }: DemoPayments, id: string | null | undefined) => {
  const row = objects.find((object) => object.id === id);
  return row && { row, charge: JSON.parse(String(row.data)) as Stripe.Charge };
};

function payAtDesk(event: Event, place: PaymentPlanContext, chance: RandomSource): Payment {
  const ahead = toMillis(event.start_time) - chance.integer(3, 25) * 60_000;
  const paid_at = new Date(Math.min(ahead, Math.max(toMillis(event.created_at), place.now.getTime() - HOUR_MS)));
  return {
    ...paymentBase(event, place),
    id: demoId(`payment ${event.id}`),
    method: chance.pick(["cash", "card_on_site", "card_on_site", "check", "transfer"] as const),
    status: "succeeded",
    provider_fee: 0,
    recorded_by: findDeskMember(event, place.people),
    paid_at,
    created_at: paid_at,
    updated_at: paid_at,
  };
}

function createRefund(
  event: Event,
  payment: Payment,
  place: PaymentPlanContext,
  takings: DemoPayments,
  chance: RandomSource,
): number {
  const isOver = event.status === "canceled" || event.status === "rejected";
  if (!isOver && !chance.is(0.03)) return 0;
  const french = event.currency === "EUR";
  const amount = isOver ? payment.amount : Math.ceil(payment.amount / 2);
  const paid = (payment.paid_at ?? payment.created_at).getTime();
  const created_at = new Date(Math.min(place.now.getTime() - HOUR_MS / 2, paid + chance.integer(2, 40) * HOUR_MS));
  const id = demoId(`refund ${event.id}`);
  const found = findEventPrice(takings, payment.provider_charge_id);
  const at = { now: created_at };
  const made = found && buildRefund(at, found.charge, { amount, metadata: { refundId: id }, status: "succeeded" });
  if (found && made) {
    const { currency } = found.charge;
    const balance = buildBalanceTransaction(at, {
      amount: -amount,
      currency,
      source: made.id,
      type: "refund",
      fees: [],
    });
    made.balance_transaction = balance.id;
    const charge = { ...found.charge, amount_refunded: amount, refunded: amount === payment.amount };
    found.row.data = JSON.stringify(charge);
    addObjects(takings, created_at, [
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
    provider_refund_id: made?.id ?? null,
    requested_by: findDeskMember(event, place.people),
    created_at,
    updated_at: created_at,
  });
  return amount;
}

function addDispute(takings: DemoPayments): void {
  const { payments, disputes, objects } = takings;
  const payment = payments.findLast(({ provider_charge_id }) => provider_charge_id);
  const found = findEventPrice(takings, payment?.provider_charge_id);
  if (!payment?.paid_at || !found) return;
  const at = new Date(payment.paid_at.getTime() + 20 * HOUR_MS);
  const opened = buildDispute({ now: at }, found.charge);
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

function declinedPayment(event: Event, place: PaymentPlanContext): Payment {
  const created_at = new Date(event.created_at);
  return {
    ...paymentBase(event, place),
    id: demoId(`declined ${event.id}`),
    method: "card",
    provider: "stripe",
    status: "failed",
    failure: "Your card was declined.",
    paid_at: null,
    created_at,
    updated_at: new Date(created_at.getTime() + 31 * 60_000),
  };
}

export function planPayments(events: Event[], place: PaymentPlanContext): DemoPayments {
  const takings: DemoPayments = { payments: [], refunds: [], disputes: [], objects: [] };
  for (const event of events) {
    const chance = seededRandom(`payment ${event.id}`);
    if (!isPaid(event, chance)) continue;
    const isOnline = event.user_id !== null && chance.is(0.6);
    if (isOnline && chance.is(0.05) && place.acceptsCards) takings.payments.push(declinedPayment(event, place));
    const isByCard = isOnline && place.acceptsCards;
    const isAhead = toMillis(event.start_time) > place.now.getTime();
    if (!isByCard && isAhead && event.status !== "canceled") continue;
    const payment = isByCard ? payByCard(event, place, chance, takings) : payAtDesk(event, place, chance);
    takings.payments.push(payment);
    const refunded = createRefund(event, payment, place, takings, chance);
    const money = { paid: payment.amount, refunded };
    const payment_status = computePaymentStatus({ status: event.status, price: event.price ?? 0, ...money });
    Object.assign(event, { ...money, payment_status, payment: isByCard ? "online" : "on_site" });
  }
  addDispute(takings);
  return takings;
}
