/** Changes, moves or reschedules an event: the team, or the booker before the deadline and never to a higher price. */
import type { Event, events } from "#contract/events.ts";
import {
  canBookerChange,
  canBookerMove,
  isBooker,
  computePaymentStatus,
  eventStateOf,
} from "#contract/events-states-rules.ts";
import type { Body } from "#contract/kit.ts";
import { findEventPrice, type EventPrice } from "#server/availability/event-price.ts";
import { rolesOn } from "#contract/permissions-grants-rules.ts";
import type { QuoteLine } from "#contract/prices-quote-rules.ts";
import { endUse, findFollowedUse, type FollowedUse, lowerPrice, saveFollowedUse } from "#server/promo-codes/use.ts";
import { findFieldToBook, listSportIds } from "#server/fields/queries.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { findChosenCustomer, privilegesOf, resolveCustomer } from "#server/customers/booking-customer.ts";
import { findRulesOfCaller } from "#server/members/roles.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";

import { assertMemberMoveWithinQuotas, assertMoveWithinQuotas } from "#server/booking-limits/limits.ts";
import { clockChecks, draftChecks, fieldChecks, type EventRequest } from "./checks.ts";
import { customerToRow, eventColumnMap } from "./column-map.ts";
import { guestLinkPort } from "./guest-link-port.ts";
import { publishReleased, reoccupyUnits } from "./occupancy.ts";
import { findEvent, findEventToChange, updateEvent, type EventRow } from "./queries.ts";
import { assertTransition, resolveConfidentiality, type EventInput } from "./booking-rules.ts";
import { listSummaryRows, notifyCustomers } from "./notifications.ts";
import { activityLinks } from "./activity-entries.ts";
import { planReminders } from "./reminder-times.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Published when an event is on another field, in its transaction. */
    "events.fieldChanged": { eventId: string };
    /** Published before an event is another customer's, in its transaction, which has locked it. */
    "events.customerChanging": { eventId: string; to: { userId: string | null; email: string | null } };
    /**
     * Anything of an event is another than before, but for the end of its life, and what transitions tell themselves.
     * `moved`: its time, its field or its number of people, by somebody who reads this language; `byBooker`: who never gets
     * it to a higher price; `freeSince`: the last change, which may have made it free, where it costs something again.
     */
    "events.changed": { eventId: string; moved?: Language; byBooker?: boolean; freeSince?: Date };
  }
}

type ChangeCall = Call<typeof events.update>;
type EventChanges = Body<typeof events.update>;
type Field = Awaited<ReturnType<typeof findFieldToBook>>;

function assertMayChange(call: ChangeCall, event: EventRow): void {
  const { access, user, now, t } = call;
  if (access.isTeam && !access.permissions.has("events.update")) throw forbidden("events.update");
  if (!access.isTeam && !isBooker(event, { userId: user.id })) throw forbidden("events.update");
  assertTransition("edit", eventStateOf(event), t);
  if (!access.isTeam && !canBookerChange(event, { userId: user.id, now }))
    throw new HttpError(409, message("events.deadlinePassed"));
  if (access.isTeam && call.body.override && !access.permissions.has("events.override"))
    throw forbidden("events.override");
  const { seen } = call.body;
  if (seen && Date.parse(seen) !== event.updated_at.getTime())
    throw new HttpError(409, message("events.changedMeanwhile"));
}

const toCustomerInput = (event: EventRow): EventInput["customer"] => {
  return event.customer_id === null ? null : { customerId: event.customer_id };
};

function toEventInput(event: EventRow, body: EventChanges): EventInput {
  const { pricing: _pricing, notify: _notify, seen: _seen, ...changes } = body;
  const current = {
    ...eventColumnMap.fromRow(event),
    duration: (event.end_time.getTime() - event.start_time.getTime()) / 60_000,
    sportId: event.sport_id,
    priceType: event.price_type as Event["priceType"],
    customer: toCustomerInput(event),
    price: undefined,
    priceReason: undefined,
    override: false,
    packId: undefined,
    promoCode: undefined,
    extras: undefined,
    payment: undefined,
  } satisfies { [K in keyof Required<EventInput>]: EventInput[K] };
  return { ...current, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) };
}

