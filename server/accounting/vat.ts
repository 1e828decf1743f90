/** VAT report: what documents tell by rate and month, by their own dates, or by those of the money for them. */
import { sql, type RawBuilder } from "kysely";
import type { accounting, VatReport, VatRow } from "#contract/accounting.ts";
import type { Query } from "#contract/kit.ts";
import { ALL_ORGANIZATIONS, isPlannedForValues } from "#server/kit/db/database.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import type { RateTotal } from "#server/invoices/vat.ts";
import { listMonths, resolvePeriod } from "./period.ts";
import {
  type DatedAmount,
  type LedgerCharge,
  type LedgerScope,
  type UnpaidInvoice,
  walkMovedInvoices,
} from "./unpaid-invoices.ts";
import { vatOfPart } from "./vat-of-part.ts";
import { createVatSums } from "./vat-sums.ts";

/** @param date on which a document counts */
async function sumDocuments(
  { db, organizationId, period: { from, to } }: LedgerScope,
  date: RawBuilder<string>,
): Promise<VatRow[]> {
  const { rows } = await sql<VatRow>`
    select left(${date}::text, 7) as month, invoices.currency, rates.rate, coalesce(rates."isExempt", false) as "isExempt",
      sum(rates.net)::float8 as net, sum(rates.vat)::float8 as vat, sum(rates.gross)::float8 as gross
    from invoices
    cross join lateral jsonb_to_recordset(invoices.content -> 'rates')
      as rates(rate float8, "isExempt" boolean, net integer, vat integer, gross integer)
    where invoices.organization_id = ${organizationId} and invoices.kind <> 'receipt' and ${date} between ${from} and ${to} and ${isPlannedForValues}
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

const sumUntil = (amounts: readonly DatedAmount[], until: string): number =>
  amounts.reduce((sum, { date, amount }) => (date <= until ? sum + amount : sum), 0);

/** The part of a charge that is paid of its invoice: money settles the older invoices first. */
function paidOfLine(chargeId: string, charge: LedgerCharge, invoice: UnpaidInvoice, until: string): number {
  let rest = sumUntil(charge.payments, until) - sumUntil(charge.invoicesOfPayments, until);
  for (const one of charge.unpaidInvoices) {
    const reductions = one.reductions.filter((reduction) => reduction.chargeId === chargeId);
    const owed = (one.lines.get(chargeId) ?? 0) + sumUntil(reductions, until);
    const paid = Math.max(0, Math.min(rest, owed));
    if (one === invoice) return paid;
    rest -= paid;
  }
  return 0;
}

/** Totals of the invoice less what is not owed any more, by rate. */
const reduceRates = ({ rates, reductions }: UnpaidInvoice, until: string): RateTotal[] => {
  const notes = reductions.filter(({ date }) => date <= until).flatMap((reduction) => reduction.rates);
  return rates.map((total) => {
    const own = notes.filter(({ rate, isExempt }) => rate === total.rate && isExempt === total.isExempt);
    const sumOf = (of: "net" | "vat" | "gross") => own.reduce((sum, note) => sum + note[of], total[of]);
    return { ...total, net: sumOf("net"), vat: sumOf("vat"), gross: sumOf("gross") };
  });
};

function toldUntil(invoice: UnpaidInvoice, charges: ReadonlyMap<string, LedgerCharge>, until: string): RateTotal[] {
  const paid = [...invoice.lines.keys()].map((chargeId) => {
    const charge = charges.get(chargeId);
    return charge ? paidOfLine(chargeId, charge, invoice, until) : 0;
  });
  return vatOfPart(
    reduceRates(invoice, until),
    paid.reduce((sum, part) => sum + part, 0),
  );
}

/** VAT of invoices that were issued before they were paid: of what is paid until the end of a month, less what was told before. */
async function* walkVatOfUnpaid(scope: LedgerScope): AsyncGenerator<VatRow> {
  const months = listMonths(scope.period);
  for await (const { charges, invoices } of walkMovedInvoices(scope))
    for (const invoice of invoices) {
      let before = toldUntil(invoice, charges, addDays(scope.period.from, -1));
      for (const { month, to } of months) {
        const told = toldUntil(invoice, charges, to);
        for (const [index, { rate, isExempt = false, net, vat, gross }] of told.entries()) {
          const known = before[index];
          if (known)
            yield {
              ...{ month, currency: invoice.currency, rate, isExempt },
              ...{ net: net - known.net, vat: vat - known.vat, gross: gross - known.gross },
            };
        }
        before = told;
      }
    }
}

/** Documents of money that came in or went back tell their whole VAT on that day. */
const paidOn = sql<string>`(invoices.content ->> 'paidOn')`;
const issuedOn = sql<string>`invoices.issued_on`;

/** The platform has no books: they are empty. */
export async function readVat(
  context: MemoryContext & { now: Date },
  { period: asked, basis = "issued" }: Query<typeof accounting.vat>,
): Promise<VatReport> {
  const { db, organizationId } = context;
  const period = await resolvePeriod(context, asked);
  const sums = createVatSums();
  if (organizationId !== ALL_ORGANIZATIONS) {
    const scope = { db, organizationId, period };
    for (const row of await sumDocuments(scope, basis === "issued" ? issuedOn : paidOn)) sums.add(row);
    if (basis === "received") for await (const row of walkVatOfUnpaid(scope)) sums.add(row);
  }
  return { period: period.name, basis, rows: sums.list() };
}
