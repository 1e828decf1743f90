/** Packs (carnets, multi-visit cards): units that are sold ahead, with their VAT, and pay bookings later. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import {
  defineModule,
  get,
  id,
  instant,
  instantDraft,
  ListQuery,
  localDate,
  nameLine,
  page,
  partialOf,
  patch,
  post,
  requiredText,
} from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { packStates } from "./packs-rules.ts";

/** Limit for each organization. */
export const MAX_PACK_TYPES = 100;

export const packUnits = ["count", "minutes"] as const;
export type PackUnit = (typeof packUnits)[number];
export const packStarts = ["purchase", "first_use"] as const;

const limit = z._default(z.nullable(z.int().check(z.gte(1), z.lte(1000))), null);
const unique = <T>(values: T[]): T[] => [...new Set(values)];
const idsOf = z._default(z.array(id).check(z.maxLength(200), z.overwrite(unique)), []);
const numbersOf = z._default(z.array(z.int32().check(z.gte(1))).check(z.maxLength(100), z.overwrite(unique)), []);

/** Without the check of what fits together, so that forms and changes can take parts of it. */
export const PackTypeMembers = z.strictObject({
  name: nameLine(60),
  /** A product of the kind `pack` says how its sale stands in the books, and with which tax rate. Null: the default one. */
  productId: z._default(z.nullable(id), null),
  /** Minor units, tax included. */
  price: z.int().check(z.gte(1), z.lte(100_000_000)),
  /** `count`: visits · `minutes`: minutes. */
  unit: z.enum(packUnits),
  units: z.int().check(z.gte(1), z.lte(100_000)),
  /** The length of a visit: a longer booking takes more. Null for packs of minutes. */
  minutesPerUnit: z._default(z.nullable(z.int().check(z.gte(5), z.lte(1440))), null),
  /** Whether a booking takes its units once, or for each person. */
  per: z._default(z.enum(["booking", "person"]), "booking"),
  /** Days, the one of its beginning not counted. */
  validDays: z._default(z.nullable(z.int().check(z.gte(1), z.lte(3650))), null),
  /** Last day. */
  validUntil: z._default(z.nullable(localDate), null),
  /** When `validDays` begin: with the sale, or with the first booking that it pays. */
  starts: z._default(z.enum(packStarts), "purchase"),
  /** Members pay with it by themselves; else the team books. */
  online: z._default(z.boolean(), true),
  /** Members buy it by themselves; else the team sells it. */
  soldOnline: z._default(z.boolean(), false),
  /** Fields that it pays for; none: all. */
  fieldIds: idsOf,
  sportIds: numbersOf,
  /** Time windows, one of which a booking has to lie in. */
  windowIds: idsOf,
  /** Categories of customers that may use it. */
  roleIds: numbersOf,
  /** Bookings that it pays at most: on a day, in a week from Monday, and ahead. */
  maxPerDay: limit,
  maxPerWeek: limit,
  maxUpcoming: limit,
  active: z._default(z.boolean(), true),
});
type Members = z.infer<typeof PackTypeMembers>;
/** Finds members that do not fit together; a change is checked with what it leaves as it is. */
export function findPackTypeFault(
  draft: Pick<Members, "unit" | "minutesPerUnit" | "per" | "validDays" | "validUntil">,
): { path: keyof Members; error: MessageKey } | null {
  const { unit, minutesPerUnit, per, validDays, validUntil } = draft;
  if (unit === "count" && minutesPerUnit === null) return { path: "minutesPerUnit", error: "packs.minutesNeeded" };
  if (unit === "minutes" && minutesPerUnit !== null) return { path: "minutesPerUnit", error: "packs.minutesOfCount" };
  if (unit === "minutes" && per === "person") return { path: "per", error: "packs.perPersonOfCount" };
  if (validDays !== null && validUntil !== null) return { path: "validUntil", error: "packs.validTwice" };
  return null;
}
export const PackTypeDraft = PackTypeMembers.check((payload) => {
  const fault = findPackTypeFault(payload.value);
  if (fault) payload.issues.push({ code: "custom", input: payload.value, path: [fault.path], message: fault.error });
});
export type PackTypeDraft = z.infer<typeof PackTypeDraft>;

