/** Answers what is free about a time: near starts with their fields and prices, what is full, and what is closest to it. */
import type { availability, SlotReason, Slots, SlotStart as Start } from "#contract/availability.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import type { TimeSpan } from "#contract/hours-rules.ts";
import { listFreeDurations } from "#contract/prices-rules.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { remember } from "#server/kit/db/revision-cache.ts";
import { renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { findRulesOfCaller } from "#server/members/roles.ts";
import { visibilityKey } from "#server/members/visibility.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import {
  computeFieldDay,
  listOccupiedAround,
  listRememberedFields,
  loadFieldTerms,
  type FieldDay,
  type FieldTerms,
} from "./free-starts.ts";
import { listOfferedSports, type OfferedField } from "./queries.ts";
import { describeQuotaRefusal } from "./quotas.ts";
import { findWindowRefusal } from "./window-refusal.ts";
import { findTimezone } from "./read-availability.ts";
import {
  mergeOffers,
  NEAR_MINUTES,
  offerTotal,
  pickInstead,
  pickNear,
  type SlotField,
  type SlotOffer,
  type SlotStart,
} from "./slots-rules.ts";

type SlotsCall = Call<typeof availability.slots>;

const MINUTE_MS = 60_000;
const USUAL_DURATION = 90;
const USUAL_TIME = "18:00";
const ROUNDED_MINUTES = 30;
/** Another day is looked for so far ahead. */
const MAX_DAYS_AHEAD = 7;

/** The next half hour today, else 18:00. */
function defaultTime(date: string, timezone: string, now: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  const next = local.round({ smallestUnit: "minute", roundingIncrement: ROUNDED_MINUTES, roundingMode: "ceil" });
  if (date !== local.toPlainDate().toString() || next.toPlainDate().toString() !== date) return USUAL_TIME;
  return next.toPlainTime().toString({ smallestUnit: "minute" });
}

/** 90 minutes where they are free at the time asked for, or else about it, or else that day; the one in the middle if not. */
function defaultDuration(offers: readonly SlotOffer[], at: number): number {
  const durationsWithin = (minutes: number) => [
    ...new Set(
      offers.filter(({ start }) => Math.abs(start - at) <= minutes * MINUTE_MS).map(({ duration }) => duration),
    ),
  ];
  const free = [0, NEAR_MINUTES, Infinity].map(durationsWithin).find((durations) => durations.length > 0) ?? [];
  const sorted = free.toSorted((one, other) => one - other);
  return sorted.includes(USUAL_DURATION) ? USUAL_DURATION : (sorted[Math.floor(sorted.length / 2)] ?? USUAL_DURATION);
}

/** Minutes of a gap that is shorter than what the field sells. */
const unsellableMinutes = (ms: number, shortest: number) => {
  const minutes = ms / MINUTE_MS;
  return minutes > 0 && minutes < shortest ? minutes : 0;
};

export function toOffers(field: OfferedField, { ranges, starts }: FieldDay, busy: readonly TimeSpan[]): SlotOffer[] {
  const shortest = Math.min(...starts.flatMap(({ options }) => options.map(({ duration }) => duration)));
  return starts.flatMap(({ start, options }) => {
    const range = ranges.find((one) => one.start <= start && start < one.end);
    const before = Math.max(range?.start ?? start, ...busy.map(({ end }) => (end <= start ? end : -Infinity)));
    const after = Math.min(range?.end ?? start, ...busy.map((taken) => (taken.start > start ? taken.start : Infinity)));
    return options.map(({ duration, priceType, price }) => ({
      fieldId: field.id,
      start,
      duration,
      priceType,
      price,
      unsellable:
        unsellableMinutes(start - before, shortest) +
        unsellableMinutes(after - start - (duration + field.turnaround) * MINUTE_MS, shortest),
    }));
  });
}

interface Day {
  date: string;
  offers: SlotOffer[];
}

const isAhead =
  ({ now }: SlotsCall) =>
  ({ start }: SlotOffer) =>
    start > now.getTime();

/** Starts that there would be if nothing were booked. */
const listPossible = (call: SlotsCall, fields: readonly OfferedField[], terms: FieldTerms, date: string): SlotOffer[] =>
  fields.flatMap((field) => toOffers(field, computeFieldDay(field, date, terms, []), []).filter(isAhead(call)));

async function computeDay(
  call: SlotsCall,
  fields: readonly OfferedField[],
  terms: FieldTerms,
  date: string,
): Promise<Day> {
  const occupied = await listOccupiedAround(call, fields, date, call.query.eventId);
  return {
    date,
    offers: fields.flatMap((field) => {
      const busy = occupied.get(field.id) ?? [];
      return toOffers(field, computeFieldDay(field, date, terms, busy), busy).filter(isAhead(call));
    }),
  };
}

