/** Promo codes (coupons, discount codes): what they take off the price of a booking, a membership or a pack, and for whom, where and when. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { defineModule, get, id, instant, localDate, partialOf, patch, post, requiredLine } from "./kit.ts";
import { normalizePromoCode, promoKinds, promoTargets } from "./promo-codes-discount-rules.ts";

/** Limit for each organization. */
export const MAX_PROMO_CODES = 200;
export const MAX_PROMO_CODE_LENGTH = 40;

/** As somebody types it who has it. */
export const PromoCodeText = requiredLine(MAX_PROMO_CODE_LENGTH).check(z.overwrite(normalizePromoCode));

const unique = <T>(values: T[]): T[] => [...new Set(values)];
const idsOf = z._default(z.array(id).check(z.maxLength(200), z.overwrite(unique)), []);
const date = z._default(z.nullable(localDate), null);
const count = z._default(z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))), null);

/** Without the check of what fits together, so that forms and changes can take parts of it. */
export const PromoCodeMembers = z.strictObject({
  /** Letters, digits, hyphens; stored in capitals. */
  code: z
    .string()
    .check(
      z.trim(),
      z.overwrite(normalizePromoCode),
      z.minLength(3),
      z.maxLength(MAX_PROMO_CODE_LENGTH),
      z.regex(/^[\p{L}\p{N}][\p{L}\p{N}-]*$/u, { error: "promo-codes.codeSigns" satisfies MessageKey }),
    ),
  /** It lowers the price of one of them; a membership without its joining fee. */
  appliesTo: z._default(z.enum(promoTargets), "booking"),
  kind: z.enum(promoKinds),
  /** A percentage from 1 to 100, or minor units, tax included. */
  value: z.int().check(z.gte(1), z.lte(100_000_000)),
  /** The least that the price must be, in minor units. */
  minAmount: z._default(z.nullable(z.int().check(z.gte(1), z.lte(100_000_000))), null),
  /** Local dates of the organization on which it can be used, both included. */
  bookedFrom: date,
  bookedTo: date,
  /** Local dates of bookings, both included. */
  playedFrom: date,
  playedTo: date,
  /** Time windows, one of which a booking has to lie in; none: all hours. */
  windowIds: idsOf,
  /** Fields for which it holds; none: all. */
  fieldIds: idsOf,
  /** Categories of customers that may use it; none: all. */
  roleIds: z._default(z.array(z.int32().check(z.gte(1))).check(z.maxLength(100), z.overwrite(unique)), []),
  /** For customers who have not booked before. */
  firstBookingOnly: z._default(z.boolean(), false),
  /** Uses at most: of all customers together, and of each. */
  maxUses: count,
  maxPerCustomer: count,
  active: z._default(z.boolean(), true),
});
type Members = z.infer<typeof PromoCodeMembers>;

/** Finds members that do not fit together; a change is checked with what it leaves as it is. */
export function findPromoCodeFault(draft: Members): { path: keyof Members; error: MessageKey } | null {
  const { kind, value, bookedFrom, bookedTo, playedFrom, playedTo } = draft;
  if (kind === "percent" && value > 100) return { path: "value", error: "promo-codes.percentTooHigh" };
  if (bookedFrom !== null && bookedTo !== null && bookedTo < bookedFrom)
    return { path: "bookedTo", error: "hours.endsBeforeStart" };
  if (playedFrom !== null && playedTo !== null && playedTo < playedFrom)
    return { path: "playedTo", error: "hours.endsBeforeStart" };
  if (draft.appliesTo === "booking") return null;
  const ofBookings = [
    ...(["playedFrom", "playedTo"] as const).filter((path) => draft[path] !== null),
    ...(["windowIds", "fieldIds"] as const).filter((path) => draft[path].length > 0),
    ...(draft.firstBookingOnly ? (["firstBookingOnly"] as const) : []),
  ];
  const [path] = ofBookings;
  return path ? { path, error: "promo-codes.ofBookings" } : null;
}
export const PromoCodeDraft = PromoCodeMembers.check((payload) => {
  const fault = findPromoCodeFault(payload.value);
  if (fault) payload.issues.push({ code: "custom", input: payload.value, path: [fault.path], message: fault.error });
});
export type PromoCodeDraft = z.infer<typeof PromoCodeDraft>;

export const PromoCode = z.object({
  id,
  code: z.string(),
  appliesTo: z.enum(promoTargets),
  kind: z.enum(promoKinds),
  value: z.int(),
  minAmount: z.nullable(z.int()),
  bookedFrom: z.nullable(z.iso.date()),
  bookedTo: z.nullable(z.iso.date()),
  playedFrom: z.nullable(z.iso.date()),
  playedTo: z.nullable(z.iso.date()),
  windowIds: z.array(id),
  fieldIds: z.array(id),
  roleIds: z.array(z.int()),
  firstBookingOnly: z.boolean(),
  maxUses: z.nullable(z.int()),
  maxPerCustomer: z.nullable(z.int()),
  active: z.boolean(),
  /** Those that stand: a booking that was canceled or not paid in time, and a sale that was voided, have given their use back. */
  uses: z.int(),
  created_at: instant,
  updated_at: instant,
});
export type PromoCode = z.infer<typeof PromoCode>;

const org = "/organizations/{organizationId}";

export const promoCodes = defineModule("promo-codes", {
  list: get(`${org}/promo-codes`, {
    allow: "products.manage",
    mayLag: true,
    summary: "Promo codes by their text, with how often each is used",
    returns: z.array(PromoCode),
  }),
  create: post(`${org}/promo-codes`, {
    allow: "products.manage",
    summary: `Add a promo code, ${MAX_PROMO_CODES} at most`,
    body: PromoCodeDraft,
    example: { code: "AUTUMN10", kind: "percent", value: 10, maxPerCustomer: 1 },
    returns: PromoCode,
    successMessage: "promo-codes.created",
  }),
  update: patch(`${org}/promo-codes/{promoCodeId}`, {
    allow: "products.manage",
    summary: "Change a promo code, archive it or bring it back; bookings and sales keep what it took off",
    body: partialOf(PromoCodeMembers),
    example: { maxUses: 100 },
    returns: PromoCode,
    successMessage: "promo-codes.saved",
  }),
});
