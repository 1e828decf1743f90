/** What an invoice says, as it is kept: the words in the buyer's language and all figures, as they were on the day of issue. */
import type { PaymentMethod } from "#contract/payments.ts";
import type { vatProfiles } from "#contract/organizations.ts";
import { words } from "#server/kit/words.ts";
import type { Language } from "#words/words.ts";
import { formatMoney } from "#words/money.ts";
import { scaled, totalsByRate, withNets, type RateTotal } from "./rules.ts";

export const france = 250;

export interface Seller {
  name: string;
  /** What people call it, where that is not its legal name. */
  tradeName: string | null;
  addressLine: string | null;
  postalCode: string | null;
  city: string | null;
  countryId: number;
  email: string | null;
  phone: string | null;
  /** SIREN or SIRET in France, EIN in the United States. */
  identificationNumber: string | null;
  vatNumber: string | null;
}

export interface Line {
  description: string;
  /** Where and when. */
  detail: string;
  quantity: number;
  /** With VAT, as all prices are; minor units. */
  unitPrice: number;
  total: number;
  net: number;
  rate: number;
}

export interface Content {
  seller: Seller;
  buyer: { name: string };
  event: { name: string; place: string; time: string };
  vatProfile: (typeof vatProfiles)[number];
  lines: Line[];
  rates: RateTotal[];
  /** How it was paid; of a credit note how the invoice was. */
  method: PaymentMethod;
  /** Local date of the seller. */
  paidOn: string;
  /** What the law and the matter ask to be said. */
  mentions: string[];
  corrects: { number: string; issuedOn: string } | null;
}

/** What an invoice is made from. */
export interface Sale {
  seller: Seller;
  buyerName: string;
  event: { name: string; place: string; time: string; price: number };
  priceLines: { label: string; quantity: number; unitPrice: number; total: number }[];
  vatProfile: Content["vatProfile"];
  /** Hundredths of a percent; only of who charges VAT. */
  rate: number;
  amount: number;
  currency: string;
  method: PaymentMethod;
  paidOn: string;
  language: Language;
}

const dates = (language: Language) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
const dateFormats = { en: dates("en"), fr: dates("fr") } satisfies Record<Language, Intl.DateTimeFormat>;
/** A local date as its readers write it. */
export const dateText = (date: string, language: Language): string =>
  dateFormats[language].format(new Date(`${date}T00:00:00Z`));

/** What the law wants said of who charges no VAT; elsewhere than in France it wants nothing. */
function vatMentions({ vatProfile, seller, language }: Pick<Sale, "vatProfile" | "seller" | "language">): string[] {
  if (seller.countryId !== france || vatProfile === "standard") return [];
  return [words[language](vatProfile === "franchise" ? "invoices.franchise" : "invoices.exempt")];
}

export function invoiceContent(sale: Sale): Content {
  const { seller, event, vatProfile, amount, currency, language, method, paidOn } = sale;
  const rate = vatProfile === "standard" ? sale.rate : 0;
  const priced = sale.priceLines.reduce((sum, line) => sum + line.total, 0);
  // Who set a price of their own left the lines of the pattern behind.
  const whole =
    priced > 0 && priced === event.price
      ? sale.priceLines.map(({ label, ...line }) => ({ ...line, description: label }))
      : [{ description: event.name, quantity: 1, unitPrice: amount, total: amount }];
  const detail = `${event.place}, ${event.time}`;
  const lines = withNets(scaled(whole, amount).map((line) => ({ ...line, detail, rate })));
  const money = (minor: number) => formatMoney(minor, currency, language);
  const isPart = amount < event.price;
  return {
    seller,
    buyer: { name: sale.buyerName },
    event: { name: event.name, place: event.place, time: event.time },
    vatProfile,
    lines,
    rates: totalsByRate(lines),
    method,
    paidOn,
    mentions: [
      ...(isPart ? [words[language]("invoices.partial", { amount: money(amount), price: money(event.price) })] : []),
      ...vatMentions(sale),
    ],
    corrects: null,
  };
}

/**
 * What gives back of an invoice: its lines negatively, at its rates, by who sells now.
 * @param amount what is given back, positive
 */
export function creditContent(
  invoice: Content & { number: string; issuedOn: string },
  { seller, amount, reason, refundedOn, language }: CreditDraft,
): Content {
  const lines = withNets(scaled(invoice.lines, -amount));
  return {
    seller,
    buyer: invoice.buyer,
    event: invoice.event,
    vatProfile: invoice.vatProfile,
    lines,
    rates: totalsByRate(lines),
    method: invoice.method,
    paidOn: refundedOn,
    mentions: [
      ...(reason ? [words[language]("invoices.reason", { reason })] : []),
      ...vatMentions({ vatProfile: invoice.vatProfile, seller, language }),
    ],
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
