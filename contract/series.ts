/** A series repeats one event weekly (recurring booking): previewed date by date, then booked as ordinary events. */
import * as z from "zod/mini";
import { EventTemplate, eventStatuses, RefundChoice } from "./events.ts";
import { wallTime, weekday } from "./hours.ts";
import { DryRun, partialOf, del, get, id, instant, optionalText, nameLine, post, patch, defineModule } from "./kit.ts";
import { confidentialities } from "./fields.ts";
import { EntityRef } from "./organizations.ts";

export const MAX_OCCURRENCES = 200;
export const occurrenceStates = ["ok", "conflict", "closed", "not_sold"] as const;
export const seriesScopes = ["this", "following", "all"] as const;
export type SeriesScope = (typeof seriesScopes)[number];

export const SeriesRule = z.strictObject({
  /** Every `interval` weeks. */
  interval: z._default(z.int().check(z.gte(1), z.lte(52)), 1),
  weekdays: z.array(weekday).check(z.minLength(1), z.maxLength(7)),
  until: z.nullish(z.iso.date()),
  count: z.nullish(z.int().check(z.gte(1), z.lte(MAX_OCCURRENCES))),
});
export type SeriesRule = z.infer<typeof SeriesRule>;

/** `template.startTime` is the first occurrence; the others have the same local time. */
const SeriesDraft = z.strictObject({ template: EventTemplate, rule: SeriesRule });

export const Occurrence = z.object({
  date: z.iso.date(),
  startTime: instant,
  endTime: instant,
  state: z.enum(occurrenceStates),
  /** Cents, less what the code takes off; null if not sold. */
  price: z.nullable(z.int()),
  /** The code of the series on this date: cents that it takes off, or why it does not hold. Null without one, or if not bookable. */
  promo: z.nullable(z.object({ discount: z.int(), refusal: z.nullable(z.string()) })),
  /** Open and free fields of the facility at the same time. Prices in cents. */
  alternatives: z.array(z.object({ fieldId: id, name: z.string(), price: z.int() })),
});
export type Occurrence = z.infer<typeof Occurrence>;

const OccurrenceChoice = z.strictObject({ date: z.iso.date(), fieldId: z.nullish(id) });
const SkippedOccurrence = z.object({ date: z.iso.date(), reason: z.string() });
const SeriesResult = z.object({ seriesId: id, created: z.array(id), skipped: z.array(SkippedOccurrence) });

export const Series = z.object({
  id,
  rule: z.object({
    interval: z.int(),
    weekdays: z.array(z.int()),
    until: z.nullable(z.iso.date()),
    count: z.nullable(z.int()),
  }),
  name: z.string(),
  facility: EntityRef,
  field: EntityRef,
  timezone: z.string(),
  /** Minutes. */
  duration: z.int(),
  /** Every occurrence of the rule; `eventId` is null if it was skipped. Customers only see those with an event. */
  occurrences: z.array(
    z.object({
      /** Local date from the rule, even if the event has moved. */
      date: z.iso.date(),
      startTime: instant,
      endTime: instant,
      field: EntityRef,
      eventId: z.nullable(id),
      status: z.nullable(z.enum(eventStatuses)),
    }),
  ),
});
export type Series = z.infer<typeof Series>;

/** `time` is local, so that it stays the same across a clock change. */
export const SeriesChanges = z.strictObject({
  name: nameLine(160),
  time: wallTime,
  /** Minutes. */
  duration: z.int().check(z.gte(5), z.lte(1440)),
  fieldId: id,
  type: EventTemplate._zod.def.shape.type,
  confidentiality: z.enum(confidentialities),
  description: optionalText(),
  notes: optionalText(),
  internalNotes: optionalText(),
});
const scopeMembers = { eventId: id, scope: z._default(z.enum(seriesScopes), "this") };

const template = {
  fieldId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
  startTime: "2026-06-02T18:00:00+02:00",
  duration: 60,
  name: "Evening training",
  type: "training" as const,
};
const rule = { weekdays: [2], count: 10 };

