/** Content of an invoice, stored as of the day of issue, with texts in the buyer's language. */
import type { PaymentMethod } from "#contract/payments.ts";
import type { VatProfileState } from "#contract/organization-options.ts";
import { translateReason } from "#server/events/translate-reason.ts";
import { translators } from "#server/kit/process/translators.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { formatMoney } from "#messages/format-money.ts";
import { companyNotes, findOperation, type Operation, operationMentions, vatMentions } from "./mentions.ts";
import { scaleLines, totalsByRate, addNetAmounts, creditedByRate, type RateTotal } from "./vat.ts";

export interface Seller {
  name: string;
  tradeName: string | null;
  addressLine: string | null;
  postalCode: string | null;
  city: string | null;
  /** State; documents from before it was asked for have none of the following. */
  region?: string | null;
  legalForm?: string | null;
  /** Minor units of the invoice's currency. */
  shareCapital?: number | null;
  registrationCity?: string | null;
  countryId: number;
  email: string | null;
  phone: string | null;
  /** SIREN or SIRET in France, EIN in the United States. */
  identificationNumber: string | null;
  vatNumber: string | null;
}

/** A company that buys, as it was on the day of issue; people are named alone. */
export type BuyerCompany = Pick<
  Seller,
  "addressLine" | "postalCode" | "city" | "region" | "countryId" | "identificationNumber" | "vatNumber"
>;

export interface InvoiceLine {
  description: string;
  detail: string;
  quantity: number;
  /** Minor units, including VAT. */
  unitPrice: number;
  total: number;
  net: number;
  /** Hundredths of a percent, such as 887.5. */
  rate: number;
  /** An exemption of the sale, by a seller who charges VAT otherwise. */
  isExempt?: boolean;
  /** Handed over; all else is a service. */
  isGoods?: boolean;
  /** Local dates of its supply, on documents over several charges. */
  servedFrom?: string;
  servedTo?: string;
  /** On documents over several charges. */
  chargeId?: string;
  /** On credit notes over some lines of an invoice: which of its lines, from 0. */
  position?: number;
}

/**
 * PMT: 40 € for recovery, PMD: penalties for late payment, AAB: discount for early payment; BAR: how the platform treats the
 * document, for programs alone.
 */
export interface InvoiceNote {
  code: "PMT" | "PMD" | "AAB" | "BAR";
  text: string;
}

export interface InvoiceContent {
  seller: Seller;
  buyer: { name: string; company?: BuyerCompany };
  /** Null on documents over several bookings or a sale, which their lines name. */
  event: { name: string; place: string; time: string } | null;
  /** Local date of the first supply, where the document is over several dates. */
  suppliedFrom?: string;
  /** Local date of the last supply, where it is another one than the document's date of supply: of a membership. */
  suppliedTo?: string;
  /** In France. Documents from before it was asked for have none: they count as services. */
  operation?: Operation;
  /** VAT on services is due with the document. */
  isOnDebits?: boolean;
  /** `unset` where the provider took money before the organization said how it treats VAT. */
  vatProfile: VatProfileState;
  lines: InvoiceLine[];
  rates: RateTotal[];
  /** A credit note has the method of its invoice. Null where no money has moved. */
  method: PaymentMethod | null;
  /** Local date of the seller. Null where no money has moved. */
  paidOn: string | null;
  /** The local date of the seller until which an invoice is to be paid. */
  dueOn?: string;
  mentions: string[];
  /** Terms of payment that French law and its e-invoices (BR-FR-05) want between businesses, by their UNTDID 4451 codes. */
  notes?: InvoiceNote[];
  corrects: { number: string; issuedOn: string } | null;
}

/** A document is over one or several: a booking or a line of a sale, or the part of it that is paid or left to invoice. */
export interface InvoicedItem {
  /** Written on the lines of documents over several charges. */
  chargeId?: string;
  /** A line of a sale has no place, and its date as the time. `what` names sport and field on the lines of a booking. */
  event: { name: string; place: string | null; time: string; price: number; what?: string };
  priceLines: { label: string; quantity: number; unitPrice: number; total: number }[];
  /** Hundredths of a percent; ignored for sellers without VAT. */
  rate: number;
  isExempt?: boolean;
  isGoods?: boolean;
  /** Local dates, both included. */
  served?: { from: string; to: string };
  amount: number;
}

