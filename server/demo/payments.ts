/** Payments and refunds of the demo's bookings: card payments in the Stripe emulator, others at the desk. */
import type { Insertable } from "kysely";
import type { Stripe } from "stripe";
import { computePaymentStatus } from "#contract/events-states-rules.ts";
import type { DisputesTable, EventsTable, PaymentsTable, RefundsTable } from "#server/kit/db/tables.ts";
import { buildBalanceTransaction, buildCharge, buildDispute, buildRefund } from "#dev/stripe-emulator/money-shapes.ts";
import { buildFeeDetails, type StoredSession } from "#dev/stripe-emulator/payments.ts";
import { newId, type ObjectKind, type ObjectRow } from "#dev/stripe-emulator/store.ts";
import { buildIntent, buildSession } from "#dev/stripe-emulator/shapes.ts";
import { findDeskMember } from "./bookers.ts";
import type { PersonPlan } from "./people.ts";
import type { OrganizationPlan } from "./plans.ts";
import { seededRandom, demoId, type RandomSource } from "./random.ts";

type Event = Insertable<EventsTable>;
/** Payment of a booking, or of a pack or an extra. */
export type DemoPayment = Insertable<PaymentsTable> & {
  event_id: string | null;
  paid_at: Date | null;
  created_at: Date;
};
type Payment = DemoPayment;
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
  organizations: readonly OrganizationPlan[];
  /** Names by customer id. */
  customerNames: ReadonlyMap<string, string>;
  now: Date;
  /** True if the Stripe emulator runs. */
  acceptsCards: boolean;
}

const findOrganization = (event: Event, { organizations }: PaymentPlanContext): OrganizationPlan => {
  const plan = organizations.find(({ key }) => demoId(key) === event.organization_id);
  if (!plan) throw new Error("An event of no organization");
  return plan;
};
const deskOf = (event: Event, place: PaymentPlanContext): string =>
  findDeskMember(place.people, findOrganization(event, place).key).id;

