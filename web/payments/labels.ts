/** What is said about payments, and the filters that an address names. */
import type { disputeStates, PaymentMethod, PaymentState, Refund } from "#contract/payments.ts";
import type { Tone } from "#web/kit/badge.tsx";
import { searchAmong, searchDate } from "#web/kit/list-search.ts";
import { methodLabels } from "#web/events/labels.ts";
import type { WordKey } from "#words/keys.ts";

export const stateLabels = {
  created: "payments.statusCreated",
  processing: "payments.statusProcessing",
  succeeded: "payments.statusSucceeded",
  failed: "payments.statusFailed",
  canceled: "payments.statusCanceled",
} as const satisfies Record<PaymentState, WordKey>;

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
} as const satisfies Record<Refund["state"], WordKey>;

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
} as const satisfies Record<(typeof disputeStates)[number], WordKey>;

export interface PaymentFilters {
  status?: PaymentState | undefined;
  method?: PaymentMethod | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters that an address names, and nothing for what is none. */
export const filtersOf = ({ status, method, from, to }: Record<string, unknown>): PaymentFilters => ({
  status: searchAmong(stateLabels, status),
  method: searchAmong(methodLabels, method),
  from: searchDate(from),
  to: searchDate(to),
});
