/** Extras with a booking (equipment rental, add-ons): rackets, lights, balls, with a stock that cannot be overbooked. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import {
  defineModule,
  del,
  get,
  id,
  instant,
  instantDraft,
  localDate,
  nameLine,
  partialOf,
  patch,
  post,
} from "./kit.ts";
import { ExtraChoice } from "./events.ts";

export const extraPers = ["booking", "person", "hour", "piece"] as const;
export type ExtraPer = (typeof extraPers)[number];
/** `choice`: as wanted · `required`: with each booking · `in_windows`: with each booking that lies in a time window. */
export const extraModes = ["choice", "required", "in_windows"] as const;
export type ExtraMode = (typeof extraModes)[number];
export const extraSteps = [15, 30, 60] as const;

/** Limit for each organization. */
export const MAX_EXTRAS = 100;
/** Limit for each booking. */
export const MAX_EXTRA_QUANTITY = 100;

const unique = <T>(values: T[]): T[] => [...new Set(values)];
const idsOf = z._default(z.array(id).check(z.maxLength(200), z.overwrite(unique)), []);
const numbersOf = z._default(z.array(z.int32().check(z.gte(1))).check(z.maxLength(100), z.overwrite(unique)), []);
const price = z.int().check(z.gte(0), z.lte(100_000_000));

const ExtraStockDraft = z.strictObject({
  facilityId: id,
  /** Pieces that are lent; null: as many as are asked for. */
  quantity: z._default(z.nullable(z.int().check(z.gte(0), z.lte(10_000))), null),
  /** After a loan, until the piece can be lent again. */
  turnaroundMinutes: z._default(z.int().check(z.gte(0), z.lte(1440)), 0),
  /** Pieces of goods that are used up: bookings lower it, and it refuses nobody. Null: it is lent. */
  onHand: z._default(z.nullable(z.int().check(z.gte(-1_000_000), z.lte(1_000_000))), null),
});

/** Without the check of what fits together, so that forms and changes can take parts of it. */
export const ExtraMembers = z.strictObject({
  name: nameLine(60),
  /** A product of the kind `extra` says how it stands in the books, and with which tax rate. Null: the default one. */
  productId: z._default(z.nullable(id), null),
  /** Minor units, tax included. */
  price,
  /** Prices of categories of customers, where they are lower. Each category once. */
  rolePrices: z._default(
    z.array(z.strictObject({ roleId: z.int32().check(z.gte(1)), price })).check(
      z.maxLength(50),
      z.refine((prices) => new Set(prices.map(({ roleId }) => roleId)).size === prices.length, {
        error: "extras.sameCategoryTwice" satisfies MessageKey,
      }),
    ),
    [],
  ),
  per: z.enum(extraPers),
  mode: z._default(z.enum(extraModes), "choice"),
  /** Minutes inside of windows are rounded up to it. */
  stepMinutes: z._default(z.literal(extraSteps), 30),
  maxQuantity: z._default(z.nullable(z.int().check(z.gte(1), z.lte(MAX_EXTRA_QUANTITY))), null),
  /** Members choose it by themselves; else the team adds it. */
  online: z._default(z.boolean(), true),
  /** Fields with which it is offered; none: all. */
  fieldIds: idsOf,
  sportIds: numbersOf,
  /** Empty, but for `in_windows`. */
  windowIds: idsOf,
  /** Facilities that offer it, each once. */
  stocks: z._default(
    z.array(ExtraStockDraft).check(
      z.maxLength(200),
      z.refine((stocks) => new Set(stocks.map(({ facilityId }) => facilityId)).size === stocks.length, {
        error: "extras.sameFacilityTwice" satisfies MessageKey,
      }),
    ),
    [],
  ),
  active: z._default(z.boolean(), true),
});
type Members = z.infer<typeof ExtraMembers>;
/** Finds members that do not fit together; a change is checked with what it leaves as it is. */
export function findExtraFault({
  mode,
  windowIds,
}: Pick<Members, "mode" | "windowIds">): { path: keyof Members; error: MessageKey } | null {
  if (mode === "in_windows" && windowIds.length === 0) return { path: "windowIds", error: "extras.windowsNeeded" };
  if (mode !== "in_windows" && windowIds.length > 0) return { path: "windowIds", error: "extras.windowsOfMode" };
  return null;
}
export const ExtraDraft = ExtraMembers.check((payload) => {
  const fault = findExtraFault(payload.value);
  if (fault) payload.issues.push({ code: "custom", input: payload.value, path: [fault.path], message: fault.error });
});
export type ExtraDraft = z.infer<typeof ExtraDraft>;

