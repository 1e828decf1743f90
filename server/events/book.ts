/** Creates a booking (event): checks rules, hours, price and overlaps, takes the units, and starts payment or approval. */
import type { Selectable } from "kysely";
import { dueByTerms, type PaymentTerms } from "#contract/customers-billing-rules.ts";
import type { BookingSource, Event, events, ExtraChoice } from "#contract/events.ts";
import { findCancellationEnd } from "#contract/events-cancellation-rules.ts";
import { HOLD_MS, computePaymentStatus } from "#contract/events-states-rules.ts";
import { grantsNow, noPrivileges, type Privileges, rolesOn } from "#contract/permissions-grants-rules.ts";
import type { QuoteLine } from "#contract/prices-quote-rules.ts";
import { findEventPrice, type EventPrice } from "#server/availability/event-price.ts";
import { claimPromo, findPromo, lowerPrice, type Promo } from "#server/promo-codes/use.ts";
import { findFieldToBook, listSportIds } from "#server/fields/queries.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import { openMemory, remember } from "#server/kit/db/revision-cache.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import {
  type BookingCustomer,
  type ChosenCustomer,
  ensureCustomerOfUser,
  findTerms,
  privilegesOf,
  resolveCustomer,
} from "#server/customers/booking-customer.ts";
import { findBookingRules, findRulesOfCaller } from "#server/members/roles.ts";
import { privilegesOfAccess } from "#server/prices/pricing-roles.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { clockChecks, draftChecks, fieldChecks, type EventRequest } from "./checks.ts";
import { customerToRow, eventColumnMap } from "./column-map.ts";
import { assertBelowMaxHolds, assertMemberWithinLimits, assertWithinLimits } from "#server/booking-limits/limits.ts";
import { assertUnitsFree } from "./occupancy.ts";
import { takeOffer } from "./offers.ts";
import { paymentPort } from "./payment-port.ts";
import { insertEvent, toReaderContext, updateEvent } from "./queries.ts";
import { serializeEvent } from "./serialize.ts";
import { computeEndTime, occupiedRange, resolveConfidentiality, resolvePayment } from "./booking-rules.ts";
import type { Language } from "#messages/translator.ts";
import { notifyBooked } from "./notifications.ts";
import { activityLinks } from "./activity-entries.ts";
import { findOwnLead, findReminderRule, initialReminders } from "./reminder-times.ts";

/** A booking as far as its money needs it. */
export type BookedEvent = Pick<
  Selectable<EventsTable>,
  | "organization_id"
  | "id"
  | "kind"
  | "customer_id"
  | "status"
  | "pending_reason"
  | "start_time"
  | "currency"
  | "price"
  | "paid"
  | "refunded"
  | "covered"
  | "shared"
> &
  // A booking that was not made just now may leave it out.
  Partial<Pick<Selectable<EventsTable>, "debt_due_on">>;

/** The pack that pays a booking. */
export interface ChosenPack {
  id: string;
  /** The team may use packs that members cannot use by themselves. */
  isTeam: boolean;
  /** The language of whoever books. */
  language: Language;
}

/** Extras that are wanted with a booking, beside those that each has. */
export interface ChosenExtras {
  chosen: readonly ExtraChoice[];
  /** The team may choose extras that members cannot choose by themselves. */
  isTeam: boolean;
  language: Language;
}

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** A booking or a block was made, or imported without extras; it may be a hold that waits for its payment. */
    "events.booked": { eventId: string; event: BookedEvent; pack?: ChosenPack; extras?: ChosenExtras };
  }
  interface DomainEvents {
    /** A booking was made by somebody who came to the public page in this way. */
    "events.bookedFromPage": { source: BookingSource };
  }
}

type BookCall = Call<typeof events.create>;
type Field = Awaited<ReturnType<typeof findFieldToBook>>;

function assertMayBook({ access, body }: BookCall): void {
  const may = access.isTeam
    ? access.permissions.has("events.create")
    : access.isGuest === true || access.roles.length > 0;
  if (!may) throw forbidden("events.create");
  if (access.isTeam && body.override && !access.permissions.has("events.override")) throw forbidden("events.override");
}

const toEventRequest = (call: BookCall): EventRequest => ({
  call,
  draft: call.body,
  sent: call.body,
  isMove: true,
  mustBeAhead: !call.access.isTeam,
  hasBegun: false,
});

