import type { TaxName } from "#contract/general-countries-rules.ts";
import type { disputeStates, PaymentMethod, PaymentState, Refund } from "#contract/payments.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";
import { parseSearchOption, parseSearchDate } from "#web/kit/list/list-search.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import type { MessageKey } from "#messages/keys.ts";

export const stateLabels = {
  created: "payments.statusCreated",
  processing: "payments.statusProcessing",
  succeeded: "payments.statusSucceeded",
  failed: "payments.statusFailed",
  canceled: "payments.statusCanceled",
} as const satisfies Record<PaymentState, MessageKey>;

export const stateTones = {
  created: "gray",
  processing: "blue",
  succeeded: "lime",
  failed: "rose",
  canceled: "gray",
} as const satisfies Record<PaymentState, Tone>;

export const refundLabels = {
  pending: "payments.refundPending",
  succeeded: "payments.refundSucceeded",
  failed: "payments.refundFailed",
} as const satisfies Record<Refund["state"], MessageKey>;

export const refundTones = {
  pending: "blue",
  succeeded: "gray",
  failed: "rose",
} as const satisfies Record<Refund["state"], Tone>;

export const disputeLabels = {
  warning_needs_response: "payments.disputeNeedsResponse",
  warning_under_review: "payments.disputeUnderReview",
  warning_closed: "payments.disputeClosed",
  needs_response: "payments.disputeNeedsResponse",
  under_review: "payments.disputeUnderReview",
  won: "payments.disputeWon",
  lost: "payments.disputeLost",
  prevented: "payments.disputeClosed",
} as const satisfies Record<(typeof disputeStates)[number], MessageKey>;

export interface PaymentFilters {
  status?: PaymentState | undefined;
  method?: PaymentMethod | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const parsePaymentFilters = ({ status, method, from, to }: Record<string, unknown>): PaymentFilters => ({
  status: parseSearchOption(stateLabels, status),
  method: parseSearchOption(paymentMethodLabels, method),
  from: parseSearchDate(from),
  to: parseSearchDate(to),
});

const taxLabelsByName = {
  vat: { net: "invoices.net", tax: "invoices.tax", gross: "invoices.gross" },
  salesTax: { net: "invoices.subtotal", tax: "invoices.salesTax", gross: "invoices.total" },
  gst: { net: "invoices.subtotal", tax: "invoices.gst", gross: "invoices.total" },
} as const satisfies Record<TaxName, Record<string, MessageKey>>;
const anyTaxLabels = { net: "invoices.subtotal", tax: "invoices.anyTax", gross: "invoices.total" } as const;

/** @param name null or undefined for several taxes, or while it is not known */
export const taxLabels = (name: TaxName | null | undefined) => (name ? taxLabelsByName[name] : anyTaxLabels);
