/** Opening hours: weekly patterns with exceptions, and closures of facilities and fields. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import {
  DryRun,
  partialOf,
  del,
  get,
  id,
  instant,
  optionalText,
  requiredLine,
  ListQuery,
  noData,
  page,
  patch,
  post,
  defineModule,
} from "./kit.ts";
import { countryCodes } from "./general-countries-rules.ts";
import { EntityRef } from "./organizations.ts";

/** Wall time `HH:MM`. As an end, `24:00` and `00:00` mean the same midnight. */
export const wallTime = z
  .string()
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: "hours.invalidTime" satisfies MessageKey }));
/** Monday is 1, Sunday is 7. */
export const weekday = z.int().check(z.gte(1), z.lte(7));

/** An `end` at or before `start` runs past midnight. */
export const TimeRange = z.strictObject({ start: wallTime, end: wallTime });
export type TimeRange = z.infer<typeof TimeRange>;
export const WeeklySlot = z.strictObject({ weekday, start: wallTime, end: wallTime });
export type WeeklySlot = z.infer<typeof WeeklySlot>;

const period = {
  name: requiredLine(120),
  /** Local dates, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
};
const closureHours = {
  /** Closed on these dates; otherwise `hours` replaces the weekly hours. */
  closed: z._default(z.boolean(), true),
  hours: z._default(z.array(TimeRange).check(z.maxLength(20)), []),
};
type ClosurePeriod = { from: string; to: string; closed?: boolean; hours?: unknown[] };
const isObject = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;
const fromNotAfterTo = z.refine<Record<string, unknown>>(
  ({ from, to }) => typeof from !== "string" || typeof to !== "string" || from <= to,
  { error: "hours.endsBeforeStart" satisfies MessageKey, path: ["to"], when: isObject },
);
const hasHoursUnlessClosed = z.refine<Record<string, unknown>>(
  (given) => given["closed"] !== false || ((given as ClosurePeriod).hours ?? []).length > 0,
  { error: "hours.noHoursOfException" satisfies MessageKey, path: ["hours"], when: isObject },
);

export const OpeningHourExceptionDraft = z
  .strictObject({ ...period, ...closureHours })
  .check(fromNotAfterTo, hasHoursUnlessClosed);
export const OpeningHourException = z.object({
  name: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  closed: z.boolean(),
  hours: z.array(z.object({ start: z.string(), end: z.string() })),
});

export const OpeningHourPattern = z.object({
  id,
  name: z.string(),
  organization: EntityRef,
  hours: z.array(z.object({ weekday: z.int(), start: z.string(), end: z.string() })),
  exceptions: z.array(OpeningHourException),
  fields: z.array(z.extend(EntityRef, { facility: EntityRef })),
  created_at: instant,
  updated_at: instant,
});
export type OpeningHourPattern = z.infer<typeof OpeningHourPattern>;

/** A future event that would fall outside the new opening hours. */
export const AffectedEvent = z.object({
  id,
  name: z.string(),
  startTime: instant,
  endTime: instant,
  status: z.string(),
  kind: z.string(),
  field: EntityRef,
  facility: z.extend(EntityRef, { timezone: z.string() }),
  customer: z.nullable(z.string()),
  /** Cents paid so far. */
  paid: z.int(),
  currency: z.string(),
  alternatives: z.array(z.object({ fieldId: id, name: z.string() })),
});
export type AffectedEvent = z.infer<typeof AffectedEvent>;

/** The first 100 events, and the total. */
const affectedEvents = { affected: z.array(AffectedEvent), affectedTotal: z.int() };

export const OpeningHourPatternDraft = z.strictObject({
  name: requiredLine(120),
  hours: z.array(WeeklySlot).check(z.maxLength(200)),
  exceptions: z._default(z.array(OpeningHourExceptionDraft).check(z.maxLength(400)), []),
  /** A field has at most one pattern: fields listed here leave their former one. */
  fieldIds: z._default(z.array(id).check(z.maxLength(1000)), []),
});

export const Closure = z.extend(OpeningHourException, {
  id,
  organization: EntityRef,
  /** True if it holds for all facilities, those to come included. */
  allFacilities: z.boolean(),
  /** Null if it holds for all facilities. */
  facility: z.nullable(z.extend(EntityRef, { timezone: z.string() })),
  /** Null if the whole facility is closed. */
  field: z.nullable(EntityRef),
  created_at: instant,
});
export type Closure = z.infer<typeof Closure>;

export const ClosureDecision = z.strictObject({
  eventId: id,
  action: z.enum(["keep", "move", "cancel"]),
  fieldId: z.nullish(id),
  startTime: z.nullish(z.iso.datetime({ offset: true })),
  /** For `cancel`: full, none, or cents. */
  refund: z.nullish(z.union([z.enum(["full", "none"]), z.int().check(z.gte(0), z.lte(100_000_000))])),
});
export type ClosureDecision = z.infer<typeof ClosureDecision>;

const ClosureChanges = z.strictObject({
  ...period,
  ...closureHours,
  /** Events without a decision are kept. */
  decisions: z._default(z.array(ClosureDecision).check(z.maxLength(1000)), []),
  reason: optionalText(300),
});