export async function readSlots(call: SlotsCall): Promise<Slots> {
  const { query, now, organizationId } = call;
  const { sportId, people } = query;
  const all = (await listRememberedFields(call, { facilityId: undefined, fieldId: undefined, sportId, people })).filter(
    (field) =>
      (query.lights !== true || field.lights === true) &&
      (query.handicapAccess !== true || field.handicap_access === true) &&
      field.bookable,
  );
  const fieldIds = query.fieldIds === undefined ? undefined : new Set(query.fieldIds.toLowerCase().split(","));
  const isWanted = (field: OfferedField) =>
    (fieldIds === undefined || fieldIds.has(field.id)) &&
    (query.space === undefined || field.space === query.space) &&
    (query.facilityId === undefined || field.facility_id === query.facilityId);
  const timezone = await findTimezone(call, all.filter(isWanted), query.facilityId !== undefined);
  const date = query.date ?? localDateOf(timezone, now);
  const terms = await loadFieldTerms(call, all, { from: date, to: addDays(date, MAX_DAYS_AHEAD) }, query);
  const today = await computeDay(call, all, terms, date);
  const time = query.time ?? defaultTime(date, timezone, now);
  const at = localTimeToInstant(date, time, timezone);
  // The nearest to a time that has passed is what comes next.
  const from = Math.max(at, now.getTime());
  const asked = {
    ...{ date, time, people: people ?? 1 },
    duration: query.duration ?? defaultDuration(today.offers, from),
  };
  const context = { all, isWanted, asked, at };
  const starts = startsOfDay(today.offers, context);
  const possible = startsOfDay(listPossible(call, all.filter(isWanted), terms, date), context);
  const otherDay = await findOtherDay(call, terms, timezone, context);
  const instead = pickInstead({
    asked: { start: from, duration: asked.duration },
    people: asked.people,
    starts,
    otherDurations: startsAt(today, context, isWanted).filter(({ start }) => start === at),
    otherSpace: findElsewhere(today, context, (field) => query.space !== undefined && field.space !== query.space),
    otherFacility: findElsewhere(
      today,
      context,
      (field) => query.facilityId !== undefined && field.facility_id !== query.facilityId,
    ),
    otherDay,
  });
  const serialize = createSerializer(all, asked.people);
  const free = new Set(starts.map(({ start }) => start));
  const taken = possible.filter(({ start }) => !free.has(start));
  const settings = organizationId === ALL_ORGANIZATIONS ? undefined : await findSettings(call);
  const isWholeDay = fieldIds !== undefined && query.time === undefined;
  const near = isWholeDay ? starts : pickNear(starts, from);
  const isNear = (start: number) => isWholeDay || Math.abs(start - from) <= NEAR_MINUTES * MINUTE_MS;
  return {
    asked,
    timezone,
    currency: settings?.currency ?? "EUR",
    near: near.map(serialize),
    instead: (isWholeDay && near.length > 0 ? [] : instead).map((one) => ({
      ...serialize(one),
      why: one.why satisfies SlotReason,
    })),
    full: taken.filter(({ start }) => isNear(start)).map(({ start }) => new Date(start).toISOString()),
    day: starts.map(({ start, free: count }) => ({ startTime: new Date(start).toISOString(), free: count })),
    taken: taken.map(({ start }) => new Date(start).toISOString()),
    refusal: free.has(at) ? null : await findRefusal(call, terms, { all: all.filter(isWanted), asked, at }),
    canWait: settings !== undefined && settings.waitlist !== "off",
    contact: settings ? { phone: settings.phone, email: settings.email } : null,
  };
}

/** Asked by a member for a time that is free but for the rules: the horizon first, then the quotas. */
async function findRefusal(
  call: SlotsCall,
  terms: FieldTerms,
  { all, asked, at }: Pick<SlotContext, "all" | "asked" | "at">,
): Promise<string | null> {
  const { access, now, language, t } = call;
  const occupied = await listOccupiedAround(call, all, asked.date, call.query.eventId);
  const ahead = { start: now.getTime() + 1, end: Infinity };
  const isAsked = ({ start, duration }: SlotOffer) => start === at && duration === asked.duration;
  const findFree = (of: FieldTerms) =>
    all.find((field) => {
      const busy = occupied.get(field.id) ?? [];
      return toOffers(field, computeFieldDay(field, asked.date, of, busy), busy).some(isAsked);
    });
  if (access.isTeam) return null;
  const inHorizon = findFree({ ...terms, quotas: undefined });
  if (inHorizon && terms.quotas) {
    const { id, timezone } = inHorizon;
    const end = at + asked.duration * MINUTE_MS;
    const refusal = terms.quotas.find({ start: at, end, sportId: terms.sportIds?.get(id) ?? null, timezone });
    return refusal ? renderMessage(t, await describeQuotaRefusal(call, refusal, terms.quotas.windows)) : null;
  }
  const free = findFree({ ...terms, quotas: undefined, bookingWindowIn: () => ahead });
  if (!free) return null;
  const rules = await findRulesOfCaller(call, asked.date);
  const refusal = findWindowRefusal(rules, new Date(at), { now, timezone: free.timezone, language });
  return refusal ? renderMessage(t, refusal) : null;
}

