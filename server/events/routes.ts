import { events } from "#contract/events.ts";
import { prepared, serve } from "#server/kit/serve.ts";
import { book } from "./book.ts";
import { change } from "./change.ts";
import { approve, askBeforeCancel, cancel, complete, readCancellation, reject, restore } from "./end.ts";
import {
  carryOut,
  changeTurnaround,
  freeParts,
  occupyParts,
  refuseMove,
  refuseWhileBooked,
  refuseWhileFacilityBooked,
  refuseWhileFieldBooked,
} from "./premises.ts";
import { findEvent, listEvents, listHistory, listOwnEvents, readerOf } from "./queries.ts";
import { inTurn } from "./shape.ts";

export default serve(
  events,
  {
    list: async (call) =>
      inTurn(call.db, await listEvents(call.db, call, call.query), call.query, call.now, readerOf(call)),
    create: (call) => book(call),
    update: change,
    approve,
    reject,
    cancel: prepared(askBeforeCancel, cancel),
    complete,
    restore,
    cancellation: readCancellation,
    history: (call) => listHistory(call.db, call, call.params.eventId),
    read: (call) => findEvent(call.db, call, call.params.eventId),
    mine: (call) =>
      inTurn(call.db, listOwnEvents(call.db, call.user.id, call.query), call.query, call.now, readerOf(call)),
  },
  {
    "organizations.deleting": refuseWhileBooked,
    "hours.decided": carryOut,
    "facilities.archiving": refuseWhileFacilityBooked,
    "fields.archiving": refuseWhileFieldBooked,
    "fields.moving": refuseMove,
    "fields.divided": occupyParts,
    "fields.detached": freeParts,
    "fields.turnaroundChanged": changeTurnaround,
  },
);
