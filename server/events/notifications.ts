/** Notifications about events: recipients of mails, and the delay in which an undo stops a mail. */
import { cancellationOf, ownPrice, UNDO_MS } from "#contract/events-states-rules.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { enqueueMail, cancelQueuedMails } from "#server/kit/mail/outbox.ts";
import { type Booker, findCustomerRecipient } from "#server/customers/mail.ts";
import { listPermissionHolders } from "#server/members/mail.ts";
import { eventMailTemplates, type EventMailKind, type EventMailParams, type EventSummary } from "./mail.ts";
import { extrasPort, type BookedExtra } from "./extras-port.ts";
import { guestLinkPort } from "./guest-link-port.ts";
import { reminderFactsPort } from "./reminder-facts-port.ts";
import { mailColumns, selectWithNames, serializeCancellation } from "./serialize.ts";
import { ownTitleOf } from "./title-visibility.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Events, of one series if there are several, wait for approval from now on. */
    "events.requested": { eventIds: readonly string[]; userId: string | undefined };
    /** A customer is told what others did with their events, or reminded of them: by mail where they have an address. */
    "events.customerTold": {
      kind: EventMailKind;
      booker: Booker;
      /** Null where nobody did it by hand, as for a payment that came in. */
      actorId: string | null;
      /** Id of the event, or of what several are told under, as their series. */
      subjectId: string;
      eventIds: readonly string[];
      /** The end of the time in which it may be taken back; null where it is told at once. */
      heldUntil: Date | null;
    };
    /** The fact of a held mail was taken back, or another mail tells it. */
    "events.customerUntold": { subjectId: string };
  }
}

/** These mails wait some seconds for an undo, so that nobody hears of a change that was taken back. */
const delayedKinds: readonly EventMailKind[] = ["Approved", "Moved", "Changed", "Canceled", "Rejected"];

const summaryRows = (db: Database, organizationId: string, ids: readonly string[]) =>
  selectWithNames(db.selectFrom("events"), "en", organizationId)
    .select(mailColumns)
    .where("events.organization_id", "=", organizationId)
    .where(isAnyOf("events.id", ids))
    .orderBy("events.start_time")
    .orderBy("events.id");
type Row = Awaited<ReturnType<ReturnType<typeof summaryRows>["executeTakeFirstOrThrow"]>>;
type RowWithExtras = Row & { extras: BookedExtra[] };

interface RuleReader {
  /** The customer without an account who can act by a link. */
  guestId: string | null;
  /** Mails about a change tell the rule of that moment. */
  at?: Date | undefined;
}

function serializeRule(row: Row, { guestId, at = row.updated_at }: RuleReader): EventSummary["cancellation"] {
  // No money comes back of what a pack pays.
  const paid = row.payment_status === "paid" && row.covered === 0 ? ownPrice(row) : 0;
  const rule = cancellationOf({ ...row, paid }, { userId: row.user_id ?? guestId, now: at });
  return { ...serializeCancellation(rule), isPaid: paid > 0 };
}

const toSummary = (row: RowWithExtras, reader: RuleReader = { guestId: null }): EventSummary => ({
  id: row.id,
  name: row.name,
  start: row.start_time.toISOString(),
  end: row.end_time.toISOString(),
  field: row.field_name,
  people: row.people,
  price: row.price,
  ...(row.extras.length > 0 && { extras: row.extras }),
  changedAt: row.updated_at.toISOString(),
  sequence: row.sequence,
  isTentative: row.status === "pending",
  cancellation: serializeRule(row, reader),
  ...(row.no_show_fee !== null && { noShowFee: row.no_show_fee }),
});

/** As its customer reads it. */
function toOwnSummary(row: RowWithExtras, reader?: RuleReader): EventSummary {
  const ownTitle = ownTitleOf(row);
  return { ...toSummary(row, reader), ...(ownTitle && { ownTitle }) };
}

const commonParams = (row: Row) => ({
  organizationId: row.organization_id,
  organization: row.organization_name,
  facility: row.facility_name,
  address: row.complete_address,
  timezone: row.timezone,
  currency: row.currency,
  customer: row.customer_name,
  namesZone: row.timezone !== row.usual_timezone,
  contact: { phone: row.organization_phone, email: row.organization_email },
});

type NotificationContext = TenantContext & { user?: { id: string } };

/** Events as their customers know them: read these before the change. */
export const listSummaryRows = async (context: MemoryContext, ids: readonly string[]): Promise<RowWithExtras[]> =>
  addExtras(context, await summaryRows(context.db, context.organizationId, ids).execute());

async function addExtras(context: MemoryContext, rows: readonly Row[]): Promise<RowWithExtras[]> {
  const extras = await extrasPort.listOfEvents(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, extras: extras.get(row.id) ?? [] }));
}

const hasDifference =
  (members: readonly (keyof EventSummary)[]) => (one: EventSummary, other: EventSummary | undefined) =>
    other !== undefined && members.some((member) => one[member] !== other[member]);
const isMoved = hasDifference(["start", "end", "field"]);
const isChanged = hasDifference(["start", "end", "field", "name", "people", "price"]);

/** Merges this mail with withdrawn mails about the same event, to compare with what the reader knew before. */
function combineWithWithdrawn(
  kind: EventMailKind,
  params: EventMailParams,
  withdrawn: readonly EventMailParams[],
): { kind: EventMailKind; params: EventMailParams } | undefined {
  const lastKnown = withdrawn.find(({ before }) => before)?.before ?? params.before;
  const isBack = withdrawn.length > 0 && (kind === "Restored" || kind === "Received");
  if (!lastKnown) return isBack ? undefined : { kind, params };
  if (kind !== "Changed" && !isBack) return { kind, params: { ...params, before: lastKnown } };
  const changed = params.events.flatMap((event, index) =>
    isChanged(event, lastKnown[index]) ? [{ event, was: lastKnown[index] ?? event }] : [],
  );
  if (changed.length === 0) return undefined;
  const [events, before] = [changed.map(({ event }) => event), changed.map(({ was }) => was)];
  const someMoved = changed.some(({ event, was }) => isMoved(event, was));
  return { kind: someMoved ? "Moved" : "Changed", params: { ...params, events, before } };
}

