/** Calendars of other systems (iCalendar) that fields follow: their busy times are blocks, and bookings that stand in them are listed. */
import * as z from "zod/mini";
import {
  defineModule,
  del,
  get,
  id,
  instant,
  ListQuery,
  nameLine,
  noData,
  page,
  partialOf,
  patch,
  post,
} from "./kit.ts";
import { EntityRef } from "./organizations.ts";

/** Limit for each organization. */
export const MAX_BUSY_CALENDARS = 50;
export const MAX_BUSY_FIELDS = 50;
/** Busy times of one calendar that are read; one with more is refused. */
export const MAX_BUSY_TIMES = 5000;
export const MAX_CALENDAR_BYTES = 5 * 1024 * 1024;
/** Busy times are blocks this far ahead. */
export const BUSY_DAYS_AHEAD = 400;
export const BUSY_READ_MINUTES = 15;

/** Why a calendar cannot be read; `no_address`: it came with the copy of an organization, without its address. */
export const busyCalendarFailures = [
  "timeout",
  "unresolved",
  "private_address",
  "tls",
  "unreachable",
  "redirects",
  "status",
  "too_large",
  "not_calendar",
  "too_many",
  "too_complex",
  "no_address",
] as const;
export type BusyCalendarFailure = (typeof busyCalendarFailures)[number];

export const BusyCalendarDraft = z.strictObject({
  /** Blocks have it as their title. */
  name: nameLine(),
  /** `https` only; in the demo also `http://localhost`. Never shown again: it often holds a secret. */
  url: z.url({ protocol: /^(?:https?|webcal)$/ }).check(z.maxLength(2000)),
  fieldIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_BUSY_FIELDS)),
});
export type BusyCalendarDraft = z.infer<typeof BusyCalendarDraft>;

export const BusyCalendar = z.object({
  id,
  name: z.string(),
  /** The name of the server in the address. */
  host: z.nullable(z.string()),
  fieldIds: z.array(id),
  /** When it last answered. */
  readAt: z.nullable(instant),
  nextReadAt: instant,
  failingSince: z.nullable(instant),
  failure: z.nullable(z.enum(busyCalendarFailures)),
  /** Status of the answer, for the failure `status`. */
  failureStatus: z.nullable(z.int()),
  /** Busy times to come, on all its fields. */
  times: z.int(),
  /** Bookings in them that nobody has decided about. */
  conflicts: z.int(),
  /** Entries of the last reading that could not be understood, and block nothing. */
  unreadable: z.int(),
  created_at: instant,
});
export type BusyCalendar = z.infer<typeof BusyCalendar>;

export const BusyCalendarCheck = z.object({
  /** As the calendar calls itself. */
  name: z.nullable(z.string()),
  times: z.int(),
  /** The first of them. */
  next: z.array(z.object({ name: z.string(), startTime: instant, endTime: instant })),
  /** End of the last one. */
  until: z.nullable(instant),
  /** Bookings on the fields that stand in them. */
  conflicts: z.int(),
  unreadable: z.int(),
  timezone: z.string(),
});
export type BusyCalendarCheck = z.infer<typeof BusyCalendarCheck>;

export const BusyConflict = z.object({
  busyTimeId: id,
  eventId: id,
  calendar: EntityRef,
  /** As the other system says it. */
  busy: z.object({ name: z.string(), startTime: instant, endTime: instant }),
  /** Title of the booking. */
  name: z.string(),
  customer: z.nullable(z.string()),
  field: EntityRef,
  facility: EntityRef,
  timezone: z.string(),
  startTime: instant,
  endTime: instant,
  foundAt: instant,
  /** When the team decided to keep the booking. */
  keptAt: z.nullable(instant),
});
export type BusyConflict = z.infer<typeof BusyConflict>;

const all = "/organizations/{organizationId}/busy-calendars";
const one = `${all}/{busyCalendarId}` as const;
const ofConflicts = "/organizations/{organizationId}/busy-conflicts";
const example = { url: "https://calendar.example.com/hall.ics", fieldIds: ["019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91"] };

export const busyCalendars = defineModule("busy-calendars", {
  list: get(all, {
    allow: "organizations.update",
    summary: "Calendars of other systems that fields follow, by name; never their addresses",
    query: z.object({ fieldId: z.optional(id) }),
    returns: z.array(BusyCalendar),
  }),
  check: post(`${all}/check`, {
    allow: "organizations.update",
    summary: "Read a calendar once, and say what it would block; nothing is kept",
    body: z.omit(BusyCalendarDraft, { name: true }),
    example,
    returns: BusyCalendarCheck,
    status: 200,
    leavesEntry: false,
    refusesApiKeys: true,
  }),
  create: post(all, {
    allow: "organizations.update",
    summary: `Follow a calendar, ${MAX_BUSY_CALENDARS} at most. It is read at once, then each ${BUSY_READ_MINUTES} minutes; bookings that stand already stay, and are listed as conflicts`,
    body: BusyCalendarDraft,
    example: { name: "Town hall", ...example },
    returns: BusyCalendar,
    successMessage: "busy-calendars.created",
    refusesApiKeys: true,
  }),
  read: get(one, {
    allow: "organizations.update",
    summary: "One calendar, with when it was read and why it could not be",
    returns: BusyCalendar,
  }),
  update: patch(one, {
    allow: "organizations.update",
    summary: "Change name, address or fields; its blocks follow",
    body: partialOf(BusyCalendarDraft),
    example: { name: "Town hall" },
    returns: BusyCalendar,
    successMessage: "busy-calendars.saved",
    refusesApiKeys: true,
  }),
  readNow: post(`${one}/read`, {
    allow: "organizations.update",
    summary: "Read it now instead of at its next time",
    body: z.strictObject({}),
    example: {},
    returns: BusyCalendar,
    successMessage: "busy-calendars.readingNow",
    status: 200,
    leavesEntry: false,
  }),
  delete: del(one, {
    allow: "organizations.update",
    summary: "Stop following it: its blocks that are not over are removed",
    returns: noData,
    successMessage: "busy-calendars.deleted",
    refusesApiKeys: true,
  }),
  conflicts: get(ofConflicts, {
    allow: "events.update",
    summary: "Bookings that stand in busy times of other systems, soonest first",
    query: z.extend(z.omit(ListQuery, { q: true }), {
      calendarId: z.optional(id),
      /** True: those that were kept. False: those to decide. */
      isKept: z.optional(z.stringbool()),
    }),
    returns: page(BusyConflict),
  }),
  keep: post("/organizations/{organizationId}/events/{eventId}/busy-conflicts", {
    allow: "events.update",
    summary:
      "Keep a booking in spite of the busy times it stands in, or take that back. To move or cancel it, block its time",
    body: z.strictObject({ isKept: z.boolean() }),
    example: { isKept: true },
    returns: noData,
    status: 200,
  }),
});
