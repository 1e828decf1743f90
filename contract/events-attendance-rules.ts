/** Attendance (no-show, check-in): when the team may mark whether who booked came. Pure. */
export const ATTENDANCE_DAYS = 7;
const ATTENDANCE_MS = ATTENDANCE_DAYS * 86_400_000;

export type AttendanceTime = "standsNot" | "tooEarly" | "tooLate" | "open";

/** From the start until a week after the end, of a booking that stands. */
export function attendanceTime(
  event: { kind: string; status: string; start_time: Date; end_time: Date },
  now: Date,
): AttendanceTime {
  const stands = event.status === "approved" || event.status === "completed";
  if (event.kind !== "event" || !stands) return "standsNot";
  if (now < event.start_time) return "tooEarly";
  return now.getTime() > event.end_time.getTime() + ATTENDANCE_MS ? "tooLate" : "open";
}
