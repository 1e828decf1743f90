/** Memberships (subscriptions): sold for a term, renewed, frozen and ended; while one runs, it grants a category, discounts and packs. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import {
  defineModule,
  del,
  get,
  id,
  instant,
  ListQuery,
  localDate,
  nameLine,
  noData,
  optionalText,
  page,
  partialOf,
  patch,
  post,
  requiredText,
} from "./kit.ts";
import { BookingRules } from "./organization-options.ts";
import { EntityRef } from "./organizations.ts";
import { isDayOfYear, subscriptionStates } from "./subscriptions-rules.ts";

/** Limit for each organization. */
export const MAX_SUBSCRIPTION_TYPES = 100;
export const MAX_GRANTS = 10;
export const MAX_CONCERNED_BOOKINGS = 50;

export const termKinds = ["months", "days", "season"] as const;
export const prorations = ["none", "month", "day"] as const;
/** By card, later. */
export const renewals = ["none", "by_hand"] as const;
export const packTurns = ["term"] as const;

const price = z.int().check(z.gte(0), z.lte(100_000_000));
const age = z._default(z.nullable(z.int().check(z.gte(0), z.lte(120))), null);
const idsOf = z._default(z.array(id).check(z.maxLength(200)), []);

/** A part off the price of bookings. */
export const SubscriptionDiscount = z.strictObject({
  percent: z.int().check(z.gte(1), z.lte(100)),
  /** None: all. */
  fieldIds: idsOf,
  /** Time windows, in one of which a booking has to begin. */
  windowIds: idsOf,
});
/** Given without a price once a term is paid. */
export const SubscriptionPack = z.strictObject({ packTypeId: id, each: z._default(z.enum(packTurns), "term") });
/** Booking rules of holders, as of a category: the widest of all holds. Null: the membership says nothing of it. */
export const SubscriptionRules = z.partial(BookingRules);
export type SubscriptionRules = z.infer<typeof SubscriptionRules>;

/** Without the check of what fits together, so that forms and changes can take parts of it. */
export const SubscriptionTypeMembers = z.strictObject({
  name: nameLine(60),
  description: optionalText(500),
  /** A product of the kind `subscription`. Null: the default one. */
  productId: z._default(z.nullable(id), null),
  /** Minor units for a whole term, tax included. */
  price: price.check(z.gte(1)),
  /** Once, with the first term. */
  joiningFee: z._default(price, 0),
  minAge: age,
  maxAge: age,
  /** The day on which the age counts: the start, or the first day of the season. */
  ageOn: z._default(z.enum(["start", "season"]), "start"),
  termKind: z.enum(termKinds),
  /** Months, or days; null for seasons. */
  termLength: z._default(z.nullable(z.int().check(z.gte(1), z.lte(1100))), null),
  /** First day of the season, `09-01`; null for other terms. */
  seasonStart: z._default(z.nullable(z.string().check(z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))), null),
  /** A season that is begun late costs its rest. */
  prorate: z._default(z.enum(prorations), "none"),
  renewal: z._default(z.enum(renewals), "none"),
  /** Days before the last day to refuse the renewal, on which the customer is told. */
  noticeDays: z._default(z.int().check(z.gte(31), z.lte(90)), 45),
  graceDays: z._default(z.int().check(z.gte(0), z.lte(60)), 10),
  /** Days in a term; 0: it cannot be frozen. */
  freezeMaxDays: z._default(z.int().check(z.gte(0), z.lte(366)), 0),
  freezeMinDays: z._default(z.int().check(z.gte(1), z.lte(90)), 7),
  saleFrom: z._default(z.nullable(localDate), null),
  saleTo: z._default(z.nullable(localDate), null),
  capacity: z._default(z.nullable(z.int().check(z.gte(1), z.lte(100_000))), null),
  termsText: optionalText(5000),
  /** Members buy it by themselves; else the team sells it. */
  soldOnline: z._default(z.boolean(), false),
  /** A category of customers, held while the membership runs. */
  roleId: z._default(z.nullable(z.int32()), null),
  discounts: z._default(z.array(SubscriptionDiscount).check(z.maxLength(MAX_GRANTS)), []),
  packs: z._default(z.array(SubscriptionPack).check(z.maxLength(MAX_GRANTS)), []),
  rules: z._default(z.nullable(SubscriptionRules), null),
  active: z._default(z.boolean(), true),
});
type Members = z.infer<typeof SubscriptionTypeMembers>;
const MAX_MONTHS = 36;
/** Finds members that do not fit together; a change is checked with what it leaves as it is. */
export function findSubscriptionTypeFault(
  draft: Pick<Members, "termKind" | "termLength" | "seasonStart" | "minAge" | "maxAge" | "saleFrom" | "saleTo">,
): { path: keyof Members; error: MessageKey } | null {
  const { termKind, termLength, seasonStart, minAge, maxAge, saleFrom, saleTo } = draft;
  if (termKind === "season" && seasonStart === null)
    return { path: "seasonStart", error: "subscriptions.seasonNeeded" };
  if (termKind === "season" && termLength !== null) return { path: "termLength", error: "subscriptions.seasonLength" };
  if (termKind !== "season" && seasonStart !== null) return { path: "seasonStart", error: "subscriptions.seasonOnly" };
  if (seasonStart !== null && !isDayOfYear(seasonStart))
    return { path: "seasonStart", error: "subscriptions.noSuchDay" };
  if (termKind !== "season" && termLength === null) return { path: "termLength", error: "subscriptions.lengthNeeded" };
  if (termKind === "months" && (termLength ?? 0) > MAX_MONTHS)
    return { path: "termLength", error: "subscriptions.tooManyMonths" };
  if (minAge !== null && maxAge !== null && minAge > maxAge)
    return { path: "maxAge", error: "subscriptions.agesMixedUp" };
  if (saleFrom !== null && saleTo !== null && saleFrom > saleTo)
    return { path: "saleTo", error: "hours.endsBeforeStart" };
  return null;
}
export const SubscriptionTypeDraft = SubscriptionTypeMembers.check((payload) => {
  const fault = findSubscriptionTypeFault(payload.value);
  if (fault) payload.issues.push({ code: "custom", input: payload.value, path: [fault.path], message: fault.error });
});
export type SubscriptionTypeDraft = z.infer<typeof SubscriptionTypeDraft>;

