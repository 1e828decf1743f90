/** A series as its forms fill it: an event of the team's form, and a rule; or what is to change of several of its dates. */
import * as z from "zod/mini";
import type { Event } from "#contract/events.ts";
import type { Draft } from "#contract/kit.ts";
import {
  mostOccurrences,
  type series,
  type Series,
  SeriesChanges,
  seriesScopes,
  type SeriesScope,
} from "#contract/series.ts";
import { expandRule, type WeeklyRule } from "#contract/series-rules.ts";
import { wallClockOf } from "#web/availability/slots.ts";
import { EventFormDraft, toDraft } from "#web/events/event-draft.ts";
import { ApiError } from "#web/kit/api.ts";
import { changedFrom } from "#web/kit/form-values.ts";
import type { WordKey } from "#words/keys.ts";

const isObject = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;
const interval = z.int().check(z.gte(1), z.lte(52));
const count = z.int().check(z.gte(1), z.lte(mostOccurrences));

const Rule = {
  interval,
  weekdays: z.array(z.int()).check(z.minLength(1, { error: "series.chooseWeekday" satisfies WordKey })),
  ends: z.enum(["until", "count"]),
  until: z.nullish(z.iso.date()),
  count: z.nullish(count),
};

export const SeriesFormDraft = z.safeExtend(EventFormDraft, Rule).check(
  z.refine((given) => given.ends !== "until" || Boolean(given.until), {
    error: "kit.required" satisfies WordKey,
    path: ["until"],
    when: isObject,
  }),
  z.refine((given) => given.ends !== "until" || !given.until || given.until >= given.date, {
    error: "series.untilBefore" satisfies WordKey,
    path: ["until"],
    when: isObject,
  }),
  z.refine((given) => given.ends !== "count" || typeof given.count === "number", {
    error: "kit.required" satisfies WordKey,
    path: ["count"],
    when: isObject,
  }),
);
export type SeriesFormDraft = z.output<typeof SeriesFormDraft>;

/** Of the two ends only the chosen one is sent. */
export function toSeries(
  { interval: weeks, weekdays, ends, until, count: most, ...event }: SeriesFormDraft,
  timezone: string,
): Draft<typeof series.preview> {
  const end = ends === "until" ? { until } : { count: most };
  return { template: toDraft(event, timezone), rule: { interval: weeks, weekdays, ...end } };
}

/** The dates of a rule as it is typed; none while it is not whole. */
export function datesOf(
  given: Record<keyof typeof Rule | "date", unknown>,
): { rule: WeeklyRule; dates: string[] } | undefined {
  const found = z.safeParse(z.object({ ...Rule, date: z.iso.date() }), given);
  if (!found.success) return undefined;
  const { date, ends, until, count: most, ...rest } = found.data;
  if (ends === "until" ? !until : !most) return undefined;
  const rule = { ...rest, ...(ends === "until" ? { until } : { count: most }) };
  return { rule, dates: expandRule(rule, date, mostOccurrences) };
}

/** What the server finds wrong with the event or the rule, under the names that the form has for it. */
export function atFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.errors) return error;
  const named = Object.entries(error.errors).map(([path, texts]) => [path.replace(/^(template|rule)\./, ""), texts]);
  return new ApiError(error.status, error.message, { errors: Object.fromEntries(named), cause: error });
}

type Changes = Draft<typeof series.update>["changes"];

export const SeriesEditDraft = z.safeExtend(SeriesChanges, { scope: z.enum(seriesScopes), notify: z.boolean() });
export type SeriesEditDraft = z.output<typeof SeriesEditDraft>;

/** One event of a series as the form shows it whose changes may be for several. */
export const editedFrom = (event: Event) => ({
  name: event.name,
  time: wallClockOf(event.startTime, event.timezone).time,
  duration: event.duration,
  fieldId: event.fieldId,
  type: event.type,
  confidentiality: event.confidentiality,
  description: event.description ?? "",
  notes: event.notes ?? "",
  internalNotes: event.internalNotes ?? "",
});

/** What was changed; nothing of what stayed, so that dates which differ keep what they have. */
export const changesFrom = (event: Event, { scope: _scope, notify: _notify, ...filled }: SeriesEditDraft) =>
  changedFrom(editedFrom(event), filled) as Changes;

/** What takes a move of dates back; nothing where they were not moved, or had not all been at the same time and place. */
export function movedBack(
  { occurrences, timezone }: Pick<Series, "occurrences" | "timezone">,
  event: Event,
  { changes, ...which }: { eventId: string; scope: SeriesScope; changes: Changes },
  now = Date.now(),
): Changes | undefined {
  const before = editedFrom(event);
  const moved = (["time", "duration", "fieldId"] as const).filter((name) => changes[name] !== undefined);
  const isAlike = concerned(occurrences, which, now).every(
    ({ startTime, endTime, field }) =>
      field.id === before.fieldId &&
      wallClockOf(startTime, timezone).time === before.time &&
      Date.parse(endTime) - Date.parse(startTime) === before.duration * 60_000,
  );
  return moved.length > 0 && isAlike ? Object.fromEntries(moved.map((name) => [name, before[name]])) : undefined;
}

type Occurrences = Series["occurrences"];

export const isToCome = ({ startTime }: Occurrences[number], now = Date.now()): boolean => Date.parse(startTime) > now;

/** What a scope is about, as the server sees it: what is still to come. */
export function concerned(
  occurrences: Occurrences,
  { eventId, scope }: { eventId: string; scope: SeriesScope },
  now = Date.now(),
): Occurrences {
  const at = occurrences.findIndex((one) => one.eventId === eventId);
  if (scope === "this") return occurrences.slice(at, at + 1);
  const isAhead = (one: Occurrences[number]) =>
    isToCome(one, now) && (one.status === "approved" || one.status === "pending");
  return occurrences.filter((one, index) => isAhead(one) && (scope === "all" || index >= at));
}
