/** Matches times that came free with those who wait, one after the other and as fairly as they came. */
import type { PassOverReason } from "#contract/waitlist.ts";
import { listWishOffers, type Wish, type WishOffer } from "#server/availability/wish-offers.ts";
import { findActiveBlock, hasReachedMaxActive } from "#server/booking-limits/limits.ts";
import { insertOffer } from "#server/events/offers.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError } from "#server/kit/http/http-error.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findRulesOfMember } from "#server/members/roles.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { notifyFree, notifyOffered } from "./notify.ts";
import {
  countLapses,
  deleteRelease,
  type EntryRow,
  findEntry,
  findOfferedEntry,
  insertOfferRow,
  listBookedSpans,
  listDueReleases,
  listFormerSlots,
  listLaterReleases,
  listWaitingIds,
  lockWaitlist,
  type ReleaseRow,
  updateEntriesBooked,
  updateEntry,
  updateReleaseDue,
} from "./queries.ts";
import { planOffer } from "./timing-rules.ts";
import { findWaitingMember, type WaitingMember } from "./waiting-member.ts";

/** Attempts for one person where others book at the same moment. */
const MAX_ATTEMPTS = 3;

/** Goes on with the others if one fails, and throws the failures at the end: the next run tries again. */
export async function matchDueReleases(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now();
  const failures: unknown[] = [];
  await updateEntriesBooked(appContext.db, now);
  for (const release of await listDueReleases(appContext.db, now))
    await matchRelease(appContext, release, now).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} releases could not be matched`);
}

async function matchRelease(appContext: AppContext, release: ReleaseRow, now: Date): Promise<void> {
  const organizationId = release.organization_id;
  const span = { start: release.start_time, end: release.end_time };
  let morning: Date | undefined;
  for (const entryId of await listWaitingIds(appContext.db, organizationId, span, now)) {
    const context = { appContext, now, organizationId };
    morning = (await matchWithRetries(context, release, entryId)) ?? morning;
  }
  if (morning) await updateReleaseDue(appContext.db, release, morning);
  else await deleteRelease(appContext.db, release);
}

async function matchWithRetries(
  context: Omit<TenantContext, "db">,
  release: ReleaseRow,
  entryId: string,
): Promise<Date | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.appContext.db
        .transaction()
        .execute((db) => matchEntry({ ...context, db }, release, entryId));
    } catch (error) {
      // Somebody was faster: something else may be left.
      const isTaken = error instanceof HttpError && error.status === 409;
      if (!isTaken || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

const wishOf = (entry: EntryRow): Wish => ({
  sportId: entry.sport_id,
  fieldId: entry.field_id,
  facilityId: entry.facility_id,
  space: entry.space,
  firstStart: entry.first_start,
  lastStart: entry.last_start,
  durations: entry.durations,
  people: entry.people,
});

interface TakenSpan {
  field_id?: string | null;
  start_time: Date;
  end_time: Date;
}
const overlaps = (offer: WishOffer, { field_id, start_time, end_time }: TakenSpan) =>
  (field_id === undefined || field_id === null || field_id === offer.fieldId) &&
  offer.start < end_time.getTime() &&
  offer.end > start_time.getTime();

/** @returns when to look again, in quiet hours */
async function matchEntry(context: TenantContext, release: ReleaseRow, entryId: string): Promise<Date | undefined> {
  const { db, now, organizationId } = context;
  await lockWaitlist(db, organizationId);
  const entry = await findEntry(db, organizationId, entryId);
  if (entry?.status !== "waiting" || entry.ends_at <= now) return undefined;
  const { waitlist: mode } = await findSettings(context);
  // Nobody is offered their own slot.
  if (mode === "off" || entry.user_id === release.user_id) return undefined;
  const member = await findWaitingMember(db, organizationId, entry.user_id);
  if (!member) {
    await updateEntry(db, organizationId, entry.id, { status: "ended", ended_at: now });
    return undefined;
  }
  const offers = await listWishOffers({ ...context, ...member }, wishOf(entry));
  const later = await listLaterReleases(db, organizationId, now);
  const former = await listFormerSlots(db, organizationId, entry.id);
  const suits = (offer: WishOffer) =>
    overlaps(offer, { start_time: release.start_time, end_time: release.end_time }) &&
    !later.some((span) => overlaps(offer, span)) &&
    !former.some((span) => overlaps(offer, span));
  const free = offers.free.find(suits);
  if (!free) return undefined;
  const found = await chooseOffer(context, member, {
    bookable: offers.bookable.filter(suits),
    inHorizon: offers.inHorizon.filter(suits),
  });
  if ("reason" in found) {
    const passed_start = new Date((found.offer ?? free).start);
    await updateEntry(db, organizationId, entry.id, { passed_over: found.reason, passed_start });
    return undefined;
  }
  const { offer } = found;
  const slot = { start: new Date(offer.start), end: new Date(offer.end) };
  const plan = planOffer({
    ...{ now, start: slot.start, timezone: offer.field.timezone, noticeMinutes: offers.noticeMinutes },
    lapses: await countLapses(db, organizationId, { fieldId: offer.fieldId, ...slot }),
    isOfferedOneByOne: mode === "offer",
  });
  if (plan.act === "wait") return plan.until;
  if (plan.act === "tell") await notifyFree(context, entry, { offer, member });
  else await makeOffer(context, entry, { offer, member, expiresAt: plan.expiresAt });
  return undefined;
}

type Choice = { offer: WishOffer } | { reason: PassOverReason; offer?: WishOffer | undefined };

async function chooseOffer(
  context: TenantContext,
  { user, access }: WaitingMember,
  { bookable, inHorizon }: Record<"bookable" | "inHorizon", readonly WishOffer[]>,
): Promise<Choice> {
  const { db, organizationId } = context;
  const [first] = bookable;
  if (!first) return inHorizon[0] ? { reason: "quota", offer: inHorizon[0] } : { reason: "horizon" };
  const span = {
    start: new Date(Math.min(...bookable.map(({ start }) => start))),
    end: new Date(Math.max(...bookable.map(({ end }) => end))),
  };
  const booked = await listBookedSpans(db, organizationId, user.id, span);
  const offer = bookable.find((one) => !booked.some((taken) => overlaps(one, taken)));
  if (!offer) return { reason: "booked", offer: first };
  const limit = await findLimit({ ...context, user, access });
  if (limit) return { reason: limit, offer };
  if (await findOfferedEntry(db, organizationId, user.id)) return { reason: "offer", offer };
  return { offer };
}

async function findLimit(context: TenantContext & WaitingMember): Promise<"blocked" | "limit" | undefined> {
  const { mostActive, noShow } = await findRulesOfMember(context, context.access);
  if (noShow?.blockAfter && (await findActiveBlock(context))) return "blocked";
  return mostActive !== null && (await hasReachedMaxActive(context, mostActive)) ? "limit" : undefined;
}

async function makeOffer(
  context: TenantContext,
  entry: EntryRow,
  { offer, member, expiresAt }: { offer: WishOffer; member: WaitingMember; expiresAt: Date },
): Promise<void> {
  const { db, now, organizationId } = context;
  const { field } = offer;
  const eventId = await insertOffer(context, {
    ...{ field, start: new Date(offer.start), end: new Date(offer.end), expiresAt },
    ...{ name: member.user.fullName, sportId: entry.sport_id },
  });
  const id = uuidv7(now);
  await insertOfferRow(db, {
    ...{ organization_id: organizationId, id, entry_id: entry.id, event_id: eventId, status: "open" },
    ...{ price: offer.total, price_type: offer.priceType, offered_at: now, expires_at: expiresAt },
  });
  await updateEntry(db, organizationId, entry.id, { status: "offered", passed_over: null, passed_start: null });
  await notifyOffered(context, { offerId: id, userId: member.user.id });
}
