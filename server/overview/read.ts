/** A period at a glance. An organization's sums are true to the moment; the platform's to the minute. */
import { sql } from "kysely";
import type { Overview, overview } from "#contract/overview.ts";
import { findZone } from "#server/activity/queries.ts";
import { everyOrganization, type Database } from "#server/kit/database.ts";
import { notFound } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { dateIn } from "#server/kit/timezone.ts";
import { periodsOf } from "./period.ts";
import { refresh } from "./refresh.ts";
import { addUp, findShapes, listDays, listTopFields } from "./sums.ts";
import { findToday } from "./today.ts";

type Ask = Call<typeof overview.read>;

/** Those that money is counted in, the most common first. */
async function listCurrencies(db: Database, organizationId: string): Promise<string[]> {
  const isEverywhere = organizationId === everyOrganization;
  const rows = await db
    .selectFrom("organizations")
    .select("currency")
    .where("archived_at", "is", null)
    .where(isEverywhere ? sql<boolean>`true` : sql<boolean>`id = ${organizationId}`)
    .groupBy("currency")
    .orderBy(sql`count(*)`, "desc")
    .orderBy("currency")
    .execute();
  return rows.map(({ currency }) => currency);
}

/**
 * For the team: names and sums of private events and fields are in it, which a member with the same permission may not see.
 * @throws Problem 404 for members, 422 beside `to` for a period that cannot be
 */
export async function readOverview(call: Ask): Promise<Overview> {
  const { db, house, now, organizationId, standing, query } = call;
  if (!standing.isTeam) throw notFound();
  const timezone = await findZone(db, organizationId);
  const today = dateIn(timezone, now);
  const { now: period, before } = periodsOf(query, today);
  const currencies = await listCurrencies(db, organizationId);
  const currency = (query.currency && currencies.find((one) => one === query.currency)) || (currencies[0] ?? "EUR");
  if (organizationId !== everyOrganization)
    await refresh(house, organizationId, { from: before.from, to: period.to }, timezone);
  const scope = { organizationId, currency, hasRevenue: standing.permissions.has("payments.show") };
  const [days, daysBefore] = [await listDays(db, scope, period), await listDays(db, scope, before)];
  return {
    timezone,
    currency,
    currencies,
    from: period.from,
    to: period.to,
    beforeFrom: before.from,
    beforeTo: before.to,
    hasRevenue: scope.hasRevenue,
    now: await findToday(db, call, today),
    sum: addUp(days),
    sumBefore: addUp(daysBefore),
    days,
    daysBefore,
    ...(await findShapes(db, scope, period)),
    topFields: await listTopFields(db, scope, period),
  };
}
