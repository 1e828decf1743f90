import { subscriptions } from "#contract/subscriptions.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import {
  archiveSubscriptionType,
  assertWindowUnused,
  changeSubscriptionType,
  createSubscriptionType,
} from "./catalogue.ts";
import { forgetReasons } from "./customer-rows.ts";
import { changeTypeLater, endOwnSubscription, endSubscription, resumeSubscription } from "./end.ts";
import { freezeSubscription, previewFreeze, unfreezeSubscription } from "./freeze.ts";
import { readOffer } from "./offer.ts";
import { findSubscription, listConcernedBookings, listOwnSubscriptions, listSubscriptions } from "./queries.ts";
import { renewNow } from "./renew.ts";
import { listSubscriptionTypes, listSubscriptionTypesForSale } from "./type-queries.ts";

export default serveModule(
  subscriptions,
  {
    types: listSubscriptionTypes,
    createType: createSubscriptionType,
    updateType: changeSubscriptionType,
    removeType: archiveSubscriptionType,
    typesForSale: listSubscriptionTypesForSale,
    offer: readOffer,
    list: listSubscriptions,
    read: (call) => findSubscription(call, call.params.subscriptionId),
    mine: listOwnSubscriptions,
    bookings: listConcernedBookings,
    freezePreview: previewFreeze,
    freeze: freezeSubscription,
    unfreeze: unfreezeSubscription,
    end: endSubscription,
    resume: resumeSubscription,
    renew: renewNow,
    changeLater: changeTypeLater,
    endOwn: endOwnSubscription,
  },
  { "customers.forgotten": forgetReasons, "time-windows.deleting": assertWindowUnused },
);