interface SlotContext {
  all: readonly OfferedField[];
  isWanted: (field: OfferedField) => boolean;
  asked: Slots["asked"];
  /** The instant asked for. */
  at: number;
}

const toSlotField = (field: OfferedField): SlotField => ({
  id: field.id,
  parentId: field.parent_id,
  name: field.name,
});

function mergeOf(
  offers: readonly SlotOffer[],
  { all, asked }: SlotContext,
  isMeant: (field: OfferedField) => boolean,
): SlotStart[] {
  const fields = all.filter(isMeant);
  const ids = new Set(fields.map(({ id }) => id));
  return mergeOffers(
    offers.filter(({ fieldId }) => ids.has(fieldId)),
    fields.map(toSlotField),
    asked.people,
  );
}

/** Starts with the duration and on the fields asked for. */
function startsOfDay(offers: readonly SlotOffer[], context: SlotContext): SlotStart[] {
  const isAsked = ({ duration }: SlotOffer) => duration === context.asked.duration;
  return mergeOf(offers.filter(isAsked), context, context.isWanted);
}

const startsAt = (day: Day, context: SlotContext, isMeant: SlotContext["isWanted"]) =>
  mergeOf(
    day.offers.filter(({ start }) => start === context.at),
    context,
    isMeant,
  );

const findElsewhere = (day: Day, context: SlotContext, isMeant: SlotContext["isWanted"]) =>
  startsAt(day, context, isMeant).find(({ duration }) => duration === context.asked.duration);

/** The next day, of seven, that has the time and the duration asked for. */
async function findOtherDay(
  call: SlotsCall,
  terms: FieldTerms,
  timezone: string,
  context: SlotContext,
): Promise<SlotStart | undefined> {
  const wanted = context.all.filter(context.isWanted);
  for (let days = 1; days <= MAX_DAYS_AHEAD; days += 1) {
    const date = addDays(context.asked.date, days);
    const at = localTimeToInstant(date, context.asked.time, timezone);
    const { offers } = await computeDay(call, wanted, terms, date);
    const found = startsOfDay(offers, context).find(({ start }) => start === at);
    if (found) return found;
  }
  return undefined;
}

function createSerializer(all: readonly OfferedField[], people: number) {
  const byId = new Map(all.map((field) => [field.id, field]));
  return ({ start, duration, free, offers }: SlotStart): Start => {
    const fields = offers.flatMap((offer) => {
      const field = byId.get(offer.fieldId);
      if (!field) return [];
      return {
        id: field.id,
        name: field.name,
        facility: { id: field.facility_id, name: field.facility_name },
        space: field.space as Start["fields"][number]["space"],
        cancellationDeadline: field.cancellation_deadline,
        approval: field.approval as Start["fields"][number]["approval"],
        minPeople: field.min_people_by_event,
        price: offerTotal(offer, people),
        priceType: offer.priceType,
      };
    });
    const prices = fields.map(({ price }) => price);
    return {
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + duration * MINUTE_MS).toISOString(),
      duration,
      price: { from: Math.min(...prices), to: Math.max(...prices) },
      free,
      fields,
    };
  };
}

const noFilters = { facilityId: undefined, fieldId: undefined, sportId: undefined, people: undefined };

export async function readSlotOptions(call: Call<typeof availability.slotOptions>) {
  const fields = await listRememberedFields(call, noFilters);
  const timezone = await findTimezone(call, fields, false);
  const { sportId } = call.query;
  const ofSport = sportId === undefined ? fields : await listRememberedFields(call, { ...noFilters, sportId });
  const key = ["availability.slotOptions", visibilityKey(call.access), call.language, sportId];
  return remember(call, key, async () => {
    const ids = fields.filter((field) => field.bookable).map(({ id }) => id);
    const asked = ofSport.filter((field) => field.bookable);
    const patterns = await listFieldPricePatterns(call.db, call.organizationId, ids);
    const durations = asked.flatMap((field) => {
      const own = patterns.get(field.id) ?? [];
      return own.length === 0
        ? listFreeDurations(field.start_step)
        : own.flatMap(({ plans }) => plans.map(({ duration }) => duration));
    });
    return {
      timezone,
      sports: await listOfferedSports(call.db, call, ids),
      durations: [...new Set(durations)].toSorted((one, other) => one - other),
      spaces: (["indoor", "outdoor"] as const).filter((space) => asked.some((field) => field.space === space)),
      hasLights: asked.some(({ lights }) => lights === true),
      fields: asked.map(({ id, name }) => ({ id, name })),
    };
  });
}
