/** Attendance (no-show, check-in): the team marks whether who booked came. */
import { ATTENDANCE_DAYS, type AttendanceTime, attendanceTime } from "#contract/events-attendance-rules.ts";
import type { Event, events } from "#contract/events.ts";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { updateBookingBlock } from "#server/booking-limits/no-shows.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { HttpError, type LocalizedMessage, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { activityLinks } from "./activity-entries.ts";
import { findEvent, findEventToChange, updateEvent } from "./queries.ts";

const refusals: Record<Exclude<AttendanceTime, "open">, LocalizedMessage> = {
  standsNot: message("events.attendanceStandsNot"),
  tooEarly: message("events.attendanceTooEarly"),
  tooLate: message("events.attendanceTooLate", { days: ATTENDANCE_DAYS }),
};

/** @throws HttpError 409 before the start, a week after the end, and for what does not take place */
export async function markAttendance(call: Call<typeof events.markAttendance>): Promise<Event> {
  const { db, now, user, organizationId, params, body, record } = call;
  const { attendance } = body;
  const event = await findEventToChange(db, call, params.eventId);
  const time = attendanceTime(event, now);
  if (time !== "open") throw new HttpError(409, refusals[time]);
  await updateEvent(db, organizationId, event.id, {
    attendance,
    attendance_at: attendance && now,
    attendance_by: attendance && user.id,
    updated_at: now,
  });
  if (event.user_id !== null) await updateBookingBlock(call, event.user_id, new Date(now.getTime() + UNDO_MS));
  record({ ...computeDiff({ attendance: event.attendance }, { attendance }), ...activityLinks(event) });
  return findEvent(db, call, event.id);
}
