/**
 * Issues invoices and credit notes and allocates the next invoice number, in the transaction of the payment or the
 * refund: they stand or fall together, and so no number is ever missing.
 */
import { sql } from "kysely";
import { type InvoiceSeries, invoiceSeriesOf, FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { dateFormats } from "#messages/dates.ts";
import { pickLanguage, type Language } from "#messages/translator.ts";
import { buildCreditNoteContent, buildInvoiceContent, type InvoiceContent, type Sale, type Seller } from "./content.ts";
import { findInvoicedPayment } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** An invoice or a credit note. */
    "invoices.issued": { invoiceId: string };
  }
}

/**
 * Locks the series until the transaction ends; if it fails, the number is allocated again.
 * @param today local date of the seller; a later last date of issue wins, so that dates never go back
 */
export async function allocateInvoiceNumber(
  db: Database,
  organizationId: string,
  series: InvoiceSeries,
  today: string,
): Promise<{ number: string; issuedOn: string }> {
  const { rows } = await sql<{ last: number; issued_on: string }>`
    insert into invoice_counters as known (organization_id, series, last, last_issued_on)
    values (${organizationId}, ${series}, 1, ${today}::date)
    on conflict (organization_id, series) do update set
      last = case
        when extract(year from excluded.last_issued_on) > extract(year from known.last_issued_on) then 1
        else known.last + 1
      end,
      last_issued_on = greatest(known.last_issued_on, excluded.last_issued_on)
    returning last, last_issued_on as issued_on`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The series ${series} gave no number`);
  const { last, issued_on: issuedOn } = row;
  return { number: formatInvoiceNumber(series, issuedOn, last), issuedOn };
}

/** `FA-2026-000001` */
export const formatInvoiceNumber = (series: InvoiceSeries, issuedOn: string, last: number): string =>
  `${series}-${issuedOn.slice(0, 4)}-${String(last).padStart(6, "0")}`;

export type InvoicedPayment = Awaited<ReturnType<typeof findInvoicedPayment>>;
interface CorrectedInvoice {
  id: string;
  number: string;
  issued_on: string;
  language: string;
  content: unknown;
}

const buildSeller = (paid: InvoicedPayment): Seller => ({
  name: paid.legal_name ?? paid.name,
  tradeName: paid.legal_name && paid.legal_name !== paid.name ? paid.name : null,
  addressLine: paid.address_line,
  postalCode: paid.postal_code,
  city: paid.city,
  region: paid.region,
  legalForm: paid.legal_form,
  shareCapital: paid.share_capital,
  registrationCity: paid.registration_city,
  countryId: paid.country_id,
  email: paid.email,
  phone: paid.phone,
  identificationNumber: paid.identification_number,
  vatNumber: paid.vat_number,
});

/** A buyer without an account gets the language of the seller's country. */
const findBuyerLanguage = (paid: InvoicedPayment): Language =>
  pickLanguage(paid.language ? [paid.language] : [], paid.country_id === FRANCE_ID ? "fr" : "en");

const formatEventTime = (paid: InvoicedPayment, language: Language): string =>
  dateFormats(language, paid.place_timezone)
    .dateTimeRange(paid.start_time, paid.end_time)
    .replace(/\s–\s/g, "\u00a0–\u00a0");

/** The rate at the booking; a seller who charged no VAT then, but does now, uses the present rate. */
function findSaleTax({
  tax_rate,
  is_exempt,
  event_vat_rate,
  vat_rate,
}: InvoicedPayment): Pick<Sale, "rate" | "isExempt"> {
  if (tax_rate === null) return { rate: event_vat_rate || vat_rate };
  return { rate: tax_rate / 10, isExempt: is_exempt ?? false };
}

function buildSale(paid: InvoicedPayment, language: Language, now: Date): Sale {
  const vatProfile = paid.vat_profile as Sale["vatProfile"];
  return {
    seller: buildSeller(paid),
    buyerName: paid.payer_name,
    event: {
      name: paid.event_name,
      place: `${paid.field_name}, ${paid.facility_name}`,
      time: formatEventTime(paid, language),
      price: paid.price,
    },
    priceLines: paid.price_lines as Sale["priceLines"],
    vatProfile,
    ...findSaleTax(paid),
    amount: paid.amount,
    currency: paid.currency,
    method: paid.method as PaymentMethod,
    paidOn: localDateOf(paid.timezone, paid.paid_at ?? now),
    language,
  };
}

interface InvoiceDraft {
  kind: "invoice" | "credit_note";
  paymentId: string;
  refundId: string | null;
  correctsId: string | null;
  paid: InvoicedPayment;
  language: Language;
  content: InvoiceContent;
}
export type InvoiceRow = ReturnType<typeof buildInvoiceRow>;

export const invoiceSeriesOfDraft = ({ kind, paid }: Pick<InvoiceDraft, "kind" | "paid">): InvoiceSeries =>
  invoiceSeriesOf(paid.country_id)[kind === "invoice" ? "invoice" : "creditNote"];

const sumRates = ({ rates }: InvoiceContent, of: "gross" | "vat") => rates.reduce((total, rate) => total + rate[of], 0);

export function buildInvoiceRow(
  { kind, paid, content, language, paymentId, refundId, correctsId }: InvoiceDraft,
  { organizationId, now, number, issuedOn }: { organizationId: string; now: Date; number: string; issuedOn: string },
) {
  return {
    organization_id: organizationId,
    id: uuidv7(now),
    kind,
    number,
    payment_id: paymentId,
    refund_id: refundId,
    event_id: paid.event_id,
    corrects_id: correctsId,
    user_id: paid.user_id,
    issued_on: issuedOn,
    supplied_on: localDateOf(paid.place_timezone, paid.start_time),
    language,
    currency: paid.currency,
    total_amount: sumRates(content, "gross"),
    tax_amount: sumRates(content, "vat"),
    buyer_name: content.buyer.name,
    content,
    created_at: now,
  };
}

async function insertInvoice(context: TenantContext, draft: InvoiceDraft): Promise<void> {
  const { db, appContext, now, organizationId } = context;
  const { paid } = draft;
  const today = localDateOf(paid.timezone, now);
  const numbered = await allocateInvoiceNumber(db, organizationId, invoiceSeriesOfDraft(draft), today);
  const row = buildInvoiceRow(draft, { organizationId, now, ...numbered });
  const { id, number, currency, total_amount: totalAmount, tax_amount: taxAmount } = row;
  await db
    .insertInto("invoices")
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute();
  await insertActivityEntry(db, {
    organizationId,
    at: now,
    actorId: null,
    act: "invoices.issue",
    subjectId: id,
    before: undefined,
    after: { number, totalAmount, taxAmount, currency },
    ipAddress: null,
  });
  await appContext.jobs.send(db, "invoices.print", { organizationId, invoiceId: id });
  await publish(context, "invoices.issued", { invoiceId: id });
}

const findInvoiceOfPayment = (db: Database, organizationId: string, paymentId: string) =>
  db
    .selectFrom("invoices")
    .select(["id", "number", "issued_on", "content", "language"])
    .where("organization_id", "=", organizationId)
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "invoice")
    .executeTakeFirst();

async function listCreditNoteContents(db: Database, organizationId: string, invoiceId: string) {
  const rows = await db
    .selectFrom("invoices")
    .select("content")
    .where("organization_id", "=", organizationId)
    .where("corrects_id", "=", invoiceId)
    .execute();
  return rows.map(({ content }) => content as InvoiceContent);
}

async function listContentsOfEvent(db: Database, organizationId: string, eventId: string): Promise<InvoiceContent[]> {
  const rows = await db
    .selectFrom("invoices")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "invoices.organization_id")
        .onRef("payments.id", "=", "invoices.payment_id"),
    )
    .select("invoices.content")
    .where("payments.organization_id", "=", organizationId)
    .where("payments.event_id", "=", eventId)
    .execute();
  return rows.map(({ content }) => content as InvoiceContent);
}

/** @param earlier contents of the event's invoices and credit notes until now */
export function draftInvoice(
  paid: InvoicedPayment,
  { paymentId, now, earlier }: { paymentId: string; now: Date; earlier: readonly InvoiceContent[] },
): InvoiceDraft {
  const language = findBuyerLanguage(paid);
  const content = buildInvoiceContent(buildSale(paid, language, now), earlier);
  return { kind: "invoice", paymentId, refundId: null, correctsId: null, paid, language, content };
}

/** @param earlier contents of the invoice's credit notes until now */
export function draftCreditNote(
  paid: InvoicedPayment,
  refund: { id: string; amount: number; reason: string | null; paymentId: string },
  { invoice, now, earlier }: { invoice: CorrectedInvoice; now: Date; earlier: readonly InvoiceContent[] },
): InvoiceDraft {
  const { amount, reason, paymentId } = refund;
  const language = invoice.language as Language;
  const corrected = { ...(invoice.content as InvoiceContent), number: invoice.number, issuedOn: invoice.issued_on };
  const refundedOn = localDateOf(paid.timezone, now);
  const credit = { seller: buildSeller(paid), amount, reason, refundedOn, language };
  const content = buildCreditNoteContent(corrected, earlier, credit);
  return { kind: "credit_note", paymentId, refundId: refund.id, correctsId: invoice.id, paid, language, content };
}

/** The invoice of a payment that succeeded, once however often it is asked for. The payment's row is held by who asks. */
export async function issueInvoice(context: TenantContext, { paymentId }: { paymentId: string }): Promise<void> {
  const { db, now, organizationId } = context;
  if (await findInvoiceOfPayment(db, organizationId, paymentId)) return;
  const paid = await findInvoicedPayment(db, organizationId, paymentId);
  const earlier = await listContentsOfEvent(db, organizationId, paid.event_id);
  await insertInvoice(context, draftInvoice(paid, { paymentId, now, earlier }));
}

/** Idempotent. The caller has locked the payment. */
export async function issueCreditNote(context: TenantContext, { refundId }: { refundId: string }): Promise<void> {
  const { db, now, organizationId } = context;
  const refund = await db
    .selectFrom("refunds")
    .leftJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "refunds.organization_id")
        .onRef("invoices.refund_id", "=", "refunds.id"),
    )
    .select(["refunds.payment_id", "refunds.amount", "refunds.reason", "invoices.id as issued"])
    .where("refunds.organization_id", "=", organizationId)
    .where("refunds.id", "=", refundId)
    .executeTakeFirstOrThrow();
  if (refund.issued !== null) return;
  const { payment_id: paymentId, amount, reason } = refund;
  await issueInvoice(context, { paymentId });
  const invoice = await findInvoiceOfPayment(db, organizationId, paymentId);
  if (!invoice) throw new Error(`Payment ${paymentId} has no invoice to correct`);
  const paid = await findInvoicedPayment(db, organizationId, paymentId);
  const earlier = await listCreditNoteContents(db, organizationId, invoice.id);
  await insertInvoice(
    context,
    draftCreditNote(paid, { id: refundId, amount, reason, paymentId }, { invoice, now, earlier }),
  );
}
