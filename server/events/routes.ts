import { forgetBookingsText } from "./forget-customers.ts";
import { events } from "#contract/events.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { prefetch, serveModule } from "#server/kit/http/serve-module.ts";
import { countPromoGuess } from "#server/promo-codes/guesses.ts";
import { markAttendance } from "./attendance.ts";
import { bookEvent } from "./book.ts";
import { changeEvent } from "./change.ts";
import { listCustomerEvents } from "./customer-events.ts";
import { cancelEvent, checkPaymentBeforeCancel, readCancellation } from "./cancel.ts";
import { approveEvent, completeEvent, rejectEvent, restoreEvent } from "./transitions.ts";
import { applyDecisions } from "./closure-decisions.ts";
import { linkEvents } from "./customer-rows.ts";
import {
  updateTurnaround,
  freePartUnits,
  occupyPartUnits,
  assertFieldMayMove,
  assertOrganizationNotBooked,
  assertFacilityNotBooked,
  assertFieldNotBooked,
} from "./field-listeners.ts";
import { moveAllReminders } from "./reminder-times.ts";
import { findEvent, filterEvents, listHistory, filterOwnEvents, toReaderContext } from "./queries.ts";
import { paginateEvents } from "./serialize.ts";
import { sumEvents } from "./sums.ts";

export default serveModule(
  events,
  {
    list: async (call) =>
      paginateEvents(
        call.db,
        call.organizationId,
        await filterEvents(call.db, call, call.query),
        call.query,
        toReaderContext(call),
      ),
    ofCustomer: listCustomerEvents,
    sums: sumEvents,
    create: prefetch(
      (call) => countPromoGuess(call, call.body.promoCode),
      async (call) => {
        const event = await bookEvent(call);
        if (call.query.source) await publish(call, "events.bookedFromPage", { source: call.query.source });
        return event;
      },
    ),
    update: changeEvent,
    approve: approveEvent,
    reject: rejectEvent,
    cancel: prefetch(checkPaymentBeforeCancel, cancelEvent),
    complete: completeEvent,
    markAttendance,
    restore: restoreEvent,
    cancellation: readCancellation,
    history: (call) => listHistory(call.db, call, call.params.eventId),
    read: (call) => findEvent(call.db, call, call.params.eventId),
    mine: (call) =>
      paginateEvents(
        call.db,
        ALL_ORGANIZATIONS,
        filterOwnEvents(call.db, call.user.id, call.query),
        call.query,
        toReaderContext(call),
      ),
  },
  {
    "organizations.deleting": assertOrganizationNotBooked,
    "organizations.remindersChanged": (context, scope) => moveAllReminders(context, scope),
    "hours.decided": applyDecisions,
    "customers.linked": linkEvents,
    "customers.forgotten": forgetBookingsText,
    "facilities.archiving": assertFacilityNotBooked,
    "fields.archiving": assertFieldNotBooked,
    "fields.moving": assertFieldMayMove,
    "fields.divided": occupyPartUnits,
    "fields.detached": freePartUnits,
    "fields.turnaroundChanged": updateTurnaround,
  },
);
