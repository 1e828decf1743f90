/** Plans a series (recurring booking): conflicts and price of each occurrence, and free alternatives in the facility. */
import {
  isWithinOpenTime,
  openRangesBetween,
  type FieldHours,
  type TimeSpan,
  ALWAYS_OPEN,
} from "#contract/hours-rules.ts";
import { createPriceReader, type PriceOption, type PricePattern } from "#contract/prices-rules.ts";
import type { Occurrence, SeriesRule } from "#contract/series.ts";
import { MAX_OCCURRENCES } from "#contract/series.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import { expandWeeklyRecurrence } from "#contract/series-recurrence-rules.ts";
import type { Body } from "#contract/kit.ts";
import type { events } from "#contract/events.ts";
import { type Privileges, rolesOn } from "#contract/permissions-grants-rules.ts";
import { assertPlausibleStart } from "#server/events/booking-rules.ts";
import { listOfferedFields, type OfferedField } from "#server/availability/queries.ts";
import { listOccupiedSpans } from "#server/fields/occupied-spans.ts";
import { listSportIds } from "#server/fields/queries.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message, renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findChosenCustomer, privilegesOf } from "#server/customers/booking-customer.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { quotePromoOfSeveral } from "#server/promo-codes/use.ts";

export type SeriesTemplate = Body<typeof events.create>;
export interface DatedOccurrence {
  date: string;
  /** Epoch milliseconds. */
  start: number;
  end: number;
}

const minute = 60_000;

export const toLocalDateTime = (startTime: string, timezone: string) => {
  const local = Temporal.Instant.from(startTime).toZonedDateTimeISO(timezone);
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: "minute" }) };
};

export function expandTemplate(template: SeriesTemplate, rule: SeriesRule, timezone: string): DatedOccurrence[] {
  assertPlausibleStart(template);
  const { date: first, time } = toLocalDateTime(template.startTime, timezone);
  return expandWeeklyRecurrence(rule, first, MAX_OCCURRENCES).map((date) => {
    const start = localTimeToInstant(date, time, timezone);
    return { date, start, end: start + template.duration * minute };
  });
}

export async function findSeriesField(context: RequestContext, fieldId: string): Promise<OfferedField> {
  const [field] = await listOfferedFields(context.db, context, { fieldId });
  if (!field) throw invalidFields({ "template.fieldId": [message("fields.unknown")] });
  return field;
}

/** For templates that are drafts: the customer of a series that stands may have left. */
export async function assertKnownCustomer(
  { db, organizationId }: RequestContext,
  template: SeriesTemplate,
): Promise<void> {
  const { customer } = template;
  if (!customer || (await findChosenCustomer(db, organizationId, customer)).isKnown) return;
  const member = "userId" in customer ? "userId" : "customerId";
  throw invalidFields({ [`template.customer.${member}`]: [message("events.customerUnknown")] });
}

/** Other fields of the facility for the same sport that accept this number of people. */
async function listOtherFields(
  context: RequestContext,
  field: OfferedField,
  template: SeriesTemplate,
): Promise<OfferedField[]> {
  const { db, organizationId } = context;
  const sportId = template.sportId ?? (await listSportIds(db, organizationId, field.id))[0];
  const all = await listOfferedFields(db, context, {
    facilityId: field.facility_id,
    sportId,
    people: template.people ?? undefined,
  });
  return all.filter(({ id }) => id !== field.id);
}

interface PlanData {
  hours: Map<string, Pick<FieldHours, "hours" | "exceptions">>;
  taken: Map<string, TimeSpan[]>;
  prices: Map<string, PricePattern[]>;
  privileges: Privileges;
}

type OccurrenceCheck = Pick<Occurrence, "state" | "price">;

const toAlternatives = (
  { id: fieldId, name }: OfferedField,
  { state, price }: OccurrenceCheck,
): Occurrence["alternatives"] => (state === "ok" && price !== null ? [{ fieldId, name, price }] : []);

