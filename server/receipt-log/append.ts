/** Appends to the receipt log of an organization, in the transaction of what an entry is about, and closes its periods. */
import { sql, type Selectable } from "kysely";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import { runBeforeCommit } from "#server/kit/db/before-commit.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import type { ReceiptLogHeadsTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { canonicalJson, FIRST_HASH, hashEntry } from "./entry-hash.ts";
import { type EntryDraft, entryReaders, type LogScope } from "./payloads.ts";
import { periods, periodStart, sumClosedPeriod, type Period, type TotalPayload } from "./periods.ts";
import { findSigningKey, type SigningKey } from "./signing-key.ts";

type LogContext = Pick<TenantContext, "db" | "now" | "organizationId">;

interface LoggedRow {
  of: keyof typeof entryReaders;
  id: string;
}
const rowsByTransaction = new WeakMap<Database, Map<string, LoggedRow[]>>();

/**
 * The entry is written when the transaction ends: its lock is the last one, and is held for the shortest time. Where nothing
 * has come of the row by then, there is no entry.
 */
export function noteReceipt({ db, now, organizationId }: TenantContext, row: LoggedRow): void {
  const byOrganization = rowsByTransaction.get(db) ?? new Map<string, LoggedRow[]>();
  rowsByTransaction.set(db, byOrganization);
  const known = byOrganization.get(organizationId);
  if (known) return void known.push(row);
  const rows = [row];
  byOrganization.set(organizationId, rows);
  runBeforeCommit(db, () => appendRows({ db, now, organizationId }, rows));
}

async function appendRows(context: LogContext, rows: readonly LoggedRow[]): Promise<void> {
  const organization = await findOrganization(context);
  if (!organization.hasLog && organization.country_id !== FRANCE_ID) return;
  const found = new Map<string, EntryDraft>();
  for (const [of, its] of Map.groupBy(rows, (row) => row.of)) {
    const ids = its.map(({ id }) => id);
    for (const [id, draft] of await entryReaders[of](context, ids)) found.set(`${of} ${id}`, draft);
  }
  const drafts = rows.flatMap(({ of, id }) => found.get(`${of} ${id}`) ?? []);
  if (drafts.length > 0) await appendEntries(context, organization, drafts);
}

/** Does nothing where no log is kept. Waits for those who append meanwhile. */
export async function appendEntry(context: LogContext, draft: EntryDraft): Promise<void> {
  const organization = await findOrganization(context);
  if (organization.hasLog) await appendEntries(context, organization, [draft]);
}

/** A list that was downloaded. */
export const appendExport = (context: LogContext, payload: { list: string; month?: string }): Promise<void> =>
  appendEntry(context, { kind: "export", payload });

/** In a transaction of its own, for downloads that only read. All organizations together have no log. */
export const logExport = async (
  { appContext, now, organizationId }: Pick<TenantContext, "appContext" | "now" | "organizationId">,
  payload: { list: string },
): Promise<void> => {
  if (organizationId === ALL_ORGANIZATIONS) return;
  await appContext.db.transaction().execute((db) => appendExport({ db, now, organizationId }, payload));
};

/** Days, months and years that are over get their totals. */
export async function closePeriods(context: LogContext): Promise<void> {
  const organization = await findOrganization(context);
  if (organization.hasLog) await appendEntries(context, organization, []);
}

interface LogOrganization {
  country_id: number;
  timezone: string;
  currency: string;
  hasLog: boolean;
}

const findOrganization = ({ db, organizationId }: LogScope): Promise<LogOrganization> =>
  db
    .selectFrom("organizations")
    .leftJoin("receipt_log_heads", "receipt_log_heads.organization_id", "organizations.id")
    .select(["country_id", "timezone", "currency"])
    .select(sql<boolean>`receipt_log_heads.seq is not null`.as("hasLog"))
    .where("organizations.id", "=", organizationId)
    .executeTakeFirstOrThrow();

interface Chain extends LogContext {
  head: Selectable<ReceiptLogHeadsTable>;
  key?: SigningKey;
}

