/** Books the chosen occurrences of a series, each as an ordinary event; what cannot be booked is skipped and said. */
import { sql } from "kysely";
import { events, type Event } from "#contract/events.ts";
import type { Body, Returns } from "#contract/kit.ts";
import type { series } from "#contract/series.ts";
import { book } from "#server/events/book.ts";
import { tellBooked } from "#server/events/tell.ts";
import type { Place } from "#server/kit/announce.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, Problem, say, spell } from "#server/kit/problem.ts";
import { perform } from "#server/kit/perform.ts";
import type { Call } from "#server/kit/serve.ts";
import { findField, expand, type Dated, type Template } from "./plan.ts";
import { findSeries, insertSeries, ruleOf } from "./queries.ts";
import { findAliveDates } from "./read.ts";

type Booked = Returns<typeof series.create>;
type Chosen = Body<typeof series.create>["dates"];

/**
 * Does a part of the work that may be refused, without losing the rest.
 * @returns the words of the refusal, or undefined
 */
export async function tryPart(
  { db, t }: Pick<Place, "db" | "t">,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  await sql`savepoint part`.execute(db);
  try {
    await work();
    await sql`release savepoint part`.execute(db);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await sql`rollback to savepoint part`.execute(db);
    const [own] = Object.values(error.errors ?? {}).flat();
    return spell(t, own ?? error.saying);
  }
}

async function bookAll(
  place: Place,
  { seriesId, template, dated, chosen }: { seriesId: string; template: Template; dated: Dated[]; chosen: Chosen },
): Promise<Booked> {
  const byDate = new Map(dated.map((one) => [one.date, one]));
  const created: Event[] = [];
  const skipped: Booked["skipped"] = [];
  const [twice] = chosen.filter(({ date }, index) => chosen.findIndex((one) => one.date === date) < index);
  if (twice) throw invalid({ dates: [say("series.dateTaken", { date: twice.date })] });
  for (const { date, fieldId } of chosen) {
    const one = byDate.get(date);
    if (!one) throw invalid({ dates: [say("series.notADate", { date })] });
    const start = new Date(one.start);
    const body = { ...template, fieldId: fieldId ?? template.fieldId, startTime: start.toISOString() };
    const reason = await tryPart(place, async () => {
      const booked = await perform(place, events.create, (call) => book(call, { seriesId, originalStart: start }), {
        body,
      });
      created.push(booked);
    });
    if (reason) skipped.push({ date, reason });
  }
  const idsOf = (some: readonly Event[]) => some.map(({ id }) => id);
  for (const [status, same] of Map.groupBy(created, (event) => event.status))
    await tellBooked(place, idsOf(same), status);
  return { seriesId, created: idsOf(created), skipped };
}

/** @throws Problem 409 where not one of the chosen dates can be booked */
function refuseNone({ created, skipped }: Booked): void {
  const [first] = skipped;
  if (created.length === 0 && first) throw new Problem(409, say("series.noneBooked", { reason: first.reason }));
}

export async function create(call: Call<typeof series.create>): Promise<Booked> {
  const { db, now, organizationId, user, body } = call;
  const { template, rule, dates: chosen } = body;
  if (Boolean(rule.until) === Boolean(rule.count)) throw invalid({ "rule.until": [say("series.oneEnd")] });
  const field = await findField(call, template.fieldId);
  const seriesId = v7(now);
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
  const dated = expand(template, rule, field.timezone);
  const booked = await bookAll(call, { seriesId, template, dated, chosen });
  refuseNone(booked);
  call.record({ subjectId: seriesId, after: { name: template.name, created: booked.created.length } });
  return booked;
}

/** Dates that were skipped, or canceled meanwhile, are booked after all. */
export async function add(call: Call<typeof series.add>): Promise<Booked> {
  const { db, organizationId, params, body, record } = call;
  const found = await findSeries(db, call, params.seriesId, { hold: true });
  const template = found.template as Template;
  const dated = expand(template, ruleOf(found.rule), found.timezone);
  const alive = await findAliveDates(db, organizationId, found);
  const twice = body.dates.find(({ date }) => alive.has(date));
  if (twice) throw invalid({ dates: [say("series.dateTaken", { date: twice.date })] });
  const booked = await bookAll(call, { seriesId: found.id, template, dated, chosen: body.dates });
  refuseNone(booked);
  record({ after: { name: found.name, created: booked.created.length } });
  return booked;
}
