/** Stocks of extras: what a facility has to lend, and what is lent when. The row of a stock is held while pieces change. */
import { sql, type Selectable } from "kysely";
import type { ExtraDraft } from "#contract/extras.ts";
import { countLent, findFreeFrom, numberPieces, type Span } from "#contract/extras-rules.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { ExtraStocksTable } from "#server/kit/db/tables.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";

interface Scope {
  db: Database;
  organizationId: string;
}

export type StockRow = Selectable<ExtraStocksTable>;

const selectStocks = ({ db, organizationId }: Scope) =>
  db.selectFrom("extra_stocks").selectAll().where("organization_id", "=", organizationId);

export const listStocks = ({ db, organizationId }: Scope, extraIds: readonly string[]): Promise<StockRow[]> =>
  db
    .selectFrom("extra_stocks")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("extra_id", extraIds))
    .orderBy("id")
    .execute();

/** Locks stocks until the transaction ends, ascending by id, after customers and before charges. */
export const lockStocks = (scope: Scope, ids: readonly string[]): Promise<StockRow[]> =>
  selectStocks(scope)
    .where(isAnyOf("id", [...new Set(ids)]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

interface Use extends Span {
  id: string;
  lineId: string;
  unit: number;
}

const toRange = ({ start, end }: Span): string => `[${new Date(start).toISOString()},${new Date(end).toISOString()})`;

async function listTouching({ db, organizationId }: Scope, stockId: string, span: Span): Promise<Use[]> {
  const rows = await db
    .selectFrom("extra_uses")
    .select(["id", "event_extra_id", "unit"])
    .select([sql<Date>`lower(during)`.as("start"), sql<Date>`upper(during)`.as("end")])
    .where("organization_id", "=", organizationId)
    .where("stock_id", "=", stockId)
    .where("active", "=", true)
    .where(sql<boolean>`during && ${toRange(span)}::tstzrange`)
    .execute();
  return rows.map(({ id, event_extra_id: lineId, unit, start, end }) => ({
    ...{ id, lineId, unit, start: start.getTime(), end: end.getTime() },
  }));
}

/** Loans that touch a span, and all that touch those: they may be numbered anew together. */
async function listConnected(scope: Scope, stockId: string, span: Span): Promise<Use[]> {
  let known: Use[] = [];
  let around = span;
  for (;;) {
    const found = await listTouching(scope, stockId, around);
    if (found.length === known.length) return found;
    known = found;
    around = {
      start: Math.min(around.start, ...found.map(({ start }) => start)),
      end: Math.max(around.end, ...found.map(({ end }) => end)),
    };
  }
}

/** Loans that run now or later. */
export const listLoansAhead = async ({ db, organizationId }: Scope, stockId: string, now: Date): Promise<Span[]> =>
  (
    await db
      .selectFrom("extra_uses")
      .select([sql<Date>`lower(during)`.as("start"), sql<Date>`upper(during)`.as("end")])
      .where("organization_id", "=", organizationId)
      .where("stock_id", "=", stockId)
      .where("active", "=", true)
      .where(sql<boolean>`upper(during) > ${now.toISOString()}::timestamptz`)
      .execute()
  ).map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }));

/** How long a piece is away. */
export const loanOf = ({ turnaround_minutes }: Pick<StockRow, "turnaround_minutes">, { start, end }: Span): Span => ({
  start,
  end: end + turnaround_minutes * 60_000,
});

/** Pieces that are free for a booking; null: as many as are asked for. */
export async function countFree(
  scope: Scope,
  stock: StockRow,
  span: Span,
  lineIds: readonly string[] = [],
): Promise<number | null> {
  if (stock.quantity === null || stock.on_hand !== null) return null;
  const loan = loanOf(stock, span);
  const loans = (await listTouching(scope, stock.id, loan)).filter(({ lineId }) => !lineIds.includes(lineId));
  return Math.max(0, stock.quantity - countLent(loans, loan));
}

export interface Loan {
  /** The extra of the booking. */
  lineId: string;
  name: string;
  pieces: number;
  span: Span;
}

interface Reader {
  timezone: string;
  /** Undefined: it names no time. */
  language: Language | undefined;
}

/** @param member of the body that asked for them */
async function refuse(
  scope: Scope,
  { stock, quantity, loan, free }: { stock: StockRow; quantity: number; loan: Loan; free: number },
  { timezone, language }: Reader,
): Promise<HttpError> {
  const { name, pieces: asked } = loan;
  const span = loanOf(stock, loan.span);
  const day = await listTouching(scope, stock.id, { start: span.start, end: span.end + 2 * 86_400_000 });
  const others = day.filter(({ lineId }) => lineId !== loan.lineId);
  const from = language && findFreeFrom(others, { quantity, pieces: asked, span });
  const refusal =
    language && from !== undefined
      ? message("extras.notFree", { name, free, asked, time: dateFormats(language, timezone).time(new Date(from)) })
      : message("extras.notFreeNow", { name, free, asked });
  return new HttpError(409, refusal, { errors: { extras: [refusal] } });
}

