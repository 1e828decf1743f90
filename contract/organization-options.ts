/** The options of organizations. They are apart from the drafts, because other modules need them without the drafts. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { id } from "./kit.ts";
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

/** A bound on what one person books in a period, counted by the facility's date of the start. */
export const Quota = z.strictObject({
  measure: z.enum(["bookings", "minutes"]),
  amount: z.int().check(z.gte(1), z.lte(50_000)),
  per: z.enum(["day", "week", "month"]),
  /** Only what lies in this time window; null: at any time. */
  windowId: z._default(z.nullable(id), null),
  /** Only these sports; none: all. */
  sportIds: z._default(z.array(z.int32()).check(z.maxLength(20)), []),
});
export type Quota = z.infer<typeof Quota>;
export const MAX_QUOTAS = 10;

const minutesBeforeStart = z.int().check(z.gte(0), z.lte(525_600));
const CancellationStep = z.strictObject({
  /** Minutes before the start: whoever cancels by then gets the share. */
  from: minutesBeforeStart,
  /** Share of the price. */
  percent: z.int().check(z.gte(1), z.lte(100)),
});
export const MAX_CANCELLATION_STEPS = 5;
const isBelowStepBefore = (member: "from" | "percent", error: MessageKey, path: [number, "from" | "percent"]) =>
  z.refine<z.infer<typeof CancellationStep>[]>(
    (steps) => {
      const [step, before] = [steps[path[0]], steps[path[0] - 1]];
      return !step || !before || step[member] < before[member];
    },
    { error, path },
  );
const furtherSteps = [1, 2, 3, 4];
/** Conditions of a cancellation by the booker. Below the last step nothing comes back. */
export const CancellationPolicy = z.strictObject({
  /** Minutes before the start, until which bookers may cancel by themselves. */
  until: minutesBeforeStart,
  steps: z
    .array(CancellationStep)
    .check(
      z.maxLength(MAX_CANCELLATION_STEPS),
      ...furtherSteps.flatMap((step) => [
        isBelowStepBefore("from", "organizations.cancellationLater", [step, "from"]),
        isBelowStepBefore("percent", "organizations.cancellationLess", [step, "percent"]),
      ]),
    ),
});
export type CancellationPolicy = z.infer<typeof CancellationPolicy>;

/** Minor units. */
export const MAX_NO_SHOW_FEE = 100_000;
const dayCount = z.int().check(z.gte(1), z.lte(365));
/** A no-show costs a fee, or so many of them among the bookings of so many days block online booking for so many days. */
export const NoShowRule = z
  .strictObject({
    /** Minor units, charged beside the price at the mark. Null: none. */
    fee: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(MAX_NO_SHOW_FEE)))),
    /** Null: no-shows block nothing. */
    blockAfter: z.optional(
      z.nullable(z.strictObject({ count: z.int().check(z.gte(1), z.lte(20)), days: dayCount, blockDays: dayCount })),
    ),
  })
  .check(
    z.refine(({ fee = null, blockAfter = null }) => fee !== null || blockAfter !== null, {
      error: "organizations.noShowEmpty" satisfies MessageKey,
      path: ["fee"],
    }),
  );
export type NoShowRule = z.infer<typeof NoShowRule>;
export type BlockRule = NonNullable<NoShowRule["blockAfter"]>;

const bounds = {
  horizonDays: z.nullable(z.int().check(z.gte(1), z.lte(730))),
  noticeMinutes: z.nullable(z.int().check(z.gte(0), z.lte(43_200))),
  /** Maximum number of active bookings. */
  mostActive: z.nullable(z.int().check(z.gte(1), z.lte(1000))),
};
const furtherBounds = {
  /** The last day of the horizon opens at this local time `HH:MM`; null: at midnight. */
  opensAt: z.nullable(
    z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "hours.invalidTime" satisfies MessageKey })),
  ),
  /** Maximum number of bookings that wait for their payment. */
  maxHolds: z.nullable(z.int().check(z.gte(1), z.lte(3))),
  quotas: z.nullable(z.array(Quota).check(z.maxLength(MAX_QUOTAS))),
  /** Null: all comes back until the start. */
  cancellation: z.nullable(CancellationPolicy),
  /** Null: no-shows cost and block nothing. */
  noShow: z.nullable(NoShowRule),
};
/** Limits of members' bookings, not of the team's. Null: no limit. */
export const BookingRules = z.strictObject({ ...bounds, ...furtherBounds });
export type BookingRules = z.infer<typeof BookingRules>;
/** Further bounds that are left out stay as they are. */
export const BookingRulesDraft = z.strictObject({
  ...bounds,
  opensAt: z.optional(furtherBounds.opensAt),
  maxHolds: z.optional(furtherBounds.maxHolds),
  quotas: z.optional(furtherBounds.quotas),
  cancellation: z.optional(furtherBounds.cancellation),
  noShow: z.optional(furtherBounds.noShow),
});

/** Instants from which the lead of reminders counts. */
export const reminderOrigins = ["start", "deadline"] as const;
/** Minutes before the start or the deadline of a booking at which its customer is reminded; null: never. At most a week. */
export const ReminderLead = z.nullable(z.int().check(z.gte(30), z.lte(10_080)));

/** Words of a reminder of a debt: a request, a demand, or the last letter before the organization acts. */
export const debtReminderTones = ["friendly", "firm", "last"] as const;
export type DebtReminderTone = (typeof debtReminderTones)[number];
const DebtReminderStep = z.strictObject({
  /** Days after the due day; 0 on it, negative before it, when the letter says that it is due soon, whatever the tone. */
  days: z.int().check(z.gte(-30), z.lte(180)),
  tone: z.enum(debtReminderTones),
});
export type DebtReminderStep = z.infer<typeof DebtReminderStep>;
export const MAX_DEBT_REMINDER_STEPS = 6;
const laterReminders = [1, 2, 3, 4, 5];
/** None: nobody is reminded without being chosen. */
export const DebtReminderSteps = z.array(DebtReminderStep).check(
  z.maxLength(MAX_DEBT_REMINDER_STEPS),
  ...laterReminders.map((step) =>
    z.refine<DebtReminderStep[]>(
      (steps) => {
        const [one, before] = [steps[step], steps[step - 1]];
        return !one || !before || one.days > before.days;
      },
      { error: "organizations.debtReminderLater" satisfies MessageKey, path: [step, "days"] },
    ),
  ),
);

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