const day = z.iso.date();
const Grants = {
  roleId: z.nullable(z.int()),
  discounts: z.array(
    z.object({
      percent: z.int(),
      fieldIds: z.array(id),
      windowIds: z.array(id),
    }),
  ),
  packs: z.array(z.object({ packTypeId: id, each: z.enum(packTurns) })),
  rules: z.nullable(SubscriptionRules),
};
const typeMembers = {
  name: z.string(),
  description: z.nullable(z.string()),
  productId: z.nullable(id),
  price: z.int(),
  joiningFee: z.int(),
  minAge: z.nullable(z.int()),
  maxAge: z.nullable(z.int()),
  ageOn: z.enum(["start", "season"]),
  termKind: z.enum(termKinds),
  termLength: z.nullable(z.int()),
  seasonStart: z.nullable(z.string()),
  prorate: z.enum(prorations),
  renewal: z.enum(renewals),
  noticeDays: z.int(),
  graceDays: z.int(),
  freezeMaxDays: z.int(),
  freezeMinDays: z.int(),
  saleFrom: z.nullable(day),
  saleTo: z.nullable(day),
  capacity: z.nullable(z.int()),
  termsText: z.nullable(z.string()),
  ...Grants,
};
export const SubscriptionType = z.object({
  id,
  ...typeMembers,
  soldOnline: z.boolean(),
  active: z.boolean(),
  /** Memberships that run or are to begin. */
  held: z.int(),
  /** Rises with each change; what was sold keeps its terms. */
  version: z.int(),
  created_at: instant,
  updated_at: instant,
});
export type SubscriptionType = z.infer<typeof SubscriptionType>;

/** Terms of a membership, as they were when it was sold or renewed. */
export const SubscriptionTerms = z.object({ ...typeMembers, version: z.int() });
export type SubscriptionTerms = z.infer<typeof SubscriptionTerms>;

export const SubscriptionTypeForSale = z.object({ id, name: z.string(), price: z.int(), joiningFee: z.int() });
export type SubscriptionTypeForSale = z.infer<typeof SubscriptionTypeForSale>;

/** The dry run of a sale: cost for a customer from a day on, and refusals. */
export const SubscriptionOffer = z.object({
  startsOn: day,
  endsOn: day,
  /** Minor units: of the term, as it is prorated, and of a whole one. */
  price: z.int(),
  wholePrice: z.int(),
  /** Null: a whole term. */
  prorated: z.nullable(z.object({ by: z.enum(["month", "day"]), left: z.int(), of: z.int() })),
  joiningFee: z.int(),
  currency: z.string(),
  /** Due with the sale: the price and the joining fee. */
  dueNow: z.int(),
  /** Sentences beside the member that they concern; `sales.adjust` may go beyond them, with a reason. */
  refusals: z.array(z.object({ at: z.enum(["typeId", "startsOn", "customerId"]), text: z.string() })),
});
export type SubscriptionOffer = z.infer<typeof SubscriptionOffer>;

