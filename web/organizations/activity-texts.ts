import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import {
  approvalLabels,
  bookingPrivacyLabels,
  guestBookingLabels,
  joiningLabels,
  typeLabels,
  vatLabels,
  reminderOriginLabels,
  unpaidSharesLabels,
  waitlistLabels,
} from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "organizations.one",
  path: () => "/overview",
  partLabels: { countryId: "organizations.country", bookingRules: "organizations.bookingRules" },
  valueLabels: {
    type: typeLabels,
    vatProfile: vatLabels,
    approvalDefault: approvalLabels,
    bookingPrivacy: bookingPrivacyLabels,
    guestBooking: guestBookingLabels,
    joining: joiningLabels,
    reminderFrom: reminderOriginLabels,
    waitlist: waitlistLabels,
    unpaidShares: unpaidSharesLabels,
  },
};
