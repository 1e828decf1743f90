/** The options of organizations. They are apart from the drafts, because other modules need them without the drafts. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { isSlug } from "./organizations-slugs-rules.ts";

export const organizationTypes = [
  "club",
  "association",
  "private_owner",
  "school",
  "city_hall",
  "league",
  "tournament",
  "federation",
  "university",
] as const;
export type OrganizationType = (typeof organizationTypes)[number];

/** `automatic`: confirmed at once; `manual`: after approval by the team. */
export const approvalModes = ["automatic", "manual"] as const;
/**
 * Default of bookings with a customer. Where it is `public`, other members may read who booked a public event, if the
 * customer agrees.
 */
export const bookingPrivacies = ["private", "public"] as const;
export type BookingPrivacy = (typeof bookingPrivacies)[number];

/** Days to set up a second factor that is demanded of a team. */
export const SECOND_FACTOR_DAYS = 7;

/** Limits of members' bookings, not of the team's. Null: no limit. */
export const BookingRules = z.strictObject({
  horizonDays: z.nullable(z.int().check(z.gte(1), z.lte(730))),
  noticeMinutes: z.nullable(z.int().check(z.gte(0), z.lte(43_200))),
  /** Maximum number of active bookings. */
  mostActive: z.nullable(z.int().check(z.gte(1), z.lte(1000))),
});
export type BookingRules = z.infer<typeof BookingRules>;

/** VAT on invoices: at a rate, or exempt with the mention that the law requires. */
export const vatProfiles = ["standard", "franchise", "exempt"] as const;
/** `unset` until the organization says how it treats VAT: there is no default. */
export const vatProfileStates = ["unset", ...vatProfiles] as const;
export type VatProfileState = (typeof vatProfileStates)[number];

/**
 * A part of a public address. The rules are asked when a text is checked, and not before: in the web, the schemas are
 * loaded before what they use.
 * @param isReserved words that nobody may have
 */
export const slugPart = (isReserved: (text: string) => boolean) =>
  z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.refine((text) => isSlug(text), { error: "pages.slugForm" satisfies MessageKey, abort: true }),
    z.refine((text) => !isReserved(text), { error: "pages.slugReserved" satisfies MessageKey }),
  );