export const ClosureDraft = z
  .strictObject({
    ...ClosureChanges.shape,
    /** Exactly one of the three places is given. */
    allFacilities: z._default(z.boolean(), false),
    facilityId: z.nullish(id),
    fieldId: z.nullish(id),
  })
  .check(
    fromNotAfterTo,
    hasHoursUnlessClosed,
    z.refine((given) => [given.allFacilities, given.facilityId, given.fieldId].filter(Boolean).length === 1, {
      error: "hours.facilityOrField" satisfies MessageKey,
      path: ["facilityId"],
      when: isObject,
    }),
  );

const patternExample = {
  name: "All week",
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "22:00" })),
};

export const hours = defineModule("hours", {
  list: get("/organizations/{organizationId}/opening-hour-patterns", {
    allow: "patterns.manage",
    summary: "Opening-hour patterns by name",
    query: ListQuery,
    mayLag: true,
    returns: page(OpeningHourPattern),
  }),
  create: post("/organizations/{organizationId}/opening-hour-patterns", {
    allow: "patterns.manage",
    summary: "Create a pattern; answers the events to come that lie outside its hours",
    query: DryRun,
    body: OpeningHourPatternDraft,
    example: patternExample,
    returns: z.extend(OpeningHourPattern, affectedEvents),
    successMessage: "hours.created",
    dryRun: true,
  }),
  read: get("/organizations/{organizationId}/opening-hour-patterns/{openingHourPatternId}", {
    allow: "patterns.manage",
    summary: "One pattern",
    returns: OpeningHourPattern,
  }),
  update: patch("/organizations/{organizationId}/opening-hour-patterns/{openingHourPatternId}", {
    allow: "patterns.manage",
    summary: "Change a pattern; answers the events to come that lie outside its hours",
    query: DryRun,
    body: partialOf(OpeningHourPatternDraft),
    example: { name: "Summer" },
    returns: z.extend(OpeningHourPattern, affectedEvents),
    successMessage: "hours.saved",
    dryRun: true,
  }),
  delete: del("/organizations/{organizationId}/opening-hour-patterns/{openingHourPatternId}", {
    allow: "patterns.manage",
    summary: "Delete a pattern; its fields have no hours then",
    returns: noData,
    successMessage: "hours.deleted",
  }),
  restore: post("/organizations/{organizationId}/opening-hour-patterns/{openingHourPatternId}/restore", {
    allow: "patterns.manage",
    summary: "Bring a deleted pattern back, with those of its fields that have no other one",
    returns: OpeningHourPattern,
    successMessage: "hours.restored",
    status: 200,
  }),
  holidays: get("/general/holidays", {
    allow: "verified",
    summary: "Public holidays of a country in a year, named in the reader's language",
    query: z.object({
      country: z._default(z.enum(countryCodes), "FR"),
      year: z.optional(z.coerce.number().check(z.int(), z.gte(1970), z.lte(2199))),
    }),
    returns: z.array(z.object({ date: z.iso.date(), name: z.string() })),
  }),
  closures: get("/organizations/{organizationId}/closures", {
    allow: "patterns.manage",
    summary: "Closures that end today or later, soonest first; gone ones with `past`, those of one day with `date`",
    query: z.extend(ListQuery, {
      facilityId: z.optional(id),
      fieldId: z.optional(id),
      past: z.optional(z.stringbool()),
      date: z.optional(z.iso.date()),
    }),
    mayLag: true,
    returns: page(Closure),
  }),
  createClosure: post("/organizations/{organizationId}/closures", {
    allow: "patterns.manage",
    summary: "Close all facilities, one, or a field for some days, with a decision for each event that it touches",
    query: DryRun,
    body: ClosureDraft,
    example: {
      name: "Works",
      from: "2026-07-06",
      to: "2026-07-10",
      facilityId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d90",
    },
    returns: z.extend(Closure, affectedEvents),
    successMessage: "hours.closureCreated",
    dryRun: true,
  }),
  readClosure: get("/organizations/{organizationId}/closures/{closureId}", {
    allow: "patterns.manage",
    summary: "One closure",
    returns: Closure,
  }),
  updateClosure: patch("/organizations/{organizationId}/closures/{closureId}", {
    allow: "patterns.manage",
    summary: "Change the days, hours or name of a closure, with a decision for each event that the change puts outside",
    query: DryRun,
    body: partialOf(ClosureChanges),
    example: { name: "Works, second part" },
    returns: z.extend(Closure, affectedEvents),
    successMessage: "hours.closureSaved",
    dryRun: true,
  }),
  deleteClosure: del("/organizations/{organizationId}/closures/{closureId}", {
    allow: "patterns.manage",
    summary: "Open again: the closure is taken away, what was moved or canceled for it stays so",
    returns: noData,
    successMessage: "hours.closureDeleted",
  }),
  restoreClosure: post("/organizations/{organizationId}/closures/{closureId}/restore", {
    allow: "patterns.manage",
    summary: "Bring a deleted closure back",
    returns: Closure,
    successMessage: "hours.closureRestored",
    status: 200,
  }),
});
