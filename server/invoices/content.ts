/** Content of an invoice, stored as of the day of issue, with texts in the buyer's language. */
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import type { VatProfileState } from "#contract/organization-options.ts";
import { translateReason } from "#server/events/translate-reason.ts";
import { translators } from "#server/kit/process/translators.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { formatMoney } from "#messages/format-money.ts";
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
}

/** PMT: 40 € for recovery, PMD: penalties for late payment, AAB: discount for early payment. */
export interface InvoiceNote {
  code: "PMT" | "PMD" | "AAB";
  text: string;
}

export interface InvoiceContent {
  seller: Seller;
  buyer: { name: string };
  event: { name: string; place: string; time: string };
  /** `unset` where the provider took money before the organization said how it treats VAT. */
  vatProfile: VatProfileState;
  lines: InvoiceLine[];
  rates: RateTotal[];
  /** A credit note has the method of its invoice. */
  method: PaymentMethod;
  /** Local date of the seller. */
  paidOn: string;
  mentions: string[];
  /** Terms of payment that French law and its e-invoices (BR-FR-05) want, by their UNTDID 4451 codes. */
  notes?: InvoiceNote[];
  corrects: { number: string; issuedOn: string } | null;
}

export interface Sale {
  seller: Seller;
  buyerName: string;
  event: { name: string; place: string; time: string; price: number };
  priceLines: { label: string; quantity: number; unitPrice: number; total: number }[];
  vatProfile: InvoiceContent["vatProfile"];
  /** Hundredths of a percent; ignored for sellers without VAT. */
  rate: number;
  isExempt?: boolean;
  amount: number;
  currency: string;
  method: PaymentMethod;
  paidOn: string;
  language: Language;
}

export const formatInvoiceDate = (date: string, language: Language): string =>
  dateFormats(language, "UTC").date(`${date}T00:00:00Z`);

/** Only French law requires mentions. */
function vatMentions(
  { vatProfile, seller, language }: Pick<Sale, "vatProfile" | "seller" | "language">,
  lines: readonly Pick<InvoiceLine, "isExempt">[],
): string[] {
  if (seller.countryId !== FRANCE_ID) return [];
  if (vatProfile === "franchise") return [translators[language]("invoices.franchise")];
  const isExempt = vatProfile === "exempt" || lines.some((line) => line.isExempt);
  return isExempt ? [translators[language]("invoices.exempt")] : [];
}

/** Code de commerce, articles L441-9, L441-10 and D441-5: owed by businesses alone, which the texts say. */
function paymentNotes({ seller, language }: Pick<Sale, "seller" | "language">): InvoiceNote[] {
  if (seller.countryId !== FRANCE_ID) return [];
  const t = translators[language];
  return [
    { code: "PMT", text: t("invoices.recoveryCosts") },
    { code: "PMD", text: t("invoices.latePenalties") },
    { code: "AAB", text: t("invoices.noDiscount") },
  ];
}

/** @param earlier documents of the same event: parts of one sale have its VAT together, to the cent */
export function buildInvoiceContent(sale: Sale, earlier: readonly InvoiceContent[] = []): InvoiceContent {
  const { seller, event, vatProfile, amount, currency, language, method, paidOn } = sale;
  const isTaxed = vatProfile === "standard";
  const tax = { rate: isTaxed ? sale.rate : 0, ...(isTaxed && sale.isExempt && { isExempt: true }) };
  const priced = sale.priceLines.reduce((sum, line) => sum + line.total, 0);
  // The team's own price replaces the lines of the pattern.
  const priceLines =
    priced > 0 && priced === event.price
      ? sale.priceLines.map(({ label, ...line }) => ({ ...line, description: label }))
      : [{ description: event.name, quantity: 1, unitPrice: amount, total: amount }];
  const detail = `${event.place}, ${event.time}`;
  const scaled = scaleLines(priceLines, amount).map((line) => ({ ...line, detail, ...tax }));
  const rates = totalsByRate(
    scaled,
    earlier.flatMap((document) => document.rates),
  );
  const lines = addNetAmounts(scaled, rates);
  const money = (minor: number) => formatMoney(minor, currency, language);
  const isPart = amount < event.price;
  return {
    seller,
    buyer: { name: sale.buyerName },
    event: { name: event.name, place: event.place, time: event.time },
    vatProfile,
    lines,
    rates,
    method,
    paidOn,
    mentions: [
      ...(isPart
        ? [translators[language]("invoices.partial", { amount: money(amount), price: money(event.price) })]
        : []),
      ...vatMentions(sale, lines),
    ],
    notes: paymentNotes(sale),
    corrects: null,
  };
}

/**
 * Content of a credit note: what is left of the invoice's lines, negatively, at its rates, by the current seller. All notes
 * of a refunded invoice together have its lines and its VAT, to the cent.
 * @param earlier contents of the credit notes that the invoice has already
 * @param draft.amount refunded amount, positive
 */
export function buildCreditNoteContent(
  invoice: InvoiceContent & { number: string; issuedOn: string },
  earlier: readonly InvoiceContent[],
  { seller, amount, reason, refundedOn, language }: CreditDraft,
): InvoiceContent {
  const left = invoice.lines.map((line, index) => ({
    ...line,
    total: earlier.reduce((total, note) => total + (note.lines[index]?.total ?? 0), line.total),
  }));
  const scaled = scaleLines(left, -amount);
  const rates = creditedByRate(
    scaled,
    invoice.rates,
    earlier.flatMap((note) => note.rates),
  );
  const lines = addNetAmounts(scaled, rates);
  return {
    seller,
    buyer: invoice.buyer,
    event: invoice.event,
    vatProfile: invoice.vatProfile,
    lines,
    rates,
    method: invoice.method,
    paidOn: refundedOn,
    mentions: [
      ...(reason ? [translators[language]("invoices.reason", { reason: translateReason(reason, language) })] : []),
      ...vatMentions({ vatProfile: invoice.vatProfile, seller, language }, lines),
    ],
    notes: paymentNotes({ seller, language }),
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
  };
}
interface CreditDraft {
  seller: Seller;
  amount: number;
  reason: string | null;
  refundedOn: string;
  language: Language;
}