/** Computes the hours and prices of the field once, for all occurrences. */
function createOccurrenceCheck(field: OfferedField, template: SeriesTemplate, data: PlanData) {
  const { timezone } = field;
  const found = data.hours.get(field.id) ?? { hours: null, exceptions: [] };
  const isClosed = field.status === "closed";
  // Closures alone bind the team on a field without hours.
  const bound = { ...found, hours: found.hours ?? ALWAYS_OPEN, timezone, closed: isClosed };
  // Compute the days of each occurrence only: a rule may name one a year.
  const isOpen = (span: TimeSpan) =>
    isWithinOpenTime(
      openRangesBetween(localDateOf(timezone, new Date(span.start)), localDateOf(timezone, new Date(span.end)), bound),
      span,
    );
  const read = createPriceReader({
    patterns: data.prices.get(field.id) ?? [],
    timezone,
    roleIds: data.privileges.roleIds,
    granted: { fieldId: field.id, grants: data.privileges.grants },
    startStep: field.start_step,
  });
  const isAsked = (option: PriceOption) =>
    option.duration === template.duration &&
    (!template.priceType || !option.priceType || option.priceType === template.priceType);
  const people = template.people ?? template.minPeople ?? 1;
  const busy = data.taken.get(field.id) ?? [];
  return ({ start, end }: DatedOccurrence): OccurrenceCheck => {
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

/** Plans occurrences as they could be booked now. @param isWanted all by default */
export async function planOccurrences(
  context: RequestContext,
  { template, rule }: { template: SeriesTemplate; rule: SeriesRule },
  isWanted: (one: DatedOccurrence) => boolean = () => true,
): Promise<Occurrence[]> {
  const { db, now, organizationId } = context;
  const field = await findSeriesField(context, template.fieldId);
  const others = await listOtherFields(context, field, template);
  const dated = expandTemplate(template, rule, field.timezone).filter(isWanted);
  const [first, last] = [dated[0], dated.at(-1)];
  if (!first || !last) return [];
  const ids = [field.id, ...others.map(({ id }) => id)];
  const within = { from: first.date, to: last.date };
  const data: PlanData = {
    hours: await listFieldHours(db, organizationId, ids, within),
    taken: await listOccupiedSpans(db, organizationId, ids, { start: first.start, end: last.end + 240 * minute }),
    prices: await listFieldPricePatterns(db, organizationId, ids),
    privileges: privilegesOf(await findChosenCustomer(db, organizationId, template.customer), now),
  };
  const judge = createOccurrenceCheck(field, template, data);
  const elsewhere = others.map((other) => ({ other, judge: createOccurrenceCheck(other, template, data) }));
  const judged = dated.map((one) => ({ one, ...judge(one) }));
  const bookable = judged
    .filter(({ state }) => state === "ok")
    .map(({ one, price }) => ({ ...one, price: price ?? 0 }));
  const promos = await quoteDates(context, template, field, bookable);
  return judged.map(({ one, state, price }) => {
    const free = state === "ok" ? [] : elsewhere.flatMap(({ other, judge: at }) => toAlternatives(other, at(one)));
    const promo = promos.get(one.date);
    return {
      date: one.date,
      startTime: new Date(one.start).toISOString(),
      endTime: new Date(one.end).toISOString(),
      state,
      price: price === null ? null : price - (promo?.discount ?? 0),
      promo: promo
        ? { discount: promo.discount, refusal: promo.refusal && renderMessage(context.t, promo.refusal) }
        : null,
      alternatives: free,
    };
  });
}

/**
 * The code of a series on each of its dates: it holds on the field of the series, and a date elsewhere has its own price.
 * @returns nothing without a code
 * @throws HttpError 422 on `template.promoCode` for an unknown one, or beside a price that is set by hand
 */
async function quoteDates(
  context: RequestContext,
  template: SeriesTemplate,
  field: OfferedField,
  dates: readonly (DatedOccurrence & { price: number })[],
): Promise<ReadonlyMap<string, { discount: number; refusal: LocalizedMessage | null }>> {
  const { db, now, organizationId, language } = context;
  if (!template.promoCode) return new Map();
  const path = "template.promoCode";
  if (template.price !== null && template.price !== undefined)
    throw invalidFields({ [path]: [message("promo-codes.ownPrice")] });
  if (template.kind === "block")
    throw invalidFields({ [path]: [message("promo-codes.nothingToPay", { code: template.promoCode })] });
  const { currency } = await findSettings(context);
  const chosen = await findChosenCustomer(db, organizationId, template.customer);
  const privileges = privilegesOf(chosen, now);
  const bookings = dates.map(({ start, end, price }) => ({
    ...{ eventId: null, fieldId: field.id, timezone: field.timezone, currency, price, lines: [] },
    ...{ start: new Date(start), end: new Date(end) },
    roleIds: rolesOn(privileges, localDateOf(field.timezone, new Date(start))),
  }));
  // A customer who is made with the series has used nothing yet.
  const isNew = template.customer ? "name" in template.customer : false;
  const of = { customerId: isNew ? ({ isVisitor: true } as const) : chosen.customerId, field: path };
  const within = { db, now, organizationId, language };
  const quotes = await quotePromoOfSeveral(within, template.promoCode, bookings, of);
  return new Map(dates.flatMap(({ date }, index) => (quotes[index] ? [[date, quotes[index]] as const] : [])));
}
