import { packs } from "#contract/packs.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { assertUnused } from "#server/time-windows/assert-unused.ts";
import { changePackType, createPackType } from "./catalogue.ts";
import { forgetGrantReasons } from "./customer-rows.ts";
import { extendPack, giveUnitsBack, grantPack, usePack } from "./desk.ts";
import { listeners } from "./follow-bookings.ts";
import { listOffersOfBooking, listOffersOfEvent } from "./offers.ts";
import { endPacksOfSubscription, grantPacksOfTerm, movePacksOfTerm } from "./grant-with-subscriptions.ts";
import { findPack, listOwnPacks, listPacks } from "./queries.ts";
import { listPackTypes, listPackTypesForSale } from "./type-queries.ts";

export default serveModule(
  packs,
  {
    types: listPackTypes,
    createType: createPackType,
    updateType: changePackType,
    typesForSale: listPackTypesForSale,
    list: listPacks,
    read: (call) => findPack(call, call.params.packId),
    mine: listOwnPacks,
    grant: grantPack,
    extend: extendPack,
    offers: listOffersOfBooking,
    offersOfEvent: listOffersOfEvent,
    use: usePack,
    giveBack: giveUnitsBack,
  },
  {
    ...listeners,
    "customers.forgotten": forgetGrantReasons,
    "subscriptions.termPaid": grantPacksOfTerm,
    "subscriptions.termMoved": movePacksOfTerm,
    "subscriptions.canceled": endPacksOfSubscription,
    "time-windows.deleting": async (call, window) => assertUnused(await listPackTypes(call), window),
  },
);
