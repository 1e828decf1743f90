import { Organization, OrganizationChanges } from "#contract/organization-shape.ts";
import { columnMap, jsonColumn, noColumn } from "#server/kit/db/column-map.ts";

const typeLabels = {
  club: "organizations.typeClub",
  association: "organizations.typeAssociation",
  private_owner: "organizations.typePrivateOwner",
  school: "organizations.typeSchool",
  city_hall: "organizations.typeCityHall",
  league: "organizations.typeLeague",
  tournament: "organizations.typeTournament",
  federation: "organizations.typeFederation",
  university: "organizations.typeUniversity",
} as const;

const bookingPrivacyLabels = {
  private: "organizations.bookingPrivacyPrivate",
  public: "organizations.bookingPrivacyPublic",
} as const;

const joiningLabels = {
  closed: "organizations.joiningClosed",
  request: "organizations.joiningRequest",
  open: "organizations.joiningOpen",
} as const;

const guestBookingLabels = {
  off: "organizations.guestBookingOff",
  code: "organizations.guestBookingCode",
  payment: "organizations.guestBookingPayment",
} as const;

const reminderOriginLabels = {
  start: "organizations.reminderFromStart",
  deadline: "organizations.reminderFromDeadline",
} as const;
const unpaidSharesLabels = {
  keep: "organizations.unpaidSharesKeep",
  cancel: "organizations.unpaidSharesCancel",
} as const;

const waitlistLabels = {
  off: "organizations.waitlistOff",
  tell: "organizations.waitlistTell",
  offer: "organizations.waitlistOffer",
} as const;

export const organizationColumnMap = columnMap(
  { table: "organizations", draft: OrganizationChanges, entity: Organization },
  {
    name: { column: "name", label: "organizations.name" },
    type: { column: "type", label: "organizations.type", values: typeLabels },
    email: { column: "email", label: "organizations.email" },
    // Phone, country and identification number have special export formats.
    phone: "phone",
    enabled: { column: "enabled", label: "organizations.enabled" },
    countryId: "country_id",
    vatNumber: { column: "vat_number", label: "organizations.vatNumber" },
    identificationNumber: "identification_number",
    timezone: { column: "timezone", label: "organizations.timezone" },
    currency: { column: "currency", label: "organizations.currency" },
    isUnregistered: "is_unregistered",
    vatNumberPending: "vat_number_pending",
    legalName: "legal_name",
    legalForm: "legal_form",
    shareCapital: "share_capital",
    registrationCity: "registration_city",
    addressLine: "address_line",
    postalCode: "postal_code",
    city: "city",
    region: "region",
    vatProfile: "vat_profile",
    vatRate: "vat_rate",
    vatOnDebits: "vat_on_debits",
    cancellationDeadline: noColumn("bookingRules.cancellation"),
    approvalDefault: "approval_default",
    bookingRules: {
      columns: {
        horizonDays: "horizon_days",
        noticeMinutes: "notice_minutes",
        mostActive: "most_active",
        opensAt: "opens_at",
        maxHolds: "max_holds",
        quotas: jsonColumn("quotas"),
        cancellation: jsonColumn("cancellation"),
        noShow: jsonColumn("no_show"),
      },
    },
    paymentOnSite: "payment_on_site",
    demandsSecondFactor: "demands_second_factor",
    joining: { column: "joining", label: "organizations.joining", values: joiningLabels },
    guestBooking: { column: "guest_booking", label: "organizations.guestBooking", values: guestBookingLabels },
    guestRules: {
      columns: {
        horizonDays: "guest_horizon_days",
        noticeMinutes: "guest_notice_minutes",
        mostActive: "guest_most_active",
      },
    },
    waitlist: { column: "waitlist", label: "organizations.waitlist", values: waitlistLabels },
    unpaidShares: { column: "unpaid_shares", label: "organizations.unpaidShares", values: unpaidSharesLabels },
    reminderLead: { column: "reminder_lead", label: "organizations.reminderLead" },
    reminderFrom: { column: "reminder_from", label: "organizations.reminderFrom", values: reminderOriginLabels },
    pushReminderLead: { column: "push_reminder_lead", label: "organizations.pushReminderLead" },
    debtReminderSteps: { ...jsonColumn("debt_reminder_steps"), label: "organizations.debtReminders" },
    bookingPrivacy: { column: "booking_privacy", label: "organizations.bookingPrivacy", values: bookingPrivacyLabels },
  },
);