/** It was read with the customer that the team has chosen, and with the session of who books for themselves. */
async function findLeadOfBooker(
  { db, user, access, body: { customer } }: BookCall,
  booked: BookingCustomer | null,
  chosen: ChosenCustomer | undefined,
): Promise<number | null> {
  if (!access.isTeam && !access.isGuest && user.reminderLead !== undefined) return user.reminderLead;
  if (chosen && customer && !("name" in customer)) return chosen.reminderLead;
  return findOwnLead(db, access.isTeam || access.isGuest ? (booked?.userId ?? null) : user.id);
}

async function findFieldAndCustomer(call: BookCall): Promise<{ field: Field; chosen: ChosenCustomer | undefined }> {
  const { db, access, body } = call;
  const [field, chosen] = await collectFieldErrors(
    () => findFieldToBook(db, call, body.fieldId, () => invalidFields({ fieldId: [message("fields.unknown")] })),
    ...draftChecks(toEventRequest(call)),
  );
  const refused = (status: number, refusal: "events.fieldClosed" | "events.notBookable") =>
    new HttpError(status, message(refusal), { errors: { fieldId: [message(refusal)] } });
  if (field.status === "closed") throw refused(409, "events.fieldClosed");
  if (!access.isTeam && !field.bookable) throw refused(403, "events.notBookable");
  return { field, chosen };
}

interface BookedFor {
  people: number;
  chosen: ChosenCustomer | undefined;
}
function findBookingPrivileges({ access, now }: BookCall, chosen: ChosenCustomer | undefined): Privileges {
  if (!access.isTeam) return privilegesOfAccess(access, now);
  return chosen ? privilegesOf(chosen, now) : noPrivileges;
}

async function findBookingPrice(call: BookCall, field: Field, { people, chosen }: BookedFor): Promise<EventPrice> {
  const { access, body, language } = call;
  const query = {
    start: Date.parse(body.startTime),
    duration: body.duration,
    people,
    priceType: body.priceType ?? null,
    privileges: findBookingPrivileges(call, chosen),
    currency: field.currency,
  };
  const own = body.kind === "block" ? 0 : (body.price ?? null);
  return findEventPrice(call, field, query, { own, label: field.name, language, isTeam: access.isTeam });
}

/** @throws HttpError 422 on `packId` where nothing is to be paid, or for guests, who have no packs */
function assertCoverable({ access }: BookCall, price: number): void {
  if (access.isGuest) throw invalidFields({ packId: [message("events.packOfAccount")] });
  if (price === 0) throw invalidFields({ packId: [message("events.packForNothing")] });
}

/** The code that lowers the price. @throws HttpError 409 with what refuses it, 422 for an unknown one, on `promoCode` */
async function findBookingPromo(
  call: BookCall,
  field: Field,
  { isCustom, price, price_lines: lines }: EventPrice,
  chosen: ChosenCustomer | undefined,
): Promise<Promo | undefined> {
  const { body } = call;
  if (!body.promoCode) return undefined;
  if (body.packId) throw invalidFields({ promoCode: [message("promo-codes.packPays")] });
  if (isCustom) throw invalidFields({ promoCode: [message("promo-codes.ownPrice")] });
  const start = new Date(body.startTime);
  return findPromo(call, body.promoCode, {
    ...{ eventId: null, fieldId: field.id, timezone: field.timezone, currency: field.currency },
    ...{ start, end: computeEndTime(body), price, lines: JSON.parse(lines) as QuoteLine[] },
    roleIds: rolesOn(findBookingPrivileges(call, chosen), localDateOf(field.timezone, start)),
  });
}

/** @returns why the amount cannot be paid online; null if it can. An amount of 0 needs no payment. */
const findOnlinePaymentRefusal = async (
  call: BookCall,
  amount: number,
  currency: string,
): Promise<LocalizedMessage | null> =>
  amount > 0
    ? paymentPort.findOnlinePaymentRefusal(call, {
        organizationId: call.organizationId,
        amount,
        currency,
        startTime: new Date(call.body.startTime),
      })
    : message("events.onlineOff");

/** Otherwise nobody has to know whether it could be paid online. */
const mayPayOnline = ({ access, body: { payment } }: BookCall, isOnAccount: boolean) =>
  payment === "online" || (payment !== "on_site" && !access.isTeam && !isOnAccount);

