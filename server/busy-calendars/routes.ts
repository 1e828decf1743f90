import { busyCalendars } from "#contract/busy-calendars.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { changeCalendar, createCalendar, deleteCalendar, readNow } from "./change.ts";
import { checkCalendar } from "./check.ts";
import { keepBooking, listConflicts } from "./conflicts.ts";
import { listeners } from "./listeners.ts";
import { findCalendar, listCalendars } from "./queries.ts";

export default serveModule(
  busyCalendars,
  {
    list: (call) => listCalendars(call, call.query),
    check: checkCalendar,
    create: createCalendar,
    read: (call) => findCalendar(call, call.params.busyCalendarId),
    update: changeCalendar,
    readNow,
    delete: deleteCalendar,
    conflicts: listConflicts,
    keep: keepBooking,
  },
  listeners,
);
