/** A field is the bookable unit: a court, a pitch, a lane, a room. */
import * as z from "zod/mini";
import { DEFAULT_MAX_PEOPLE } from "./fields-people-rules.ts";
import { Image } from "./files.ts";
import {
  partialOf,
  del,
  get,
  id,
  instant,
  nameLine,
  ListQuery,
  optionalText,
  noData,
  page,
  patch,
  post,
  defineModule,
  optionalBoolean,
} from "./kit.ts";
import { approvalModes, slugPart } from "./organization-options.ts";
import { EntityRef, SearchQuery } from "./organizations.ts";
import { Sport } from "./sports.ts";
import type { MessageKey } from "#messages/keys.ts";

export const fieldStatuses = ["open", "closed"] as const;
export const confidentialities = ["public", "private"] as const;
export type Confidentiality = (typeof confidentialities)[number];
export const fieldSpaces = ["indoor", "outdoor"] as const;

/** `field`: a price for the whole field; `user`: a price per person. */
export const priceTypes = ["user", "field"] as const;
export type PriceType = (typeof priceTypes)[number];

export const MAX_FIELD_COPIES = 30;

export const startSteps = [5, 10, 15, 20, 30, 45, 60, 90, 120] as const;

export const Field = z.object({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  status: z.enum(fieldStatuses),
  confidentiality: z.enum(confidentialities),
  bookable: z.boolean(),
  space: z.nullable(z.enum(fieldSpaces)),
  lights: z.nullable(z.boolean()),
  handicapAccess: z.nullable(z.boolean()),
  airConditioning: z.nullable(z.boolean()),
  heating: z.nullable(z.boolean()),
  minPeopleByEvent: z.int(),
  maxPeopleByEvent: z.int(),
  seatsStands: z.nullable(z.int()),
  startStep: z.int(),
  turnaround: z.int(),
  approval: z.enum(approvalModes),
  /** Hours before the start, until which bookers may cancel by themselves; null: as the booking rules say. */
  cancellationDeadline: z.nullable(z.int()),
  /** The field that contains this one. Null if there is none, or if the reader may not see it. */
  parentId: z.nullable(id),
  parent: z.nullable(EntityRef),
  /** Number of visible ancestors; 0 for a field that is not a part. */
  depth: z.int(),
  parts: z.array(EntityRef),
  timezone: z.string(),
  slug: z.nullable(z.string()),
  isPublished: z.boolean(),
  facility: EntityRef,
  organization: EntityRef,
  sports: z.array(Sport),
  image: z.nullable(Image),
  /** Left out in the platform scope. */
  openingHourPattern: z.optional(z.nullable(EntityRef)),
  pricePatterns: z.optional(z.array(z.extend(EntityRef, { type: z.enum(priceTypes) }))),
  created_at: instant,
  updated_at: instant,
});
export type Field = z.infer<typeof Field>;

export const minNotAboveMax = (minMember: string, maxMember: string) =>
  z.refine<Record<string, unknown>>((draft) => Number(draft[minMember]) <= Number(draft[maxMember]), {
    error: "fields.minAboveMax" satisfies MessageKey,
    path: [maxMember],
    // Runs even if another field is invalid, so that all errors appear at once.
    when: ({ value }) => {
      const draft = value as Record<string, unknown> | null;
      return typeof draft?.[minMember] === "number" && typeof draft[maxMember] === "number";
    },
  });

const peopleCount = z.int().check(z.gte(1), z.lte(10_000));