/** Roles of the customer for whom the team books; none of a guest. */
const toRoles = (chosen: ChosenCustomer | undefined) => (chosen?.categoryIds ?? []).map((id) => ({ id }));

/**
 * Terms of whoever owes the price. Members and guests are looked up once something is to be paid, a customer who was found by
 * name once they are known.
 */
async function findBookingTerms(
  call: BookCall,
  chosen: ChosenCustomer | undefined,
  booked: BookingCustomer | null,
): Promise<PaymentTerms | null> {
  const { access, user, body } = call;
  if (!access.isTeam && !access.isGuest) return findTerms(call, { userId: user.id });
  const isFoundByName = Boolean(body.customer && "name" in body.customer);
  return booked && (access.isGuest || isFoundByName) ? findTerms(call, booked) : (chosen?.terms ?? null);
}

/** Null for a member, whose customer is made with the first booking. */
async function findBookingCustomer(call: BookCall, chosen: ChosenCustomer | undefined) {
  if (call.access.isTeam) return resolveCustomer(call, call.body.customer, chosen);
  return call.access.isGuest ? resolveCustomer(call, { customerId: call.user.id }) : null;
}

export interface SeriesOrigin {
  seriesId: string;
  originalStart: Date;
}

async function buildEventRow(
  call: BookCall,
  { field, chosen }: { field: Field; chosen: ChosenCustomer | undefined },
  origin: SeriesOrigin | undefined,
) {
  const { db, now, organizationId, access, user, body } = call;
  const { isTeam } = access;
  const sportIds = await remember(call, ["events.sports", field.id], () => listSportIds(db, organizationId, field.id));
  const settings = await findSettings(call);
  const date = localDateOf(field.timezone, new Date(body.startTime));
  const rules = await (isTeam
    ? findBookingRules(call, toRoles(chosen), grantsNow(chosen?.grants, now, date))
    : findRulesOfCaller(call, date));
  const bounds = isTeam ? undefined : rules;
  const request = toEventRequest(call);
  const [full, people, sportId] = await collectFieldErrors(
    () => findBookingPrice(call, field, { people: body.people ?? body.minPeople ?? field.min_people_by_event, chosen }),
    ...fieldChecks(request, field, sportIds),
    ...clockChecks(request, field, bounds),
  );
  const promo = await findBookingPromo(call, field, full, chosen);
  const { isCustom, ...charge } = promo ? lowerPrice(full, promo) : full;
  const covered = body.packId ? charge.price : 0;
  if (body.packId) assertCoverable(call, charge.price);
  const booked = await findBookingCustomer(call, chosen);
  const terms = charge.price > covered ? await findBookingTerms(call, chosen, booked) : null;
  const isOnAccount = terms?.billing === "monthly";
  const usual = isOnAccount ? "on_site" : undefined;
  const payment = resolvePayment(
    // A pack settles the whole price at once.
    { price: charge.price - covered, payment: covered > 0 ? undefined : (body.payment ?? usual) },
    {
      isTeam,
      takesOnSite: settings.paymentOnSite || isOnAccount,
      refusal: mayPayOnline(call, isOnAccount)
        ? await findOnlinePaymentRefusal(call, charge.price - covered, field.currency)
        : null,
    },
  );
  const customer = isTeam ? body.customer : { userId: user.id };
  if (bounds) {
    const time = { start: Date.parse(body.startTime), end: computeEndTime(body).getTime() };
    const booking = { ...time, sportId, timezone: field.timezone };
    if (access.isGuest && booked?.userId) await assertMemberWithinLimits(call, booked.userId, booking);
    await assertWithinLimits(call, bounds, booking);
  }
  // An online payment holds the slot first; the field's approval follows.
  const isHeld = !isTeam && payment === "online";
  if (isHeld) await assertBelowMaxHolds(call, bounds?.maxHolds ?? null);
  const isPending = !isTeam && field.approval === "manual";
  const confidentiality = resolveConfidentiality({ ...body, customer }, settings.bookingPrivacy);
  const row = {
    organization_id: organizationId,
    id: uuidv7(now),
    facility_id: field.facility_id,
    ...eventColumnMap.toRow({ ...body, ...people, sportId, payment, confidentiality }),
    field_id: field.id,
    status: isPending || isHeld ? "pending" : "approved",
    pending_reason: isHeld ? "payment" : isPending ? "approval" : null,
    hold_expires_at: isHeld ? new Date(now.getTime() + HOLD_MS) : null,
    ...(isTeam || access.isGuest ? customerToRow(booked) : { user_id: user.id }),
    end_time: computeEndTime(body),
    ...charge,
    cancellation: body.kind === "event" && rules.cancellation ? JSON.stringify(rules.cancellation) : null,
    no_show_fee: body.kind === "event" ? (rules.noShow?.fee ?? null) : null,
    currency: field.currency,
    price_customized_by: isCustom && body.kind === "event" ? user.id : null,
    price_reason: isCustom ? (body.priceReason ?? null) : null,
    vat_rate: settings.vatProfile === "standard" ? settings.vatRate : 0,
    covered,
    debt_due_on: terms && dueByTerms(terms, localDateOf(field.timezone, new Date(body.startTime))),
    payment_status: computePaymentStatus({
      ...{ status: "approved", price: charge.price, shared: 0, paid: 0, refunded: 0, covered },
      is_written_off: false,
    }),
    series_id: origin?.seriesId ?? null,
    original_start: origin?.originalStart ?? null,
    ...initialReminders(
      await findReminderRule(call),
      {
        start: new Date(body.startTime),
        until: findCancellationEnd({
          start: new Date(body.startTime),
          policy: body.kind === "event" ? rules.cancellation : null,
          deadline: field.cancellation_deadline,
        }),
        timezone: field.timezone,
        ownLead: await findLeadOfBooker(call, booked, chosen),
      },
      now,
    ),
    created_at: now,
    updated_at: now,
  };
  return { row, promo };
}

