/** How rows of memberships are imported. */
import { sql } from "kysely";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { type DateOrder, MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import { insertNewCustomer } from "#server/customers/booking-customer.ts";
import { toCustomerRow } from "#server/imports/customers/rows.ts";
import { foldName } from "#server/imports/fold-name.ts";
import { KnownCustomers } from "#server/imports/known-customers.ts";
import { encodingOf, type ImportRecord } from "#server/imports/queries.ts";
import { readTable } from "#server/imports/read-csv.ts";
import { refusedFaults } from "#server/imports/rows.ts";
import type { ImportKind } from "#server/imports/run-import.ts";
import { type ImportRecordDraft, insertImportRecords } from "#server/imports/written-records.ts";
import { openMemory } from "#server/kit/db/revision-cache.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import {
  createSubscriptionInserter,
  listImportSubscriptionTypes,
  listSubscriptionsForImport,
  lockImportTypes,
  updateImportedSubscription,
} from "#server/subscriptions/import.ts";
import type { SubscriptionMapping } from "./guess-mapping.ts";
import {
  emptySubscriptionReport,
  KnownSubscriptions,
  SubscriptionPlanner,
  type SubscriptionWriter,
  type StoredSubscriptionReport,
} from "./plan.ts";
import { type ParsedSubscriptionRow, parseSubscriptionRows } from "./rows.ts";

/** Content of `imports.options` for memberships. */
export interface SubscriptionOptions {
  dateOrder: DateOrder;
}

export const optionsOf = ({ options }: Pick<ImportRecord, "options">): SubscriptionOptions => ({
  dateOrder: "day_first",
  ...(options as Partial<SubscriptionOptions>),
});
export const subscriptionMappingOf = ({ mapping }: Pick<ImportRecord, "mapping">) => mapping as SubscriptionMapping;

export const readSubscriptionRows = async (
  content: Buffer,
  record: Pick<ImportRecord, "encoding" | "mapping" | "options">,
): Promise<ParsedSubscriptionRow[]> =>
  parseSubscriptionRows(await readTable(content, encodingOf(record)), {
    mapping: subscriptionMappingOf(record),
    dateOrder: optionsOf(record).dateOrder,
  });

/** @param isLocked keeps the customers as they are until the transaction ends */
async function planRows(
  context: TenantContext,
  rows: readonly ParsedSubscriptionRow[],
  {
    record,
    writer,
    report,
    isLocked,
  }: {
    record: Pick<ImportRecord, "mapping">;
    writer: SubscriptionWriter;
    report: StoredSubscriptionReport | undefined;
    isLocked: boolean;
  },
): Promise<StoredSubscriptionReport> {
  const { db, now, organizationId } = context;
  const good = rows.flatMap((row) => ("faults" in row ? [] : [row]));
  const drafts = good.map(({ holder }) => holder);
  const customers = await KnownCustomers.load(db, organizationId, drafts, { isLocked });
  const types = await listImportSubscriptionTypes(context);
  const names = new Set(good.map(({ typeName }) => foldName(typeName)));
  const named = types.filter(({ type }) => names.has(foldName(type.name)));
  if (isLocked)
    await lockImportTypes(
      context,
      named.map(({ type }) => type.id),
    );
  const subscriptions = await listSubscriptionsForImport(context, {
    externalIds: good.flatMap(({ externalId }) => externalId ?? []),
    customerIds: drafts.flatMap((draft) => customers.find(draft)?.id ?? []),
    typeIds: named.flatMap(({ type }) => (type.capacity === null ? [] : [type.id])),
  });
  const { timezone, countryId } = await findSettings(context);
  const scope = {
    ...{ mapping: subscriptionMappingOf(record), types, today: localDateOf(timezone, now) },
    language: languageOfCountry(countryId),
  };
  const known = { customers, subscriptions: new KnownSubscriptions(subscriptions) };
  const planner = new SubscriptionPlanner(scope, known, { writer, report });
  await planner.add(rows);
  return planner.report;
}

/** Says what an import would do. */
export function dryRunSubscriptions(
  context: TenantContext,
  rows: readonly ParsedSubscriptionRow[],
  record: Pick<ImportRecord, "mapping">,
): Promise<StoredSubscriptionReport> {
  const writer: SubscriptionWriter = {
    addCustomer: async (draft) => ({ ...toCustomerRow(draft), id: uuidv7(context.now) }),
    addSubscription: async () => uuidv7(context.now),
    changeSubscription: async () => {},
  };
  return planRows(context, rows, { record, writer, report: undefined, isLocked: false });
}

/** @param written gets what an undo needs */
async function createWriter(context: TenantContext, written: ImportRecordDraft[]): Promise<SubscriptionWriter> {
  const { now } = context;
  const t = translators[languageOfCountry((await findSettings(context)).countryId)];
  const reason = t("imports.packReason");
  const insertSubscription = createSubscriptionInserter(context, reason);
  return {
    async addCustomer(draft) {
      const row = toCustomerRow(draft);
      const id = await insertNewCustomer(context, row);
      written.push({ kind: "customer", recordId: id });
      return { ...row, id };
    },
    async addSubscription(state, of) {
      const id = await insertSubscription(state, of);
      written.push({ kind: "subscription", recordId: id, writtenAt: now });
      return id;
    },
    async changeSubscription(before, state) {
      const replaced = await updateImportedSubscription(context, before, { state, reason });
      written.push({ kind: "subscription", recordId: before.id, writtenAt: now, replaced });
    },
  };
}

export const subscriptionImports: ImportKind<ParsedSubscriptionRow, StoredSubscriptionReport, AppContext> = {
  permission: "sales.adjust",
  readRows: (_db, content, record) => readSubscriptionRows(content, record),
  async writeRows(worker, work, rows, report) {
    const { db, now } = worker;
    const { organizationId, record } = work;
    const memory = await openMemory({ db, organizationId, appContext: worker });
    const context = { db, now, organizationId, memory, appContext: worker };
    const written: ImportRecordDraft[] = [];
    const writer = await createWriter(context, written);
    const after = await planRows(context, rows, { record, writer, report, isLocked: true });
    await insertImportRecords(db, work, written);
    const [first] = written.filter(({ kind }) => kind === "subscription");
    // One for all rows, because clients reload their lists after any change.
    if (first)
      await insertLiveChange(db, { organizationId, module: "subscriptions", subjectId: first.recordId, at: now });
    return after;
  },
  addRefusedRow(row, report) {
    const { failed, faults, ...rest } = report ?? emptySubscriptionReport();
    return { ...rest, failed: failed + 1, faults: [...faults, ...refusedFaults(row)].slice(0, MAX_IMPORT_ERRORS) };
  },
  count(report) {
    const { subscriptions, failed } = report ?? emptySubscriptionReport();
    return { created: subscriptions.created, updated: subscriptions.updated, failed };
  },
  analyzeTables: (db) => sql`analyze subscriptions, subscription_terms, subscription_grants, customers`.execute(db),
};
