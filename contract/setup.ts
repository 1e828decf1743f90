/** The first hour of a club (onboarding): one page that makes it, and what is still to do afterwards. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { FacilityDraft } from "./facility-shape.ts";
import { fieldSpaces } from "./fields.ts";
import { countryIds } from "./general-countries-rules.ts";
import { wallTime } from "./hours.ts";
import { defineModule, get, nameLine, post } from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { MAX_PRICE } from "./prices.ts";
import { findLateEnd, isPeakWithin, type SetupHours, type SetupPrices } from "./setup-rules.ts";

export const MAX_SETUP_COURTS = 40;
/** Minutes. */
export const SETUP_DURATIONS = [60, 90] as const;

/** Minor units for one hour: the longest duration costs no more than a price may. */
export const MAX_SETUP_PRICE = Math.floor((MAX_PRICE * 60) / Math.max(...SETUP_DURATIONS));

const amount = z.int().check(z.gte(0), z.lte(MAX_SETUP_PRICE));
const range = z.strictObject({ start: wallTime, end: wallTime });
export const setupMembers = {
  name: nameLine(),
  /** Whether the caller becomes its owner; else one is invited afterwards. */
  isOwner: z._default(z.boolean(), false),
  countryId: z.literal(countryIds),
  placeId: FacilityDraft.shape.placeId,
  address: FacilityDraft.shape.address,
  /** Default: the zone of the address. */
  timezone: FacilityDraft.shape.timezone,
  courts: z
    .array(
      z.strictObject({
        sportId: z.int32(),
        space: z.nullish(z.enum(fieldSpaces)),
        count: z.int().check(z.gte(1), z.lte(MAX_SETUP_COURTS)),
      }),
    )
    .check(z.minLength(1), z.maxLength(10)),
  hours: z.strictObject({ week: range, weekend: range, isWeekendOpen: z._default(z.boolean(), true) }),
};
export const isFewEnough = z.refine<Record<string, unknown>>(
  ({ courts }) => (courts as { count: number }[]).reduce((sum, { count }) => sum + count, 0) <= MAX_SETUP_COURTS,
  { error: "setup.tooManyCourts" satisfies MessageKey, path: ["courts"] },
);
export const isPeakOpen = z.refine<Record<string, unknown>>(
  ({ prices, hours }) => isPeakWithin(prices as SetupPrices, hours as SetupHours),
  { error: "setup.peakOutside" satisfies MessageKey, path: ["prices", "peakFrom"] },
);

const endsInTime = (part: "week" | "weekend") =>
  z.refine<Record<string, unknown>>(({ hours }) => findLateEnd(hours as SetupHours) !== part, {
    error: "setup.endsTooLate" satisfies MessageKey,
    path: ["hours", part, "end"],
  });
export const isWeekEndInTime = endsInTime("week");
export const isWeekendEndInTime = endsInTime("weekend");

export const SetupDraft = z
  .strictObject({
    ...setupMembers,
    /** Minor units for one hour, VAT included. */
    prices: z.strictObject({
      normal: amount,
      peak: z.nullish(amount),
      peakFrom: z._default(wallTime, "17:00"),
      weekend: z.nullish(amount),
    }),
  })
  .check(isFewEnough, isPeakOpen, isWeekEndInTime, isWeekendEndInTime);

export const setupSteps = ["courts", "hours", "prices", "booking", "seller", "payments", "customers", "team"] as const;
export type SetupStep = (typeof setupSteps)[number];

export const SetupState = z.object({
  /** Null in the scope of all organizations, which has no steps. */
  organization: z.nullable(EntityRef),
  steps: z.array(z.object({ name: z.enum(setupSteps), isDone: z.boolean(), count: z.int() })),
});
export type SetupState = z.infer<typeof SetupState>;

export const setup = defineModule("setup", {
  create: post("/setup", {
    allow: "organizations.create",
    summary: "Make a club at once: organization, facility, bookable courts, opening hours and prices",
    body: SetupDraft,
    example: {
      name: "Padel des Monts",
      countryId: 250,
      placeId: "manual:",
      address: { line1: "8 rue du Lac", postalCode: "69003", city: "Lyon", countryCode: "FR" },
      courts: [{ sportId: 2, space: "indoor", count: 4 }],
      hours: { week: { start: "08:00", end: "22:00" }, weekend: { start: "09:00", end: "20:00" } },
      prices: { normal: 2000, peak: 2800, peakFrom: "17:00" },
    },
    returns: z.object({ organization: EntityRef, facility: EntityRef, fields: z.array(EntityRef) }),
    successMessage: "setup.created",
  }),
  state: get("/organizations/{organizationId}/setup", {
    allow: "organizations.update",
    summary: "What a club has set up, and what is still to do",
    returns: SetupState,
  }),
});
