/** Entity and drafts of an organization. `organizations.ts` has the endpoints. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { countryIds, currencies } from "./general-countries-rules.ts";
import { email, id, instant, nameLine, requiredLine, phone, toSingleLine } from "./kit.ts";
import {
  organizationTypes,
  approvalModes,
  bookingPrivacies,
  BookingRules,
  BookingRulesDraft,
  DebtReminderSteps,
  ReminderLead,
  reminderOrigins,
  vatProfiles,
  vatProfileStates,
} from "./organization-options.ts";
import { isIdentificationNumber, isSameCompany, isVatNumber } from "./organizations-numbers-rules.ts";
import { sellerParts } from "./organizations-seller-rules.ts";

/** Limits of bookings without an account. */
const GuestRules = z.strictObject({
  horizonDays: z.int().check(z.gte(1), z.lte(365)),
  noticeMinutes: z.int().check(z.gte(0), z.lte(43_200)),
  /** Bookings to come of one guest. */
  mostActive: z.int().check(z.gte(1), z.lte(5)),
});

export const Organization = z.object({
  id,
  name: z.string(),
  type: z.enum(organizationTypes),
  enabled: z.boolean(),
  countryId: z.int(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  vatNumber: z.nullable(z.string()),
  identificationNumber: z.nullable(z.string()),
  /** The association has no identification number. */
  isUnregistered: z.boolean(),
  /** The VAT number is applied for. */
  vatNumberPending: z.boolean(),
  /** Seller on invoices. */
  legalName: z.nullable(z.string()),
  /** `SAS`, `SARL`, `association loi 1901` */
  legalForm: z.nullable(z.string()),
  /** Minor units of the currency. */
  shareCapital: z.nullable(z.int()),
  /** City of the register of companies (RCS). */
  registrationCity: z.nullable(z.string()),
  addressLine: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** State, in countries whose addresses have one. */
  region: z.nullable(z.string()),
  /** Members that must be filled in before the organization can take money. */
  sellerMissing: z.array(z.enum(sellerParts)),
  /** Until then money can be taken although something is missing. */
  sellerDueAt: z.nullable(instant),
  timezone: z.string(),
  currency: z.string(),
  vatProfile: z.enum(vatProfileStates),
  /** Hundredths of a percent: 2000 is 20 %. Applied with the profile `standard` only. */
  vatRate: z.int(),
  /** A French seller of services who owes VAT with the invoice ("option for debits"), not with its money. */
  vatOnDebits: z.boolean(),
  /** Deprecated: hours before the start until which all comes back. `bookingRules.cancellation` has the steps. */
  cancellationDeadline: z.int(),
  approvalDefault: z.enum(approvalModes),
  bookingRules: BookingRules,
  paymentOnSite: z.boolean(),
  bookingPrivacy: z.enum(bookingPrivacies),
  /** `closed`: by invitations and join links; `request`: whoever asks and is approved; `open`: everybody. */
  joining: z.enum(["closed", "request", "open"]),
  /** Booking without an account: not at all, after a code by mail, or with a payment that stands for the code. */
  guestBooking: z.enum(["off", "code", "payment"]),
  guestRules: GuestRules,
  /** A time that comes free is told to everybody who waits, or offered to one after the other. */
  waitlist: z.enum(["off", "tell", "offer"]),
  /** A shared booking that players leave unpaid: its organizer owes the rest, or it is canceled. */
  unpaidShares: z.enum(["keep", "cancel"]),
  reminderLead: ReminderLead,
  /** `deadline`: before it can no longer be canceled, between 9:00 and 21:00, while one can still act. */
  reminderFrom: z.enum(reminderOrigins),
  /** Minutes before the start at which devices are told once more; null: never. */
  pushReminderLead: ReminderLead,
  /** When customers are reminded of what they owe, the earliest first; none: only by the team. */
  debtReminderSteps: DebtReminderSteps,
  /** Bookings to come were made private, and nobody has chosen `bookingPrivacy` since. */
  hasPrivacyNotice: z.boolean(),
  /** Its team is to have a second factor, within 7 days. */
  demandsSecondFactor: z.boolean(),
  /** Only shown to the team. */
  owner: z.nullable(z.object({ user_id: id, full_name: z.string(), email: z.string(), phone: z.nullable(z.string()) })),
  created_at: instant,
  updated_at: instant,
});
export type Organization = z.infer<typeof Organization>;

/** An organization found by its name; other members come if the search includes them. */
export const FoundOrganization = z.extend(
  z.partial(z.pick(Organization, { type: true, enabled: true, countryId: true, email: true, phone: true })),
  { id, name: z.string() },
);
export type FoundOrganization = z.infer<typeof FoundOrganization>;

const hasCountryForm = (
  member: "vatNumber" | "identificationNumber",
  isRight: (countryId: number, number: string) => boolean,
  error: MessageKey,
) =>
  z.refine<Record<string, unknown>>((given) => isRight(Number(given["countryId"]), String(given[member])), {
    error,
    path: [member],
    when: ({ value }) => {
      const given = value as Record<string, unknown> | null;
      return typeof given?.["countryId"] === "number" && typeof given[member] === "string" && given[member] !== "";
    },
  });
const numberChecks = [
  hasCountryForm("vatNumber", isVatNumber, "organizations.vatNumberForm"),
  hasCountryForm("identificationNumber", isIdentificationNumber, "organizations.identificationNumberForm"),
  z.refine<Record<string, unknown>>(
    ({ vatNumber: vat, identificationNumber: number }) =>
      typeof vat !== "string" || typeof number !== "string" || isSameCompany(vat, number),
    { error: "organizations.vatNumberOther" satisfies MessageKey, path: ["vatNumber"] },
  ),
] as const;

const organizationDetails = {
  name: nameLine(),
  enabled: z.boolean(),
  type: z.enum(organizationTypes),
  countryId: z.literal(countryIds),
  email: z.nullish(email),
  phone: z.nullish(phone),
  vatNumber: z.nullish(z.string().check(toSingleLine, z.trim(), z.toUpperCase(), z.maxLength(20))),
  identificationNumber: z.nullish(z.string().check(toSingleLine, z.trim(), z.maxLength(20))),
};

export const OrganizationDraft = z
  .strictObject({
    ...organizationDetails,
    enabled: z._default(z.boolean(), true),
    /** Default of both: what the country proposes. */
    timezone: z.nullish(z.string().check(z.maxLength(64))),
    currency: z.nullish(z.enum(currencies)),
    addOwner: z._default(z.boolean(), false),
    emailOwner: z.nullish(email),
  })
  .check(
    z.refine((given) => !given.addOwner || Boolean(given.emailOwner), {
      error: "kit.required" satisfies MessageKey,
      path: ["emailOwner"],
      when: ({ value }) => typeof value === "object" && value !== null,
    }),
    ...numberChecks,
  );

export const OrganizationChanges = z.strictObject({
  ...organizationDetails,
  isUnregistered: z.boolean(),
  vatNumberPending: z.boolean(),
  legalName: z.nullish(nameLine()),
  legalForm: z.nullish(requiredLine(60)),
  shareCapital: z.nullish(z.int().check(z.gte(0), z.lte(2_000_000_000))),
  registrationCity: z.nullish(requiredLine(80)),
  addressLine: z.nullish(requiredLine(200)),
  postalCode: z.nullish(requiredLine(12)),
  city: z.nullish(requiredLine()),
  region: z.nullish(requiredLine(80)),
  timezone: z.string().check(z.maxLength(64)),
  currency: z.enum(currencies),
  vatProfile: z.enum(vatProfiles),
  vatRate: z.int().check(z.gte(0), z.lte(10_000)),
  vatOnDebits: z.boolean(),
  /** Deprecated: becomes the only step of `bookingRules.cancellation`, where that is not given. */
  cancellationDeadline: z.int().check(z.gte(0), z.lte(8760)),
  approvalDefault: z.enum(approvalModes),
  bookingRules: BookingRulesDraft,
  paymentOnSite: z.boolean(),
  bookingPrivacy: z.enum(bookingPrivacies),
  joining: z.enum(["closed", "request", "open"]),
  guestBooking: z.enum(["off", "code", "payment"]),
  guestRules: GuestRules,
  waitlist: z.enum(["off", "tell", "offer"]),
  unpaidShares: z.enum(["keep", "cancel"]),
  reminderLead: ReminderLead,
  reminderFrom: z.enum(reminderOrigins),
  pushReminderLead: ReminderLead,
  debtReminderSteps: DebtReminderSteps,
  demandsSecondFactor: z.boolean(),
});
