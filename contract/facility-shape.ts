/** Entity and drafts of a facility. `facilities.ts` has the endpoints. */
import * as z from "zod/mini";
import { Image } from "./files.ts";
import { countryCodes } from "./general-countries-rules.ts";
import { id, instant, nameLine, requiredLine, optionalText, optionalBoolean } from "./kit.ts";
import { slugPart } from "./organization-options.ts";
import { isReservedFacilitySlug } from "./organizations-slugs-rules.ts";
import { EntityRef } from "./organizations.ts";
import { Sport } from "./sports.ts";

export const Localization = z.object({
  completeAddress: z.nullable(z.string()),
  placeId: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
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
  slug: z.nullable(z.string()),
  isPublished: z.boolean(),
  organization: EntityRef,
  localization: Localization,
  image: z.nullable(Image),
  sports: z.array(Sport),
  created_at: instant,
  updated_at: instant,
});
export type Facility = z.infer<typeof Facility>;

export const Address = z.strictObject({
  line1: requiredLine(200),
  postalCode: requiredLine(20),
  city: requiredLine(120),
  countryCode: z.enum(countryCodes),
});

const placeCount = z.nullish(z.int().check(z.gte(0), z.lte(100_000)));

export const FacilityDraft = z.strictObject({
  name: nameLine(),
  description: optionalText(),
  /** Result of the address search, or `manual:` with `address`. */
  placeId: z.nullish(z.string().check(z.maxLength(300))),
  address: z.nullish(Address),
  parkingPlace: placeCount,
  bicycleParkingPlace: placeCount,
  changingRoom: optionalBoolean,
  restroom: optionalBoolean,
  shower: optionalBoolean,
  restaurant: optionalBoolean,
  shop: optionalBoolean,
  /** IANA name. Default: time zone of the address, else of the organization where it is in the same country. */
  timezone: z.nullish(z.string().check(z.maxLength(64))),
  /** Address of its public page, below that of the organization. Default: from the name. */
  slug: z.nullish(slugPart((text) => isReservedFacilitySlug(text))),
  /** Whether it stands on the public page. */
  isPublished: z._default(z.boolean(), true),
  /** Must equal the id in the path: the specification requires both. */
  organizationId: z.optional(id),
});

export const amenities = [
  "changingRoom",
  "restroom",
  "shower",
  "restaurant",
  "shop",
] as const satisfies readonly (keyof z.input<typeof FacilityDraft>)[];
export type Amenity = (typeof amenities)[number];