export const seriesDateStates = ["played", "overdue", "next", "later", "canceled"] as const;

/** A series as the page of its customer shows it. */
export const CustomerSeries = z.object({
  id,
  name: z.string(),
  field: EntityRef,
  timezone: z.string(),
  /** The next date, or the last one. */
  startTime: instant,
  endTime: instant,
  firstStart: instant,
  lastStart: instant,
  /** Dates that stand and are over. */
  played: z.int(),
  total: z.int(),
  dates: z.array(z.object({ eventId: id, startTime: instant, state: z.enum(seriesDateStates) })),
});
export type CustomerSeries = z.infer<typeof CustomerSeries>;

export const series = defineModule("series", {
  preview: post("/organizations/{organizationId}/event-series/preview", {
    allow: "events.create",
    summary: "Every occurrence, with what stands in its way and where else it could be",
    body: SeriesDraft,
    example: { template, rule },
    leavesEntry: false,
    returns: z.object({ occurrences: z.array(Occurrence) }),
    status: 200,
  }),
  create: post("/organizations/{organizationId}/event-series", {
    allow: "events.create",
    summary: "Book the chosen rows in one transaction; the others are kept, and can be added later",
    body: z.extend(SeriesDraft, {
      dates: z.array(OccurrenceChoice).check(z.minLength(1), z.maxLength(MAX_OCCURRENCES)),
    }),
    example: { template, rule, dates: [{ date: "2026-06-02" }] },
    returns: SeriesResult,
    successMessage: "series.created",
    idempotent: true,
  }),
  ofCustomer: get("/organizations/{organizationId}/customers/{customerId}/series", {
    allow: "events.show",
    mayLag: true,
    summary: "A customer's series, with the state of each date; for members, of their own",
    returns: z.array(CustomerSeries),
  }),
  read: get("/organizations/{organizationId}/event-series/{seriesId}", {
    allow: "events.show",
    summary: "A series with its occurrences, the skipped ones too",
    returns: Series,
  }),
  skipped: get("/organizations/{organizationId}/event-series/{seriesId}/skipped", {
    allow: "events.create",
    mayLag: true,
    summary: "The dates to come that have no event, or a canceled one, as they could be booked now",
    returns: z.object({ occurrences: z.array(Occurrence) }),
  }),
  add: post("/organizations/{organizationId}/event-series/{seriesId}/occurrences", {
    allow: "events.create",
    summary: "Book occurrences that were skipped",
    body: z.strictObject({ dates: z.array(OccurrenceChoice).check(z.minLength(1), z.maxLength(MAX_OCCURRENCES)) }),
    example: { dates: [{ date: "2026-06-09" }] },
    returns: SeriesResult,
    successMessage: "series.added",
  }),
  update: patch("/organizations/{organizationId}/event-series/{seriesId}", {
    allow: "events.update",
    summary: "Change this occurrence, this and the following, or all that are to come",
    query: DryRun,
    body: z.strictObject({
      ...scopeMembers,
      changes: partialOf(SeriesChanges),
      notify: z._default(z.boolean(), true),
    }),
    example: { eventId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d92", scope: "following", changes: { name: "Training" } },
    returns: z.object({ updated: z.array(id), skipped: z.array(SkippedOccurrence) }),
    successMessage: "series.saved",
    dryRun: true,
  }),
  cancel: del("/organizations/{organizationId}/event-series/{seriesId}", {
    allow: "events.update",
    summary: "Cancel this occurrence, this and the following, or all that are to come",
    query: DryRun,
    body: z.strictObject({
      ...scopeMembers,
      reason: optionalText(300),
      refund: z.nullish(RefundChoice),
      notify: z._default(z.boolean(), true),
    }),
    example: { eventId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d92", scope: "all" },
    returns: z.object({ canceled: z.array(id), skipped: z.array(SkippedOccurrence) }),
    successMessage: "series.canceled",
    dryRun: true,
  }),
});
