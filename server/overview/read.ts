/** Reads the overview. An organization's figures are current; the platform's may be a minute old. */
import { sql } from "kysely";
import type { Overview, overview } from "#contract/overview.ts";
import { findTimezone } from "#server/activity/queries.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { resolvePeriods } from "./period.ts";
import { refreshOverview } from "./refresh.ts";
import { sumDays, findDistributions, listDays, listOpenHours, listTopFields } from "./sums.ts";
import { findToday } from "./today.ts";

type OverviewCall = Call<typeof overview.read>;

/** The most frequent currency comes first. */
async function listCurrencies(db: Database, organizationId: string): Promise<string[]> {
  const isEverywhere = organizationId === ALL_ORGANIZATIONS;
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

/** Only for the team: the figures include private events and fields, which members may not see. */
export async function readOverview(call: OverviewCall): Promise<Overview> {
  const { db, appContext, now, organizationId, access, query } = call;
  if (!access.isTeam) throw notFound();
  const timezone = await findTimezone(db, organizationId);
  const today = localDateOf(timezone, now);
  const { now: period, before } = resolvePeriods(query, today);
  const currencies = await listCurrencies(db, organizationId);
  const currency = (query.currency && currencies.find((one) => one === query.currency)) || (currencies[0] ?? "EUR");
  if (organizationId !== ALL_ORGANIZATIONS)
    await refreshOverview(appContext, organizationId, { from: before.from, to: period.to }, timezone);
  const scope = { organizationId, currency, hasRevenue: access.permissions.has("payments.show") };
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
    sum: sumDays(days),
    sumBefore: sumDays(daysBefore),
    days,
    daysBefore,
    ...(await findDistributions(db, scope, period)),
    openHours: await listOpenHours(db, scope, period),
    topFields: await listTopFields(db, scope, period),
  };
}
