/** Changes or moves an event: the team, or the booker before the deadline and never to a higher price. */
import type { Event, events } from "#contract/events.ts";
import { bookerMay, isBooker, paymentStatusOf, stateOf } from "#contract/events-rules.ts";
import type { Body } from "#contract/kit.ts";
import { findCharge, refuseClosed, type Charge } from "#server/availability/selling.ts";
import { findFieldToBook, listSportIds } from "#server/fields/queries.ts";
import { difference } from "#server/kit/activity.ts";
import { forbidden } from "#server/kit/gate.ts";
import { gather } from "#server/kit/gather.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findMemberName, findMemberRoleIds } from "#server/members/queries.ts";
import { findBookingRules } from "#server/members/roles.ts";
import { formatMoney } from "#words/money.ts";

import { occupyAnew } from "./holds.ts";
import { findEvent, findEventToChange, updateEvent, type EventRow } from "./queries.ts";
import {
  peopleOf,
  refuseBeyond,
  refuseOddTime,
  refuseOnBlock,
  refusePast,
  refuseTeamOnly,
  remindedAt,
  requireTransition,
  sportOf,
  type Draft,
} from "./rules.ts";
import { listKnown, tellCustomers } from "./tell.ts";

type Change = Call<typeof events.update>;
type Changes = Body<typeof events.update>;
type Field = Awaited<ReturnType<typeof findFieldToBook>>;

/** @throws Problem 403 or 409 for who may not, 409 for what is over */
function refuse(call: Change, event: EventRow): void {
  const { standing, user, now, t } = call;
  if (standing.isTeam && !standing.permissions.has("events.update")) throw forbidden("events.update");
  if (!standing.isTeam && !isBooker(event, { userId: user.id })) throw forbidden("events.update");
  requireTransition("edit", stateOf(event), t);
  if (!standing.isTeam && !bookerMay(event, { userId: user.id, now }))
    throw new Problem(409, say("events.deadlinePassed"));
  if (standing.isTeam && call.body.override && !standing.permissions.has("events.override"))
    throw forbidden("events.override");
  const { seen } = call.body;
  if (seen && Date.parse(seen) !== event.updated_at.getTime()) throw new Problem(409, say("events.changedMeanwhile"));
}

const customerOf = (event: EventRow): Draft["customer"] => {
  if (event.customer_id) return { userId: event.customer_id };
  return event.customer_name === null ? null : { name: event.customer_name, phone: event.customer_phone };
};

