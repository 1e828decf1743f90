/** An organization is the tenant: a club, a city or a school that owns facilities. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { countryIds, currencies } from "./general-countries-rules.ts";
import {
  partialOf,
  del,
  email,
  get,
  id,
  instant,
  nameLine,
  requiredLine,
  ListQuery,
  noData,
  page,
  patch,
  phone,
  post,
  defineModule,
} from "./kit.ts";
import { isIdentificationNumber, isSameCompany, isVatNumber } from "./organizations-numbers-rules.ts";
import { sellerParts } from "./organizations-seller-rules.ts";

export const organizationTypes = [
  "club",
  "association",
  "private_owner",
  "school",
  "city_hall",
  "league",
  "tournament",
  "federation",
  "university",
] as const;
export type OrganizationType = (typeof organizationTypes)[number];

/** `automatic`: confirmed at once; `manual`: after approval by the team. */
export const approvalModes = ["automatic", "manual"] as const;
/**
 * Default of bookings with a customer. Where it is `public`, other members may read who booked a public event, if the
 * customer agrees.
 */
export const bookingPrivacies = ["private", "public"] as const;
export type BookingPrivacy = (typeof bookingPrivacies)[number];

/** Limits of members' bookings, not of the team's. Null: no limit. */
export const BookingRules = z.strictObject({
  horizonDays: z.nullable(z.int().check(z.gte(1), z.lte(730))),
  noticeMinutes: z.nullable(z.int().check(z.gte(0), z.lte(43_200))),
  /** Maximum number of active bookings. */
  mostActive: z.nullable(z.int().check(z.gte(1), z.lte(1000))),
});
export type BookingRules = z.infer<typeof BookingRules>;

/** VAT on invoices: at a rate, or exempt with the mention that the law requires. */
export const vatProfiles = ["standard", "franchise", "exempt"] as const;
/** `unset` until the organization says how it treats VAT: there is no default. */
export const vatProfileStates = ["unset", ...vatProfiles] as const;
export type VatProfileState = (typeof vatProfileStates)[number];

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
  /** What is missing before money can be taken. */
  sellerMissing: z.array(z.enum(sellerParts)),
  /** Until then money can be taken although something is missing. */
  sellerDueAt: z.nullable(instant),
  timezone: z.string(),
  currency: z.string(),
  vatProfile: z.enum(vatProfileStates),
  /** Hundredths of a percent: 2000 is 20 %. Applied with the profile `standard` only. */
  vatRate: z.int(),
  /** Hours before the start. Default of new fields. */
  cancellationDeadline: z.int(),
  approvalDefault: z.enum(approvalModes),
  bookingRules: BookingRules,
  paymentOnSite: z.boolean(),
  bookingPrivacy: z.enum(bookingPrivacies),
  /** Bookings to come were made private, and nobody has chosen `bookingPrivacy` since. */
  hasPrivacyNotice: z.boolean(),
  /** Only shown to the team. */
  owner: z.nullable(z.object({ user_id: id, full_name: z.string(), email: z.string(), phone: z.nullable(z.string()) })),
  created_at: instant,
  updated_at: instant,
});
export type Organization = z.infer<typeof Organization>;

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
  vatNumber: z.nullish(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(20))),
  identificationNumber: z.nullish(z.string().check(z.trim(), z.maxLength(20))),
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
  cancellationDeadline: z.int().check(z.gte(0), z.lte(8760)),
  approvalDefault: z.enum(approvalModes),
  bookingRules: BookingRules,
  paymentOnSite: z.boolean(),
  bookingPrivacy: z.enum(bookingPrivacies),
});

export const EntityRef = z.object({ id, name: z.string() });
export type EntityRef = z.infer<typeof EntityRef>;
export const SearchQuery = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  includes: z.optional(z.string()),
  /** `role`: those of one's highest role first. */
  sort: z.optional(z.enum(["name", "role"])),
  withoutPagination: z.optional(z.stringbool()),
});

export const organizations = defineModule("organizations", {
  list: get("/organizations", {
    allow: "verified",
    summary: "Organizations: all of them for platform administrators, else one's own",
    query: ListQuery,
    returns: page(Organization),
  }),
  search: get("/organizations/search", {
    allow: "verified",
    summary: "Organizations by name, 50 at most (1,000 with `withoutPagination`)",
    query: SearchQuery,
    returns: z.array(EntityRef),
  }),
  create: post("/organizations", {
    allow: "organizations.create",
    summary: "Create an organization, with its built-in roles; optionally invite its owner",
    body: OrganizationDraft,
    example: { name: "Tennis Club de Lyon", type: "club", countryId: 250 },
    returns: Organization,
    successMessage: "organizations.created",
  }),
  read: get("/organizations/{organizationId}", {
    allow: "organizations.show",
    summary: "One organization",
    returns: Organization,
  }),
  update: patch("/organizations/{organizationId}", {
    allow: "organizations.update",
    summary: "Change its details or settings",
    body: partialOf(OrganizationChanges),
    example: { name: "Tennis Club de Lyon" },
    returns: Organization,
    successMessage: "organizations.saved",
  }),
  delete: del("/organizations/{organizationId}", {
    allow: "organizations.delete",
    summary: "Archive it; refused while it has events in the future",
    returns: noData,
    successMessage: "organizations.deleted",
  }),
});