const typeMembers = {
  name: z.string(),
  /** Null: the default product of packs. */
  productId: z.nullable(id),
  price: z.int(),
  unit: z.enum(packUnits),
  units: z.int(),
  minutesPerUnit: z.nullable(z.int()),
  per: z.enum(["booking", "person"]),
  validDays: z.nullable(z.int()),
  validUntil: z.nullable(z.iso.date()),
  starts: z.enum(packStarts),
  online: z.boolean(),
  fieldIds: z.array(id),
  sportIds: z.array(z.int()),
  windowIds: z.array(id),
  roleIds: z.array(z.int()),
  maxPerDay: z.nullable(z.int()),
  maxPerWeek: z.nullable(z.int()),
  maxUpcoming: z.nullable(z.int()),
};
export const PackType = z.object({
  id,
  ...typeMembers,
  soldOnline: z.boolean(),
  active: z.boolean(),
  /** Rises with each change; what was sold keeps its terms. */
  version: z.int(),
  created_at: instant,
  updated_at: instant,
});
export type PackType = z.infer<typeof PackType>;

/** Terms of a pack, as they were when it was sold. */
export const PackTerms = z.object({ ...typeMembers, version: z.int() });
export type PackTerms = z.infer<typeof PackTerms>;

export const PackTypeForSale = z.object({ id, name: z.string(), price: z.int() });
export type PackTypeForSale = z.infer<typeof PackTypeForSale>;

export const Pack = z.object({
  id,
  organization: EntityRef,
  customer: z.object({ id, name: z.string() }),
  typeId: id,
  name: z.string(),
  unit: z.enum(packUnits),
  minutesPerUnit: z.nullable(z.int()),
  per: z.enum(["booking", "person"]),
  state: z.enum(packStates),
  unitsTotal: z.int(),
  unitsUsed: z.int(),
  /** Given back as money. */
  unitsRefunded: z.int(),
  unitsLeft: z.int(),
  /** Local dates of the organization, both included; null: with the first use, and never. */
  startsOn: z.nullable(z.iso.date()),
  expiresOn: z.nullable(z.iso.date()),
  online: z.boolean(),
  isGranted: z.boolean(),
  /** Why it was granted; null where it was sold, and for its holder. */
  grantReason: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
});
export type Pack = z.infer<typeof Pack>;

export const PackUse = z.object({
  id,
  event: z.object({ id, name: z.string(), startTime: instant, timezone: z.string(), fieldName: z.string() }),
  units: z.int(),
  givenBack: z.int(),
  /** It pays the booking now. */
  isActive: z.boolean(),
  created_at: instant,
});
export type PackUse = z.infer<typeof PackUse>;

export const PackDetail = z.extend(Pack, {
  /** Latest first. */
  uses: z.array(PackUse),
});
export type PackDetail = z.infer<typeof PackDetail>;

/** A pack for a booking: what it takes, or why it does not pay. The one that expires first comes first. */
export const PackOffer = z.object({
  pack: z.object({ id, name: z.string(), unit: z.enum(packUnits), expiresOn: z.nullable(z.iso.date()) }),
  unitsLeft: z.int(),
  unitsNeeded: z.int(),
  /** Null: it can pay. */
  refusal: z.nullable(z.string()),
});
export type PackOffer = z.infer<typeof PackOffer>;

const offerQuery = {
  /** Without a place and a time nothing is offered. */
  fieldId: z.optional(id),
  startTime: z.optional(instantDraft),
  /** Minutes. */
  duration: z.optional(z.coerce.number().check(z.int(), z.gte(5), z.lte(1440))),
  people: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
  sportId: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
  /** For the team. */
  customerId: z.optional(id),
};