/** A public event that is given to a customer becomes as private as other bookings, unless the caller says otherwise. */
async function findChangedConfidentiality(
  { db, organizationId, body }: ChangeCall,
  event: EventRow,
  { customer }: EventInput,
): Promise<Event["confidentiality"]> {
  const stays = toCustomerInput(event) !== null || !customer || event.confidentiality === "private";
  if (body.confidentiality === undefined && stays) return eventColumnMap.fromRow(event).confidentiality;
  const { bookingPrivacy } = await findOrganization(db, organizationId);
  return resolveConfidentiality({ confidentiality: body.confidentiality, customer }, bookingPrivacy);
}

/** Compares with the event, because a form sends every member. */
function computeMove(event: EventRow, draft: EventInput) {
  const start = Date.parse(draft.startTime);
  const end = start + draft.duration * 60_000;
  const isElsewhere = draft.fieldId !== event.field_id;
  const isEarlierOrLater = start !== event.start_time.getTime();
  return {
    start,
    end,
    isElsewhere,
    isEarlierOrLater,
    isMove: isElsewhere || isEarlierOrLater || end !== event.end_time.getTime(),
  };
}
type EventMove = ReturnType<typeof computeMove>;

async function findTargetField(
  call: ChangeCall,
  event: EventRow,
  draft: EventInput,
  { isElsewhere, isMove }: EventMove,
): Promise<Field> {
  const { db, access } = call;
  const field = await findFieldToBook(db, call, draft.fieldId, () =>
    invalidFields({ fieldId: [message("fields.unknown")] }),
  );
  const refused = (status: number, refusal: "events.fieldClosed" | "events.notBookable" | "events.approvalElsewhere") =>
    new HttpError(status, message(refusal), { errors: { fieldId: [message(refusal)] } });
  if (isMove && field.status === "closed") throw refused(409, "events.fieldClosed");
  if (isElsewhere && !access.isTeam && !field.bookable) throw refused(403, "events.notBookable");
  if (isElsewhere && !access.isTeam && field.approval === "manual") throw refused(409, "events.approvalElsewhere");
  return field;
}

/** Replaces members that the target field does not allow, instead of refusing them. */
function fitToField(
  draft: EventInput,
  body: EventChanges,
  { isElsewhere }: EventMove,
  sportIds: readonly number[],
): EventInput {
  if (!isElsewhere) return draft;
  const staysPossible = body.sportId !== undefined || (draft.sportId && sportIds.includes(draft.sportId));
  const sportId = staysPossible ? draft.sportId : null;
  return { ...draft, minPeople: body.minPeople, maxPeople: body.maxPeople, sportId };
}

async function checkEventInput(call: ChangeCall, event: EventRow, input: EventInput, field: Field, moves: EventMove) {
  const { db, now, organizationId, access, body } = call;
  const { isTeam } = access;
  const bounds = isTeam ? undefined : await findRulesOfCaller(call, localDateOf(field.timezone, new Date(moves.start)));
  const sportIds = await listSportIds(db, organizationId, field.id);
  const draft = fitToField(input, body, moves, sportIds);
  // An event that has begun keeps its start, and no event moves into the past.
  const isBound = moves.isEarlierOrLater && !access.permissions.has("events.override");
  const request: EventRequest = {
    call,
    draft,
    sent: { ...draft, customer: body.customer, internalNotes: body.internalNotes },
    isMove: moves.isMove,
    mustBeAhead: isTeam ? isBound : moves.isMove,
    hasBegun: isBound && event.start_time <= now,
  };
  const [people, sportId] = await collectFieldErrors(
    ...fieldChecks(request, field, sportIds),
    ...draftChecks(request),
    ...clockChecks(request, field, bounds),
  );
  if (bounds && moves.isMove) {
    const { start, end } = moves;
    const booking = { eventId: event.id, start, end, sportId, timezone: field.timezone };
    if (access.isGuest && event.user_id) await assertMemberMoveWithinQuotas(call, event.user_id, booking);
    await assertMoveWithinQuotas(call, bounds, booking);
  }
  return { people, sportId };
}

interface ChangedPrice {
  charge: EventPrice;
  /** The code of the booking, which goes on lowering the price. */
  promo: FollowedUse | undefined;
}

