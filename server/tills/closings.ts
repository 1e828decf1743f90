/** Table `till_closings`: the reports of closed sessions, which are never changed. */
import type { Insertable, Selectable } from "kysely";
import type { Page, Query } from "#contract/kit.ts";
import type { TillClosing, TillProductSums, TillRateSum, tills } from "#contract/tills.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { inScope, isAnyOf, organizationOf, paginateWith, type Database } from "#server/kit/db/database.ts";
import type { TillClosingsTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { TillScope } from "./queries.ts";

type Counts = TillClosing["colleagues"][number];

/** Figures and words as they were; names of people are those of their accounts. */
export interface ClosingContent extends Pick<
  TillClosing,
  "movements" | "methods" | "denominations" | "difference" | "total"
> {
  tillName: string;
  timezone: string;
  colleagues: (Omit<Counts, "colleague"> & { id: string | null })[];
  /** Missing in reports of before. */
  rates?: TillRateSum[];
  products?: TillProductSums[];
}

export async function insertClosing(db: Database, row: Insertable<TillClosingsTable>): Promise<void> {
  await db.insertInto("till_closings").values(row).execute();
}

/** @returns undefined before the first one */
export const findLastClosing = (
  { db, organizationId }: TillScope,
  till: { id: string; last_number: number },
): Promise<(Selectable<TillClosingsTable> & { closer_name: string }) | undefined> =>
  db
    .selectFrom("till_closings")
    .innerJoin("users", "users.id", "till_closings.closed_by")
    .selectAll("till_closings")
    .select(fullNameOf("users").as("closer_name"))
    .where("till_closings.organization_id", "=", organizationId)
    .where("till_closings.till_id", "=", till.id)
    .where("till_closings.number", "=", till.last_number)
    .executeTakeFirst();

const closingsInScope = ({ db, organizationId }: TillScope) =>
  db
    .selectFrom("till_closings")
    .selectAll("till_closings")
    .where(inScope("till_closings.organization_id", organizationId));

/** In the order of the list. */
const withNames = ({ db, organizationId }: TillScope, closings: ReturnType<typeof closingsInScope>) =>
  db
    .selectFrom(closings.as("closings"))
    .innerJoin("organizations", (join) =>
      join.on("organizations.id", "=", organizationOf("closings.organization_id", organizationId)),
    )
    .innerJoin("till_sessions", (join) =>
      join
        .on("till_sessions.organization_id", "=", organizationOf("organizations.id", organizationId))
        .onRef("till_sessions.id", "=", "closings.session_id"),
    )
    .innerJoin("users as opener", "opener.id", "till_sessions.opened_by")
    .innerJoin("users as closer", "closer.id", "closings.closed_by")
    .selectAll("closings")
    .select(["organizations.name as organization_name", "till_sessions.currency", "till_sessions.business_date"])
    .select(["till_sessions.opening_float", "till_sessions.opened_by", "till_sessions.opened_at"])
    .select([fullNameOf("opener").as("opener_name"), fullNameOf("closer").as("closer_name")])
    .orderBy("closings.closed_at", "desc")
    .orderBy("closings.id", "desc");
type ClosingRow = Awaited<ReturnType<ReturnType<typeof withNames>["execute"]>>[number];

const contentOf = ({ content }: { content: unknown }) => content as ClosingContent;

async function listNames(db: Database, rows: readonly ClosingRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.flatMap((row) => contentOf(row).colleagues.flatMap(({ id }) => id ?? [])));
  const users = await db
    .selectFrom("users")
    .select(["id", fullNameOf("users").as("full_name")])
    .where(isAnyOf("id", [...ids]))
    .execute();
  return new Map(users.map(({ id, full_name }) => [id, full_name]));
}

function serializeClosing(row: ClosingRow, names: ReadonlyMap<string, string>): TillClosing {
  const { tillName, movements, methods, colleagues, denominations, difference, total, ...sums } = contentOf(row);
  const { rates = null, products = null } = sums;
  return {
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    till: { id: row.till_id, name: tillName },
    sessionId: row.session_id,
    number: row.number,
    currency: row.currency,
    businessDate: row.business_date,
    openedBy: { id: row.opened_by, fullName: row.opener_name },
    openedAt: row.opened_at.toISOString(),
    closedBy: { id: row.closed_by, fullName: row.closer_name },
    closedAt: row.closed_at.toISOString(),
    float: row.opening_float,
    ...{ movements, methods, denominations, difference, total, products, rates },
    colleagues: colleagues.map(({ id, ...counts }) => ({
      colleague: id === null ? null : { id, fullName: names.get(id) ?? "" },
      ...counts,
    })),
    perpetualTotal: Number(row.perpetual_total),
    banked: row.banked,
    nextFloat: row.next_float,
  };
}

export async function listClosings(scope: TillScope, query: Query<typeof tills.closings>): Promise<Page<TillClosing>> {
  let found = closingsInScope(scope).orderBy("till_closings.closed_at", "desc").orderBy("till_closings.id", "desc");
  if (query.tillId) found = found.where("till_closings.till_id", "=", query.tillId);
  const { data, meta } = await paginateWith(scope.db, found, query, (page) => withNames(scope, page));
  const names = await listNames(scope.db, data);
  return { data: data.map((row) => serializeClosing(row, names)), meta };
}

const findClosingRow = (scope: TillScope, id: string): Promise<ClosingRow> =>
  withNames(scope, closingsInScope(scope).where("till_closings.id", "=", id)).executeTakeFirstOrThrow(notFound);

/** With the zone that its times are written in. @throws HttpError 404 */
export async function findClosingToPrint(
  scope: TillScope,
  id: string,
): Promise<{ closing: TillClosing; timezone: string }> {
  const row = await findClosingRow(scope, id);
  return { closing: serializeClosing(row, await listNames(scope.db, [row])), timezone: contentOf(row).timezone };
}

/** @throws HttpError 404 */
export const findClosing = async (scope: TillScope, id: string): Promise<TillClosing> =>
  (await findClosingToPrint(scope, id)).closing;
