/** Writes deliveries (outbox) of the facts that lower modules publish, in the transaction of the fact. */
import type { Event } from "#contract/events.ts";
import type { WebhookKind } from "#contract/webhooks.ts";
import { findCustomer } from "#server/customers/queries.ts";
import { findEvent } from "#server/events/queries.ts";
import { listExtrasOfEvents } from "#server/extras/queries.ts";
import { findListedInvoice } from "#server/invoices/queries.ts";
import { remember } from "#server/kit/db/revision-cache.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { DomainEventListeners, TenantContext } from "#server/kit/events/domain-events.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findPack } from "#server/packs/queries.ts";
import { findPayment } from "#server/payments/queries.ts";
import { findSubscription } from "#server/subscriptions/queries.ts";
import { insertDelivery, listSubscriptions, updateDeliveryBody } from "./queries.ts";
import { SEND_JOB } from "./send.ts";

interface Fact {
  kind: WebhookKind;
  /** The object whose facts follow one another. */
  subjectId: string;
  /** The public shape, as the fact leaves it; undefined if nothing is to be told. */
  read(): Promise<object | undefined>;
}

type Subscriptions = Awaited<ReturnType<typeof listSubscriptions>>;
interface Transaction {
  /** By organization; read once, as for an import with many rows. */
  subscriptions: Map<string, Subscriptions>;
  /** Ids of deliveries: the same fact of the same object is told once, as the last of them leaves it. */
  written: Map<string, string>;
}
const transactions = new WeakMap<Database, Transaction>();

function transactionOf(db: Database): Transaction {
  const known = transactions.get(db) ?? { subscriptions: new Map(), written: new Map() };
  if (db.isTransaction) transactions.set(db, known);
  return known;
}

export const formatBody = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

async function findSubscriptions(context: TenantContext, { subscriptions }: Transaction): Promise<Subscriptions> {
  const { organizationId } = context;
  const known = subscriptions.get(organizationId);
  if (known) return known;
  const found = await remember(context, ["webhooks.subscriptions"], () => listSubscriptions(context));
  subscriptions.set(organizationId, found);
  return found;
}

async function tell(context: TenantContext, { kind, subjectId, read }: Fact): Promise<void> {
  const { db, appContext, now, organizationId } = context;
  const transaction = transactionOf(db);
  const webhooks = (await findSubscriptions(context, transaction)).filter(({ kinds }) => kinds.includes(kind));
  if (webhooks.length === 0) return;
  const data = await read();
  if (!data) return;
  const body = formatBody(kind, now, data);
  const { written } = transaction;
  for (const webhook of webhooks) {
    const key = `${webhook.id} ${kind} ${subjectId}`;
    const known = written.get(key);
    if (known && (await updateDeliveryBody(context, known, body))) continue;
    const id = uuidv7(now);
    const delivery = { id, webhook_id: webhook.id, type: kind, subject_id: subjectId, body };
    await insertDelivery(db, {
      organization_id: organizationId,
      ...delivery,
      next_try_at: now,
      queued_at: now,
      created_at: now,
    });
    written.set(key, id);
  }
  await appContext.jobs.send(db, SEND_JOB, {});
}

/** Reads as the team does, whoever did the deed. */
const teamAccess = { permissions: new Set<never>(), roles: [], isTeam: true, isEnabled: true };

/** Extras that ended with their booking are among them. */
async function listExtras(context: TenantContext, { id: eventId, currency }: Event) {
  const lines = await listExtrasOfEvents(context, [eventId], ["active", "ended"]);
  return lines.map(({ id, extra_id: extraId, name, quantity, pieces, unit_price, charged }) => ({
    ...{ id, extraId, name, quantity, pieces, total: unit_price * charged, currency },
  }));
}

/** Blocks are no bookings. */
const tellOfBooking =
  (kind: WebhookKind) =>
  (context: TenantContext, { eventId }: { eventId: string }): Promise<void> =>
    tell(context, {
      kind,
      subjectId: eventId,
      async read() {
        const { db, organizationId, now } = context;
        const view = { organizationId, access: teamAccess, language: "en" as const, now, user: { id: "" } };
        const event = await findEvent(db, view, eventId);
        return event.kind === "event" ? { ...event, extras: await listExtras(context, event) } : undefined;
      },
    });

const tellOfPayment = (kind: WebhookKind, context: TenantContext, paymentId: string): Promise<void> =>
  tell(context, {
    kind,
    subjectId: paymentId,
    read: () => findPayment({ db: context.db, language: "en" }, context.organizationId, paymentId),
  });

const tellOfCustomer =
  (kind: WebhookKind) =>
  (context: TenantContext, { customerId }: { customerId: string }): Promise<void> =>
    tell(context, {
      kind,
      subjectId: customerId,
      read: () => findCustomer(context.db, context.organizationId, customerId),
    });

const tellOfPack =
  (kind: WebhookKind) =>
  (context: TenantContext, { packId }: { packId: string }): Promise<void> =>
    tell(context, { kind, subjectId: packId, read: () => findPack(context, packId) });

const tellOfSubscription =
  (kind: WebhookKind) =>
  (context: TenantContext, { subscriptionId }: { subscriptionId: string }): Promise<void> =>
    tell(context, {
      kind,
      subjectId: subscriptionId,
      read: () => findSubscription({ ...context, t: translators.en }, subscriptionId),
    });

const tellOfBookingChange = tellOfBooking("booking.updated");
const tellOfBookingEnd = tellOfBooking("booking.canceled");

export const listeners = {
  "events.booked": tellOfBooking("booking.created"),
  "events.changed": tellOfBookingChange,
  "events.approved": tellOfBookingChange,
  "events.restored": tellOfBookingChange,
  "extras.changed": tellOfBookingChange,
  "events.ended": tellOfBookingEnd,
  "events.expired": tellOfBookingEnd,
  "events.completed": tellOfBooking("booking.completed"),
  "payments.succeeded": (context, { paymentId }) => tellOfPayment("payment.succeeded", context, paymentId),
  "payments.failed": (context, { paymentId }) => tellOfPayment("payment.failed", context, paymentId),
  "payments.refunded": (context, { paymentId }) => tellOfPayment("payment.refunded", context, paymentId),
  "invoices.issued": (context, { invoiceId }) =>
    tell(context, {
      kind: "invoice.issued",
      subjectId: invoiceId,
      read: () => findListedInvoice(context.db, context.organizationId, invoiceId),
    }),
  "customers.created": tellOfCustomer("customer.created"),
  "customers.changed": tellOfCustomer("customer.updated"),
  "customers.merged": (context, { keptId, merge }) =>
    tell(context, { kind: "customer.merged", subjectId: keptId, read: async () => merge }),
  "packs.created": tellOfPack("pack.created"),
  "packs.changed": tellOfPack("pack.updated"),
  "subscriptions.created": tellOfSubscription("subscription.created"),
  "subscriptions.changed": tellOfSubscription("subscription.updated"),
} satisfies DomainEventListeners;
