import * as z from "zod/mini";
import type { Event } from "#contract/events.ts";
import type { Draft } from "#contract/kit.ts";
import {
  MAX_OCCURRENCES,
  type series,
  type Series,
  SeriesChanges,
  seriesScopes,
  type SeriesScope,
} from "#contract/series.ts";
import { expandWeeklyRecurrence, type WeeklyRecurrence } from "#contract/series-recurrence-rules.ts";
import { toWallClock } from "#web/availability/slots.ts";
import { EventFormDraft, toCreateBody } from "#web/events/event-draft.ts";
import { ApiError } from "#web/kit/data/api.ts";
import { formMembers } from "#web/kit/form/form-members.ts";
import { pickChanges } from "#web/kit/form/form-values.ts";
import type { MessageKey } from "#messages/keys.ts";

const hasObjectValue = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;
const interval = z.int().check(z.gte(1), z.lte(52));
const count = z.int().check(z.gte(1), z.lte(MAX_OCCURRENCES));

const ruleShape = {
  interval,
  weekdays: z.array(z.int()).check(z.minLength(1, { error: "series.chooseWeekday" satisfies MessageKey })),
  ends: z.enum(["until", "count"]),
  until: z.nullish(z.iso.date()),
  count: z.nullish(count),
};

export const SeriesFormDraft = z.safeExtend(EventFormDraft, ruleShape).check(
  z.refine((given) => given.ends !== "until" || Boolean(given.until), {
    error: "kit.required" satisfies MessageKey,
    path: ["until"],
    when: hasObjectValue,
  }),
  z.refine((given) => given.ends !== "until" || !given.until || given.until >= given.date, {
    error: "series.untilBefore" satisfies MessageKey,
    path: ["until"],
    when: hasObjectValue,
  }),
  z.refine((given) => given.ends !== "count" || typeof given.count === "number", {
    error: "kit.required" satisfies MessageKey,
    path: ["count"],
    when: hasObjectValue,
  }),
);
export type SeriesFormDraft = z.output<typeof SeriesFormDraft>;

export function toSeriesBody(
  { interval: weeks, weekdays, ends, until, count: most, ...event }: SeriesFormDraft,
  timezone: string,
): Draft<typeof series.preview> {
  const end = ends === "until" ? { until } : { count: most };
  return { template: toCreateBody(event, timezone), rule: { interval: weeks, weekdays, ...end } };
}

/** The dates of a typed rule; undefined while it is incomplete. */
export function expandFormRule(
  given: Record<keyof typeof ruleShape | "date", unknown>,
): { rule: WeeklyRecurrence; dates: string[] } | undefined {
  const found = z.safeParse(z.object({ ...ruleShape, date: z.iso.date() }), given);
  if (!found.success) return undefined;
  const { date, ends, until, count: most, ...rest } = found.data;
  if (ends === "until" ? !until : !most) return undefined;
  const rule = { ...rest, ...(ends === "until" ? { until } : { count: most }) };
  return { rule, dates: expandWeeklyRecurrence(rule, date, MAX_OCCURRENCES) };
}

/** Maps the server's errors of event and rule to the form's field names. */
export function toFormErrors(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.errors) return error;
  const named = Object.entries(error.errors).map(([path, texts]) => [path.replace(/^(template|rule)\./, ""), texts]);
  return new ApiError(error.status, error.message, { errors: Object.fromEntries(named), cause: error });
}

type SeriesChangesBody = Draft<typeof series.update>["changes"];

export const SeriesEditDraft = z.safeExtend(SeriesChanges, { scope: z.enum(seriesScopes), notify: z.boolean() });
export type SeriesEditDraft = z.output<typeof SeriesEditDraft>;

const occurrenceForm = formMembers<z.input<typeof SeriesChanges>, Event>({
  name: {},
  time: { from: ({ startTime, timezone }) => toWallClock(startTime, timezone).time },
  duration: {},
  fieldId: {},
  type: {},
  confidentiality: {},
  description: { from: ({ description }) => description ?? "" },
  notes: { from: ({ notes }) => notes ?? "" },
  internalNotes: { from: ({ internalNotes }) => internalNotes ?? "" },
});
export const toSeriesEditValues = occurrenceForm.filledWith;

/** Sends changed members only, so that dates with other values keep theirs. */
export const diffSeriesEdit = (event: Event, { scope: _scope, notify: _notify, ...filled }: SeriesEditDraft) =>
  pickChanges(toSeriesEditValues(event), filled) as SeriesChangesBody;

/** Changes that undo a move; undefined if nothing was moved, or if the dates had different times or fields. */
export function toUndoMoveChanges(
  { occurrences, timezone }: Pick<Series, "occurrences" | "timezone">,
  event: Event,
  { changes, ...which }: { eventId: string; scope: SeriesScope; changes: SeriesChangesBody },
  now = Date.now(),
): SeriesChangesBody | undefined {
  const before = toSeriesEditValues(event);
  const moved = (["time", "duration", "fieldId"] as const).filter((name) => changes[name] !== undefined);
  const isAlike = occurrencesInScope(occurrences, which, now).every(
    ({ startTime, endTime, field }) =>
      field.id === before.fieldId &&
      toWallClock(startTime, timezone).time === before.time &&
      Date.parse(endTime) - Date.parse(startTime) === event.duration * 60_000,
  );
  return moved.length > 0 && isAlike ? Object.fromEntries(moved.map((name) => [name, before[name]])) : undefined;
}

type Occurrences = Series["occurrences"];

export const isUpcoming = ({ startTime }: Occurrences[number], now = Date.now()): boolean =>
  Date.parse(startTime) > now;

/** Upcoming occurrences in a scope. The server selects the same ones. */
export function occurrencesInScope(
  occurrences: Occurrences,
  { eventId, scope }: { eventId: string; scope: SeriesScope },
  now = Date.now(),
): Occurrences {
  const at = occurrences.findIndex((occurrence) => occurrence.eventId === eventId);
  if (scope === "this") return occurrences.slice(at, at + 1);
  const isAhead = (one: Occurrences[number]) =>
    isUpcoming(one, now) && (one.status === "approved" || one.status === "pending");
  return occurrences.filter((occurrence, index) => isAhead(occurrence) && (scope === "all" || index >= at));
}
