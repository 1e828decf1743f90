/** The first hour of a club (onboarding): one page that makes it, and what is still to do afterwards. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { FacilityDraft } from "./facility-shape.ts";
import { fieldSpaces } from "./fields.ts";
import { countryIds } from "./general-countries-rules.ts";
import { wallTime, weekday } from "./hours.ts";
import { defineModule, get, nameLine, post } from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { MAX_PRICE } from "./prices.ts";
import {
  findIdlePeak,
  findLateEnd,
  findRepeatedDay,
  readSetupAnswers,
  type SetupHours,
  type SetupPrices,
} from "./setup-rules.ts";

export const MAX_SETUP_COURTS = 40;
/** Minutes. */
export const SETUP_DURATIONS = [60, 90] as const;

/** Minor units for one hour: the longest duration costs no more than a price may. */
export const MAX_SETUP_PRICE = Math.floor((MAX_PRICE * 60) / Math.max(...SETUP_DURATIONS));

/** With one day once in the hours, prices never have more times than a pattern takes. */
export const MAX_SETUP_PEAKS = 3;
const MAX_SETUP_SPORTS = 10;

const weekdays = z.array(weekday).check(z.minLength(1, "setup.noDay" satisfies MessageKey), z.maxLength(7));

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
    .check(z.minLength(1), z.maxLength(MAX_SETUP_SPORTS)),
  /** Each day at most once; days that are left out are closed. */
  hours: z
    .array(z.strictObject({ weekdays, start: wallTime, end: wallTime }))
    .check(z.minLength(1, "setup.neverOpen" satisfies MessageKey), z.maxLength(7)),
};

interface SetupAnswers {
  courts: readonly { sportId: number; count: number }[];
  hours: readonly SetupHours[];
  prices: SetupPrices;
}
interface SetupFault {
  path: (string | number)[];
  error: MessageKey;
}

/** Finds answers that do not fit together. */
function* listSetupFaults({ courts, hours, prices }: SetupAnswers): Generator<SetupFault> {
  if (courts.reduce((sum, { count }) => sum + count, 0) > MAX_SETUP_COURTS)
    yield { path: ["courts"], error: "setup.tooManyCourts" };
  const repeated = findRepeatedDay(hours);
  if (repeated !== undefined) yield { path: ["hours", repeated, "weekdays"], error: "setup.dayTwice" };
  const late = findLateEnd(hours);
  if (repeated === undefined && late !== undefined) yield { path: ["hours", late, "end"], error: "setup.endsTooLate" };
  const idle = findIdlePeak(prices, hours);
  if (idle !== undefined) yield { path: ["prices", "peaks", idle, "start"], error: "setup.peakOutside" };
  const stray = prices.sports.findIndex(
    (one, index) =>
      courts.every(({ sportId }) => sportId !== one.sportId) ||
      prices.sports.findIndex(({ sportId }) => sportId === one.sportId) !== index,
  );
  if (stray !== -1) yield { path: ["prices", "sports", stray, "sportId"], error: "setup.strayPrices" };
}

/** A check of the whole draft: of this one, and of the form's, whose amounts are in other units. */
export const fitTogether = (payload: { value: SetupAnswers; issues: z.core.$ZodRawIssue[] }) => {
  for (const { path, error } of listSetupFaults(payload.value))
    payload.issues.push({ code: "custom", input: payload.value, path, message: error });
};

/** @param amount of an hour */
export const setupPrices = <A extends z.ZodMiniType<number>>(amount: A) =>
  z.strictObject({
    normal: amount,
    peaks: z
      ._default(
        z.array(
          z.strictObject({ weekdays, start: z.nullish(wallTime), end: z.nullish(wallTime), price: z.nullish(amount) }),
        ),
        [],
      )
      .check(z.maxLength(MAX_SETUP_PEAKS)),
    sports: z
      ._default(
        z.array(
          z.strictObject({
            sportId: z.int32(),
            normal: amount,
            peaks: z._default(z.array(z.nullish(amount)).check(z.maxLength(MAX_SETUP_PEAKS)), []),
          }),
        ),
        [],
      )
      .check(z.maxLength(MAX_SETUP_SPORTS)),
  });

const amount = z.int().check(z.gte(0), z.lte(MAX_SETUP_PRICE));
const range = z.strictObject({ start: wallTime, end: wallTime });

/** Prices in minor units for one hour, VAT included. */
export const SetupDraft = z
  .strictObject({
    ...setupMembers,
    hours: z.union([
      setupMembers.hours,
      /** Deprecated, and read as lines of its days. */
      z.strictObject({ week: range, weekend: range, isWeekendOpen: z._default(z.boolean(), true) }),
    ]),
    prices: z.extend(setupPrices(amount), {
      /** Deprecated, and read as `peaks`: from Monday to Friday from `peakFrom` on, and of Saturday and Sunday. */
      peak: z.nullish(amount),
      peakFrom: z.optional(wallTime),
      weekend: z.nullish(amount),
    }),
  })
  .check(({ value, issues }) => {
    for (const { path, error } of listSetupFaults(readSetupAnswers(value)))
      issues.push({
        code: "custom",
        input: value,
        path: Array.isArray(value.hours) ? path : toFormerPath(path),
        message: error,
      });
  });

/** @returns the member of former answers that the fault is about */
function toFormerPath([member, part, ...rest]: (string | number)[]): (string | number)[] {
  if (member === "hours" && typeof part === "number") return [member, part === 0 ? "week" : "weekend", ...rest];
  return part === "peaks" ? ["prices", "peakFrom"] : [member ?? "", part ?? "", ...rest];
}

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
      hours: [
        { weekdays: [1, 2, 3, 4, 5], start: "08:00", end: "22:00" },
        { weekdays: [6, 7], start: "09:00", end: "20:00" },
      ],
      prices: { normal: 2000, peaks: [{ weekdays: [1, 2, 3, 4, 5], start: "17:00", price: 2800 }] },
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