/** For whom an event is booked. */
interface NotificationOptions {
  reason?: string | null | undefined;
  /** From `listSummaryRows`, for changed events. */
  before?: readonly RowWithExtras[];
  /** The recipient, if not the present customer. */
  former?: Booker;
  /** False sends nothing, and withdraws mails that still wait. */
  notify?: boolean;
  /** Its customer booked it before: a payment confirms it, whoever has looked for that. */
  isPaid?: boolean;
  /** No mail can wait that this one would replace. */
  isNew?: boolean;
  /** The row of the one event, as it was inserted. */
  created?: Row;
  /** The events as the recipient knows them. Default: as they are now. */
  rows?: readonly RowWithExtras[];
  /** Id that one mail about several events waits under for an undo, for instance of their series. */
  about?: string;
}

/**
 * Sends each customer one mail about their events. Nobody is notified of their own acts, except to confirm a booking.
 * @returns the number of mails: none to customers without an address
 */
export async function notifyCustomers(
  context: NotificationContext,
  kind: EventMailKind,
  ids: readonly string[],
  {
    reason = null,
    before,
    former,
    notify = true,
    isPaid = false,
    isNew = false,
    created,
    rows: known,
    about,
  }: NotificationOptions = {},
): Promise<number> {
  const { db, organizationId, now } = context;
  const [only] = about ? [about] : ids.length === 1 && !former ? ids : [];
  const withdrawn =
    only && !isNew ? (await cancelQueuedMails(context, only)).map(({ params }) => params as EventMailParams) : [];
  if (only && withdrawn.length > 0) await publish(context, "events.customerUntold", { subjectId: only });
  if (!notify) return 0;
  const isOwnNews = kind === "Booked" || kind === "Received";
  const rows = known ?? (created ? await addExtras(context, [created]) : await listSummaryRows(context, ids));
  let sent = 0;
  const bookerOf = (row: Row): Booker => former ?? row;
  for (const own of Map.groupBy(rows, (row) => bookerOf(row).user_id ?? bookerOf(row).customer_id).values()) {
    const [first] = own;
    const booker = first && bookerOf(first);
    if (!booker || (booker.user_id !== null && booker.user_id === context.user?.id && !isOwnNews)) continue;
    // Guests keep their booking in the mails alone: they are told of their own acts, by their own words.
    const isOwn = booker.user_id === null && booker.customer_id === context.user?.id;
    const was =
      before && own.flatMap((row) => before.filter((one) => one.id === row.id).map((one) => toOwnSummary(one)));
    const link =
      booker.user_id === null && own.length === 1 ? await guestLinkPort.createLink(context, first.id) : undefined;
    const guestId = link === undefined ? null : booker.customer_id;
    const isReminder = kind === "Reminder";
    const params = {
      ...commonParams(first),
      events: own.map((row) => toOwnSummary(row, { guestId, at: isReminder ? now : undefined })),
      ...(isReminder && { reminder: await reminderFactsPort.readFacts(context, first.id) }),
      reason,
      ...(was && { before: was }),
      ...(booker.user_id === null && { isGuest: true }),
      ...(isOwn && { isOwn }),
      ...(link !== undefined && { link }),
    };
    const left = combineWithWithdrawn(kind, params, isOwn ? [] : withdrawn);
    if (!left) continue;
    const isHeld = only && delayedKinds.includes(left.kind);
    if (!isOwn && (booker.user_id === null || booker.user_id !== context.user?.id))
      await publish(context, "events.customerTold", {
        kind: left.kind,
        booker,
        actorId: isPaid ? null : (context.user?.id ?? null),
        subjectId: only ?? first.id,
        eventIds: left.params.events.map(({ id }) => id),
        heldUntil: isHeld ? new Date(now.getTime() + UNDO_MS) : null,
      });
    const to = await findCustomerRecipient(db, organizationId, booker);
    if (!to) continue;
    await enqueueMail(context, {
      to: to.email,
      language: to.language,
      template: eventMailTemplates[left.kind],
      params: left.params,
      ...(isHeld && { about: only, after: new Date(now.getTime() + UNDO_MS) }),
    });
    sent += 1;
  }
  return sent;
}

export async function notifyApprovers(context: NotificationContext, ids: readonly string[]): Promise<void> {
  const { db, organizationId } = context;
  const rows = await listSummaryRows(context, ids);
  const [first] = rows;
  if (!first) return;
  const params = { ...commonParams(first), events: rows.map((row) => toSummary(row)) };
  for (const { id, email: to, language } of await listPermissionHolders(db, organizationId, "events.approve")) {
    if (id !== context.user?.id)
      await enqueueMail(context, { to, language, template: eventMailTemplates.Requested, params });
  }
}

export async function notifyBooked(
  context: NotificationContext,
  ids: readonly string[],
  status: string,
  options: Pick<NotificationOptions, "isNew" | "isPaid" | "created"> = {},
): Promise<void> {
  await notifyCustomers(context, status === "pending" ? "Received" : "Booked", ids, options);
  if (status !== "pending") return;
  await notifyApprovers(context, ids);
  await publish(context, "events.requested", { eventIds: ids, userId: context.user?.id });
}
