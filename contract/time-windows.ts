/** Time windows: named hours of the week, such as prime time (peak hours), to which rules refer. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { wallTime, weekday } from "./hours.ts";
import { defineModule, del, get, id, instant, localDate, nameLine, noData, partialOf, patch, post } from "./kit.ts";

/** Limit for each organization. */
export const MAX_TIME_WINDOWS = 50;

export const TimeWindow = z.object({
  id,
  name: z.string(),
  /** Monday is 1, Sunday is 7. */
  weekdays: z.array(z.int()),
  /** Wall times of the facility; an `end` at or before `start` is on the next day. */
  start: z.string(),
  end: z.string(),
  /** Local dates between which it holds, both included; null: always. */
  fromDate: z.nullable(z.iso.date()),
  toDate: z.nullable(z.iso.date()),
  created_at: instant,
  updated_at: instant,
});
export type TimeWindow = z.infer<typeof TimeWindow>;

/** Without the order of its dates, so that a change can take parts of it. */
const TimeWindowMembers = z.strictObject({
  name: nameLine(60),
  weekdays: z.array(weekday).check(
    z.minLength(1),
    z.maxLength(7),
    z.overwrite((days) => [...new Set(days)].toSorted((one, other) => one - other)),
  ),
  start: wallTime,
  end: wallTime,
  fromDate: z.nullish(localDate),
  toDate: z.nullish(localDate),
});
export const TimeWindowDraft = TimeWindowMembers.check(
  z.refine(({ fromDate, toDate }) => !fromDate || !toDate || fromDate <= toDate, {
    error: "hours.endsBeforeStart" satisfies MessageKey,
    path: ["toDate"],
  }),
);
export type TimeWindowDraft = z.infer<typeof TimeWindowDraft>;

const all = "/organizations/{organizationId}/time-windows";
const one = `${all}/{timeWindowId}` as const;

export const timeWindows = defineModule("time-windows", {
  list: get(all, {
    allow: "patterns.manage",
    summary: "Named hours of the week, by name",
    mayLag: true,
    returns: z.array(TimeWindow),
  }),
  create: post(all, {
    allow: "patterns.manage",
    summary: `Name hours of the week, ${MAX_TIME_WINDOWS} at most`,
    body: TimeWindowDraft,
    example: { name: "Prime time", weekdays: [1, 2, 3, 4, 5], start: "18:00", end: "22:00" },
    returns: TimeWindow,
    successMessage: "time-windows.created",
  }),
  read: get(one, {
    allow: "patterns.manage",
    summary: "One time window",
    returns: TimeWindow,
  }),
  update: patch(one, {
    allow: "patterns.manage",
    summary: "Change a time window, and with it the rules that refer to it",
    body: partialOf(TimeWindowMembers),
    example: { end: "21:00" },
    returns: TimeWindow,
    successMessage: "time-windows.saved",
  }),
  delete: del(one, {
    allow: "patterns.manage",
    summary: "Delete a time window; refused while a rule refers to it",
    returns: noData,
    successMessage: "time-windows.deleted",
  }),
});