async function lockHead({ db, now, organizationId }: LogContext): Promise<Chain["head"]> {
  const head = db.selectFrom("receipt_log_heads").selectAll().where("organization_id", "=", organizationId).forUpdate();
  const known = await head.executeTakeFirst();
  if (known) return known;
  await db
    .insertInto("receipt_log_heads")
    .values({ organization_id: organizationId, seq: 0, sha256: FIRST_HASH, at: now, perpetual_total: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return head.executeTakeFirstOrThrow();
}

async function appendEntries(
  context: LogContext,
  { timezone, currency }: LogOrganization,
  drafts: readonly EntryDraft[],
): Promise<void> {
  const chain: Chain = { ...context, head: await lockHead(context) };
  const isNew = Number(chain.head.seq) === 0;
  const today = localDateOf(timezone, latest(context.now, chain.head.at));
  if (isNew) await insertStart(chain, currency, drafts);
  await insertTotals(chain, today, currency);
  await insertEntries(chain, drafts);
  if (isNew || drafts.length > 0) openPeriods(chain, today);
  await saveHead(chain);
}

const latest = (a: Date, b: Date): Date => (a > b ? a : b);

/** Times never go back, though servers’ clocks differ. */
async function insertEntries(chain: Chain, drafts: readonly EntryDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const { db, now, organizationId, key } = chain;
  const rows = drafts.map(({ kind, payload }) => {
    const { head } = chain;
    const entry = {
      ...{ seq: Number(head.seq) + 1, at: latest(now, head.at), kind },
      payload: canonicalJson(payload),
      prev_sha256: head.sha256,
    };
    const sha256 = hashEntry(entry);
    chain.head = { ...head, seq: String(entry.seq), sha256, at: entry.at };
    const isTotal = periods.some((period) => kind === `${period}_total`);
    return { organization_id: organizationId, ...entry, sha256, signature: isTotal && key ? key.sign(sha256) : null };
  });
  await db.insertInto("receipt_log").values(rows).execute();
}

/** Payments and refunds until now, but for those whose entries follow. */
async function insertStart(chain: Chain, currency: string, drafts: readonly EntryDraft[]): Promise<void> {
  const { db, organizationId } = chain;
  const isOther = (kind: "payment" | "refund") => {
    const ids = drafts.filter((draft) => draft.kind === kind).map(({ payload }) => String(payload[kind]));
    return sql<boolean>`id <> all(${ids})`;
  };
  const payments = await db
    .selectFrom("payments")
    .select([sql<number>`count(*)::int`.as("count"), sql<string>`coalesce(sum(amount), 0)`.as("amount")])
    .where("organization_id", "=", organizationId)
    .where("status", "=", "succeeded")
    .where("method", "not in", ["balance", "voucher"])
    .where(isOther("payment"))
    .executeTakeFirstOrThrow();
  const refunds = await db
    .selectFrom("refunds")
    .select([sql<number>`count(*)::int`.as("count"), sql<string>`coalesce(-sum(amount), 0)`.as("amount")])
    .where("organization_id", "=", organizationId)
    .where("status", "=", "succeeded")
    .where((row) => row.or([row("failure", "is", null), row("paid_otherwise_at", "is not", null)]))
    .where(
      sql<boolean>`coalesce(refunds.method, (
        select payments.method from payments
        where payments.organization_id = ${organizationId} and payments.id = refunds.payment_id
      )) not in ('balance', 'voucher')`,
    )
    .where(isOther("refund"))
    .executeTakeFirstOrThrow();
  const total = Number(payments.amount) + Number(refunds.amount);
  const payload = {
    payments: { count: payments.count, amount: Number(payments.amount) },
    refunds: { count: refunds.count, amount: Number(refunds.amount) },
    ...{ total, currency },
  };
  await insertEntries(chain, [{ kind: "start", payload }]);
  chain.head.perpetual_total = String(total);
}

async function insertTotals(chain: Chain, today: string, currency: string): Promise<void> {
  for (const period of periods) {
    const open = chain.head[`open_${period}`];
    if (open === null || periodStart(period, today) <= open) continue;
    chain.key ??= await findSigningKey(chain.db);
    const { publicKey } = chain.key;
    const { sums, ...range } = await sumClosedPeriod(chain, period, Number(chain.head.seq));
    const total = sums.payments.amount + sums.refunds.amount;
    if (period === "day") chain.head.perpetual_total = String(Number(chain.head.perpetual_total) + total);
    const perpetualTotal = Number(chain.head.perpetual_total);
    const figures = { ...sums, total, perpetualTotal, currency };
    const payload = { from: open, ...range, ...figures, publicKey } satisfies TotalPayload;
    await insertEntries(chain, [{ kind: `${period}_total`, payload }]);
    chain.head[`open_${period}`] = null;
  }
}

function openPeriods({ head }: Chain, today: string): void {
  for (const period of periods) head[`open_${period}`] ??= periodStart(period, today);
}

const lengths: Readonly<Record<Period, Temporal.DurationLike>> = {
  day: { days: 1 },
  month: { months: 1 },
  year: { years: 1 },
};

async function saveHead({ db, organizationId, head }: Chain): Promise<void> {
  const ends = periods.flatMap((period) => {
    const open = head[`open_${period}`];
    return open === null ? [] : [Temporal.PlainDate.from(open).add(lengths[period]).toString()];
  });
  const { seq, sha256, at, open_day, open_month, open_year, perpetual_total } = head;
  await db
    .updateTable("receipt_log_heads")
    .set({ seq, sha256, at, open_day, open_month, open_year, perpetual_total, closes_on: ends.toSorted()[0] ?? null })
    .where("organization_id", "=", organizationId)
    .execute();
}
