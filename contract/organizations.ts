/** An organization is the tenant: a club, a city or a school that owns facilities. */
import * as z from "zod/mini";
import { partialOf, del, get, id, ListQuery, noData, page, patch, post, defineModule } from "./kit.ts";
import { FoundOrganization, Organization, OrganizationDraft, OrganizationChanges } from "./organization-shape.ts";

export const EntityRef = z.object({ id, name: z.string() });
export type EntityRef = z.infer<typeof EntityRef>;
const searchIncludes = ["type", "enabled", "countryId", "email", "phone"] as const;
export const SearchQuery = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  /** Members beside `id` and `name`, separated by commas: `type,email`. */
  includes: z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(200)),
        z.transform((text: string) => text.split(",")),
      ),
      z.array(z.enum(searchIncludes)),
    ),
  ),
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
    returns: z.array(FoundOrganization),
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