/** The event as a draft, with what was asked for in it. */
function draftOf(event: EventRow, body: Changes): Draft {
  const { pricing: _pricing, notify: _notify, seen: _seen, ...given } = body;
  const kept: Draft = {
    fieldId: event.field_id,
    startTime: event.start_time.toISOString(),
    duration: (event.end_time.getTime() - event.start_time.getTime()) / 60_000,
    name: event.name,
    type: event.type as Event["type"],
    kind: event.kind as Event["kind"],
    confidentiality: event.confidentiality as Event["confidentiality"],
    sportId: event.sport_id,
    minPeople: event.min_people,
    maxPeople: event.max_people,
    people: event.people,
    priceType: event.price_type as Event["priceType"],
    customer: customerOf(event),
    description: event.description,
    notes: event.notes,
    internalNotes: event.internal_notes,
    override: false,
  };
  return { ...kept, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

/** Only what differs from the event counts as changed: a form sends everything. */
function movesOf(event: EventRow, draft: Draft) {
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
type Moves = ReturnType<typeof movesOf>;

async function findField(call: Change, event: EventRow, draft: Draft, { isElsewhere, isMove }: Moves): Promise<Field> {
  const { db, standing } = call;
  const field = await findFieldToBook(db, call, draft.fieldId, () => invalid({ fieldId: [say("fields.unknown")] }));
  const refused = (status: number, saying: "events.fieldClosed" | "events.notBookable" | "events.approvalElsewhere") =>
    new Problem(status, say(saying), { errors: { fieldId: [say(saying)] } });
  if (isMove && field.status === "closed") throw refused(409, "events.fieldClosed");
  if (isElsewhere && !standing.isTeam && !field.bookable) throw refused(403, "events.notBookable");
  if (isElsewhere && !standing.isTeam && field.approval === "manual") throw refused(409, "events.approvalElsewhere");
  return field;
}

/** Everything that can be wrong with the draft, told at once. */
async function check(call: Change, event: EventRow, draft: Draft, field: Field, moves: Moves) {
  const { db, now, organizationId, standing, body } = call;
  const { isTeam } = standing;
  const bounds = isTeam ? undefined : await findBookingRules(db, organizationId, standing.roles);
  const sportIds = await listSportIds(db, organizationId, field.id);
  const customerId = body.customer && "userId" in body.customer ? body.customer.userId : undefined;
  const unknown = () => invalid({ "customer.userId": [say("events.customerUnknown")] });
  const override = draft.override || draft.kind === "block";
  // What has begun keeps its start, and nothing else gets one that is over.
  const isBound = moves.isEarlierOrLater && !standing.permissions.has("events.override");
  // What a field of other dimensions does not allow is chosen anew, rather than refused.
  const fits = moves.isElsewhere ? { ...draft, minPeople: body.minPeople, maxPeople: body.maxPeople } : draft;
  const sport = moves.isElsewhere && body.sportId === undefined ? { ...draft, sportId: null } : draft;
  const keptSport = draft.sportId && sportIds.includes(draft.sportId) ? draft : sport;
  const [people, sportId] = await gather(
    () => peopleOf(fits, { min: field.min_people_by_event, max: field.max_people_by_event }),
    () => sportOf(keptSport, sportIds),
    () => isTeam || refuseTeamOnly({ ...draft, customer: body.customer, internalNotes: body.internalNotes }),
    () => isTeam && refuseOnBlock(draft),
    () => moves.isMove && refuseClosed(db, field, moves, { isTeam, override }),
    () => refuseOddTime(draft),
    () => customerId && findMemberName(db, organizationId, customerId, unknown),
    () => (isTeam ? isBound : moves.isMove) && refusePast(draft, now),
    () => {
      if (isBound && event.start_time <= now) throw invalid({ startTime: [say("events.hasBegun")] });
    },
    () => moves.isMove && bounds && refuseBeyond(bounds, draft, { now, timezone: field.timezone }),
  );
  return { people, sportId };
}

/**
 * The price after the change: what was agreed as long as nothing that decides it changes, and where the team keeps it.
 * @returns undefined where it stays
 */
async function findPrice(
  call: Change,
  event: EventRow,
  draft: Draft,
  field: Field,
  { moves, people }: { moves: Moves; people: number },
): Promise<Charge | undefined> {
  const { db, standing, body, language } = call;
  if (event.kind === "block") return undefined;
  const isDecided = moves.isMove || people !== event.people || draft.priceType !== event.price_type;
  const isOwn = event.price_customized_by !== null || (standing.isTeam && body.pricing === "keep");
  const own = standing.isTeam ? (body.price ?? null) : null;
  // A price that the team made is for what it was made for: a booker does not get more for it.
  const isMore =
    moves.end - moves.start > event.end_time.getTime() - event.start_time.getTime() || people > (event.people ?? 1);
  const isKept = isOwn && (standing.isTeam || !isMore);
  if (own === null && (!isDecided || isKept)) return undefined;
  const customerId = draft.customer && "userId" in draft.customer ? draft.customer.userId : undefined;
  const asked = {
    start: moves.start,
    duration: draft.duration,
    people,
    priceType: draft.priceType ?? null,
    roleIds: customerId ? await findMemberRoleIds(db, event.organization_id, customerId) : [],
    currency: event.currency,
  };
  const charge = await findCharge(db, field, asked, { own, label: field.name, language, isTeam: standing.isTeam });
  if (!standing.isTeam && charge.price > event.price) {
    const saying = say("events.dearer", { price: formatMoney(charge.price, event.currency, language) });
    throw new Problem(409, saying, { errors: { startTime: [saying] } });
  }
  if (isOwn && !standing.isTeam) return undefined;
  return charge;
}

const priceRow = (charge: Charge | undefined, event: EventRow, userId: string, reason: string | null | undefined) => {
  if (!charge) return {};
  const { isCustom, ...row } = charge;
  return {
    ...row,
    price_customized_by: isCustom ? userId : null,
    price_reason: isCustom ? (reason ?? event.price_reason) : null,
    payment_status: paymentStatusOf({ ...event, price: row.price }),
    ...(event.payment === null && row.price > 0 && { payment: "on_site" }),
    ...(event.paid === 0 && row.price === 0 && { payment: null }),
  };
};

const customerRow = (draft: Draft) => {
  const customerId = draft.customer && "userId" in draft.customer ? draft.customer.userId : null;
  const walkIn = draft.customer && "name" in draft.customer ? draft.customer : undefined;
  return {
    creator_id: customerId,
    customer_id: customerId,
    customer_name: walkIn?.name ?? null,
    customer_phone: walkIn?.phone ?? null,
  };
};

/** Whom an event is given to gets a confirmation, and whom it is taken from hears that. */
async function tellChange(call: Change, event: EventRow, known: Awaited<ReturnType<typeof listKnown>>): Promise<void> {
  const { db, organizationId, body } = call;
  const [now] = await listKnown(db, organizationId, [event.id]);
  const { notify } = body;
  if (!now || now.customer_id === event.customer_id)
    return tellCustomers(call, "Changed", [event.id], { before: known, notify });
  if (event.customer_id && notify !== false)
    await tellCustomers(call, "Canceled", [event.id], { customerId: event.customer_id });
  await tellCustomers(call, "Booked", [event.id], { notify });
}

/**
 * @throws Problem 403 and 404 for strangers, 409 where the time is taken, the field closed, the event over or the price
 * higher, 422 beside what is wrong
 */
export async function change(call: Change): Promise<Event> {
  const { db, now, organizationId, user, body, params, record } = call;
  const event = await findEventToChange(db, call, params.eventId);
  refuse(call, event);
  const before = await findEvent(db, call, event.id);
  const known = await listKnown(db, organizationId, [event.id]);
  const draft = draftOf(event, body);
  const moves = movesOf(event, draft);
  const field = await findField(call, event, draft, moves);
  const { people, sportId } = await check(call, event, draft, field, moves);
  const charge = await findPrice(call, event, draft, field, { moves, people: people.people ?? 1 });
  await updateEvent(db, organizationId, event.id, {
    facility_id: field.facility_id,
    field_id: field.id,
    name: draft.name,
    description: draft.description ?? null,
    type: draft.type,
    confidentiality: draft.confidentiality,
    sport_id: sportId,
    ...customerRow(draft),
    min_people: people.minPeople,
    max_people: people.maxPeople,
    people: people.people,
    start_time: new Date(moves.start),
    end_time: new Date(moves.end),
    notes: draft.notes ?? null,
    internal_notes: draft.internalNotes ?? null,
    override: event.override || draft.override,
    ...priceRow(charge, event, user.id, body.priceReason),
    // A reminder tells the time: another time wants another one.
    ...(moves.isEarlierOrLater && { reminded_at: remindedAt(new Date(moves.start), now) }),
  });
  if (moves.isMove)
    await occupyAnew(
      db,
      { ...event, field_id: field.id, start_time: new Date(moves.start), end_time: new Date(moves.end) },
      field.turnaround,
    );
  const changed = difference(before, await findEvent(db, call, event.id));
  const left = moves.isElsewhere ? { leftId: event.field_id } : {};
  record({ before: changed.before, after: changed.after, isDone: changed.isDone, ...left });
  if (!changed.isDone) await updateEvent(db, organizationId, event.id, { updated_at: now });
  await tellChange(call, event, known);
  return findEvent(db, call, event.id);
}