export const FieldDraft = z
  .strictObject({
    name: nameLine(),
    description: optionalText(),
    status: z._default(z.enum(fieldStatuses), "open"),
    confidentiality: z._default(z.enum(confidentialities), "public"),
    bookable: z._default(z.boolean(), false),
    space: z.nullish(z.enum(fieldSpaces)),
    lights: optionalBoolean,
    handicapAccess: optionalBoolean,
    airConditioning: optionalBoolean,
    heating: optionalBoolean,
    minPeopleByEvent: z._default(peopleCount, 1),
    maxPeopleByEvent: z._default(peopleCount, DEFAULT_MAX_PEOPLE),
    seatsStands: z.nullish(z.int().check(z.gte(0), z.lte(500_000))),
    sportIds: z._default(z.array(z.int32()).check(z.maxLength(20)), []),
    facilityId: id,
    parentId: z.nullish(id),
    startStep: z._default(z.literal(startSteps), 30),
    /** Minutes kept free after each event. */
    turnaround: z._default(z.int().check(z.gte(0), z.lte(240)), 0),
    approval: z.optional(z.enum(approvalModes)),
    /** Hours before the start; null: as the booking rules say. */
    cancellationDeadline: z.nullish(z.int().check(z.gte(0), z.lte(8760))),
    openingHourPatternId: z.nullish(id),
    pricePatternIds: z.optional(z.array(id).check(z.maxLength(50))),
    /** Address of its public page, below that of its facility. Default: from the name. */
    slug: z.nullish(slugPart(() => false)),
    /** Whether it stands on the public page, if it is public. */
    isPublished: z._default(z.boolean(), true),
    /** Must equal the id in the path: the specification requires both. */
    organizationId: z.optional(id),
  })
  .check(minNotAboveMax("minPeopleByEvent", "maxPeopleByEvent"));

export const comforts = [
  "lights",
  "handicapAccess",
  "airConditioning",
  "heating",
] as const satisfies readonly (keyof z.input<typeof FieldDraft>)[];
export type Comfort = (typeof comforts)[number];

/** The facility tells fields of the same name apart. */
const FieldName = z.extend(EntityRef, { facility: EntityRef });
export type FieldName = z.infer<typeof FieldName>;

export const fields = defineModule("fields", {
  list: get("/organizations/{organizationId}/fields", {
    allow: "fields.show",
    summary: "Fields by name, each followed by its parts; of one facility where asked",
    query: z.extend(ListQuery, { facilityId: z.optional(id), status: z.optional(z.enum(fieldStatuses)) }),
    mayLag: true,
    returns: page(Field),
  }),
  search: get("/organizations/{organizationId}/fields/search", {
    allow: "fields.show",
    summary: "Fields by name, 50 at most (1,000 with `withoutPagination`)",
    query: z.extend(SearchQuery, { facilityId: z.optional(id) }),
    mayLag: true,
    returns: z.array(FieldName),
  }),
  byFacility: get("/organizations/{organizationId}/fields-by-facility", {
    allow: "fields.show",
    summary: "Every facility with its fields, for choosing one",
    mayLag: true,
    returns: z.array(
      z.object({ id, name: z.string(), fields: z.array(z.extend(EntityRef, { parentId: z.nullable(id) })) }),
    ),
  }),
  create: post("/organizations/{organizationId}/fields", {
    allow: "fields.create",
    summary: "Create a field",
    body: FieldDraft,
    example: { name: "Court 1", facilityId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d90", bookable: true, sportIds: [1] },
    returns: Field,
    successMessage: "fields.created",
  }),
  duplicate: post("/organizations/{organizationId}/fields/{fieldId}/duplicate", {
    allow: "fields.create",
    summary: "Make numbered copies of a field, with its hours, prices and sports, and without its photos and parts",
    body: z.strictObject({ count: z.int().check(z.gte(1), z.lte(MAX_FIELD_COPIES)) }),
    example: { count: 5 },
    returns: z.array(EntityRef),
    successMessage: "fields.duplicated",
  }),
  read: get("/organizations/{organizationId}/fields/{fieldId}", {
    allow: "fields.show",
    summary: "One field",
    returns: Field,
  }),
  update: patch("/organizations/{organizationId}/fields/{fieldId}", {
    allow: "organizations.update",
    summary: "Change a field; `status` alone opens or closes it",
    body: partialOf(FieldDraft),
    example: { status: "closed" },
    returns: Field,
    successMessage: "fields.saved",
  }),
  delete: del("/organizations/{organizationId}/fields/{fieldId}", {
    allow: "fields.delete",
    summary: "Archive a field; refused while it has events in the future, or parts",
    returns: noData,
    successMessage: "fields.deleted",
  }),
  restore: post("/organizations/{organizationId}/fields/{fieldId}/restore", {
    allow: "fields.delete",
    summary: "Bring a deleted field back, as the part that it was; refused where it can no longer be that",
    returns: Field,
    successMessage: "fields.restored",
    status: 200,
  }),
});