const paymentBase = (event: Event, place: PaymentPlanContext) => ({
  organization_id: event.organization_id,
  event_id: event.id,
  user_id: event.user_id ?? null,
  payer_name: place.customerNames.get(event.customer_id ?? "") ?? event.name,
  amount: (event.price ?? 0) - (event.shared ?? 0),
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
    mode: "payment",
    customer: null,
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

const findCharge = ({ objects }: DemoPayments, id: string | null | undefined) => {
  const row = id ? objects.find((object) => object.id === id) : undefined;
  return row && { row, charge: JSON.parse(String(row.data)) as Stripe.Charge };
};

const deskMethods = ["card_on_site", "card_on_site", "card_on_site", "cash", "cash", "check", "transfer"] as const;

/** Before they play; those who come later have paid when they booked. */
function payAtDesk(event: Event, place: PaymentPlanContext, chance: RandomSource): Payment {
  const start = toMillis(event.start_time);
  const isAhead = start > place.now.getTime();
  const paid_at = new Date(isAhead ? toMillis(event.created_at) + 60_000 : start - chance.integer(3, 25) * 60_000);
  return {
    ...paymentBase(event, place),
    id: demoId(`payment ${event.id}`),
    method: chance.pick(deskMethods),
    status: "succeeded",
    provider_fee: 0,
    recorded_by: deskOf(event, place),
    paid_at,
    created_at: paid_at,
    updated_at: paid_at,
  };
}

interface RefundPlan {
  amount: number;
  status: "succeeded" | "pending" | "failed";
  reason: string | null;
}

/** @returns what counts as refunded */
function addRefund(
  event: Event,
  payment: Payment,
  { amount, status, reason }: RefundPlan,
  place: PaymentPlanContext,
  takings: DemoPayments,
): number {
  const { now } = place;
  const paid = (payment.paid_at ?? payment.created_at).getTime();
  const ended = event.ended_at ? toMillis(event.ended_at) : paid + HOUR_MS;
  const created_at = new Date(Math.min(now.getTime() - 60_000, Math.max(ended, paid) + 20_000));
  const id = demoId(`refund ${event.id}`);
  const found = findCharge(takings, payment.provider_charge_id);
  const at = { now: created_at };
  const metadata = { refundId: id, organizationId: event.organization_id };
  const made = found && buildRefund(at, found.charge, { amount, metadata, status });
  const refunded = status === "failed" ? 0 : amount;
  if (found && made) {
    const { currency } = found.charge;
    const balance = buildBalanceTransaction(at, {
      amount: -amount,
      currency,
      source: made.id,
      type: "refund",
      fees: [],
    });
    const isSent = status === "succeeded";
    made.balance_transaction = isSent ? balance.id : null;
    const charge = { ...found.charge, amount_refunded: refunded, refunded: refunded === payment.amount };
    found.row.data = JSON.stringify(charge);
    addObjects(takings, created_at, [["refund", made, charge.id]]);
    if (isSent) addObjects(takings, created_at, [["balance", balance, made.id]]);
  }
  takings.refunds.push({
    organization_id: event.organization_id,
    id,
    payment_id: payment.id,
    amount,
    status,
    reason,
    failure: status === "failed" ? findOrganization(event, place).texts.refundFailure : null,
    provider_refund_id: made?.id ?? null,
    requested_by: event.ended_by ?? deskOf(event, place),
    created_at,
    updated_at: created_at,
  });
  return refunded;
}

function addDispute(takings: DemoPayments, now: Date): void {
  const { payments, refunds, disputes, objects } = takings;
  const refundedIds = new Set(refunds.map(({ payment_id }) => payment_id));
  const payment = payments.find(({ id, provider_charge_id }) => provider_charge_id && !refundedIds.has(id));
  const found = findCharge(takings, payment?.provider_charge_id);
  if (!payment?.paid_at || !found) return;
  const at = new Date(Math.min(now.getTime() - HOUR_MS, payment.paid_at.getTime() + 20 * HOUR_MS));
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
    failure: findOrganization(event, place).texts.cardDeclined,
    paid_at: null,
    created_at,
    updated_at: new Date(created_at.getTime() + 31 * 60_000),
  };
}

/** Online payments were turned on two weeks ago: each of them is four objects of the emulator. */
const ONLINE_DAYS = 14;
/** Bookings that nobody has paid, by organization: some of days gone by, some of today and later. */
const MAX_OVERDUE: Partial<Record<string, number>> = { club: 5 };
const MAX_DUE: Partial<Record<string, number>> = { club: 14 };
const SOONEST_DUE = 6;
const [MIN_DEBT_AGE_MS, MAX_DEBT_AGE_MS] = [2 * 24 * HOUR_MS, 45 * 24 * HOUR_MS];

/** In the order of ids, which depend on nothing else. One of those gone by is paid by half. */
export function pickDebts(
  events: readonly Event[],
  place: Pick<PaymentPlanContext, "organizations" | "now">,
): Map<string, "none" | "half"> {
  const debts = new Map<string, "none" | "half">();
  const now = place.now.getTime();
  const shuffled = events
    .filter(
      ({ price, status, customer_id }) => price && customer_id && (status === "completed" || status === "approved"),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { key } of place.organizations) {
    const own = shuffled.filter((event) => event.organization_id === demoId(key));
    const age = (event: Event) => now - toMillis(event.start_time);
    const overdue = own
      .filter((event) => age(event) > MIN_DEBT_AGE_MS && age(event) < MAX_DEBT_AGE_MS)
      .slice(0, MAX_OVERDUE[key] ?? 1);
    const ahead = own.filter((event) => age(event) < 0);
    const soonest = ahead.toSorted((a, b) => age(b) - age(a)).slice(0, SOONEST_DUE);
    const due = [...soonest, ...ahead].slice(0, MAX_DUE[key] ?? SOONEST_DUE);
    for (const event of [...overdue, ...due]) debts.set(event.id, "none");
    const [half] = overdue;
    if (half && overdue.length > 1) debts.set(half.id, "half");
  }
  return debts;
}

const unfinishedRefunds = ["pending", "failed"] as const;
const hasEnded = ({ status }: Event) => status === "canceled" || status === "rejected";

/** Refunds events that were called off, and a gesture now and then. Of the last two of the club, one is under way and one has failed. */
function planRefunds(paid: readonly [Event, Payment][], place: PaymentPlanContext, takings: DemoPayments): void {
  const endedAt = (event: Event) => toMillis(event.ended_at ?? event.created_at);
  const latest = paid
    .filter(
      ([event, payment]) => hasEnded(event) && payment.provider_charge_id && event.organization_id === demoId("club"),
    )
    .toSorted(([a], [b]) => endedAt(b) - endedAt(a))
    .map(([event]) => event);
  for (const [event, payment] of paid) {
    const isEnded = hasEnded(event);
    const isGesture = event.status === "completed" && seededRandom(`gesture ${event.id}`).is(0.006);
    if (!isEnded && !isGesture) continue;
    const refund: RefundPlan = {
      amount: isEnded ? payment.amount : Math.ceil(payment.amount / 2),
      status: unfinishedRefunds[latest.indexOf(event)] ?? "succeeded",
      reason: isEnded
        ? (event.canceled_reason ?? event.rejected_reason ?? null)
        : findOrganization(event, place).texts.gesture,
    };
    event.refunded = addRefund(event, payment, refund, place, takings);
  }
}

/** @param debts bookings that nobody has paid @param sold what was paid for packs and extras */
export function generateDemoPayments(
  events: Event[],
  place: PaymentPlanContext,
  { debts, sold }: { debts: ReadonlyMap<string, "none" | "half">; sold: readonly Payment[] },
): DemoPayments {
  const takings: DemoPayments = { payments: [...sold], refunds: [], disputes: [], objects: [] };
  const since = place.now.getTime() - ONLINE_DAYS * 24 * HOUR_MS;
  const paid: [Event, Payment][] = [];
  for (const event of events) {
    if (!event.price || event.kind !== "event" || event.covered) continue;
    const debt = debts.get(event.id);
    const chance = seededRandom(`payment ${event.id}`);
    const wantsOnline = chance.is(0.6) || Boolean(event.shared);
    const isOnline = event.user_id !== null && toMillis(event.created_at) > since && wantsOnline;
    const isByCard = isOnline && place.acceptsCards;
    // A payer at the desk has not come yet when the booking is called off. A request is paid once it is approved.
    if (debt === "none" || event.status === "pending" || (hasEnded(event) && !isByCard)) continue;
    if (isByCard && chance.is(0.05)) takings.payments.push(declinedPayment(event, place));
    const payment = isByCard ? payByCard(event, place, chance, takings) : payAtDesk(event, place, chance);
    if (debt === "half" && !isByCard) payment.amount = Math.ceil(payment.amount / 2);
    takings.payments.push(payment);
    paid.push([event, payment]);
    Object.assign(event, { paid: payment.amount, payment: isByCard ? "online" : "on_site" });
  }
  planRefunds(paid, place, takings);
  for (const [event, payment] of paid)
    event.payment_status = computePaymentStatus({
      status: event.status,
      price: event.price,
      paid: payment.amount,
      refunded: event.refunded ?? 0,
      covered: 0,
      shared: event.shared ?? 0,
      is_written_off: false,
    });
  addDispute(takings, place.now);
  return takings;
}