/**
 * Lends pieces for a booking, or for another time than before; its former loan ends. The stock is locked.
 * @throws HttpError 409 with how many are free, and from when as many as asked
 */
export async function lend(scope: Scope & { now: Date }, stock: StockRow, loan: Loan, reader: Reader): Promise<void> {
  const { db, now, organizationId } = scope;
  if (stock.on_hand !== null) return;
  await endLoan(scope, loan.lineId);
  const span = loanOf(stock, loan.span);
  const known = await listConnected(scope, stock.id, span);
  const free = stock.quantity === null ? loan.pieces : Math.max(0, stock.quantity - countLent(known, span));
  if (stock.quantity !== null && free < loan.pieces)
    throw await refuse(scope, { stock, quantity: stock.quantity, loan, free }, reader);
  const added = Array.from({ length: loan.pieces }, () => span);
  const units = numberPieces([...known, ...added]);
  const moved = known.flatMap(({ id, unit }, index) =>
    units[index] === unit ? [] : [{ id, unit: units[index] ?? 0 }],
  );
  if (moved.length > 0)
    await sql`update extra_uses set unit = renamed.unit from (values ${sql.join(
      moved.map(({ id, unit }) => sql`(${id}::uuid, ${unit}::int)`),
    )}) as renamed(id, unit)
      where extra_uses.organization_id = ${organizationId} and extra_uses.id = renamed.id`.execute(db);
  await db
    .insertInto("extra_uses")
    .values(
      added.map((_span, index) => ({
        ...{ organization_id: organizationId, id: uuidv7(now), event_extra_id: loan.lineId, stock_id: stock.id },
        ...{ unit: units[known.length + index] ?? 0, during: toRange(span), active: true },
      })),
    )
    .execute();
}

/** The caller has locked the stock. */
export async function endLoan({ db, organizationId }: Scope, lineId: string): Promise<void> {
  await db
    .updateTable("extra_uses")
    .set({ active: false })
    .where("organization_id", "=", organizationId)
    .where("event_extra_id", "=", lineId)
    .where("active", "=", true)
    .execute();
}

/** Goods that are used up, negatively where they come back. The caller has locked the stock. */
export async function takeGoods({ db, organizationId }: Scope, stock: StockRow, pieces: number): Promise<void> {
  if (stock.on_hand === null) return;
  await db
    .updateTable("extra_stocks")
    .set({ on_hand: sql`on_hand - ${pieces}::int` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", stock.id)
    .execute();
}

/**
 * Saves where an extra is offered. Stocks that have loans stay, and are offered no more.
 * @throws HttpError 422 on `stocks` for fewer pieces than are lent ahead, or an unknown facility
 */
export async function saveStocks(
  scope: Scope & { now: Date },
  extraId: string,
  wanted: ExtraDraft["stocks"],
): Promise<void> {
  const { db, now, organizationId } = scope;
  const facilityIds = wanted.map(({ facilityId }) => facilityId.toLowerCase());
  const known = await listStocks(scope, [extraId]);
  const held = await lockStocks(
    scope,
    known.map(({ id }) => id),
  );
  const facilities = await db
    .selectFrom("facilities")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", facilityIds))
    .where("archived_at", "is", null)
    .execute();
  const present = new Set([...facilities.map(({ id }) => id), ...held.map(({ facility_id }) => facility_id)]);
  if (facilityIds.some((id) => !present.has(id))) throw invalidFields({ stocks: [message("extras.facilityUnknown")] });
  for (const stock of held) {
    const draft = wanted.find(({ facilityId }) => facilityId.toLowerCase() === stock.facility_id);
    if (draft && draft.quantity !== null && draft.onHand === null) await assertEnough(scope, stock, draft.quantity);
    await db
      .updateTable("extra_stocks")
      .set(
        draft
          ? {
              ...{ quantity: draft.quantity, turnaround_minutes: draft.turnaroundMinutes, on_hand: draft.onHand },
              ...{ active: true, updated_at: now },
            }
          : { active: false, updated_at: now },
      )
      .where("organization_id", "=", organizationId)
      .where("id", "=", stock.id)
      .execute();
  }
  const added = wanted.filter(
    ({ facilityId }) => !held.some((stock) => stock.facility_id === facilityId.toLowerCase()),
  );
  if (added.length === 0) return;
  await db
    .insertInto("extra_stocks")
    .values(
      added.map((draft) => ({
        ...{ organization_id: organizationId, id: uuidv7(now), extra_id: extraId, facility_id: draft.facilityId },
        ...{ quantity: draft.quantity, turnaround_minutes: draft.turnaroundMinutes, on_hand: draft.onHand },
        ...{ active: true, created_at: now, updated_at: now },
      })),
    )
    .execute();
}

async function assertEnough(scope: Scope & { now: Date }, stock: StockRow, quantity: number): Promise<void> {
  const loans = await listLoansAhead(scope, stock.id, scope.now);
  const most = Math.max(0, ...loans.map((loan) => countLent(loans, loan)));
  if (most > quantity) throw invalidFields({ stocks: [message("extras.lentMore", { count: most })] });
}
