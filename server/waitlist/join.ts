/** People wait for a time: where everything that they ask for is taken, and as far as the limits allow. */
import {
  MAX_OWN_PLACES,
  MAX_PLACES_PER_HOUR,
  MAX_SPAN_HOURS,
  type waitlist,
  type WaitingPerson,
  type WaitlistDraft,
  type WaitlistEntry,
} from "#contract/waitlist.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import { listRememberedFields } from "#server/availability/free-starts.ts";
import { listWishOffers, type WishOffers } from "#server/availability/wish-offers.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { countOpenEntriesOf, insertEntry, listWaitingSpans, lockWaitlist, type EntryRow } from "./queries.ts";
import { findOwnEntry, findWaitingPerson } from "./read.ts";
import { asCustomer, findWaitingMember, type WaitingMember } from "./waiting-member.ts";

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** @throws HttpError 409 where something is free or a limit is reached, 422 on each wrong member, 429 from one network */
export async function joinWaitlist(call: Call<typeof waitlist.join>): Promise<WaitlistEntry> {
  const { user, access, address, body } = call;
  if (!access.isTeam && access.roles.length === 0) throw forbidden("events.create");
  await enforceRateLimit(call, [rateLimit("waitlist.network", networkPrefix(address))]);
  const id = await addEntry(call, { user, access: asCustomer(access) }, body);
  call.record({ after: { date: body.date } });
  return findOwnEntry(call, id);
}

/** @throws HttpError 403 for who is not in the team, 409 and 422 as for joining, 422 on `customerId` without an account */
export async function addPerson(call: Call<typeof waitlist.addPerson>): Promise<WaitingPerson> {
  const { db, organizationId, access, body } = call;
  if (!access.isTeam) throw forbidden("events.create");
  const { customerId, ...wish } = body;
  const customer = await findPresentCustomer(db, organizationId, customerId);
  if (!customer) throw invalidFields({ customerId: [message("events.customerUnknown")] });
  const member = customer.user_id === null ? undefined : await findWaitingMember(db, organizationId, customer.user_id);
  if (!member) throw invalidFields({ customerId: [message("waitlist.noAccount")] });
  const id = await addEntry(call, member, wish);
  call.record({ subjectId: id, after: { name: member.user.fullName, date: wish.date }, customerId });
  return findWaitingPerson(call, id);
}

/** @returns the id of the new entry, or of the one that asks for the same already */
async function addEntry(context: RequestContext, member: WaitingMember, draft: WaitlistDraft): Promise<string> {
  const { db, organizationId, now, user } = context;
  const settings = await findSettings(context);
  if (settings.waitlist === "off") throw new HttpError(409, message("waitlist.off"));
  const wish = await readWish({ ...context, ...member }, draft, settings.timezone);
  const offers = await listWishOffers({ ...context, ...member }, wish);
  const last = offers.possible.at(-1);
  if (!last) throw invalidFields({ from: [message("waitlist.noStart")] });
  if (offers.free.length > 0) throw new HttpError(409, message(whyNotWait(offers)));
  await lockWaitlist(db, organizationId);
  // Joining from two devices at once, in two organizations, waits here.
  await db.selectFrom("users").select("id").where("id", "=", member.user.id).forNoKeyUpdate().executeTakeFirst();
  const same = await findSameEntry(context, member.user.id, wish);
  if (same) return same;
  await assertWithinLimits(context, member.user.id, wish);
  const id = uuidv7(now);
  const longest = Math.max(...wish.durations);
  await insertEntry(db, {
    ...{ organization_id: organizationId, id, user_id: member.user.id, created_by: user.id, created_at: now },
    ...{ sport_id: wish.sportId, field_id: wish.fieldId, facility_id: wish.facilityId, space: wish.space },
    ...{ date: draft.date, timezone: wish.timezone, first_start: wish.firstStart, last_start: wish.lastStart },
    ...{ durations: [...wish.durations], people: wish.people, status: "waiting" },
    last_end: new Date(wish.lastStart.getTime() + longest * MINUTE_MS),
    ends_at: new Date(last.start - offers.noticeMinutes * MINUTE_MS),
  });
  return id;
}

const whyNotWait = ({ bookable, inHorizon }: WishOffers) => {
  if (bookable.length > 0) return "waitlist.stillFree";
  return inHorizon.length > 0 ? "waitlist.overQuota" : "waitlist.tooEarly";
};

async function readWish(
  context: RequestContext,
  { date, from, to, durations, ...wish }: WaitlistDraft,
  usualTimezone: string,
) {
  const { sportId = null, fieldId = null, facilityId = null, space = null, people = null } = wish;
  const filters = {
    ...{ facilityId: facilityId ?? undefined, fieldId: fieldId ?? undefined },
    ...{ sportId: sportId ?? undefined, people: people ?? undefined },
  };
  const [field] = await listRememberedFields(context, filters);
  if (!field) {
    const member = fieldId ? "fieldId" : facilityId ? "facilityId" : "sportId";
    throw invalidFields({ [member]: [message("waitlist.noField")] });
  }
  const timezone = fieldId || facilityId ? field.timezone : usualTimezone;
  const [first, last] = [from, to].map((time) => localTimeToInstant(date, time, timezone)) as [number, number];
  if (last - first > MAX_SPAN_HOURS * HOUR_MS)
    throw invalidFields({ to: [message("waitlist.spanLong", { count: MAX_SPAN_HOURS })] });
  if (last <= context.now.getTime()) throw invalidFields({ date: [message("events.startInPast")] });
  return {
    ...{ sportId, fieldId, facilityId, space, people, timezone },
    durations: [...new Set(durations)],
    firstStart: new Date(first),
    lastStart: new Date(Math.max(first, last)),
  };
}
type ReadWish = Awaited<ReturnType<typeof readWish>>;

/** A second press, or the same wish of somebody who forgot the first. */
async function findSameEntry(
  { db, organizationId }: RequestContext,
  userId: string,
  wish: ReadWish,
): Promise<string | undefined> {
  const open = await db
    .selectFrom("waitlist_entries")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("first_start", "=", wish.firstStart)
    .where("last_start", "=", wish.lastStart)
    .execute();
  const isSame = (row: EntryRow) =>
    row.sport_id === wish.sportId &&
    row.field_id === wish.fieldId &&
    row.facility_id === wish.facilityId &&
    row.space === wish.space &&
    row.durations.toString() === wish.durations.toString();
  return open.find(isSame)?.id;
}

async function assertWithinLimits(
  { db, organizationId, now }: RequestContext,
  userId: string,
  { firstStart, lastStart }: ReadWish,
): Promise<void> {
  if ((await countOpenEntriesOf(db, userId, now)) >= MAX_OWN_PLACES)
    throw new HttpError(409, message("waitlist.ownLimit", { count: MAX_OWN_PLACES }));
  const hourOf = (instant: Date) => Math.floor(instant.getTime() / HOUR_MS);
  const [first, last] = [hourOf(firstStart), hourOf(lastStart)];
  const span = { start: new Date(first * HOUR_MS), end: new Date((last + 1) * HOUR_MS) };
  const others = await listWaitingSpans(db, organizationId, span, now);
  for (let hour = first; hour <= last; hour += 1) {
    const count = others.filter((row) => hourOf(row.first_start) <= hour && hourOf(row.last_start) >= hour).length;
    if (count >= MAX_PLACES_PER_HOUR) throw new HttpError(409, message("waitlist.full"));
  }
}