/** The first booking of an account that joined without an invitation, as an administrator of the platform. */
async function makeCustomer(call: BookCall, eventId: string) {
  const { db, organizationId, user } = call;
  const customer = customerToRow(await ensureCustomerOfUser(call, user.id));
  await updateEvent(db, organizationId, eventId, customer);
  return { ...customer, customer_name: user.fullName, customer_phone: null };
}

/**
 * @param options.origin for an event of a series; the caller sends the mails
 * @param options.offerId the event of the waitlist that holds the slot for the caller, and becomes the booking
 * @throws HttpError 403 without permission, 409 if the time is taken or the field closed, 422 on each invalid member
 */
export async function bookEvent(
  call: BookCall,
  { origin, offerId }: { origin?: SeriesOrigin; offerId?: string } = {},
): Promise<Event> {
  assertMayBook(call);
  const found = await findFieldAndCustomer(call);
  const { field } = found;
  // The field is locked: what is remembered now holds until the commit.
  call.memory = await openMemory(call);
  const { row, promo } = await buildEventRow(call, found, origin);
  const during = occupiedRange(new Date(row.start_time), row.end_time, field.turnaround);
  // No offer of the waitlist tells the fee: nobody owes it unseen.
  const inserted = offerId
    ? await takeOffer(call, offerId, { ...row, no_show_fee: null })
    : await assertUnitsFree(row.field_id, () => insertEvent(call.db, row, during, call.language));
  const isFirst = inserted.user_id !== null && inserted.customer_id === null;
  const event = isFirst ? { ...inserted, ...(await makeCustomer(call, inserted.id)) } : inserted;
  if (promo) await claimPromo(call, promo, { eventId: event.id, customerId: event.customer_id });
  // The history says what it cost then, whatever it costs later.
  call.record({ after: { ...call.body, price: event.price }, ...activityLinks(event) });
  await publish(call, "events.booked", {
    eventId: event.id,
    event: { ...event, paid: 0, refunded: 0 },
    // Nobody shows extras to guests, or to those who take an offer of the waitlist: they are not charged unseen.
    ...(!call.access.isGuest &&
      !offerId && {
        extras: { chosen: call.body.extras ?? [], isTeam: call.access.isTeam, language: call.language },
      }),
    ...(call.body.packId && { pack: { id: call.body.packId, isTeam: call.access.isTeam, language: call.language } }),
  });
  // The mail lists the extras, which are there now. Send none for a hold before its payment. A guest's has a link to the
  // booking, which the caller makes.
  const isToldNow = !origin && !call.access.isGuest && event.customer_id !== null && event.pending_reason !== "payment";
  if (isToldNow) await notifyBooked(call, [event.id], event.status, { isNew: true, created: event });
  return serializeEvent(event, toReaderContext(call));
}