const org = "/organizations/{organizationId}";

export const packs = defineModule("packs", {
  types: get(`${org}/pack-types`, {
    allow: "products.manage",
    summary: "Types of packs, by name",
    returns: z.array(PackType),
  }),
  createType: post(`${org}/pack-types`, {
    allow: "products.manage",
    summary: `Add a type of packs, ${MAX_PACK_TYPES} at most`,
    body: PackTypeDraft,
    example: { name: "10 hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60, validDays: 365 },
    returns: PackType,
    successMessage: "packs.typeCreated",
  }),
  updateType: patch(`${org}/pack-types/{packTypeId}`, {
    allow: "products.manage",
    summary: "Change a type of packs, archive it or bring it back; packs that were sold keep their terms",
    body: partialOf(PackTypeMembers),
    example: { name: "10 hours" },
    returns: PackType,
    successMessage: "packs.typeSaved",
  }),
  typesForSale: get(`${org}/pack-types-for-sale`, {
    allow: "sales.create",
    summary: "Types of packs that can be sold, with their prices",
    returns: z.array(PackTypeForSale),
  }),
  list: get(`${org}/packs`, {
    allow: "members.show",
    mayLag: true,
    summary: "Packs of customers: those that expire first come first",
    query: z.extend(ListQuery, {
      customerId: z.optional(id),
      typeId: z.optional(id),
      state: z.optional(z.enum(packStates)),
      /** Those that expire on this local date or before, and did not yet. */
      expiresBy: z.optional(localDate),
    }),
    returns: page(Pack),
  }),
  read: get(`${org}/packs/{packId}`, {
    allow: "members.show",
    summary: "One pack with the bookings that it paid",
    returns: PackDetail,
  }),
  mine: get("/auth/user/packs", {
    allow: "verified",
    summary: "One's own packs in all organizations, those that run first, with the bookings that they paid",
    query: z.omit(ListQuery, { q: true }),
    returns: page(PackDetail),
  }),
  grant: post(`${org}/packs`, {
    allow: "sales.adjust",
    summary: "Give a customer a pack without a price, with a reason",
    body: z.strictObject({ customerId: id, typeId: id, reason: requiredText(300) }),
    example: {
      customerId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
      typeId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
      reason: "Won the tournament",
    },
    returns: PackDetail,
    successMessage: "packs.granted",
    idempotent: true,
  }),
  extend: post(`${org}/packs/{packId}/extend`, {
    allow: "sales.adjust",
    summary: "Let a pack run longer, also one that has expired",
    body: z.strictObject({ expiresOn: localDate }),
    example: { expiresOn: "2027-12-31" },
    returns: PackDetail,
    successMessage: "packs.extended",
    status: 200,
  }),
  offers: get(`${org}/pack-offers`, {
    allow: "member",
    summary: "Packs for a booking that is about to be made: one's own, or for the team the customer's",
    query: z.object(offerQuery),
    returns: z.array(PackOffer),
  }),
  offersOfEvent: get(`${org}/events/{eventId}/pack-offers`, {
    allow: "payments.record",
    summary: "Packs of the customer for a booking that is not paid",
    returns: z.array(PackOffer),
  }),
  use: post(`${org}/events/{eventId}/pack-uses`, {
    allow: "payments.record",
    summary: "Pay a booking with a pack of its customer, whole",
    body: z.strictObject({ packId: id }),
    example: { packId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91" },
    returns: PackDetail,
    successMessage: "packs.used",
  }),
  giveBack: post(`${org}/events/{eventId}/pack-uses/give-back`, {
    allow: "payments.record",
    summary: "Give the units of a booking back to its pack: the booking is due again",
    body: z.strictObject({}),
    example: {},
    returns: PackDetail,
    successMessage: "packs.givenBackNow",
    status: 200,
  }),
});
