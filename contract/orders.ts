/** Orders: memberships and packs that members buy by themselves, online. All amounts are minor units. */
import * as z from "zod/mini";
import { PromoCodeText } from "./promo-codes.ts";
import { defineModule, get, id, instant, ListQuery, localDate, page, post, requiredLine } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

export const passKinds = ["subscription", "pack"] as const;
export type PassKind = (typeof passKinds)[number];

/** `open`: waits for its payment · `expired`: it was not paid in time, or given up · `withdrawn`: its buyer has withdrawn from it. */
export const orderStates = ["open", "paid", "expired", "withdrawn"] as const;
export type OrderState = (typeof orderStates)[number];

const day = z.iso.date();
const kind = z.enum(passKinds);

/** A membership or a pack on sale, as its reader would get it today. */
export const PassOnSale = z.object({
  kind,
  typeId: id,
  name: z.string(),
  description: z.nullable(z.string()),
  /** The price of a term or a pack that begins today, without a joining fee. */
  price: z.int(),
  joiningFee: z.int(),
  currency: z.string(),
  /** Sentences: its length, what it grants and where, its renewal. */
  words: z.array(z.string()),
  /** Places that are left; null: no limit. */
  left: z.nullable(z.int()),
  /** Why one cannot buy it for oneself or anybody else. */
  refusal: z.nullable(z.string()),
});
export type PassOnSale = z.infer<typeof PassOnSale>;

/** Oneself, and people for whom one books. */
export const OrderHolder = z.object({ id, name: z.string(), isSelf: z.boolean() });

export const Shop = z.object({
  passes: z.array(PassOnSale),
  /** Why nothing can be bought by oneself; null: it can. */
  refusal: z.nullable(z.string()),
});
export type Shop = z.infer<typeof Shop>;

const wanted = {
  kind,
  typeId: id,
  /** Default: oneself. */
  holderId: z.optional(id),
  /** First day of a membership; default: today. */
  startsOn: z.optional(localDate),
  promoCode: z.nullish(PromoCodeText),
};

/** Money and vouchers that can pay it ahead. */
const PrepaidMeans = z.object({ wallet: z.int(), takesVouchers: z.boolean() });

export const OrderQuote = z.object({
  kind,
  typeId: id,
  name: z.string(),
  description: z.nullable(z.string()),
  words: z.array(z.string()),
  /** The club's own terms. */
  termsText: z.nullable(z.string()),
  holder: z.nullable(OrderHolder),
  holders: z.array(OrderHolder),
  /** Local dates, both included; null: with the first use, and never. */
  startsOn: z.nullable(day),
  endsOn: z.nullable(day),
  price: z.int(),
  /** The price of a whole term, where the one that is left of a season costs less. */
  wholePrice: z.int(),
  joiningFee: z.int(),
  promo: z.nullable(z.object({ code: z.string(), discount: z.int(), refusal: z.nullable(z.string()) })),
  takesPromoCodes: z.boolean(),
  total: z.int(),
  currency: z.string(),
  /** Tax that the total includes; null: none. */
  tax: z.nullable(
    z.object({
      /** Thousandths of a percent. */
      rate: z.int(),
      amount: z.int(),
    }),
  ),
  /** Sentences beside the member that they concern. */
  refusals: z.array(z.object({ at: z.enum(["typeId", "holderId", "startsOn"]), text: z.string() })),
  /** Null: the law of the club's country knows no right to withdraw. */
  withdrawal: z.nullable(
    z.object({
      /** Last day, if it is paid today. */
      by: day,
      /** It begins before that: the buyer has to ask for it. */
      mustAsk: z.boolean(),
    }),
  ),
  /** The club does not know the buyer's age: they have to say that they are of age. */
  mustSayAdult: z.boolean(),
});
export type OrderQuote = z.infer<typeof OrderQuote>;

export const Order = z.object({
  id,
  organization: EntityRef,
  state: z.enum(orderStates),
  kind,
  typeId: id,
  name: z.string(),
  words: z.array(z.string()),
  termsText: z.nullable(z.string()),
  buyer: z.object({ id, name: z.string() }),
  holder: OrderHolder,
  startsOn: z.nullable(day),
  endsOn: z.nullable(day),
  total: z.int(),
  /** Left to pay, while it is open. */
  due: z.int(),
  currency: z.string(),
  chargeId: id,
  /** An open one that is not paid by then leaves nothing. */
  expiresAt: instant,
  timezone: z.string(),
  /** By what its buyer can pay it ahead. */
  prepaid: PrepaidMeans,
  /** Last day to withdraw; null: there is no such right. */
  withdrawBy: z.nullable(day),
  canWithdraw: z.boolean(),
  beginsAtOnce: z.boolean(),
  paidAt: z.nullable(instant),
  withdrawnAt: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
});
export type Order = z.infer<typeof Order>;

