import { joining } from "#contract/joining.ts";
import { serveModule, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { answerRequests, approveRequest, declineRequest, withdrawRequest } from "./answer-requests.ts";
import { closeRequestOfMember, forgetRequests } from "./forget.ts";
import { joinByCode, joinBySlug } from "./join.ts";
import { createLink, revokeLink } from "./links.ts";
import { readOffer, readOfferOfCode } from "./offers.ts";
import { answerPoster } from "./poster.ts";
import { listLinks, listOwnRequests, listRequests } from "./queries.ts";

export default serveModule(
  joining,
  {
    read: readOffer,
    readCode: withoutTransaction(readOfferOfCode),
    join: joinBySlug,
    // Wrong codes are counted although they are refused.
    joinByCode: withoutTransaction(joinByCode),
    ownRequests: ({ db, user }) => listOwnRequests(db, user.id),
    withdrawRequest,
    links: listLinks,
    createLink,
    revokeLink,
    poster: answerPoster,
    requests: listRequests,
    approveRequest,
    declineRequest,
    answerRequests,
  },
  { "members.joined": closeRequestOfMember, "accounts.closed": forgetRequests },
);
