/** What stands in the way of each occurrence of a series, and where else in the facility it could be. */
import { isInside, openRangesBetween, type Hours, type Span } from "#contract/hours-rules.ts";
import { priceReader, type PriceOption, type PricePattern } from "#contract/prices-rules.ts";
import type { Occurrence, SeriesRule } from "#contract/series.ts";
import { mostOccurrences } from "#contract/series.ts";
import { expandRule, startOn } from "#contract/series-rules.ts";
import type { Body } from "#contract/kit.ts";
import type { events } from "#contract/events.ts";
import { refuseOddTime } from "#server/events/rules.ts";
import { listOfferedFields, type OfferedField } from "#server/availability/queries.ts";
import { listOccupied } from "#server/fields/occupied.ts";
import { listSportIds } from "#server/fields/queries.ts";
import { listHoursOf } from "#server/hours/queries.ts";
import type { Place } from "#server/kit/announce.ts";
import { invalid, say } from "#server/kit/problem.ts";
import { dateIn } from "#server/kit/timezone.ts";
import { findMemberRoleIds } from "#server/members/queries.ts";
import { listPricesOf } from "#server/prices/queries.ts";

export type Template = Body<typeof events.create>;
export interface Dated {
  date: string;
  /** Epoch milliseconds. */
  start: number;
  end: number;
}

const minute = 60_000;

export const localOf = (startTime: string, timezone: string) => {
  const local = Temporal.Instant.from(startTime).toZonedDateTimeISO(timezone);
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: "minute" }) };
};

/** Every occurrence of a rule, at the local time of its template. */
export function expand(template: Template, rule: SeriesRule, timezone: string): Dated[] {
  refuseOddTime(template);
  const { date: first, time } = localOf(template.startTime, timezone);
  return expandRule(rule, first, mostOccurrences).map((date) => {
    const start = startOn(date, time, timezone);
    return { date, start, end: start + template.duration * minute };
  });
}

/** The field of a series. */
export async function findField(place: Place, fieldId: string): Promise<OfferedField> {
  const [field] = await listOfferedFields(place.db, place, { fieldId });
  if (!field) throw invalid({ "template.fieldId": [say("fields.unknown")] });
  return field;
}

/** The other fields of the facility that are for the same sport, and for as many people. */
async function listOthers(place: Place, field: OfferedField, template: Template): Promise<OfferedField[]> {
  const { db, organizationId } = place;
  const sportId = template.sportId ?? (await listSportIds(db, organizationId, field.id))[0];
  const all = await listOfferedFields(db, place, {
    facilityId: field.facility_id,
    sportId,
    people: template.people ?? undefined,
  });
  return all.filter(({ id }) => id !== field.id);
}

interface Knowledge {
  hours: Map<string, Pick<Hours, "hours" | "exceptions">>;
  taken: Map<string, Span[]>;
  prices: Map<string, PricePattern[]>;
  roleIds: number[];
}

const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "00:00" }));

type Judgement = Pick<Occurrence, "state" | "price">;

const freeAt = ({ id: fieldId, name }: OfferedField, { state, price }: Judgement): Occurrence["alternatives"] =>
  state === "ok" && price !== null ? [{ fieldId, name, price }] : [];

/** Judges any of the occurrences on one field; its hours and prices are worked out once. */
function judgeOf(field: OfferedField, template: Template, known: Knowledge) {
  const { timezone } = field;
  const found = known.hours.get(field.id) ?? { hours: null, exceptions: [] };
  const isClosed = field.status === "closed";
  // Where a field has no hours at all, there is nothing for the team to be outside of but closures.
  const bound = { ...found, hours: found.hours ?? always, timezone, closed: isClosed };
  // Only the days of the occurrences: a rule may name one a year.
  const isOpen = (span: Span) =>
    isInside(
      openRangesBetween(dateIn(timezone, new Date(span.start)), dateIn(timezone, new Date(span.end)), bound),
      span,
    );
  const read = priceReader({
    patterns: known.prices.get(field.id) ?? [],
    timezone,
    roleIds: known.roleIds,
    startStep: field.start_step,
  });
  const isAsked = (option: PriceOption) =>
    option.duration === template.duration &&
    (!template.priceType || !option.priceType || option.priceType === template.priceType);
  const people = template.people ?? template.minPeople ?? 1;
  const busy = known.taken.get(field.id) ?? [];
  return ({ start, end }: Dated): Judgement => {
    const option = read(start).find(isAsked);
    const sold = option ? (option.priceType === "user" ? option.price * people : option.price) : null;
    const price = template.kind === "block" ? 0 : (template.price ?? sold);
    const isBound = !template.override && template.kind === "event";
    if (isClosed || (isBound && !isOpen({ start, end }))) return { state: "closed", price };
    const until = end + field.turnaround * minute;
    if (busy.some((span) => span.start < until && start < span.end)) return { state: "conflict", price };
    return { state: price === null ? "not_sold" : "ok", price };
  };
}

/**
 * The occurrences as they could be booked now.
 * @param isWanted which of them; all where left out
 */
export async function plan(
  place: Place,
  { template, rule }: { template: Template; rule: SeriesRule },
  isWanted: (one: Dated) => boolean = () => true,
): Promise<Occurrence[]> {
  const { db, organizationId } = place;
  const field = await findField(place, template.fieldId);
  const others = await listOthers(place, field, template);
  const dated = expand(template, rule, field.timezone).filter(isWanted);
  const [first, last] = [dated[0], dated.at(-1)];
  if (!first || !last) return [];
  const ids = [field.id, ...others.map(({ id }) => id)];
  const within = { from: first.date, to: last.date };
  const customerId = template.customer && "userId" in template.customer ? template.customer.userId : undefined;
  const known: Knowledge = {
    hours: await listHoursOf(db, organizationId, ids, within),
    taken: await listOccupied(db, organizationId, ids, { start: first.start, end: last.end + 240 * minute }),
    prices: await listPricesOf(db, organizationId, ids),
    roleIds: customerId ? await findMemberRoleIds(db, organizationId, customerId) : [],
  };
  const judge = judgeOf(field, template, known);
  const elsewhere = others.map((other) => ({ other, judge: judgeOf(other, template, known) }));
  return dated.map((one) => {
    const { state, price } = judge(one);
    const free = state === "ok" ? [] : elsewhere.flatMap(({ other, judge: at }) => freeAt(other, at(one)));
    return {
      date: one.date,
      startTime: new Date(one.start).toISOString(),
      endTime: new Date(one.end).toISOString(),
      state,
      price,
      alternatives: free,
    };
  });
}
