import { waitlist } from "#contract/waitlist.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import {
  declineByLink,
  declineOwnOffer,
  leaveWaitlist,
  readOfferByLink,
  takeByLink,
  takeOwnOffer,
  withdrawOffer,
} from "./answer.ts";
import { addPerson, joinWaitlist } from "./join.ts";
import { listeners } from "./listeners.ts";
import { listOwnEntries, listWaitingPeople } from "./read.ts";

export default serveModule(
  waitlist,
  {
    own: listOwnEntries,
    join: joinWaitlist,
    leave: leaveWaitlist,
    take: takeOwnOffer,
    decline: declineOwnOffer,
    look: readOfferByLink,
    takeByLink,
    declineByLink,
    people: listWaitingPeople,
    addPerson,
    withdraw: withdrawOffer,
  },
  listeners,
);
