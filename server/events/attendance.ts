/** Attendance (no-show, check-in): the team marks whether who booked came. */
import { ATTENDANCE_DAYS, type AttendanceTime, attendanceTime } from "#contract/events-attendance-rules.ts";
import type { Event, events } from "#contract/events.ts";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { updateBookingBlock } from "#server/booking-limits/no-shows.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { HttpError, type LocalizedMessage, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { activityLinks } from "./activity-entries.ts";
import { type EventRow, findEvent, findEventToChange, updateEvent } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** A booking is a no-show from now on, no longer one, or its fee is waived. It is locked. */
    "events.noShowMarked": { event: EventRow; isNoShow: boolean; withFee: boolean };
  }
}

const refusals: Record<Exclude<AttendanceTime, "open">, LocalizedMessage> = {
  standsNot: message("events.attendanceStandsNot"),
  tooEarly: message("events.attendanceTooEarly"),
  tooLate: message("events.attendanceTooLate", { days: ATTENDANCE_DAYS }),
};

interface FollowedMark {
  noShowFee?: number | null;
  waivedAt: Date | null;
}

/**
 * A mark that says what was marked before changes nothing, so that two desks at once charge one fee. What was waived stays
 * waived while the booking goes from no-show to arrived and back, as an undo takes it.
 */
async function followMark(call: Call<typeof events.markAttendance>, event: EventRow): Promise<FollowedMark> {
  const { db, now, organizationId } = call;
  const { attendance, withFee } = call.body;
  const { no_show_fee: fee, customer_id: customerId } = event;
  const waivedBefore = attendance === null || event.attendance === null ? null : event.no_show_waived_at;
  const isNoShow = attendance === "no_show";
  const isWaiver = isNoShow && withFee === false;
  const isSame = isNoShow === (event.attendance === "no_show") && !isWaiver;
  if (fee === null || customerId === null || isSame) return { waivedAt: waivedBefore };
  if (isWaiver && !call.access.permissions.has("sales.adjust")) throw forbidden("sales.adjust");
  const isWaived = isWaiver || (withFee === undefined && waivedBefore !== null);
  const isCharged = isNoShow && !isWaived && (await findPresentCustomer(db, organizationId, customerId)) !== undefined;
  await publish(call, "events.noShowMarked", { event, isNoShow, withFee: isCharged });
  const waivedAt = isWaiver ? now : isCharged ? null : waivedBefore;
  return { waivedAt, ...(isNoShow && { noShowFee: isCharged ? fee : null }) };
}

/**
 * @throws HttpError 403 without `sales.adjust` for a no-show without its fee, 409 before the start, a week after the end, and
 * for what does not take place
 */
export async function markAttendance(call: Call<typeof events.markAttendance>): Promise<Event> {
  const { db, now, user, organizationId, params, body, record } = call;
  const { attendance } = body;
  const event = await findEventToChange(db, call, params.eventId);
  const time = attendanceTime(event, now);
  if (time !== "open") throw new HttpError(409, refusals[time]);
  const { waivedAt, ...charged } = await followMark(call, event);
  await updateEvent(db, organizationId, event.id, {
    attendance,
    attendance_at: attendance && now,
    attendance_by: attendance && user.id,
    no_show_waived_at: waivedAt,
    updated_at: now,
  });
  if (event.user_id !== null) await updateBookingBlock(call, event.user_id, new Date(now.getTime() + UNDO_MS));
  const diff = computeDiff({ attendance: event.attendance }, { attendance });
  const after = { ...diff.after, ...charged, ...(charged.noShowFee && { currency: event.currency }) };
  const skipsEntry = diff.skipsEntry && charged.noShowFee === undefined;
  record({ before: diff.before, after, skipsEntry, ...activityLinks(event) });
  return findEvent(db, call, event.id);
}
