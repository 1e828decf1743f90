import { type TaxName, taxNameOf } from "#contract/general-countries-rules.ts";
import type { MessageKey } from "#messages/keys.ts";

const taxNumberLabels = {
  vat: "organizations.vatNumber",
  salesTax: "organizations.salesTaxNumber",
  gst: "organizations.gstNumber",
} as const satisfies Record<TaxName, MessageKey>;
export const taxNumberLabel = (countryId: number): MessageKey => taxNumberLabels[taxNameOf(countryId)];