interface SaleTerms {
  seller: Seller;
  buyerName: string;
  vatProfile: InvoiceContent["vatProfile"];
  currency: string;
  language: Language;
  isOnDebits?: boolean;
  suppliedFrom?: string;
  suppliedTo?: string;
}

export interface Sale extends SaleTerms, InvoicedItem {
  method: PaymentMethod;
  paidOn: string;
}

/** Sold to one customer, and paid already or due on a date. */
export interface SaleOfSeveral extends SaleTerms {
  items: readonly InvoicedItem[];
  payment: { method: PaymentMethod; paidOn: string } | { dueOn: string };
}

export const formatInvoiceDate = (date: string, language: Language): string =>
  dateFormats(language, "UTC").date(`${date}T00:00:00Z`);

/** A discount is shown on its line: a line that lowers the price is part of the one before it. */
function foldDiscounts(
  priceLines: InvoicedItem["priceLines"],
  money: (minor: number) => string,
): InvoicedItem["priceLines"] {
  const lines: InvoicedItem["priceLines"] = [];
  for (const line of priceLines) {
    const last = lines.at(-1);
    if (line.total >= 0 || !last) lines.push(line);
    else {
      const total = last.total + line.total;
      const times = last.quantity > 1 ? `\u00a0×\u00a0${last.quantity}` : "";
      const label = `${last.label}${times} (${line.label}, ${money(line.total)})`;
      lines[lines.length - 1] = { label, quantity: 1, unitPrice: total, total };
    }
  }
  return lines;
}

function buildLines(
  { event, priceLines, amount, chargeId, served, ...sold }: InvoicedItem,
  { isTaxed, money }: { isTaxed: boolean; money: (minor: number) => string },
) {
  const tax = { rate: isTaxed ? sold.rate : 0, ...(isTaxed && sold.isExempt && { isExempt: true }) };
  const priced = priceLines.reduce((sum, line) => sum + line.total, 0);
  // The team's own price replaces the lines of the pattern.
  const lines =
    priced > 0 && priced === event.price
      ? foldDiscounts(priceLines, money).map(({ label, ...line }) => ({ ...line, description: label }))
      : [{ description: event.name, quantity: 1, unitPrice: amount, total: amount }];
  const detail = event.place === null ? event.time : `${event.place}, ${event.time}`;
  return scaleLines(lines, amount).map((line) => ({
    ...line,
    ...(event.what && { description: `${event.what} · ${line.description}` }),
    ...{ detail, ...tax, ...(sold.isGoods && { isGoods: true }), ...(chargeId && { chargeId }) },
    ...(chargeId && served && { servedFrom: served.from, servedTo: served.to }),
  }));
}

/** @param earlier documents of the same event: parts of one sale have its VAT together, to the cent */
export function buildInvoiceContent(
  sale: Sale,
  earlier: readonly Pick<InvoiceContent, "rates">[] = [],
): InvoiceContent {
  const { method, paidOn } = sale;
  const rates = earlier.flatMap((document) => document.rates);
  return buildContentOfSeveral({ ...sale, items: [sale], payment: { method, paidOn } }, rates);
}

const nameEvent = ({ event: { name, place, time } }: InvoicedItem) => (place === null ? null : { name, place, time });

function partMentions({ items, payment, currency, language }: SaleOfSeveral): string[] {
  const money = (minor: number) => formatMoney(minor, currency, language);
  const isOnePayment = items.length === 1 && "paidOn" in payment;
  return items
    .filter(({ amount, event }) => amount < event.price)
    .map(({ amount, event: { name, price } }) =>
      isOnePayment
        ? translators[language]("invoices.partial", { amount: money(amount), price: money(price) })
        : translators[language]("invoices.partOf", { name, amount: money(amount), price: money(price) }),
    );
}

const hasTaxedService = (lines: readonly Pick<InvoiceLine, "isGoods" | "rate">[]): boolean =>
  lines.some(({ isGoods, rate }) => !isGoods && rate > 0);

const periodOf = ({ suppliedFrom, suppliedTo }: Pick<InvoiceContent, "suppliedFrom" | "suppliedTo">) => ({
  ...(suppliedFrom && { suppliedFrom }),
  ...(suppliedTo && { suppliedTo }),
});

/** Content that names the company which buys, with what its country's law wants on invoices between businesses. */
export const addCompany = (
  content: InvoiceContent,
  { name, company, language }: { name: string; company: BuyerCompany; language: Language },
): InvoiceContent => ({
  ...content,
  buyer: { name, company },
  notes: companyNotes({ seller: content.seller, company, language }),
});

