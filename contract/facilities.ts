/** A facility is a place with an address and a time zone, where fields can be booked. */
import * as z from "zod/mini";
import { Image } from "./files.ts";
import {
  changes,
  del,
  get,
  id,
  instant,
  line,
  ListQuery,
  note,
  nothing,
  page,
  patch,
  post,
  room,
  triState,
} from "./kit.ts";
import { Named, SearchQuery } from "./organizations.ts";
import { Sport } from "./sports.ts";

export const Localization = z.object({
  completeAddress: z.nullable(z.string()),
  placeId: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** Its parts, as far as they are known. */
  address: z.nullable(
    z.object({
      line1: z.nullable(z.string()),
      postalCode: z.nullable(z.string()),
      city: z.nullable(z.string()),
      countryCode: z.string(),
    }),
  ),
});

export const Facility = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  changingRoom: z.nullable(z.boolean()),
  parkingPlace: z.nullable(z.int()),
  bicycleParkingPlace: z.nullable(z.int()),
  restroom: z.nullable(z.boolean()),
  shower: z.nullable(z.boolean()),
  restaurant: z.nullable(z.boolean()),
  shop: z.nullable(z.boolean()),
  timezone: z.string(),
  organization: Named,
  localization: Localization,
  image: z.nullable(Image),
  /** The sports of its fields. */
  sports: z.array(Sport),
  created_at: instant,
  updated_at: instant,
});
export type Facility = z.infer<typeof Facility>;

export const Address = z.strictObject({
  line1: line(200),
  postalCode: line(20),
  city: line(120),
  countryCode: z.enum(["FR", "US"]),
});

const places = z.nullish(z.int().check(z.gte(0), z.lte(100_000)));

export const FacilityDraft = z.strictObject({
  name: line(),
  description: note(),
  /** From the address search, or `manual:` with `address`. */
  placeId: z.nullish(z.string().check(z.maxLength(300))),
  address: z.nullish(Address),
  parkingPlace: places,
  bicycleParkingPlace: places,
  changingRoom: triState,
  restroom: triState,
  shower: triState,
  restaurant: triState,
  shop: triState,
  /** IANA name; the place's when left out, else the organization's. */
  timezone: z.nullish(z.string().check(z.maxLength(64))),
  /** The specification sends it beside the one in the path; the two must be the same. */
  organizationId: z.optional(id),
});

/** One to choose: by its address where others have the same name. */
const FacilityName = z.extend(Named, { address: z.nullable(z.string()) });
export type FacilityName = z.infer<typeof FacilityName>;

export const facilities = room("facilities", {
  list: get("/organizations/{organizationId}/facilities", {
    allow: "facilities.show",
    summary: "Facilities by name",
    query: ListQuery,
    returns: page(Facility),
  }),
  search: get("/organizations/{organizationId}/facilities/search", {
    allow: "facilities.show",
    summary: "Facilities by name, 50 at most (1,000 with `withoutPagination`)",
    query: SearchQuery,
    returns: z.array(FacilityName),
  }),
  create: post("/organizations/{organizationId}/facilities", {
    allow: "fields.create",
    summary: "Create a facility",
    body: FacilityDraft,
    example: { name: "Parc des Sports Gerland" },
    returns: Facility,
    says: "facilities.created",
  }),
  read: get("/organizations/{organizationId}/facilities/{facilityId}", {
    allow: "facilities.show",
    summary: "One facility",
    returns: Facility,
  }),
  update: patch("/organizations/{organizationId}/facilities/{facilityId}", {
    allow: "facilities.update",
    summary: "Change a facility",
    body: changes(FacilityDraft),
    example: { name: "Parc des Sports Gerland" },
    returns: Facility,
    says: "facilities.saved",
  }),
  delete: del("/organizations/{organizationId}/facilities/{facilityId}", {
    allow: "facilities.delete",
    summary: "Archive a facility, and hide its fields with it; refused while it has events in the future",
    returns: nothing,
    says: "facilities.deleted",
  }),
  restore: post("/organizations/{organizationId}/facilities/{facilityId}/restore", {
    allow: "facilities.delete",
    summary: "Bring a deleted facility back, with its fields and all that was linked with them",
    returns: Facility,
    says: "facilities.restored",
    status: 200,
  }),
});
