/** An organization owns facilities: a club, a city, a school. It is the tenant that everything below belongs to. */
import * as z from "zod/mini";
import type { WordKey } from "#words/keys.ts";
import { countryIds } from "./general.ts";
import { email, get, id, instant, line, ListQuery, page, phone, post, room } from "./kit.ts";

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
  timezone: z.string(),
  currency: z.string(),
  owner: z.nullable(z.object({ user_id: id, full_name: z.string(), email: z.string() })),
  created_at: instant,
  updated_at: instant,
});
export type Organization = z.infer<typeof Organization>;

export const OrganizationDraft = z
  .strictObject({
    name: line(),
    enabled: z._default(z.boolean(), true),
    type: z.enum(organizationTypes),
    countryId: z.literal(countryIds),
    email: z.nullish(email),
    phone: z.nullish(phone),
    vatNumber: z.nullish(z.string().check(z.trim(), z.maxLength(20))),
    identificationNumber: z.nullish(z.string().check(z.trim(), z.maxLength(20))),
    addOwner: z._default(z.boolean(), false),
    emailOwner: z.nullish(email),
  })
  .check(
    z.refine((given) => !given.addOwner || Boolean(given.emailOwner), {
      error: "kit.required" satisfies WordKey,
      path: ["emailOwner"],
      when: ({ value }) => typeof value === "object" && value !== null,
    }),
  );

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
});
