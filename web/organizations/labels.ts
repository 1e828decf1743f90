import type {
  approvalModes,
  BookingPrivacy,
  OrganizationType,
  VatProfileState,
} from "#contract/organization-options.ts";
import type { Organization } from "#contract/organization-shape.ts";
import type { MessageKey } from "#messages/keys.ts";

export const typeLabels = {
  club: "organizations.typeClub",
  association: "organizations.typeAssociation",
  private_owner: "organizations.typePrivateOwner",
  school: "organizations.typeSchool",
  city_hall: "organizations.typeCityHall",
  league: "organizations.typeLeague",
  tournament: "organizations.typeTournament",
  federation: "organizations.typeFederation",
  university: "organizations.typeUniversity",
} as const satisfies Record<OrganizationType, MessageKey>;

export const vatLabels = {
  unset: "organizations.vatUnset",
  standard: "organizations.vatStandard",
  franchise: "organizations.vatFranchise",
  exempt: "organizations.vatExempt",
} as const satisfies Record<VatProfileState, MessageKey>;

export const bookingPrivacyLabels = {
  private: "organizations.bookingPrivacyPrivate",
  public: "organizations.bookingPrivacyPublic",
} as const satisfies Record<BookingPrivacy, MessageKey>;

export const joiningLabels = {
  closed: "organizations.joiningClosed",
  request: "organizations.joiningRequest",
  open: "organizations.joiningOpen",
} as const satisfies Record<Organization["joining"], MessageKey>;

export const reminderOriginLabels = {
  start: "organizations.reminderFromStart",
  deadline: "organizations.reminderFromDeadline",
} as const satisfies Record<Organization["reminderFrom"], MessageKey>;
export const debtReminderToneLabels = {
  friendly: "organizations.debtReminderFriendly",
  firm: "organizations.debtReminderFirm",
  last: "organizations.debtReminderLast",
} as const satisfies Record<Organization["debtReminderSteps"][number]["tone"], MessageKey>;
export const unpaidSharesLabels = {
  keep: "organizations.unpaidSharesKeep",
  cancel: "organizations.unpaidSharesCancel",
} as const satisfies Record<Organization["unpaidShares"], MessageKey>;

export const waitlistLabels = {
  off: "organizations.waitlistOff",
  tell: "organizations.waitlistTell",
  offer: "organizations.waitlistOffer",
} as const satisfies Record<Organization["waitlist"], MessageKey>;

/** Fields have the same labels. */
export const approvalLabels = {
  automatic: "fields.approvalAutomatic",
  manual: "fields.approvalManual",
} as const satisfies Record<(typeof approvalModes)[number], MessageKey>;

export const guestBookingLabels = {
  off: "organizations.guestBookingOff",
  code: "organizations.guestBookingCode",
  payment: "organizations.guestBookingPayment",
} as const satisfies Record<Organization["guestBooking"], MessageKey>;