export const Subscription = z.object({
  id,
  organization: EntityRef,
  customer: z.object({ id, name: z.string() }),
  typeId: id,
  name: z.string(),
  state: z.enum(subscriptionStates),
  /** Local dates of the organization, both included: of the present term. */
  startsOn: day,
  endsOn: day,
  renews: z.boolean(),
  /** It may be ended on any day without cost, since the notice of its renewal was not sent in time. */
  endsAnyTime: z.boolean(),
  /** Last day of its grace; null unless it is in grace. */
  graceUntil: z.nullable(day),
  /** The freeze that runs or is to begin. */
  freeze: z.nullable(z.object({ from: day, to: day })),
  freezeMinDays: z.int(),
  /** Days of freeze that are left in the term. */
  freezeDaysLeft: z.int(),
  /** Minor units, of the present term. */
  price: z.int(),
  /** The type that it becomes with its next term. */
  becomes: z.nullable(z.object({ id, name: z.string() })),
  /** Why it was ended or canceled; null for its holder. */
  endReason: z.nullable(z.string()),
  currency: z.string(),
  /** Sentences of what it grants, in the reader's language: `Prices and rules of Member`. */
  grants: z.array(z.string()),
  created_at: instant,
  updated_at: instant,
});
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionTerm = z.object({
  id,
  name: z.string(),
  /** Local dates, both included. */
  from: day,
  to: day,
  price: z.int(),
  /** Null: it comes from another system, where it was paid. */
  chargeId: z.nullable(id),
  /** Something of it is paid: it counts. */
  isPaid: z.boolean(),
  /** Minor units: what is still to pay of it. */
  due: z.int(),
});
export const SubscriptionFreeze = z.object({ id, from: day, to: day, reason: z.string() });
export const SubscriptionDetail = z.extend(Subscription, {
  /** Latest first, each with its charge. */
  periods: z.array(SubscriptionTerm),
  freezes: z.array(SubscriptionFreeze),
});
export type SubscriptionDetail = z.infer<typeof SubscriptionDetail>;

/** A booking to come that a freeze or an end concerns. */
export const ConcernedBooking = z.object({
  id,
  name: z.string(),
  startTime: instant,
  timezone: z.string(),
  fieldName: z.string(),
  /** Minor units. */
  price: z.int(),
});
export type ConcernedBooking = z.infer<typeof ConcernedBooking>;
/** The dry run of a freeze. */
export const FreezePreview = z.object({
  days: z.int(),
  /** The new end of the term. */
  endsOn: day,
});
export type FreezePreview = z.infer<typeof FreezePreview>;

