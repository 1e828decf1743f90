import { bookings } from "#contract/bookings.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { sendCalendarFile } from "./calendar-file.ts";
import { listUpcomingBookings, readBooking } from "./read-booking.ts";

export default serveModule(bookings, {
  upcoming: listUpcomingBookings,
  read: readBooking,
  calendar: sendCalendarFile,
});