/**
 * The price after the change. The agreed price stays if nothing that decides it changes, or if the team keeps it.
 * @returns undefined if the price stays
 */
async function findChangedPrice(
  call: ChangeCall,
  event: EventRow,
  draft: EventInput,
  field: Field,
  { moves, people }: { moves: EventMove; people: number },
): Promise<ChangedPrice | undefined> {
  const { db, access, body, language } = call;
  if (event.kind === "block") return undefined;
  const isDecided = moves.isMove || people !== event.people || draft.priceType !== event.price_type;
  const isOwn = event.price_customized_by !== null || (access.isTeam && body.pricing === "keep");
  const own = access.isTeam ? (body.price ?? null) : null;
  // The team's own price covers what it was made for: a booker cannot get more time or people for it.
  const isMore =
    moves.end - moves.start > event.end_time.getTime() - event.start_time.getTime() || people > (event.people ?? 1);
  const isKept = isOwn && (access.isTeam || !isMore);
  if (own === null && (!isDecided || isKept)) return undefined;
  const chosen = await findChosenCustomer(db, event.organization_id, draft.customer);
  const query = {
    start: moves.start,
    duration: draft.duration,
    people,
    priceType: draft.priceType ?? null,
    privileges: privilegesOf(chosen, call.now),
    currency: event.currency,
  };
  const full = await findEventPrice(call, field, query, { own, label: field.name, language, isTeam: access.isTeam });
  const promo = full.isCustom ? undefined : await findChangedPromo(call, event, field, { ...query, full });
  const charge = promo ? lowerPrice(full, promo) : full;
  if (!access.isTeam && charge.price > event.price) {
    const refusal = message("events.dearer", { price: formatMoney(charge.price, event.currency, language) });
    throw new HttpError(409, refusal, { errors: { startTime: [refusal] } });
  }
  if (isOwn && !access.isTeam) return undefined;
  return { charge, promo };
}

type PriceQuery = Parameters<typeof findEventPrice>[2];

/** @throws HttpError 409 on `startTime` where the code does not hold for the booking as it becomes */
const findChangedPromo = (
  call: ChangeCall,
  event: EventRow,
  field: Field,
  { start, duration, privileges, currency, full }: PriceQuery & { full: EventPrice },
): Promise<FollowedUse | undefined> =>
  findFollowedUse({ ...call, organizationId: event.organization_id }, event.id, {
    ...{ eventId: event.id, fieldId: field.id, timezone: field.timezone, currency },
    ...{ start: new Date(start), end: new Date(start + duration * 60_000) },
    ...{ price: full.price, lines: JSON.parse(full.price_lines) as QuoteLine[] },
    roleIds: rolesOn(privileges, localDateOf(field.timezone, new Date(start))),
  });

/** A price that is set by hand needs no code any more. */
async function savePromo(call: ChangeCall, event: EventRow, { charge, promo }: ChangedPrice): Promise<void> {
  const context = { ...call, organizationId: event.organization_id };
  if (promo) await saveFollowedUse(context, promo);
  else if (charge.isCustom) await endUse(context, event.id);
}

const priceColumns = (
  charge: EventPrice | undefined,
  event: EventRow,
  userId: string,
  reason: string | null | undefined,
) => {
  if (!charge) return {};
  const { isCustom, ...row } = charge;
  return {
    ...row,
    price_customized_by: isCustom ? userId : null,
    price_reason: isCustom ? (reason ?? event.price_reason) : null,
    // A pack goes on settling the whole price.
    ...(event.covered > 0 && { covered: row.price }),
    payment_status: computePaymentStatus({ ...event, price: row.price }),
    ...(event.payment === null && row.price > 0 && { payment: "on_site" }),
    ...(event.paid === 0 && row.price === 0 && { payment: null }),
  };
};

