/** Charges: each is one thing that a customer owes, and payments and refunds settle it. All amounts are minor units. */
import * as z from "zod/mini";
import { defineModule, get, id, instant, ListQuery, localDate, page } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

/**
 * `pending`: the booking is a hold or a request, and no debt yet · `open`: something is owed · `settled`: nothing is, any
 * more · `void`: the booking ended before anything was paid.
 */
export const chargeStates = ["pending", "open", "settled", "void"] as const;
export type ChargeState = (typeof chargeStates)[number];

export const Charge = z.object({
  id,
  organization: EntityRef,
  kind: z.enum(["booking"]),
  state: z.enum(["pending", "open", "settled", "void"]),
  customer: z.nullable(z.object({ id, name: z.string() })),
  event: z.object({ id, name: z.string(), startTime: instant, timezone: z.string(), fieldName: z.string() }),
  /** Local date of the facility: the day of the booking. */
  dueOn: z.iso.date(),
  /** Open, and its day has gone by. */
  isOverdue: z.boolean(),
  /** The price that was agreed. */
  amount: z.int(),
  /** The part of `amount` that is no longer owed: the booking was canceled, or the team gave it back. */
  credited: z.int(),
  /** Payments less refunds, those that are on their way included. More than is owed, if the price was lowered since. */
  settled: z.int(),
  /** `amount` − `credited` − `settled` of an open charge, else 0. */
  due: z.int(),
  currency: z.string(),
  voidedAt: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
});
export type Charge = z.infer<typeof Charge>;

export const charges = defineModule("charges", {
  list: get("/organizations/{organizationId}/charges", {
    allow: "payments.show",
    summary: "What customers owe and owed, the latest due date first",
    query: z.extend(z.omit(ListQuery, { q: true }), {
      state: z.optional(z.enum(["pending", "open", "settled", "void"])),
      kind: z.optional(z.enum(["booking"])),
      overdue: z.optional(z.stringbool()),
      customerId: z.optional(id),
      /** Due dates, both included. */
      from: z.optional(localDate),
      to: z.optional(localDate),
    }),
    returns: page(Charge),
  }),
});
