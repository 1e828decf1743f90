/** Sums of a session: as it is read at any time (X), and as its closing keeps them (Z). */
import { sql } from "kysely";
import {
  tillMethods,
  type TillMethod,
  type TillMethodSums,
  type TillMovementKind,
  type TillProductSums,
  type TillReport,
} from "#contract/tills.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { TaxedMoney } from "./tax-port.ts";
import { findTillRow, serializeSession, type TillScope } from "./queries.ts";

interface SumRow {
  kind: string;
  method: string;
  by_id: string | null;
  full_name: string | null;
  count: number;
  amount: string;
}

const listSums = ({ db, organizationId }: TillScope, sessionId: string): Promise<SumRow[]> =>
  db
    .selectFrom("till_movements")
    .leftJoin("users", "users.id", "till_movements.by_id")
    .select(["till_movements.kind", "till_movements.method", "till_movements.by_id"])
    .select(fullNameOf("users").as("full_name"))
    .select([sql<number>`count(*)::integer`.as("count"), sql<string>`sum(till_movements.amount)`.as("amount")])
    .where("till_movements.organization_id", "=", organizationId)
    .where("till_movements.session_id", "=", sessionId)
    .groupBy(["till_movements.kind", "till_movements.method", "till_movements.by_id", "full_name"])
    .execute();

/** Payments and refunds of a session. */
export async function listTaxedMoney({ db, organizationId }: TillScope, sessionId: string): Promise<TaxedMoney[]> {
  const rows = await db
    .selectFrom("till_movements")
    .select(["payment_id", "refund_id", "amount"])
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .execute();
  return rows.flatMap(({ payment_id, refund_id, amount }) =>
    payment_id === null ? [] : [{ paymentId: payment_id, refundId: refund_id, amount }],
  );
}

interface ProductRow extends Pick<SumRow, "kind" | "count" | "amount"> {
  product_id: string | null;
  label: string | null;
}

/** Bookings have no product of their own. */
const listProductSums = ({ db, organizationId }: TillScope, sessionId: string): Promise<ProductRow[]> =>
  db
    .selectFrom("till_movements as moved")
    .innerJoin("payments", (join) =>
      join.on("payments.organization_id", "=", organizationId).onRef("payments.id", "=", "moved.payment_id"),
    )
    .leftJoin("charges", (join) =>
      join.on("charges.organization_id", "=", organizationId).onRef("charges.id", "=", "payments.charge_id"),
    )
    .select(["moved.kind", "charges.product_id", "charges.label"])
    .select([sql<number>`count(*)::integer`.as("count"), sql<string>`sum(moved.amount)`.as("amount")])
    .where("moved.organization_id", "=", organizationId)
    .where("moved.session_id", "=", sessionId)
    .groupBy(["moved.kind", "charges.product_id", "charges.label"])
    .execute();

/** Bookings first, then the products that brought the most. */
async function sumProducts(scope: TillScope, sessionId: string): Promise<TillProductSums[]> {
  const rows = await listProductSums(scope, sessionId);
  return [...Map.groupBy(rows, ({ product_id, label }) => `${product_id} ${label}`).values()]
    .map((its): TillProductSums => {
      const [{ product_id: id, label } = { product_id: null, label: null }] = its;
      return {
        product: label === null ? null : { id, name: label },
        payments: sumOf(its, "payment"),
        refunds: sumOf(its, "refund"),
      };
    })
    .toSorted(
      (one, other) =>
        Number(one.product !== null) - Number(other.product !== null) || other.payments.amount - one.payments.amount,
    );
}

function sumOf(rows: readonly Pick<SumRow, "kind" | "count" | "amount">[], kind?: TillMovementKind) {
  const chosen = rows.filter((row) => kind === undefined || row.kind === kind);
  return {
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    amount: chosen.reduce((sum, { amount }) => sum + Number(amount), 0),
  };
}

/** @param rows of this method alone */
const sumMethod = (method: TillMethod, rows: readonly SumRow[], float: number): TillMethodSums => ({
  method,
  payments: sumOf(rows, "payment"),
  refunds: sumOf(rows, "refund"),
  paidIn: sumOf(rows, "paid_in"),
  paidOut: sumOf(rows, "paid_out"),
  bank: sumOf(rows, "bank"),
  corrections: sumOf(rows, "correction"),
  expected: sumOf(rows).amount + (method === "cash" ? float : 0),
});

export const emptySums = (method: TillMethod): TillMethodSums => sumMethod(method, [], 0);

/** Cash always, other methods if something moved. */
export async function sumSession(
  scope: TillScope,
  { id, float }: { id: string; float: number },
): Promise<Pick<TillReport, "movements" | "methods" | "colleagues" | "products" | "total">> {
  const rows = await listSums(scope, id);
  return {
    movements: sumOf(rows).count,
    methods: tillMethods.flatMap((method) => {
      const its = rows.filter((row) => row.method === method);
      return method === "cash" || its.length > 0 ? [sumMethod(method, its, float)] : [];
    }),
    colleagues: [...Map.groupBy(rows, ({ by_id }) => by_id)]
      .map(([id, its]) => ({
        colleague: id === null ? null : { id, fullName: its[0]?.full_name ?? "" },
        payments: sumOf(its, "payment"),
        refunds: sumOf(its, "refund"),
      }))
      .filter(({ payments, refunds }) => payments.count + refunds.count > 0)
      .toSorted((a, b) => b.payments.amount - a.payments.amount),
    products: await sumProducts(scope, id),
    total: sumOf(rows, "payment").amount + sumOf(rows, "refund").amount,
  };
}

/** @returns null while the till is closed @throws HttpError 404 */
export async function readReport(scope: TillScope, tillId: string): Promise<TillReport | null> {
  const row = await findTillRow(scope, tillId);
  const session = serializeSession(row, scope.now);
  if (!session) return null;
  const sums = await sumSession({ ...scope, organizationId: row.organization_id }, session);
  return { session, till: { id: row.id, name: row.name }, ...sums };
}

/** @throws HttpError 404 also while the till is closed */
export async function findReport(scope: TillScope, tillId: string): Promise<TillReport> {
  const report = await readReport(scope, tillId);
  if (!report) throw notFound();
  return report;
}
