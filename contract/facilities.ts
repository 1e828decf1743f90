/** Facilities (venues): places with an address and a time zone. */
import * as z from "zod/mini";
import { Facility, FacilityDraft } from "./facility-shape.ts";
import { partialOf, del, get, ListQuery, noData, page, patch, post, defineModule } from "./kit.ts";
import { EntityRef, SearchQuery } from "./organizations.ts";

/** The address tells facilities of the same name apart. */
const FacilityName = z.extend(EntityRef, { address: z.nullable(z.string()) });
export type FacilityName = z.infer<typeof FacilityName>;

export const facilities = defineModule("facilities", {
  list: get("/organizations/{organizationId}/facilities", {
    allow: "facilities.show",
    summary: "Facilities by name",
    query: ListQuery,
    mayLag: true,
    returns: page(Facility),
  }),
  search: get("/organizations/{organizationId}/facilities/search", {
    allow: "facilities.show",
    summary: "Facilities by name, 50 at most (1,000 with `withoutPagination`)",
    query: SearchQuery,
    mayLag: true,
    returns: z.array(FacilityName),
  }),
  create: post("/organizations/{organizationId}/facilities", {
    allow: "fields.create",
    summary: "Create a facility",
    body: FacilityDraft,
    example: { name: "Parc des Sports Gerland" },
    returns: Facility,
    successMessage: "facilities.created",
  }),
  read: get("/organizations/{organizationId}/facilities/{facilityId}", {
    allow: "facilities.show",
    summary: "One facility",
    returns: Facility,
  }),
  update: patch("/organizations/{organizationId}/facilities/{facilityId}", {
    allow: "facilities.update",
    summary: "Change a facility",
    body: partialOf(FacilityDraft),
    example: { name: "Parc des Sports Gerland" },
    returns: Facility,
    successMessage: "facilities.saved",
  }),
  delete: del("/organizations/{organizationId}/facilities/{facilityId}", {
    allow: "facilities.delete",
    summary: "Archive a facility, and hide its fields with it; refused while it has events in the future",
    returns: noData,
    successMessage: "facilities.deleted",
  }),
  restore: post("/organizations/{organizationId}/facilities/{facilityId}/restore", {
    allow: "facilities.delete",
    summary: "Bring a deleted facility back, with its fields and all that was linked with them",
    returns: Facility,
    successMessage: "facilities.restored",
    status: 200,
  }),
});
