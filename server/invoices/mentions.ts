/** Mentions that the law wants on invoices: why no VAT is charged, and what businesses owe that pay late. */
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { InvoiceLine, InvoiceNote, Sale } from "./content.ts";

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

/** Code de commerce, articles L441-9, L441-10 and D441-5: owed by businesses alone, which the texts say. */
export function paymentNotes({ seller, language }: Pick<Sale, "seller" | "language">): InvoiceNote[] {
  if (seller.countryId !== FRANCE_ID) return [];
  const t = translators[language];
  return [
    { code: "PMT", text: t("invoices.recoveryCosts") },
    { code: "PMD", text: t("invoices.latePenalties") },
    { code: "AAB", text: t("invoices.noDiscount") },
  ];
}