/** One's own membership. */
export const OwnSubscription = z.extend(Subscription, {
  /** Last day to refuse the renewal; null where it does not renew. */
  refuseBy: z.nullable(day),
  /** It renews, and its holder may end it. */
  canEnd: z.boolean(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

/** Acts of the job. */
export const subscriptionJobActs = ["subscriptions.renewDue", "subscriptions.lapse", "subscriptions.expire"] as const;
export type SubscriptionJobAct = (typeof subscriptionJobActs)[number];

const org = "/organizations/{organizationId}";
const one = `${org}/subscriptions/{subscriptionId}` as const;

export const subscriptions = defineModule("subscriptions", {
  types: get(`${org}/subscription-types`, {
    allow: "products.manage",
    summary: "Types of memberships, by name",
    returns: z.array(SubscriptionType),
  }),
  createType: post(`${org}/subscription-types`, {
    allow: "products.manage",
    summary: `Add a type of memberships, ${MAX_SUBSCRIPTION_TYPES} at most`,
    body: SubscriptionTypeDraft,
    example: { name: "Year", price: 24_000, termKind: "months", termLength: 12 },
    returns: SubscriptionType,
    successMessage: "subscriptions.typeCreated",
  }),
  updateType: patch(`${org}/subscription-types/{subscriptionTypeId}`, {
    allow: "products.manage",
    summary: "Change a type of memberships, archive it or bring it back; what was sold keeps its terms",
    body: partialOf(SubscriptionTypeMembers),
    example: { name: "Year" },
    returns: SubscriptionType,
    successMessage: "subscriptions.typeSaved",
  }),
  typesForSale: get(`${org}/subscription-types-for-sale`, {
    allow: "sales.create",
    summary: "Types of memberships that can be sold, with their prices",
    returns: z.array(SubscriptionTypeForSale),
  }),
  offer: get(`${org}/subscription-types/{subscriptionTypeId}/offer`, {
    allow: "sales.create",
    summary: "What a membership would cost from a day on, and what stands against its sale to a customer",
    /** Default: for nobody yet, from today on. */
    query: z.object({ customerId: z.optional(id), startsOn: z.optional(localDate) }),
    returns: SubscriptionOffer,
  }),
  removeType: del(`${org}/subscription-types/{subscriptionTypeId}`, {
    allow: "products.manage",
    summary: "Archive a type of memberships: it is sold and renewed no more; what was sold keeps its terms",
    returns: noData,
    successMessage: "subscriptions.typeArchived",
  }),
  list: get(`${org}/subscriptions`, {
    allow: "members.show",
    mayLag: true,
    summary: "Memberships of customers: those that end first come first",
    query: z.extend(ListQuery, {
      customerId: z.optional(id),
      typeId: z.optional(id),
      state: z.optional(z.enum(subscriptionStates)),
      /** Those that run, and whose term ends on this local date or later. */
      endsFrom: z.optional(localDate),
      /** Those that run, and whose term ends on this local date or before. */
      endsBy: z.optional(localDate),
    }),
    returns: page(Subscription),
  }),
  read: get(one, {
    allow: "members.show",
    summary: "One membership with its terms and freezes",
    returns: SubscriptionDetail,
  }),
  mine: get("/auth/user/subscriptions", {
    allow: "verified",
    summary: "One's own memberships in all organizations, those that run first",
    query: z.omit(ListQuery, { q: true }),
    returns: page(OwnSubscription),
  }),
  freezePreview: get(`${one}/freeze-preview`, {
    allow: "sales.create",
    summary: "The end of a membership after a freeze",
    /** Default: from today on, as short as it may be. */
    query: z.object({ from: z.optional(localDate), to: z.optional(localDate) }),
    returns: FreezePreview,
  }),
  bookings: get(`${one}/bookings`, {
    allow: "members.show",
    mayLag: true,
    summary: `Bookings to come of the customer, ${MAX_CONCERNED_BOOKINGS} at most: a freeze or an end leaves them their price`,
    query: z.object({ from: z.optional(localDate), to: z.optional(localDate) }),
    returns: z.array(ConcernedBooking),
  }),
  freeze: post(`${one}/freezes`, {
    allow: "sales.create",
    summary: "Freeze a membership: its term ends later by the days of the freeze",
    body: z.strictObject({ from: localDate, to: localDate, reason: requiredText(300) }),
    example: { from: "2027-02-01", to: "2027-03-02", reason: "Injury" },
    returns: Subscription,
    successMessage: "subscriptions.frozenNow",
    status: 200,
  }),
  unfreeze: post(`${one}/unfreeze`, {
    allow: "sales.create",
    summary: "End a freeze today, or take back one that has not begun",
    body: z.strictObject({}),
    example: {},
    returns: Subscription,
    successMessage: "subscriptions.unfrozen",
    status: 200,
  }),
  end: post(`${one}/end`, {
    allow: "sales.create",
    summary: "Let a membership end with its term: it does not renew",
    body: z.strictObject({ reason: requiredText(300) }),
    example: { reason: "Moves away" },
    returns: Subscription,
    successMessage: "subscriptions.endsNow",
    status: 200,
  }),
  resume: post(`${one}/resume`, {
    allow: "sales.create",
    summary: "Let a membership renew again that was to end with its term",
    body: z.strictObject({}),
    example: {},
    returns: Subscription,
    successMessage: "subscriptions.resumed",
    status: 200,
  }),
  renew: post(`${one}/renew`, {
    allow: "sales.create",
    summary: "Renew a membership before its term ends: what its next term costs is due on the first day of that",
    body: z.strictObject({}),
    example: {},
    returns: SubscriptionDetail,
    successMessage: "subscriptions.renewed",
    status: 200,
  }),
  changeLater: post(`${one}/change`, {
    allow: "sales.create",
    summary: "Let a membership become another type with its next term; null: it stays what it is",
    body: z.strictObject({ typeId: z.nullable(id) }),
    example: { typeId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91" },
    returns: Subscription,
    successMessage: "subscriptions.changesLater",
    status: 200,
  }),
  endOwn: post("/auth/user/subscriptions/{subscriptionId}/end", {
    allow: "verified",
    summary: "End one's own membership with its term; a mail confirms it",
    body: z.strictObject({}),
    example: {},
    returns: OwnSubscription,
    successMessage: "subscriptions.endedByYou",
    status: 200,
  }),
});
