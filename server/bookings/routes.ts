import { bookings } from "#contract/bookings.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { sendCalendarFile, sendPlayedFile } from "./calendar-file.ts";
import { listUpcomingBookings, readBooking, readPlayedBooking } from "./read-booking.ts";

export default serveModule(bookings, {
  upcoming: listUpcomingBookings,
  read: readBooking,
  readPlayed: readPlayedBooking,
  playedCalendar: sendPlayedFile,
  calendar: sendCalendarFile,
});