/** @returns columns of the customer if the call changes it, and the event: shares of players end with its former customer */
async function changeBookingCustomer(call: ChangeCall, event: EventRow, { customer, name }: EventInput) {
  if (call.body.customer === undefined) return { row: {}, current: event };
  const row = customerToRow(await resolveCustomer(call, customer));
  const { customer_id: id, user_id: userId } = row;
  if (event.customer_id === null || id === event.customer_id) return { row, current: event };
  const { db, organizationId } = call;
  const next = id === null ? undefined : await findPresentCustomer(db, organizationId, id);
  const former = await findPresentCustomer(db, organizationId, event.customer_id);
  await publish(call, "events.customerChanging", { eventId: event.id, to: { userId, email: next?.email ?? null } });
  // A booking that was called after its customer: the next one does not read who that was.
  const isCalledAfter = former?.name === event.name && name === event.name;
  const title = isCalledAfter && next ? { name: next.name } : {};
  return { row: { ...row, ...title }, current: await findEventToChange(db, call, event.id) };
}

async function notifyChange(
  call: ChangeCall,
  event: EventRow,
  before: Awaited<ReturnType<typeof listSummaryRows>>,
  reason: string | null,
): Promise<void> {
  const [now] = await listSummaryRows(call, [event.id]);
  const { notify } = call.body;
  if (!now || now.customer_id === event.customer_id) {
    await notifyCustomers(call, "Changed", [event.id], { before, notify, reason });
    return;
  }
  await guestLinkPort.endLinks(call, event.id);
  if (notify !== false) await notifyCustomers(call, "Canceled", [event.id], { former: event, rows: before });
  await notifyCustomers(call, "Booked", [event.id], { notify });
}

/**
 * @throws HttpError 403 and 404 without permission, 409 if the time is taken, the field closed, the event over or the price
 * higher, 422 on each invalid member
 */
export async function changeEvent(call: ChangeCall, reason: string | null = null): Promise<Event> {
  const { db, now, organizationId, user, body, params, record } = call;
  const event = await findEventToChange(db, call, params.eventId);
  assertMayChange(call, event);
  const before = await findEvent(db, call, event.id);
  const summaries = await listSummaryRows(call, [event.id]);
  const draft = toEventInput(event, body);
  const moves = computeMove(event, draft);
  if (moves.isMove && !call.access.isTeam && !canBookerMove(event, { userId: user.id, now }))
    throw new HttpError(409, message("events.deadlinePassed"));
  const field = await findTargetField(call, event, draft, moves);
  const { people, sportId } = await checkEventInput(call, event, draft, field, moves);
  const price = await findChangedPrice(call, event, draft, field, { moves, people: people.people ?? 1 });
  const confidentiality = await findChangedConfidentiality(call, event, draft);
  const customer = await changeBookingCustomer(call, event, draft);
  await updateEvent(db, organizationId, event.id, {
    facility_id: field.facility_id,
    ...eventColumnMap.toRow({
      ...{ ...draft, ...people, sportId, confidentiality },
      override: event.override || draft.override,
    }),
    field_id: field.id,
    ...customer.row,
    end_time: new Date(moves.end),
    ...priceColumns(price?.charge, customer.current, user.id, body.priceReason),
    // The reminder names the time, so a new start needs a new reminder.
    ...(moves.isEarlierOrLater &&
      (await planReminders(call, { ...event, start_time: new Date(moves.start), field_id: field.id }))),
  });
  if (price) await savePromo(call, event, price);
  if (field.id !== event.field_id) await publish(call, "events.fieldChanged", { eventId: event.id });
  if (moves.isMove) {
    await reoccupyUnits(
      db,
      { ...event, field_id: field.id, start_time: new Date(moves.start), end_time: new Date(moves.end) },
      field.turnaround,
    );
    await publishReleased(call, event);
  }
  const changed = computeDiff(before, await findEvent(db, call, event.id));
  const left = moves.isElsewhere ? { previousFieldId: event.field_id } : {};
  record({ ...changed, ...activityLinks({ ...event, field_id: field.id }), ...left });
  if (!changed.skipsEntry) {
    await updateEvent(db, organizationId, event.id, { updated_at: now });
    const isMoved = moves.isMove || people.people !== event.people;
    await publish(call, "events.changed", {
      eventId: event.id,
      ...(isMoved && { moved: call.language, byBooker: !call.access.isTeam }),
      ...(event.price === 0 && price && price.charge.price > 0 && { freeSince: event.updated_at }),
    });
  }
  await notifyChange(call, event, summaries, reason);
  return findEvent(db, call, event.id);
}
