/**
 * Drafts invoices and credit notes, allocates the next invoice number and writes them, in the transaction of what they
 * follow, such as a payment: they stand or fall together, and so no number is ever missing.
 */
import { sql } from "kysely";
import { countryOfBuyer } from "#contract/customers-buyer-rules.ts";
import { type InvoiceSeries, invoiceSeriesOf, languageOfCountry } from "#contract/general-countries-rules.ts";
import type { Invoice } from "#contract/invoice-shape.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { dateFormats } from "#messages/dates.ts";
import { pickLanguage, type Language } from "#messages/translator.ts";
import {
  addCompany,
  buildCreditNoteContent,
  buildInvoiceContent,
  formatInvoiceDate,
  type InvoiceContent,
  type Sale,
  type Seller,
  type InvoicedItem,
} from "./content.ts";
import { insertInvoiceLines, type ChargeLine } from "./lines.ts";
import { findBuyerCompany, type findInvoicedPayment } from "./queries.ts";

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
/** A booking or a line of a sale, with its place, tax and seller: of a payment or of a charge. */
type SoldRow = Omit<InvoicedPayment, "payer_name" | "method" | "amount" | "paid_at" | "group_id" | "charge_id">;
interface CorrectedInvoice {
  id: string;
  number: string;
  issued_on: string;
  language: string;
  content: unknown;
}

export const buildSeller = (sold: SoldRow): Seller => ({
  name: sold.legal_name ?? sold.name,
  tradeName: sold.legal_name && sold.legal_name !== sold.name ? sold.name : null,
  addressLine: sold.address_line,
  postalCode: sold.postal_code,
  city: sold.city,
  region: sold.region,
  legalForm: sold.legal_form,
  shareCapital: sold.share_capital,
  registrationCity: sold.registration_city,
  countryId: sold.country_id,
  email: sold.email,
  phone: sold.phone,
  identificationNumber: sold.identification_number,
  vatNumber: sold.vat_number,
});

/** A buyer without an account gets the language of the seller's country. */
export const findBuyerLanguage = (sold: SoldRow): Language =>
  pickLanguage(sold.language ? [sold.language] : [], languageOfCountry(sold.country_id));

const formatEventTime = (sold: SoldRow, language: Language): string =>
  dateFormats(language, sold.place_timezone)
    .dateTimeRange(sold.start_time, sold.end_time)
    .replace(/\s–\s/g, "\u00a0–\u00a0");

/** The rate at the booking or the sale; a seller who charged no VAT then, but does now, uses the present rate. */
function findSaleTax({ tax_rate, is_exempt, sold_vat_rate, vat_rate }: SoldRow): Pick<Sale, "rate" | "isExempt"> {
  if (tax_rate === null) return { rate: sold_vat_rate || vat_rate };
  return { rate: tax_rate / 10, isExempt: is_exempt ?? false };
}

export const suppliedOn = (sold: SoldRow): string => localDateOf(sold.place_timezone, sold.start_time);

/** A membership is served for its term, all else on one day. */
const servedOf = (sold: SoldRow) => ({
  from: sold.served_from ?? suppliedOn(sold),
  to: sold.served_to ?? suppliedOn(sold),
});

/** @param suppliedOnLast the document's date of supply */
function findPeriod(sold: readonly SoldRow[], suppliedOnLast: string) {
  const days = sold.map(servedOf);
  const from = days.map((day) => day.from).toSorted()[0] ?? suppliedOnLast;
  const to =
    days
      .map((day) => day.to)
      .toSorted()
      .at(-1) ?? suppliedOnLast;
  if (from === to && to === suppliedOnLast) return {};
  return { suppliedFrom: from, ...(to !== suppliedOnLast && { suppliedTo: to }) };
}

const describePlace = (sold: SoldRow, language: Language) =>
  sold.event_id === null
    ? { place: null, time: formatInvoiceDate(suppliedOn(sold), language) }
    : {
        place: `${sold.field_name}, ${sold.facility_name}`,
        time: formatEventTime(sold, language),
        what: [sold[`sport_${language}`], sold.field_name].filter(Boolean).join(" · "),
      };

export const buildItem = (sold: SoldRow, amount: number, language: Language): InvoicedItem => ({
  event: { name: sold.sold_name, price: sold.price, ...describePlace(sold, language) },
  priceLines: sold.price_lines as InvoicedItem["priceLines"],
  ...findSaleTax(sold),
  ...(sold.is_goods && { isGoods: true }),
  served: servedOf(sold),
  amount,
});

/** Money that is paid ahead is no sale yet, and bears no tax. */
export function buildTerms(sold: SoldRow, buyerName: string, language: Language) {
  const vatProfile = sold.is_prepaid ? "unset" : (sold.vat_profile as Sale["vatProfile"]);
  const isOnDebits = sold.vat_on_debits;
  return { seller: buildSeller(sold), buyerName, vatProfile, currency: sold.currency, language, isOnDebits };
}

const buildSale = (paid: InvoicedPayment, language: Language, now: Date): Sale => ({
  ...buildTerms(paid, paid.payer_name, language),
  ...buildItem(paid, paid.amount, language),
  ...findPeriod([paid], suppliedOn(paid)),
  method: paid.method as PaymentMethod,
  paidOn: localDateOf(paid.timezone, paid.paid_at ?? now),
});

export interface InvoiceDraft {
  kind: Invoice["kind"];
  paymentId: string | null;
  refundId: string | null;
  correctsId: string | null;
  /** Null where it is over several bookings, or a sale. */
  eventId: string | null;
  customerId: string | null;
  userId: string | null;
  seller: { countryId: number; timezone: string };
  suppliedOn: string;
  currency: string;
  language: Language;
  content: InvoiceContent;
}
export type InvoiceRow = ReturnType<typeof buildInvoiceRow>;

