/** Splits payments and refunds by tax rate, as their documents do. */
import { sql } from "kysely";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TaxedMoney } from "#server/tills/tax-port.ts";
import { sumLinesByRate, type InvoiceContent } from "./content.ts";
import { addRates, splitAmount, sumGross, type RateTotal } from "./vat.ts";

interface MoneyScope {
  db: Database;
  organizationId: string;
}

interface DocumentPart {
  /** The payment or the refund. */
  money_id: string;
  /** Null where the whole document is over this money. */
  charge_id: string | null;
  content: unknown;
  /** Issued with this money; else issued before, and paid by it. */
  is_own: boolean;
}

/** The documents of payments and refunds, and those of before over the charges of the payments. */
async function listDocumentParts(
  { db, organizationId }: MoneyScope,
  money: readonly TaxedMoney[],
): Promise<DocumentPart[]> {
  const paymentIds = [...new Set(money.map(({ paymentId }) => paymentId))];
  const refundIds = money.flatMap(({ refundId }) => refundId ?? []);
  const { rows } = await sql<DocumentPart>`
    select payment_id as money_id, null::uuid as charge_id, content, true as is_own from invoices
    where organization_id = ${organizationId} and ${isAnyOf("payment_id", paymentIds)} and kind = 'invoice'
    union all
    select refund_id, null, content, true from invoices
    where organization_id = ${organizationId} and ${isAnyOf("refund_id", refundIds)}
    union all
    select payments.id, lines.charge_id, invoices.content,
      invoices.due_on is null and invoices.created_at = payments.created_at
    from (
      select distinct payment_id, charge_id from settlements
      where organization_id = ${organizationId} and ${isAnyOf("payment_id", paymentIds)}
    ) as paid
    join payments on payments.organization_id = ${organizationId} and payments.id = paid.payment_id
    join invoice_lines as lines on lines.organization_id = ${organizationId} and lines.charge_id = paid.charge_id
    join invoices on invoices.organization_id = ${organizationId} and invoices.id = lines.invoice_id
    where invoices.kind = 'invoice' and invoices.payment_id is distinct from payments.id`.execute(db);
  return rows;
}

const ratesOf = ({ charge_id, content }: DocumentPart): RateTotal[] => {
  const known = content as InvoiceContent;
  return charge_id === null ? known.rates : sumLinesByRate(known, charge_id);
};

/** Each rate has its share; money that no document is over has no tax. */
function splitByRates(amount: number, rates: readonly RateTotal[]): RateTotal[] {
  if (amount === 0) return [];
  const known = addRates(rates).filter(({ gross }) => gross > 0);
  if (known.length === 0) return [{ rate: 0, net: amount, vat: 0, gross: amount }];
  const parts = splitAmount(
    amount,
    known.map(({ gross }) => gross),
  );
  return known.map((total, index) => {
    const gross = parts[index] ?? 0;
    const vat = Math.sign(gross) * Math.round((total.vat * Math.abs(gross)) / total.gross);
    return { ...total, net: gross - vat, vat, gross };
  });
}

/**
 * Money with documents of its own has their net amounts and tax, to the cent; money that pays an invoice of before has its
 * share of them.
 * @returns sums by rate, the highest first; together they are the money
 */
export async function sumMoneyByRate(scope: MoneyScope, money: readonly TaxedMoney[]): Promise<RateTotal[]> {
  if (money.length === 0) return [];
  const byMoney = Map.groupBy(await listDocumentParts(scope, money), ({ money_id }) => money_id);
  return addRates(
    money.flatMap(({ paymentId, refundId, amount }) => {
      const own = (byMoney.get(refundId ?? paymentId) ?? []).filter(({ is_own }) => is_own).flatMap(ratesOf);
      const paid = (byMoney.get(paymentId) ?? []).flatMap(ratesOf);
      return [...own, ...splitByRates(amount - sumGross(own), paid)];
    }),
  ).filter(({ gross }) => gross !== 0);
}
