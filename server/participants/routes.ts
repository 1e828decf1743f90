import { participants } from "#contract/participants.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { answerByLink, answerOwn, joinWithAccount } from "./answer.ts";
import { searchDirectory } from "./directory.ts";
import { createOpenLink, endLink, invitePeople, removePlayer } from "./invite.ts";
import { payForOthers, payForOthersByLink, payForOthersOwn } from "./pay-for-others.ts";
import { payByLink, payOwn } from "./pay-share.ts";
import { endSplit, splitPrice } from "./split.ts";
import { listeners } from "./listeners.ts";
import { listOwnInvitations, readByLink, readPlayers } from "./read.ts";

export default serveModule(
  participants,
  {
    ofBooking: readPlayers,
    invite: invitePeople,
    remove: removePlayer,
    // Tries are counted although they are refused.
    directory: withoutTransaction(searchDirectory),
    createLink: createOpenLink,
    endLink,
    split: splitPrice,
    endSplit,
    payForOthers,
    own: listOwnInvitations,
    payForOthersOwn,
    checkout: withoutTransaction(payOwn),
    join: joinWithAccount,
    answer: answerOwn,
    look: readByLink,
    // Tries are counted although they are refused.
    answerByLink: withoutTransaction(answerByLink),
    // Tries are counted although they are refused.
    payForOthersByLink: withoutTransaction(payForOthersByLink),
    checkoutByLink: withoutTransaction(payByLink),
  },
  listeners,
);
