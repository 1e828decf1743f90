/** Hints of choices, and labels that few pages show. Apart from the other labels, which the first script needs. */
import type { BookingPrivacy } from "#contract/organization-options.ts";
import type { Organization } from "#contract/organization-shape.ts";
import type { MessageKey } from "#messages/keys.ts";

export const bookingPrivacyHints = {
  private: "organizations.bookingPrivacyPrivateHint",
  public: "organizations.bookingPrivacyPublicHint",
} as const satisfies Record<BookingPrivacy, MessageKey>;

export const joiningHints = {
  closed: "organizations.joiningClosedHint",
  request: "organizations.joiningRequestHint",
  open: "organizations.joiningOpenHint",
} as const satisfies Record<Organization["joining"], MessageKey>;

export const guestBookingHints = {
  off: "organizations.guestBookingOffHint",
  code: "organizations.guestBookingCodeHint",
  payment: "organizations.guestBookingPaymentHint",
} as const satisfies Record<Organization["guestBooking"], MessageKey>;

export const unpaidSharesHints = {
  keep: "organizations.unpaidSharesKeepHint",
  cancel: "organizations.unpaidSharesCancelHint",
} as const satisfies Record<Organization["unpaidShares"], MessageKey>;

export const waitlistHints = {
  off: "organizations.waitlistOffHint",
  tell: "organizations.waitlistTellHint",
  offer: "organizations.waitlistOfferHint",
} as const satisfies Record<Organization["waitlist"], MessageKey>;