export const Extra = z.object({
  id,
  name: z.string(),
  /** Null: the default product of extras. */
  productId: z.nullable(id),
  price: z.int(),
  rolePrices: z.array(z.object({ roleId: z.int(), price: z.int() })),
  per: z.enum(extraPers),
  mode: z.enum(extraModes),
  stepMinutes: z.literal(extraSteps),
  maxQuantity: z.nullable(z.int()),
  online: z.boolean(),
  fieldIds: z.array(id),
  sportIds: z.array(z.int()),
  windowIds: z.array(id),
  stocks: z.array(
    z.object({
      facilityId: id,
      quantity: z.nullable(z.int()),
      turnaroundMinutes: z.int(),
      onHand: z.nullable(z.int()),
    }),
  ),
  active: z.boolean(),
  created_at: instant,
  updated_at: instant,
});
export type Extra = z.infer<typeof Extra>;

/** An extra for a booking: what one of it costs there, and how many are free. */
export const ExtraOffer = z.object({
  extra: z.object({ id, name: z.string(), per: z.enum(extraPers), mode: z.enum(extraModes) }),
  /** Minor units, for a quantity of one. */
  price: z.int(),
  currency: z.string(),
  /** Null: as many as are asked for. */
  free: z.nullable(z.int()),
  /** The most that can be chosen, by the stock and by the limit of a booking. */
  most: z.int(),
});
export type ExtraOffer = z.infer<typeof ExtraOffer>;

/** An extra of a booking, as it was agreed. */
export const EventExtra = z.object({
  id,
  extraId: id,
  name: z.string(),
  quantity: z.int(),
  /** Handed out: more than `quantity` where it is one for each person. */
  pieces: z.int(),
  total: z.int(),
  /** Payments less refunds. */
  paid: z.int(),
  due: z.int(),
  currency: z.string(),
  /** The charge of it; null where it costs nothing, and for those who do not see payments. */
  chargeId: z.nullable(id),
  isRequired: z.boolean(),
  /** Whether the caller may take it off. */
  canRemove: z.boolean(),
});
export type EventExtra = z.infer<typeof EventExtra>;

export const EventExtras = z.object({
  extras: z.array(EventExtra),
  /** Whether the caller may add some. */
  canAdd: z.boolean(),
});
export type EventExtras = z.infer<typeof EventExtras>;

export const HandOut = z.object({
  eventId: id,
  extras: z.array(z.object({ name: z.string(), pieces: z.int() })),
});
export type HandOut = z.infer<typeof HandOut>;

const org = "/organizations/{organizationId}";

export const extras = defineModule("extras", {
  list: get(`${org}/extras`, {
    allow: "products.manage",
    summary: "Extras with their stock, by name",
    returns: z.array(Extra),
  }),
  create: post(`${org}/extras`, {
    allow: "products.manage",
    summary: `Add an extra, ${MAX_EXTRAS} at most`,
    body: ExtraDraft,
    example: { name: "Racket", price: 350, per: "hour" },
    returns: Extra,
    successMessage: "extras.created",
  }),
  update: patch(`${org}/extras/{extraId}`, {
    allow: "products.manage",
    summary: "Change an extra and its stock, archive it or bring it back; bookings keep what was agreed",
    body: partialOf(ExtraMembers),
    example: { name: "Racket" },
    returns: Extra,
    successMessage: "extras.saved",
  }),
  offers: get(`${org}/extra-offers`, {
    allow: "member",
    summary: "Extras for a booking that is about to be made, with their prices there and what is free",
    query: z.object({
      /** Without a place and a time nothing is offered. */
      fieldId: z.optional(id),
      startTime: z.optional(instantDraft),
      /** Minutes. */
      duration: z.optional(z.coerce.number().check(z.int(), z.gte(5), z.lte(1440))),
      people: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
      sportId: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
      /** For the team. */
      customerId: z.optional(id),
    }),
    returns: z.array(ExtraOffer),
  }),
  offersOfEvent: get(`${org}/events/{eventId}/extra-offers`, {
    allow: "member",
    summary: "Extras that can be added to a booking, with their prices there and what is free",
    returns: z.array(ExtraOffer),
  }),
  ofEvent: get(`${org}/events/{eventId}/extras`, {
    allow: "member",
    summary: "Extras of a booking: for the team, and for who booked",
    returns: EventExtras,
  }),
  add: post(`${org}/events/{eventId}/extras`, {
    allow: "member",
    summary: "Add an extra to a booking, until its end: the team, or the booker before the deadline",
    body: ExtraChoice,
    example: { extraId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91", quantity: 2 },
    returns: EventExtras,
    successMessage: "extras.added",
    idempotent: true,
  }),
  remove: del(`${org}/events/{eventId}/extras/{eventExtraId}`, {
    allow: "member",
    summary: "Take an extra off a booking before its start; what was paid of it is refunded",
    returns: EventExtras,
    successMessage: "extras.removed",
  }),
  handOuts: get(`${org}/extras-to-hand-out`, {
    allow: "events.update",
    summary: "Extras of the bookings of a day at a facility, to be handed out",
    query: z.object({
      /** Without a facility and a date nothing is listed. */
      facilityId: z.optional(id),
      date: z.optional(localDate),
    }),
    returns: z.array(HandOut),
  }),
});
