/** Books the chosen dates of a series as ordinary events; reports dates that cannot be booked as skipped. */
import { events, type Event } from "#contract/events.ts";
import type { Body, Returns } from "#contract/kit.ts";
import type { series, SeriesRule } from "#contract/series.ts";
import { bookEvent } from "#server/events/book.ts";
import { notifyBooked } from "#server/events/notifications.ts";
import { resolveCustomer } from "#server/customers/booking-customer.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import { runInSavepoint } from "#server/kit/http/savepoint.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import {
  assertKnownCustomer,
  findSeriesField,
  expandTemplate,
  planOccurrences,
  type DatedOccurrence,
  type SeriesTemplate,
} from "./plan.ts";
import { findSeries, insertSeries, parseRule } from "./queries.ts";
import { listActiveDates } from "./read.ts";

type SeriesBooking = Returns<typeof series.create>;
type ChosenDates = Body<typeof series.create>["dates"];

async function bookOccurrences(
  context: RequestContext,
  {
    seriesId,
    template: { promoCode, ...template },
    rule,
    dated,
    chosen,
  }: { seriesId: string; template: SeriesTemplate; rule: SeriesRule; dated: DatedOccurrence[]; chosen: ChosenDates },
): Promise<SeriesBooking> {
  const byDate = new Map(dated.map((one) => [one.date, one]));
  const created: Event[] = [];
  const skipped: SeriesBooking["skipped"] = [];
  const [twice] = chosen.filter(({ date }, index) => chosen.findIndex((one) => one.date === date) < index);
  if (twice) throw invalidFields({ dates: [message("series.dateTaken", { date: twice.date })] });
  const lowered = promoCode
    ? await listDatesWithCode(context, { template: { ...template, promoCode }, rule }, chosen)
    : [];
  for (const { date, fieldId } of chosen) {
    const one = byDate.get(date);
    if (!one) throw invalidFields({ dates: [message("series.notADate", { date })] });
    const start = new Date(one.start);
    const body = {
      ...{ ...template, fieldId: fieldId ?? template.fieldId, startTime: start.toISOString() },
      // A code that was used up meanwhile lets the date be skipped: it is booked at no other price than was shown.
      ...(promoCode && lowered.includes(date) && { promoCode }),
    };
    const reason = await runInSavepoint(context, async () => {
      const booked = await invokeEndpoint(
        context,
        events.create,
        (call) => bookEvent(call, { origin: { seriesId, originalStart: start } }),
        { body },
      );
      created.push(booked);
    });
    if (reason) skipped.push({ date, reason });
  }
  const idsOf = (some: readonly Event[]) => some.map(({ id }) => id);
  for (const [status, same] of Map.groupBy(created, (event) => event.status))
    await notifyBooked(context, idsOf(same), status, { isNew: true });
  return { seriesId, created: idsOf(created), skipped };
}

/** Dates on the field of the series on which its code holds, in their order. */
async function listDatesWithCode(
  context: RequestContext,
  plan: { template: SeriesTemplate; rule: SeriesRule },
  chosen: ChosenDates,
): Promise<string[]> {
  const here = new Set(
    chosen.flatMap(({ date, fieldId }) => (fieldId && fieldId !== plan.template.fieldId ? [] : [date])),
  );
  const planned = await planOccurrences(context, plan, ({ date }) => here.has(date));
  return planned.flatMap(({ date, promo }) => (promo && promo.refusal === null ? [date] : []));
}

function assertSomeBooked({ created, skipped }: SeriesBooking): void {
  const [first] = skipped;
  if (created.length === 0 && first) throw new HttpError(409, message("series.noneBooked", { reason: first.reason }));
}

/** The customer is found or made once, so that dates added later are the same person's. */
async function resolveTemplate(call: RequestContext, template: SeriesTemplate): Promise<SeriesTemplate> {
  const customer = await resolveCustomer(call, template.customer);
  return customer ? { ...template, customer: { customerId: customer.customerId } } : template;
}

export async function createSeries(call: Call<typeof series.create>): Promise<SeriesBooking> {
  const { db, now, organizationId, user, body } = call;
  const { rule, dates: chosen } = body;
  if (Boolean(rule.until) === Boolean(rule.count)) throw invalidFields({ "rule.until": [message("series.oneEnd")] });
  await assertKnownCustomer(call, body.template);
  const template = await resolveTemplate(call, body.template);
  const field = await findSeriesField(call, template.fieldId);
  const seriesId = uuidv7(now);
  await insertSeries(db, {
    organization_id: organizationId,
    id: seriesId,
    field_id: field.id,
    name: template.name,
    rule: JSON.stringify({
      interval: rule.interval,
      weekdays: rule.weekdays,
      until: rule.until ?? null,
      count: rule.count ?? null,
    }),
    template: JSON.stringify(template),
    created_by: user.id,
    created_at: now,
    updated_at: now,
  });
  const dated = expandTemplate(template, rule, field.timezone);
  const booked = await bookOccurrences(call, { seriesId, template, rule, dated, chosen });
  assertSomeBooked(booked);
  call.record({
    subjectId: seriesId,
    after: { name: template.name, created: booked.created.length, skipped: booked.skipped.length },
    fieldId: field.id,
  });
  return booked;
}

export async function addDates(call: Call<typeof series.add>): Promise<SeriesBooking> {
  const { db, organizationId, params, body, record } = call;
  const found = await findSeries(db, call, params.seriesId, { hold: true });
  const template = found.template as SeriesTemplate;
  const rule = parseRule(found.rule);
  const dated = expandTemplate(template, rule, found.timezone);
  const alive = await listActiveDates(db, organizationId, found);
  const twice = body.dates.find(({ date }) => alive.has(date));
  if (twice) throw invalidFields({ dates: [message("series.dateTaken", { date: twice.date })] });
  const booked = await bookOccurrences(call, { seriesId: found.id, template, rule, dated, chosen: body.dates });
  assertSomeBooked(booked);
  record({ after: { name: found.name, created: booked.created.length }, fieldId: found.field_id });
  return booked;
}
