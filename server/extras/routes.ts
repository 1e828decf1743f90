import { extras } from "#contract/extras.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { assertUnused } from "#server/time-windows/assert-unused.ts";
import { changeExtra, createExtra } from "./catalogue.ts";
import { addExtra, listHandOuts, readExtrasOfEvent, removeExtra } from "./desk.ts";
import { listeners } from "./follow-bookings.ts";
import { listOffersOfBooking, listOffersOfEvent } from "./offers.ts";
import { listExtras } from "./queries.ts";

export default serveModule(
  extras,
  {
    list: listExtras,
    create: createExtra,
    update: changeExtra,
    offers: listOffersOfBooking,
    offersOfEvent: listOffersOfEvent,
    ofEvent: readExtrasOfEvent,
    add: addExtra,
    remove: removeExtra,
    handOuts: listHandOuts,
  },
  { ...listeners, "time-windows.deleting": async (call, window) => assertUnused(await listExtras(call), window) },
);
