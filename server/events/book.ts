/** Books a field. The exclusion constraint in the database, and no check here, is what forbids two events at once. */
import type { Event, events } from "#contract/events.ts";
import { findFieldToBook, listSportIds } from "#server/fields/queries.ts";
import { listUnitIds } from "#server/fields/units.ts";
import { isDatabaseError, type Database } from "#server/kit/database.ts";
import { forbidden } from "#server/kit/gate.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findMembershipToBook } from "#server/members/memberships.ts";
import { findMemberName } from "#server/members/queries.ts";
import { findBookingRules } from "#server/members/roles.ts";
import { findEvent, insertEvents, insertOccupancies } from "./queries.ts";
import {
  duringOf,
  endOf,
  peopleOf,
  priceOf,
  refuseBeyond,
  refuseOddTime,
  refuseOnBlock,
  refuseTeamOnly,
  refuseTimeOfMember,
  sportOf,
} from "./rules.ts";
import { refuseMore } from "./to-come.ts";

type Booking = Call<typeof events.create>;
type Field = Awaited<ReturnType<typeof findFieldToBook>>;

/** The team needs the permission; members book with any role, on what their roles show them. */
function refuseStrangers({ standing, body }: Booking): void {
  const may = standing.isTeam ? standing.permissions.has("events.create") : standing.roles.length > 0;
  if (!may) throw forbidden("events.create");
  if (standing.isTeam && body.override && !standing.permissions.has("events.override"))
    throw forbidden("events.override");
}

/** The field, and what of the draft can be judged without it. */
async function findField(call: Booking): Promise<Field> {
  const { db, organizationId, standing, body } = call;
  const customerId = body.customer && "userId" in body.customer ? body.customer.userId : undefined;
  const unknown = () => invalid({ "customer.userId": [say("events.customerUnknown")] });
  const [field] = await gather(
    () => findFieldToBook(db, call, body.fieldId, () => invalid({ fieldId: [say("fields.unknown")] })),
    () => (standing.isTeam ? refuseOnBlock(body) : refuseTeamOnly(body)),
    () => refuseOddTime(body),
    () => standing.isTeam && customerId && findMemberName(db, organizationId, customerId, unknown),
  );
  const refused = (status: number, saying: "events.fieldClosed" | "events.notBookable") =>
    new Problem(status, say(saying), { errors: { fieldId: [say(saying)] } });
  if (field.status === "closed") throw refused(409, "events.fieldClosed");
  if (!standing.isTeam && !field.bookable) throw refused(403, "events.notBookable");
  return field;
}

async function rowOf(call: Booking, field: Field) {
  const { db, now, organizationId, standing, user, body } = call;
  const sportIds = await listSportIds(db, organizationId, field.id);
  const bounds = standing.isTeam ? undefined : await findBookingRules(db, organizationId, standing.roles);
  const [people, sportId, price] = await gather(
    () => peopleOf(body, { min: field.min_people_by_event, max: field.max_people_by_event }),
    () => sportOf(body, sportIds),
    () => priceOf(body, field.name),
    () => standing.isTeam || refuseTimeOfMember(body, field.start_step, now),
    () => bounds && refuseBeyond(bounds, body, { now, timezone: field.timezone }),
  );
  if (bounds?.mostActive) {
    await findMembershipToBook(db, organizationId, user.id);
    await refuseMore(call, bounds.mostActive);
  }
  const customerId = standing.isTeam
    ? body.customer && "userId" in body.customer
      ? body.customer.userId
      : null
    : user.id;
  const walkIn = body.customer && "name" in body.customer ? body.customer : undefined;
  const isPending = !standing.isTeam && field.approval === "manual";
  return {
    organization_id: organizationId,
    id: v7(now),
    facility_id: field.facility_id,
    field_id: field.id,
    kind: body.kind,
    name: body.name,
    description: body.description ?? null,
    status: isPending ? "pending" : "approved",
    pending_reason: isPending ? "approval" : null,
    confidentiality: body.confidentiality,
    type: body.type,
    sport_id: sportId,
    // Nobody: the organization. Whoever is here is the customer too, so that one index finds one's own.
    creator_id: customerId,
    customer_id: customerId,
    customer_name: walkIn?.name ?? null,
    customer_phone: walkIn?.phone ?? null,
    min_people: people.minPeople,
    max_people: people.maxPeople,
    people: people.people,
    start_time: new Date(body.startTime),
    end_time: endOf(body),
    price: price.price,
    currency: field.currency,
    price_type: price.priceType,
    price_lines: JSON.stringify(price.priceLines),
    price_customized_by: price.priceCustomized ? user.id : null,
    price_reason: price.priceCustomized ? (body.priceReason ?? null) : null,
    payment_status: price.paymentStatus,
    notes: body.notes ?? null,
    internal_notes: body.internalNotes ?? null,
    override: body.override,
    created_at: now,
    updated_at: now,
  };
}

/** Nothing about the other event is told. */
const slotTaken = () => new Problem(409, say("events.slotTaken"), { errors: { startTime: [say("events.slotTaken")] } });

async function occupy(db: Database, event: Awaited<ReturnType<typeof rowOf>>, turnaround: number): Promise<void> {
  const { organization_id, id: event_id, start_time, end_time } = event;
  const unitIds = await listUnitIds(db, organization_id, event.field_id);
  if (unitIds.length === 0) throw new Error(`Field ${event.field_id} has no unit`);
  const during = duringOf(start_time, end_time, turnaround);
  const rows = unitIds.map((unit_id) => ({ organization_id, unit_id, event_id, during, active: true }));
  try {
    if ((await insertOccupancies(db, rows)) < rows.length) throw slotTaken();
  } catch (error) {
    if (isDatabaseError(error) && error.code === "23P01") throw slotTaken();
    throw error;
  }
}

/**
 * @throws Problem 403 without the right, 409 where the time is taken or the field is closed, 422 beside what is wrong
 */
export async function book(call: Booking): Promise<Event> {
  refuseStrangers(call);
  const field = await findField(call);
  const event = await rowOf(call, field);
  await insertEvents(call.db, [event]);
  await occupy(call.db, event, field.turnaround);
  return findEvent(call.db, call, event.id);
}
