/** Retention of personal data by setting (GDPR storage limitation): a dry run, and a job at night in small transactions. Off until an organization turns it on. */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import type { personalData, RetentionPreview, RetentionSettings } from "#contract/personal-data-endpoints.ts";
import { splitName } from "#server/customers/booking-customer.ts";
import { forgetCustomers } from "#server/customers/forget.ts";
import { deleteImportsBefore } from "#server/imports/queries.ts";
import { deleteEntriesBefore } from "#server/kit/activity/forget-entries.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { translators } from "#server/kit/process/translators.ts";
import {
  findRetention,
  insertRetention,
  listOldEntries,
  listOldImports,
  listOrganizationsOfGuests,
  listRetainingOrganizations,
  listStaleCustomers,
  listStaleGuests,
} from "./retention-queries.ts";

const DAY_MS = 86_400_000;
const MAX_SAMPLES = 5;
const CUSTOMERS_PER_TRANSACTION = 50;
const ROWS_PER_TRANSACTION = 1000;

const monthsBefore = (now: Date, months: number): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO("UTC").subtract({ months })
      .epochMilliseconds,
  );

/** Undefined where nothing is deleted by itself. */
const cutoffs = ({ customersMonths, activityMonths, importsDays }: RetentionSettings, now: Date) => ({
  customers: customersMonths === null ? undefined : monthsBefore(now, customersMonths),
  activity: activityMonths === null ? undefined : monthsBefore(now, activityMonths),
  imports: importsDays === null ? undefined : new Date(now.getTime() - importsDays * DAY_MS),
});

interface Countable<Row> {
  count: number;
  rows: Row[];
}
const describe = <Row>(
  kind: RetentionPreview[number]["kind"],
  { count, rows }: Countable<Row>,
  name: (row: Row) => string,
) => ({ kind, count, samples: rows.map(name) });

export async function previewRetention({
  db,
  organizationId,
  body,
  now,
}: Call<typeof personalData.previewRetention>): Promise<RetentionPreview> {
  const { customers, activity, imports } = cutoffs(body, now);
  const preview: RetentionPreview = [];
  if (customers) {
    const found = listStaleCustomers(db, organizationId, customers);
    const { count } = await found.select((e) => e.fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
    const rows = await found.select("name").orderBy("created_at").orderBy("id").limit(MAX_SAMPLES).execute();
    preview.push(describe("customers", { count: Number(count), rows }, (row) => row.name));
  }
  if (activity) {
    const found = listOldEntries(db, organizationId, activity);
    const { count } = await found.select((e) => e.fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
    const rows = await found.select("at").orderBy("at").limit(MAX_SAMPLES).execute();
    preview.push(describe("activity", { count: Number(count), rows }, (row) => row.at.toISOString()));
  }
  if (imports) {
    const found = listOldImports(db, organizationId, imports);
    const { count } = await found.select((e) => e.fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
    const rows = await found.select("file_name").orderBy("ended_at").limit(MAX_SAMPLES).execute();
    preview.push(describe("imports", { count: Number(count), rows }, (row) => row.file_name));
  }
  return preview;
}

export async function setRetention({
  db,
  organizationId,
  body,
  now,
  record,
}: Call<typeof personalData.setRetention>): Promise<RetentionSettings> {
  const before = await findRetention(db, organizationId);
  await insertRetention(db, organizationId, body, now);
  record({ subjectId: organizationId, ...computeDiff(before, body) });
  return body;
}

const guestCutoff = (now: Date): Date => new Date(now.getTime() - retentionMs("guest"));

/** Each organization by itself: a failure of one does not keep the others from it. */
export async function keepToRetention(appContext: AppContext): Promise<void> {
  const { db, clock } = appContext;
  const organizationIds = new Set([
    ...(await listRetainingOrganizations(db)),
    ...(await listOrganizationsOfGuests(db, guestCutoff(clock.now()))),
  ]);
  await runEach(
    [...organizationIds],
    (organizationId) => retain(appContext, organizationId),
    "organizations could not be kept to their retention",
  );
}

async function retain(appContext: AppContext, organizationId: string): Promise<void> {
  const { db, clock } = appContext;
  const now = clock.now();
  const { customers, activity, imports } = cutoffs(await findRetention(db, organizationId), now);
  const guests = guestCutoff(now);
  await forgetAll(appContext, organizationId, (trx) => listStaleGuests(trx, organizationId, guests));
  if (customers)
    await forgetAll(appContext, organizationId, (trx) => listStaleCustomers(trx, organizationId, customers));
  if (activity)
    while ((await deleteEntriesBefore(db, organizationId, activity, ROWS_PER_TRANSACTION)) === ROWS_PER_TRANSACTION);
  if (imports)
    while ((await deleteImportsBefore(db, organizationId, imports, ROWS_PER_TRANSACTION)) === ROWS_PER_TRANSACTION);
}

type ListStale = (db: Database) => ReturnType<typeof listStaleCustomers>;

async function forgetAll(appContext: AppContext, organizationId: string, list: ListStale): Promise<void> {
  while ((await forgetSome(appContext, organizationId, list)) === CUSTOMERS_PER_TRANSACTION);
}

/** @returns how many were forgotten */
const forgetSome = (appContext: AppContext, organizationId: string, list: ListStale): Promise<number> =>
  appContext.db.transaction().execute(async (db) => {
    const { country_id } = await db
      .selectFrom("organizations")
      .select("country_id")
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    const rows = await list(db)
      .select("id")
      .orderBy("created_at")
      .limit(CUSTOMERS_PER_TRANSACTION)
      .forUpdate()
      .skipLocked()
      .execute();
    const name = splitName(translators[languageOfCountry(country_id)]("personal-data.formerCustomer"));
    const context = { db, appContext, now: appContext.clock.now(), organizationId, memory: undefined };
    await forgetCustomers(
      context,
      rows.map(({ id }) => id),
      { firstName: name.first_name, lastName: name.last_name ?? "" },
    );
    return rows.length;
  });
