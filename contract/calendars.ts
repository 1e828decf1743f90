/** Calendar feeds (iCalendar) at a secret, revocable address: the caller's bookings, or the events of one field. */
import * as z from "zod/mini";
import { del, get, id, instant, noData, post, defineModule } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

/** The secret address is sent only once, when the calendar is created. */
export const Calendar = z.object({
  isActive: z.boolean(),
  created_at: z.nullable(instant),
  /** Name of the person who made the address: the feed works as long as this person may make one. */
  maker: z.nullable(z.string()),
  lastReadAt: z.nullable(instant),
});
export type Calendar = z.infer<typeof Calendar>;
/** Address of a field's events, as the team sees it. */
export const FieldFeed = z.object({
  id,
  field: EntityRef,
  facility: EntityRef,
  maker: z.object({ id, full_name: z.string() }),
  /** False if the maker may no longer make one: the address answers as if it did not exist. */
  isActive: z.boolean(),
  created_at: instant,
  lastReadAt: z.nullable(instant),
});
export type FieldFeed = z.infer<typeof FieldFeed>;
const CalendarAddress = z.object({ url: z.string(), created_at: instant });

export const calendars = defineModule("calendars", {
  mine: get("/auth/user/calendar", {
    allow: "verified",
    summary: "Whether one's own bookings have a feed",
    returns: Calendar,
  }),
  renewMine: post("/auth/user/calendar", {
    allow: "verified",
    summary: "A new secret address of one's own bookings; the former one ends",
    returns: CalendarAddress,
    successMessage: "calendars.renewed",
  }),
  revokeMine: del("/auth/user/calendar", {
    allow: "verified",
    summary: "End the feed of one's own bookings",
    returns: noData,
    successMessage: "calendars.revoked",
  }),
  field: get("/organizations/{organizationId}/fields/{fieldId}/calendar", {
    allow: "events.update",
    summary: "Whether a field has a feed",
    returns: Calendar,
  }),
  renewField: post("/organizations/{organizationId}/fields/{fieldId}/calendar", {
    allow: "events.update",
    summary: "A new secret address of a field's events; the former one ends",
    returns: CalendarAddress,
    successMessage: "calendars.renewed",
    refusesApiKeys: true,
  }),
  revokeField: del("/organizations/{organizationId}/fields/{fieldId}/calendar", {
    allow: "events.update",
    summary: "End the feed of a field",
    returns: noData,
    successMessage: "calendars.revoked",
    refusesApiKeys: true,
  }),
  list: get("/organizations/{organizationId}/calendars", {
    allow: "organizations.update",
    summary: "The feeds of the organization's fields, with who made them and when they were last read",
    returns: z.array(FieldFeed),
  }),
  revoke: del("/organizations/{organizationId}/calendars/{calendarId}", {
    allow: "organizations.update",
    summary: "End a feed of a field",
    returns: noData,
    successMessage: "calendars.revoked",
  }),
  feed: get("/calendars/{secret}.ics", {
    allow: "everyone",
    summary: "A feed in iCalendar format, by its secret address",
    returns: z.unknown(),
    raw: "download",
  }),
});