export const Withdrawal = z.object({
  name: z.string(),
  /** Last day to withdraw. */
  by: z.nullable(day),
  total: z.int(),
  /** For what was used. */
  kept: z.int(),
  /** Comes back. */
  amount: z.int(),
  currency: z.string(),
  /** Days of a membership that were used, or units of a pack. */
  used: z.int(),
  of: z.int(),
  unit: z.enum(["days", "count", "minutes"]),
  /** Null: one can withdraw. */
  refusal: z.nullable(z.string()),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

const org = "/organizations/{organizationId}";
const one = `${org}/orders/{orderId}` as const;
const ofTeam = { reason: z.optional(requiredLine(300)) };

export const orders = defineModule("orders", {
  shop: get(`${org}/passes-on-sale`, {
    allow: "member",
    summary: "Memberships and packs that members buy by themselves, as they would get them today",
    returns: Shop,
  }),
  shops: get("/auth/user/shops", {
    allow: "verified",
    summary: "One's organizations where one buys memberships and packs by oneself",
    returns: z.array(EntityRef),
  }),
  quote: post(`${org}/order-quotes`, {
    allow: "member",
    summary: "What a membership or a pack would cost, what it grants, and what stands against its purchase",
    body: z.strictObject(wanted),
    example: { kind: "pack", typeId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91" },
    leavesEntry: false,
    returns: OrderQuote,
    status: 200,
  }),
  place: post(`${org}/orders`, {
    allow: "member",
    summary:
      "Buy a membership or a pack by oneself, for oneself or somebody for whom one books, as a guardian does for a child: it is there once it is paid by its charge, and leaves nothing where it is not paid in time",
    body: z.strictObject({
      ...wanted,
      /** The total that the buyer has seen: another one is refused. */
      total: z.int().check(z.gte(0), z.lte(200_000_000)),
      /** Asks that it begins before the time to withdraw is over, and owes what is used until then. */
      beginsAtOnce: z._default(z.boolean(), false),
      /** Is of age; asked where the club does not know it. */
      isAdult: z._default(z.boolean(), false),
    }),
    example: { kind: "pack", typeId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91", total: 18_000, beginsAtOnce: true },
    returns: Order,
    idempotent: true,
  }),
  read: get(one, {
    allow: "member",
    summary: "One's own order; for the team that of a customer",
    returns: Order,
  }),
  check: post(`${one}/check`, {
    allow: "member",
    summary: "Ask the payment service now what became of one's order, as the page does that its buyer comes back to",
    body: z.strictObject({}),
    example: {},
    leavesEntry: false,
    returns: Order,
    status: 200,
  }),
  giveUp: post(`${one}/give-up`, {
    allow: "member",
    summary: "Give up one's own order that is not paid: what was paid of it comes back",
    body: z.strictObject({}),
    example: {},
    returns: Order,
    successMessage: "orders.givenUp",
    status: 200,
  }),
  mine: get("/auth/user/orders", {
    allow: "verified",
    summary: "One's own orders in all organizations that are open, or from which one can withdraw, latest first",
    query: z.omit(ListQuery, { q: true }),
    returns: page(Order),
  }),
  list: get(`${org}/orders`, {
    allow: "members.show",
    summary: "Orders of customers, latest first",
    query: z.extend(z.omit(ListQuery, { q: true }), {
      customerId: z.optional(id),
      state: z.optional(z.enum(orderStates)),
    }),
    returns: page(Order),
  }),
  withdrawal: get(`${one}/withdrawal`, {
    allow: "member",
    summary: "What would come back if one withdrew from an order now",
    returns: Withdrawal,
  }),
  withdraw: post(`${one}/withdraw`, {
    allow: "member",
    summary:
      "Withdraw from an order within the time that the law gives: it ends, and what was paid comes back, less what was used of it; the team does so for a customer, with a reason",
    body: z.strictObject(ofTeam),
    example: {},
    returns: Order,
    successMessage: "orders.withdrawn",
    status: 200,
    idempotent: true,
  }),
});
