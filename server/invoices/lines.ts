/** Lines of invoices and credit notes by charge, and what of an invoice is still to be paid. */
import { sql } from "kysely";
import { addInvoiced } from "#server/charges/update-charges.ts";
import { isAnyOf, isPlannedForValues, type Database } from "#server/kit/db/database.ts";

export interface ChargeLine {
  chargeId: string;
  /** Minor units; negative on a credit note. */
  amount: number;
}

interface LineScope {
  db: Database;
  organizationId: string;
}

/** The caller has locked the bookings of the charges. */
export async function insertInvoiceLines(
  { db, organizationId }: LineScope,
  invoiceId: string,
  lines: readonly ChargeLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ chargeId, amount }) => ({
    ...{ organization_id: organizationId, invoice_id: invoiceId, charge_id: chargeId, amount },
  }));
  await db.insertInto("invoice_lines").values(rows).execute();
  await addInvoiced({ db, organizationId }, lines);
}

/**
 * Servers of the release before write no lines, and a payment may come before the charge of its booking: such documents are
 * over the booking of their payment. The caller has locked the bookings of the charges.
 * @returns the sum of the lines that were missing
 */
export async function insertMissingLines(scope: LineScope, chargeIds: readonly string[]): Promise<number> {
  const { db, organizationId } = scope;
  const withLines = db
    .selectFrom("invoice_lines")
    .select("invoice_id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("charge_id", chargeIds));
  const documents = await db
    .selectFrom("charges")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "charges.organization_id")
        .onRef("payments.event_id", "=", "charges.event_id"),
    )
    .innerJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "payments.organization_id")
        .onRef("invoices.payment_id", "=", "payments.id"),
    )
    .select(["charges.id as chargeId", "invoices.id as invoiceId", "invoices.total_amount as amount"])
    .where("charges.organization_id", "=", organizationId)
    .where(isAnyOf("charges.id", chargeIds))
    .where("invoices.id", "not in", withLines)
    .where(isPlannedForValues)
    // Invoices come before their credit notes.
    .orderBy("invoices.kind", "desc")
    .execute();
  for (const { invoiceId, ...line } of documents) await insertInvoiceLines(scope, invoiceId, [line]);
  return documents.reduce((sum, { amount }) => sum + amount, 0);
}

/** Invoices over charges with what the credit notes have left of each. */
const selectLeft = (organizationIds: readonly string[], chargeIds: readonly string[]) => sql<{
  organization_id: string;
  charge_id: string;
  invoice_id: string;
  left: number;
}>`(
  select lines.organization_id, lines.charge_id, coalesce(invoices.corrects_id, invoices.id) as invoice_id,
    sum(lines.amount)::int as left
  from invoice_lines as lines
  join invoices on invoices.organization_id = lines.organization_id and invoices.id = lines.invoice_id
  where ${isAnyOf("lines.organization_id", organizationIds)} and ${isAnyOf("lines.charge_id", chargeIds)}
  group by lines.organization_id, lines.charge_id, coalesce(invoices.corrects_id, invoices.id)
)`;

/** Invoices over a charge that are not credited in full, newest first. */
export const listInvoicesLeft = ({ db, organizationId }: LineScope, chargeId: string) =>
  db
    .selectFrom(selectLeft([organizationId], [chargeId]).as("known"))
    .innerJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "known.organization_id")
        .onRef("invoices.id", "=", "known.invoice_id"),
    )
    .select(["invoices.id", "invoices.number", "invoices.issued_on", "invoices.content", "invoices.language"])
    .select(["invoices.payment_id", "invoices.event_id", "invoices.customer_id", "invoices.user_id"])
    .select(["invoices.supplied_on", "invoices.due_on", "invoices.kind", "known.left"])
    .where("known.left", ">", 0)
    .orderBy("invoices.created_at", "desc")
    .orderBy("invoices.number", "desc")
    .execute();
export type InvoiceLeft = Awaited<ReturnType<typeof listInvoicesLeft>>[number];

/** Contents of all documents over charges, with the charge. */
export const listContentsOfCharges = ({ db, organizationId }: LineScope, chargeIds: readonly string[]) =>
  db
    .selectFrom("invoice_lines as lines")
    .innerJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "lines.organization_id")
        .onRef("invoices.id", "=", "lines.invoice_id"),
    )
    .select(["lines.charge_id", "invoices.content"])
    .where("lines.organization_id", "=", organizationId)
    .where(isAnyOf("lines.charge_id", chargeIds))
    .execute();

/**
 * Money settles the older invoices of a charge first, and those of a payment are paid.
 * @returns what is still to be paid of invoices, by their ids
 */
export async function listOpenAmounts(
  db: Database,
  invoices: readonly { organization_id: string; id: string }[],
): Promise<ReadonlyMap<string, number>> {
  const open = new Map<string, number>();
  if (invoices.length === 0) return open;
  const organizationIds = [...new Set(invoices.map(({ organization_id }) => organization_id))];
  const charges = await db
    .selectFrom("invoice_lines as lines")
    .innerJoin("charges", (join) =>
      join.onRef("charges.organization_id", "=", "lines.organization_id").onRef("charges.id", "=", "lines.charge_id"),
    )
    .select("charges.id")
    .select(
      sql<number>`greatest(least(charges.amount - charges.credited, charges.invoiced) - charges.settled, 0)`.as("due"),
    )
    .where(isAnyOf("lines.organization_id", organizationIds))
    .where(
      isAnyOf(
        "lines.invoice_id",
        invoices.map(({ id }) => id),
      ),
    )
    .execute();
  const due = new Map(charges.map((charge) => [charge.id, charge.due]));
  const known = await db
    .selectFrom(selectLeft(organizationIds, [...due.keys()]).as("known"))
    .innerJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "known.organization_id")
        .onRef("invoices.id", "=", "known.invoice_id"),
    )
    .select(["known.charge_id", "known.invoice_id", "known.left"])
    .where("known.left", ">", 0)
    .where("invoices.due_on", "is not", null)
    .orderBy("invoices.created_at", "desc")
    .orderBy("invoices.number", "desc")
    .execute();
  for (const { charge_id, invoice_id, left } of known) {
    const part = Math.min(left, due.get(charge_id) ?? 0);
    due.set(charge_id, (due.get(charge_id) ?? 0) - part);
    open.set(invoice_id, (open.get(invoice_id) ?? 0) + part);
  }
  return open;
}
