/** An organization owns facilities: a club, a city, a school. It is the tenant that everything below belongs to. */
import * as z from "zod/mini";
import type { WordKey } from "#words/keys.ts";
import { countryIds } from "./general.ts";
import {
  changes,
  del,
  email,
  get,
  id,
  instant,
  line,
  ListQuery,
  nothing,
  page,
  patch,
  phone,
  post,
  room,
} from "./kit.ts";
import { isIdentificationNumber, isVatNumber } from "./organizations-rules.ts";

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

/** How a field takes bookings: at once, or after somebody of the team approves. */
export const approvals = ["automatic", "manual"] as const;
export const currencies = ["EUR", "USD"] as const;

/** What bounds members' bookings; the team is not bound. Null: no bound. */
export const BookingRules = z.strictObject({
  /** How many days ahead. */
  horizonDays: z.nullable(z.int().check(z.gte(1), z.lte(730))),
  /** How many minutes before the start at the latest. */
  noticeMinutes: z.nullable(z.int().check(z.gte(0), z.lte(43_200))),
  /** How many active bookings at once. */
  mostActive: z.nullable(z.int().check(z.gte(1), z.lte(1000))),
});
export type BookingRules = z.infer<typeof BookingRules>;

/** How invoices treat VAT: at a rate, or exempt with the mention that the law asks for. */
export const vatProfiles = ["standard", "franchise", "exempt"] as const;

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
  /** The seller on invoices, where it is not called by its name; and where it is. */
  legalName: z.nullable(z.string()),
  addressLine: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  timezone: z.string(),
  currency: z.string(),
  vatProfile: z.enum(vatProfiles),
  /** Hundredths of a percent: 2000 is 20 %. */
  vatRate: z.int(),
  /** Hours before the start, until which bookers may cancel; new fields begin with it. */
  cancellationDeadline: z.int(),
  /** How new fields begin. */
  approvalDefault: z.enum(approvals),
  bookingRules: BookingRules,
  paymentOnSite: z.boolean(),
  owner: z.nullable(z.object({ user_id: id, full_name: z.string(), email: z.string() })),
  created_at: instant,
  updated_at: instant,
});
export type Organization = z.infer<typeof Organization>;

/** The numbers of a draft have the form of its country. */
const fits = (
  member: "vatNumber" | "identificationNumber",
  isRight: (countryId: number, number: string) => boolean,
  error: WordKey,
) =>
  z.refine<Record<string, unknown>>((given) => isRight(Number(given["countryId"]), String(given[member])), {
    error,
    path: [member],
    when: ({ value }) => {
      const given = value as Record<string, unknown> | null;
      return typeof given?.["countryId"] === "number" && typeof given[member] === "string" && given[member] !== "";
    },
  });
const numbersFit = [
  fits("vatNumber", isVatNumber, "organizations.vatNumberForm"),
  fits("identificationNumber", isIdentificationNumber, "organizations.identificationNumberForm"),
] as const;

const details = {
  name: line(),
  enabled: z.boolean(),
  type: z.enum(organizationTypes),
  countryId: z.literal(countryIds),
  email: z.nullish(email),
  phone: z.nullish(phone),
  vatNumber: z.nullish(z.string().check(z.trim(), z.maxLength(20))),
  identificationNumber: z.nullish(z.string().check(z.trim(), z.maxLength(20))),
};

export const OrganizationDraft = z
  .strictObject({
    ...details,
    enabled: z._default(z.boolean(), true),
    addOwner: z._default(z.boolean(), false),
    emailOwner: z.nullish(email),
  })
  .check(
    z.refine((given) => !given.addOwner || Boolean(given.emailOwner), {
      error: "kit.required" satisfies WordKey,
      path: ["emailOwner"],
      when: ({ value }) => typeof value === "object" && value !== null,
    }),
    ...numbersFit,
  );

/** What its team may change: the details, and the settings. */
export const OrganizationChanges = z.strictObject({
  ...details,
  legalName: z.nullish(line()),
  addressLine: z.nullish(line(200)),
  postalCode: z.nullish(line(12)),
  city: z.nullish(line()),
  /** IANA name. */
  timezone: z.string().check(z.maxLength(64)),
  currency: z.enum(currencies),
  vatProfile: z.enum(vatProfiles),
  vatRate: z.int().check(z.gte(0), z.lte(10_000)),
  cancellationDeadline: z.int().check(z.gte(0), z.lte(8760)),
  approvalDefault: z.enum(approvals),
  bookingRules: BookingRules,
  paymentOnSite: z.boolean(),
});

export const Named = z.object({ id, name: z.string() });
export type Named = z.infer<typeof Named>;
export const SearchQuery = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  includes: z.optional(z.string()),
  withoutPagination: z.optional(z.stringbool()),
});

export const organizations = room("organizations", {
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
    returns: z.array(Named),
  }),
  create: post("/organizations", {
    allow: "organizations.create",
    summary: "Create an organization, with its built-in roles; optionally invite its owner",
    body: OrganizationDraft,
    example: { name: "Tennis Club de Lyon", type: "club", countryId: 250 },
    returns: Organization,
    says: "organizations.created",
  }),
  read: get("/organizations/{organizationId}", {
    allow: "organizations.show",
    summary: "One organization",
    returns: Organization,
  }),
  update: patch("/organizations/{organizationId}", {
    allow: "organizations.update",
    summary: "Change its details or settings",
    body: changes(OrganizationChanges),
    example: { name: "Tennis Club de Lyon" },
    returns: Organization,
    says: "organizations.saved",
  }),
  delete: del("/organizations/{organizationId}", {
    allow: "organizations.delete",
    summary: "Archive it; refused while it has events in the future",
    returns: nothing,
    says: "organizations.deleted",
  }),
});
