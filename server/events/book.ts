/** Books a field. */
import type { Event, events } from "#contract/events.ts";
import { holdMs, paymentStatusOf } from "#contract/events-rules.ts";
import { findCharge, refuseClosed, type Charge } from "#server/availability/selling.ts";
import { findFieldToBook, listSportIds } from "#server/fields/queries.ts";
import { forbidden } from "#server/kit/gate.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, Problem, say, type Saying } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { announce } from "#server/kit/announce.ts";
import { findMembershipToBook } from "#server/members/memberships.ts";
import { findMemberName, findMemberRoleIds } from "#server/members/queries.ts";
import { findBookingRules } from "#server/members/roles.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { occupy, refuseMore } from "./holds.ts";
import { findEvent, insertEvents } from "./queries.ts";
import {
  endOf,
  paymentOf,
  peopleOf,
  refuseBeyond,
  refuseOddTime,
  refuseOnBlock,
  refusePast,
  refuseTeamOnly,
  remindedAt,
  sportOf,
} from "./rules.ts";
import { tellBooked } from "./tell.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    "events.onlineAsked": OnlineAsked;
  }
}

/** Whether so much can be paid online now. Who takes payments sets `refusal`: null where it can, else why not. */
export interface OnlineAsked {
  organizationId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  refusal: Saying | null;
}

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

/** Whose roles decide the price: the booker's, or those of whom the team books for. */
const findRoleIds = async ({ db, organizationId, standing, body }: Booking): Promise<number[]> => {
  if (!standing.isTeam) return standing.roles.map(({ id }) => id);
  return body.customer && "userId" in body.customer ? findMemberRoleIds(db, organizationId, body.customer.userId) : [];
};

/** What the event costs; a blocked time costs nothing. */
async function findPrice(call: Booking, field: Field, people: number): Promise<Charge> {
  const { db, body, language } = call;
  const asked = {
    start: Date.parse(body.startTime),
    duration: body.duration,
    people,
    priceType: body.priceType ?? null,
    roleIds: await findRoleIds(call),
    currency: field.currency,
  };
  const own = body.kind === "block" ? 0 : (body.price ?? null);
  return findCharge(db, field, asked, { own, label: field.name, language, isTeam: call.standing.isTeam });
}

/** Why so much cannot be paid online; null where it can. */
async function refusalOf(call: Booking, amount: number, currency: string): Promise<Saying | null> {
  const { organizationId } = call;
  const asked: OnlineAsked = { organizationId, amount, currency, refusal: say("events.onlineOff") };
  if (amount > 0) await announce(call, "events.onlineAsked", asked);
  return asked.refusal;
}

/** Where an event is one of a series: what it was to be. */
export interface Origin {
  seriesId: string;
  originalStart: Date;
}

async function rowOf(call: Booking, field: Field, origin: Origin | undefined) {
  const { db, now, organizationId, standing, user, body } = call;
  const { isTeam } = standing;
  const sportIds = await listSportIds(db, organizationId, field.id);
  const settings = await findOrganization(db, organizationId);
  const bounds = isTeam ? undefined : await findBookingRules(db, organizationId, standing.roles);
  const time = { start: Date.parse(body.startTime), end: endOf(body).getTime() };
  const override = body.override || body.kind === "block";
  const [{ isCustom, ...charge }, people, sportId] = await gather(
    // Of several reasons that stand beside the start, the last one is told: that it is over says more than that it is closed.
    () => findPrice(call, field, body.people ?? body.minPeople ?? field.min_people_by_event),
    () => peopleOf(body, { min: field.min_people_by_event, max: field.max_people_by_event }),
    () => sportOf(body, sportIds),
    () => refuseClosed(db, field, time, { isTeam, override }),
    () => bounds && refuseBeyond(bounds, body, { now, timezone: field.timezone }),
    () => isTeam || refusePast(body, now),
  );
  const payment = paymentOf(
    { price: charge.price, payment: body.payment },
    { isTeam, takesOnSite: settings.paymentOnSite, refusal: await refusalOf(call, charge.price, field.currency) },
  );
  if (bounds?.mostActive) {
    await findMembershipToBook(db, organizationId, user.id);
    await refuseMore(call, bounds.mostActive);
  }
  const customerId = isTeam ? (body.customer && "userId" in body.customer ? body.customer.userId : null) : user.id;
  const walkIn = body.customer && "name" in body.customer ? body.customer : undefined;
  // What is paid online is held until it is; whether it is approved then, the field says.
  const isHeld = !isTeam && payment === "online";
  const isPending = !isTeam && field.approval === "manual";
  return {
    organization_id: organizationId,
    id: v7(now),
    facility_id: field.facility_id,
    field_id: field.id,
    kind: body.kind,
    name: body.name,
    description: body.description ?? null,
    status: isPending || isHeld ? "pending" : "approved",
    pending_reason: isHeld ? "payment" : isPending ? "approval" : null,
    hold_expires_at: isHeld ? new Date(now.getTime() + holdMs) : null,
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
    start_time: new Date(time.start),
    end_time: new Date(time.end),
    ...charge,
    currency: field.currency,
    price_customized_by: isCustom && body.kind === "event" ? user.id : null,
    price_reason: isCustom ? (body.priceReason ?? null) : null,
    vat_rate: settings.vatProfile === "standard" ? settings.vatRate : 0,
    payment,
    payment_status: paymentStatusOf({ status: "approved", price: charge.price, paid: 0, refunded: 0 }),
    notes: body.notes ?? null,
    internal_notes: body.internalNotes ?? null,
    override: body.override,
    series_id: origin?.seriesId ?? null,
    original_start: origin?.originalStart ?? null,
    reminded_at: remindedAt(new Date(time.start), now),
    created_at: now,
    updated_at: now,
  };
}

/**
 * @param origin where it is one of a series: who books that tells of all at once
 * @throws Problem 403 without the right, 409 where the time is taken or the field is closed, 422 beside what is wrong
 */
export async function book(call: Booking, origin?: Origin): Promise<Event> {
  refuseStrangers(call);
  const field = await findField(call);
  const event = await rowOf(call, field, origin);
  await insertEvents(call.db, [event]);
  await occupy(call.db, event, field.turnaround);
  // Who has to pay first stands before the page to pay on: there is nothing to tell yet.
  if (!origin && event.pending_reason !== "payment") await tellBooked(call, [event.id], event.status);
  return findEvent(call.db, call, event.id);
}
