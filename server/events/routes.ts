import { events } from "#contract/events.ts";
import { serve } from "#server/kit/serve.ts";
import { book } from "./book.ts";
import { inTurn } from "./in-turn.ts";
import { findEvent, insertOccupanciesOfPart, listEvents, listOwnEvents, readerOf } from "./queries.ts";
import { refuseWhileBooked } from "./to-come.ts";

export default serve(
  events,
  {
    list: (call) => inTurn(call.db, listEvents(call.db, call, call.query), call.query, call.now, readerOf(call)),
    create: book,
    read: (call) => findEvent(call.db, call, call.params.eventId),
    mine: (call) =>
      inTurn(call.db, listOwnEvents(call.db, call.user.id, call.query.q), call.query, call.now, readerOf(call)),
  },
  {
    "organizations.deleting": refuseWhileBooked,
    "fields.divided": ({ db }, news) => insertOccupanciesOfPart(db, news),
  },
);
