/** Mentions that French law wants on invoices: what is sold, why no VAT is charged, and what businesses owe that pay late. */
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { Language } from "#messages/translator.ts";
import type { BuyerCompany, InvoiceLine, InvoiceNote, Sale } from "./content.ts";

/** Category of the operation: CGI, annex II, article 242 nonies A. */
export type Operation = "goods" | "services" | "both";

/** Money that is paid ahead is no supply yet, and only French law asks for it. */
export function findOperation(
  { seller, vatProfile }: Pick<Sale, "vatProfile" | "seller">,
  lines: readonly Pick<InvoiceLine, "isGoods">[],
): Operation | undefined {
  if (seller.countryId !== FRANCE_ID || vatProfile === "unset") return undefined;
  if (lines.every(({ isGoods }) => isGoods)) return "goods";
  return lines.some(({ isGoods }) => isGoods) ? "both" : "services";
}

const operationTexts = {
  goods: "invoices.operationGoods",
  services: "invoices.operationServices",
  both: "invoices.operationBoth",
} as const satisfies Record<Operation, string>;

export function operationMentions({
  operation,
  isOnDebits,
  language,
}: {
  operation: Operation | undefined;
  isOnDebits: boolean;
  language: Language;
}): string[] {
  const t = translators[language];
  return [...(operation ? [t(operationTexts[operation])] : []), ...(isOnDebits ? [t("invoices.vatOnDebits")] : [])];
}

/** Only French law requires mentions. */
export function vatMentions(
  { vatProfile, seller, language }: Pick<Sale, "vatProfile" | "seller" | "language">,
  lines: readonly Pick<InvoiceLine, "isExempt">[],
): string[] {
  if (seller.countryId !== FRANCE_ID) return [];
  if (vatProfile === "franchise") return [translators[language]("invoices.franchise")];
  const isExempt = vatProfile === "exempt" || lines.some((line) => line.isExempt);
  return isExempt ? [translators[language]("invoices.exempt")] : [];
}

/** Code de commerce, articles L441-9, L441-10 and D441-5: owed by businesses, and never by consumers. */
export function companyNotes({
  seller,
  company,
  language,
}: Pick<Sale, "seller" | "language"> & { company: BuyerCompany }): InvoiceNote[] {
  if (seller.countryId !== FRANCE_ID) return [];
  const t = translators[language];
  // A buyer with a French VAT number is liable to VAT: the document goes through the platforms of both.
  const isLiable = company.countryId === FRANCE_ID && company.vatNumber?.startsWith("FR") === true;
  return [
    { code: "PMT", text: t("invoices.recoveryCosts") },
    { code: "PMD", text: t("invoices.latePenalties") },
    { code: "AAB", text: t("invoices.noDiscount") },
    ...(isLiable ? [{ code: "BAR" as const, text: "B2B" }] : []),
  ];
}
