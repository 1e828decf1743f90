/** Adds extras to a booking that stands, takes them off, and lists them. */
import { isBooker, canBookerChange, eventStateOf, refundPercentAt } from "#contract/events-states-rules.ts";
import type { EventExtra, EventExtras, HandOut, extras } from "#contract/extras.ts";
import { activityLinks } from "#server/events/activity-entries.ts";
import { filterEvents, findEventToChange, type EventRow } from "#server/events/queries.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { accountIdOf } from "#server/kit/process/app-context.ts";
import { findBookedEvent } from "./bookings.ts";
import { addChosen, endLines } from "./lines.ts";
import { listChargesOfExtras, listEventExtras, listExtrasOfEvents, type EventExtraRow } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** An extra was added to a booking that stands, or taken off it. */
    "extras.changed": { eventId: string };
  }
}

type EventCall = Call<typeof extras.ofEvent> | Call<typeof extras.add> | Call<typeof extras.remove>;

const standing = ["approved", "completed", "pendingApproval", "pendingPayment"];

/** Bookings and what a booker may do end with the booking; the team follows its permission. */
function mayAdd({ access, user, now }: EventCall, event: EventRow): boolean {
  const isOpen = event.kind === "event" && standing.includes(eventStateOf(event)) && event.end_time > now;
  if (!isOpen || access.isGuest) return false;
  return access.isTeam
    ? access.permissions.has("events.update")
    : isBooker(event, { userId: user.id }) && canBookerChange(event, { userId: user.id, now });
}

const mayRemove = (call: EventCall, event: EventRow, line: EventExtraRow): boolean =>
  mayAdd(call, event) && event.start_time > call.now && (call.access.isTeam || !line.is_required);

async function describeExtras(call: EventCall, event: EventRow): Promise<EventExtras> {
  const { db, access, user } = call;
  const scope = { db, organizationId: event.organization_id };
  const lines = await listEventExtras(scope, event.id);
  const charges = await listChargesOfExtras(scope, lines);
  const seesCharges = access.isTeam ? access.permissions.has("payments.show") : isBooker(event, { userId: user.id });
  const listed = lines.map((line): EventExtra => {
    const charge = line.charge_id === null ? undefined : charges.get(line.charge_id);
    const total = charge ? charge.amount : line.unit_price * line.charged;
    const due = charge && charge.voided_at === null ? Math.max(0, charge.amount - charge.credited - charge.settled) : 0;
    return {
      ...{ id: line.id, extraId: line.extra_id, name: line.name, quantity: line.quantity, pieces: line.pieces },
      ...{ total, paid: charge?.settled ?? 0, due, currency: event.currency, isRequired: line.is_required },
      chargeId: seesCharges ? line.charge_id : null,
      canRemove: mayRemove(call, event, line),
    };
  });
  return { extras: listed, canAdd: mayAdd(call, event) };
}

/** @throws HttpError 404 */
export async function readExtrasOfEvent(call: Call<typeof extras.ofEvent>): Promise<EventExtras> {
  const { db, access, user, params } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  if (!access.isTeam && !isBooker(event, { userId: user.id })) throw notFound();
  return describeExtras(call, event);
}

/** Locks the booking. @throws HttpError 403, 404 */
async function lockBooking(call: Call<typeof extras.add> | Call<typeof extras.remove>): Promise<EventRow> {
  const { db, access, user, params } = call;
  const event = await findEventToChange(db, call, params.eventId);
  if (!access.isTeam && !isBooker(event, { userId: user.id })) throw forbidden("events.update");
  if (access.isTeam && !access.permissions.has("events.update")) throw forbidden("events.update");
  return event;
}

/** @throws HttpError 403, 404, 409 where the booking is over, or the extra is not free, 422 for one that is not offered */
export async function addExtra(call: Call<typeof extras.add>): Promise<EventExtras> {
  const { db, now, organizationId, access, body, language } = call;
  const event = await lockBooking(call);
  if (!mayAdd(call, event)) throw new HttpError(409, message("extras.notChangeable"));
  const booked = await findBookedEvent(db, organizationId, event.id);
  const [added] = await addChosen(call, booked, [body], { isTeam: access.isTeam, language, isOne: true });
  await insertLiveChange(db, { organizationId, module: "events", subjectId: event.id, at: now });
  await publish(call, "extras.changed", { eventId: event.id });
  call.record({
    subjectId: body.extraId,
    after: { name: added?.extra.name ?? "", quantity: body.quantity, eventId: event.id },
    ...activityLinks(event),
  });
  return describeExtras(call, event);
}

/** @throws HttpError 403 for a required one, 404, 409 after the start */
export async function removeExtra(call: Call<typeof extras.remove>): Promise<EventExtras> {
  const { db, now, organizationId, access, user, params } = call;
  const event = await lockBooking(call);
  const line = (await listEventExtras(call, event.id)).find(({ id }) => id === params.eventExtraId.toLowerCase());
  if (!line) throw notFound();
  if (line.is_required && !access.isTeam) throw forbidden("events.update");
  if (!mayRemove(call, event, line)) throw new HttpError(409, message("extras.notChangeable"));
  const percent = access.permissions.has("payments.refund") ? 100 : refundPercentAt(event, now);
  const booked = await findBookedEvent(db, organizationId, event.id);
  const ending = { percent, reason: null, by: accountIdOf(user), at: now, waits: false };
  await endLines(call, booked, [line], { state: "removed", ...ending });
  await insertLiveChange(db, { organizationId, module: "events", subjectId: event.id, at: now });
  await publish(call, "extras.changed", { eventId: event.id });
  call.record({
    subjectId: line.extra_id,
    after: { name: line.name, quantity: line.quantity, eventId: event.id },
    ...activityLinks(event),
  });
  return describeExtras(call, event);
}

export async function listHandOuts(call: Call<typeof extras.handOuts>): Promise<HandOut[]> {
  const { db, query } = call;
  if (!query.facilityId || !query.date) return [];
  const events = await filterEvents(db, call, { ...query, q: "", stands: true });
  const ids = (await events.select("events.id").execute()).map(({ id }) => id);
  const lines = await listExtrasOfEvents(call, ids);
  return [...Map.groupBy(lines, ({ event_id }) => event_id)].map(([eventId, its]) => ({
    eventId,
    extras: its.map(({ name, pieces }) => ({ name, pieces })),
  }));
}