/** @param earlier totals of former documents over the same charges: parts of one sale have its VAT together, to the cent */
export function buildContentOfSeveral(sale: SaleOfSeveral, earlier: readonly RateTotal[] = []): InvoiceContent {
  const { seller, vatProfile, items, payment } = sale;
  const [only, ...others] = items;
  const money = (minor: number) => formatMoney(minor, sale.currency, sale.language);
  const scaled = items.flatMap((item) => buildLines(item, { isTaxed: vatProfile === "standard", money }));
  const rates = totalsByRate(scaled, earlier);
  const lines = addNetAmounts(scaled, rates);
  const operation = findOperation(sale, lines);
  const isOnDebits =
    Boolean(sale.isOnDebits) && vatProfile === "standard" && operation !== undefined && hasTaxedService(lines);
  return {
    seller,
    buyer: { name: sale.buyerName },
    event: only && others.length === 0 ? nameEvent(only) : null,
    ...periodOf(sale),
    ...(operation && { operation }),
    ...(isOnDebits && { isOnDebits }),
    vatProfile,
    lines,
    rates,
    ...("dueOn" in payment ? { method: null, paidOn: null, dueOn: payment.dueOn } : payment),
    mentions: [
      ...partMentions(sale),
      ...operationMentions({ operation, isOnDebits, language: sale.language }),
      ...vatMentions(sale, lines),
    ],
    notes: [],
    corrects: null,
  };
}

/** Totals of the lines of one charge, at each rate. */
export function sumLinesByRate({ lines }: Pick<InvoiceContent, "lines">, chargeId: string): RateTotal[] {
  const own = lines.filter((line) => line.chargeId === undefined || line.chargeId === chargeId);
  return own.map(({ rate, isExempt, net, total }) => ({
    ...{ rate, net, vat: total - net, gross: total },
    ...(isExempt && { isExempt }),
  }));
}

/**
 * Content of a credit note: what is left of the invoice's lines, negatively, at its rates, by the current seller. All notes
 * of a refunded invoice together have its lines and its VAT, to the cent.
 * @param earlier contents of the credit notes that the invoice has already
 * @param draft.amount credited amount, positive
 */
export function buildCreditNoteContent(
  invoice: InvoiceContent & { number: string; issuedOn: string },
  earlier: readonly InvoiceContent[],
  { seller, amount, reason, refundedOn, language, chargeId }: CreditDraft,
): InvoiceContent {
  const isOverSeveral = invoice.lines.some((line) => line.chargeId !== undefined);
  const creditedOf = (index: number) =>
    earlier
      .flatMap((note) => note.lines.map((line, place) => ({ ...line, position: line.position ?? place })))
      .reduce((total, line) => total + (line.position === index ? line.total : 0), 0);
  const left = invoice.lines
    .map((line, position) => ({
      ...line,
      ...(isOverSeveral && { position }),
      total: line.total + creditedOf(position),
    }))
    .filter((line) => !isOverSeveral || (line.chargeId === chargeId && line.total > 0));
  const scaled = scaleLines(left, -amount);
  const rates = creditedByRate(
    scaled,
    invoice.rates,
    earlier.flatMap((note) => note.rates),
  );
  const lines = addNetAmounts(scaled, rates);
  const { vatProfile, buyer } = invoice;
  // Lines of documents from before do not say whether they are goods.
  const operation = invoice.operation && findOperation({ seller, vatProfile }, lines);
  const isOnDebits = Boolean(invoice.isOnDebits) && operation !== undefined && hasTaxedService(lines);
  return {
    seller,
    buyer,
    event: invoice.event,
    ...periodOf(invoice),
    ...(operation && { operation }),
    ...(isOnDebits && { isOnDebits }),
    vatProfile,
    lines,
    rates,
    method: refundedOn === null ? null : invoice.method,
    paidOn: refundedOn,
    mentions: [
      ...(reason ? [translators[language]("invoices.reason", { reason: translateReason(reason, language) })] : []),
      ...operationMentions({ operation, isOnDebits, language }),
      ...vatMentions({ vatProfile, seller, language }, lines),
    ],
    notes: buyer.company ? companyNotes({ seller, company: buyer.company, language }) : [],
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
  };
}
interface CreditDraft {
  seller: Seller;
  amount: number;
  reason: string | null;
  /** Null if no money goes back: less is to be paid. */
  refundedOn: string | null;
  language: Language;
  /** The charge that is credited, of an invoice over several. */
  chargeId?: string;
}