export const invoiceSeriesOfDraft = ({ kind, seller }: Pick<InvoiceDraft, "kind" | "seller">): InvoiceSeries =>
  invoiceSeriesOf(seller.countryId)[kind === "credit_note" ? "creditNote" : kind];

const sumRates = ({ rates }: InvoiceContent, of: "gross" | "vat") => rates.reduce((total, rate) => total + rate[of], 0);

export function buildInvoiceRow(
  { kind, content, language, currency, ...draft }: InvoiceDraft,
  { organizationId, now, number, issuedOn }: { organizationId: string; now: Date; number: string; issuedOn: string },
) {
  return {
    organization_id: organizationId,
    id: uuidv7(now),
    kind,
    number,
    payment_id: draft.paymentId,
    refund_id: draft.refundId,
    event_id: draft.eventId,
    customer_id: draft.customerId,
    corrects_id: draft.correctsId,
    user_id: draft.userId,
    issued_on: issuedOn,
    supplied_on: draft.suppliedOn,
    due_on: content.dueOn ?? null,
    language,
    currency,
    total_amount: sumRates(content, "gross"),
    tax_amount: sumRates(content, "vat"),
    buyer_name: content.buyer.name,
    content,
    created_at: now,
  };
}

/** Content that names the company which buys, whoever paid for it. What is corrected keeps the words of its document. */
async function withCompany(
  { db, organizationId }: TenantContext,
  { customerId, correctsId, content, seller, language }: InvoiceDraft,
): Promise<InvoiceContent> {
  if (customerId === null || correctsId !== null) return content;
  const found = await findBuyerCompany(db, organizationId, customerId);
  if (!found) return content;
  const company = {
    ...{ addressLine: found.address_line, postalCode: found.postal_code, city: found.city, region: found.region },
    countryId: countryOfBuyer({ countryId: found.country_id, vatNumber: found.vat_number }, seller.countryId),
    ...{ identificationNumber: found.identification_number, vatNumber: found.vat_number },
  };
  return addCompany(content, { name: found.legal_name ?? content.buyer.name, company, language });
}

/**
 * The caller has locked the bookings of the charges.
 * @param options.leavesEntry false where the act of a person leaves the entry of the activity
 * @returns the id of the document
 */
export async function insertInvoice(
  context: TenantContext,
  draft: InvoiceDraft,
  lines: readonly ChargeLine[],
  { leavesEntry = true }: { leavesEntry?: boolean } = {},
): Promise<string> {
  const { db, appContext, now, organizationId } = context;
  const today = localDateOf(draft.seller.timezone, now);
  const numbered = await allocateInvoiceNumber(db, organizationId, invoiceSeriesOfDraft(draft), today);
  const content = await withCompany(context, draft);
  const row = buildInvoiceRow({ ...draft, content }, { organizationId, now, ...numbered });
  const { id, number, currency, total_amount: totalAmount, tax_amount: taxAmount } = row;
  await db
    .insertInto("invoices")
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute();
  await insertInvoiceLines(context, id, lines);
  const facts = { number, totalAmount, taxAmount, currency };
  if (leavesEntry)
    await insertActivityEntry(db, {
      organizationId,
      at: now,
      actorId: null,
      act: "invoices.issue",
      subjectId: id,
      before: undefined,
      after: facts,
      ipAddress: null,
    });
  await appContext.jobs.send(db, "invoices.print", { organizationId, invoiceId: id });
  await publish(context, "invoices.issued", { invoiceId: id });
  return id;
}

/** Contents of the credit notes of an invoice. */
export async function listCreditNoteContents(db: Database, organizationId: string, invoiceId: string) {
  const rows = await db
    .selectFrom("invoices")
    .select("content")
    .where("organization_id", "=", organizationId)
    .where("corrects_id", "=", invoiceId)
    .execute();
  return rows.map(({ content }) => content as InvoiceContent);
}

/** @param earlier totals of the charge's invoices and credit notes until now */
export function draftInvoice(
  paid: InvoicedPayment,
  { paymentId, now, earlier }: { paymentId: string; now: Date; earlier: readonly Pick<InvoiceContent, "rates">[] },
): InvoiceDraft {
  const language = findBuyerLanguage(paid);
  const content = buildInvoiceContent(buildSale(paid, language, now), earlier);
  const kind = paid.is_prepaid ? "receipt" : "invoice";
  return { kind, paymentId, refundId: null, correctsId: null, ...describeBuyer(paid), language, content };
}

const describeBuyer = (sold: SoldRow) => ({
  eventId: sold.event_id,
  customerId: sold.customer_id,
  userId: sold.user_id,
  seller: { countryId: sold.country_id, timezone: sold.timezone },
  suppliedOn: suppliedOn(sold),
  currency: sold.currency,
});

/** The dates of the first and the last booking of a document over several, and whose it is. */
export function describeSeveral(sold: readonly SoldRow[]) {
  const [first, ...others] = sold.toSorted((a, b) => +a.start_time - +b.start_time);
  if (!first) throw new Error("A document is over one booking at least");
  const last = others.at(-1) ?? first;
  const buyer = describeBuyer(first);
  return {
    period: findPeriod(sold, suppliedOn(last)),
    buyer: { ...buyer, eventId: others.length > 0 ? null : buyer.eventId, suppliedOn: suppliedOn(last) },
  };
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
  const ids = { paymentId, refundId: refund.id, correctsId: invoice.id };
  return { kind: paid.is_prepaid ? "receipt" : "credit_note", ...ids, ...describeBuyer(paid), language, content };
}
