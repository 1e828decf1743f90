import { payments } from "#contract/payments.ts";
import { outside, prepared, serve } from "#server/kit/serve.ts";
import { prepareConnect, readState, readWays, refusalOf } from "#server/provider/payee.ts";
import { prepareCheckout } from "./checkout.ts";
import { tellLink } from "./mail.ts";
import { receive } from "./notices.ts";
import { check, ofEvent } from "./of-event.ts";
import { askBeforeExpiry, closeForEnded } from "./pages.ts";
import { findPayment, listDifferences, listOwnPayments, listPayments } from "./queries.ts";
import { prepareLink, record } from "./record.ts";
import { refund, refundDue } from "./refunds.ts";

export default serve(
  payments,
  {
    list: ({ db, organizationId, query, language }) => listPayments(db, organizationId, query, language),
    read: (call) => findPayment(call, call.organizationId, call.params.paymentId),
    mine: (call) => listOwnPayments(call, call.query),
    ofEvent,
    ways: readWays,
    checkout: prepared(
      prepareCheckout,
      async ({ record, params }, { paymentId, url, expiresAt, amount, currency, isNew }) => {
        record({ subjectId: paymentId, after: { eventId: params.eventId, amount, currency }, isDone: !isNew });
        return { paymentId, url, expiresAt: expiresAt.toISOString() };
      },
    ),
    link: prepared(prepareLink, async (call, link) => {
      await tellLink(call, call.params.eventId, link);
      call.record({ subjectId: link.paymentId, after: { eventId: call.params.eventId, email: link.email } });
      return { email: link.email };
    }),
    record,
    check: outside(check),
    refund,
    account: readState,
    connect: prepared(prepareConnect, async (_call, url) => ({ url })),
    differences: ({ db }) => listDifferences(db),
    webhook: receive,
  },
  {
    "events.onlineAsked": async ({ db, house, language }, asked) => {
      asked.refusal = await refusalOf({ db, house, language }, asked);
    },
    "events.ended": closeForEnded,
    "events.holdExpiring": askBeforeExpiry,
    "events.refundDue": refundDue,
  },
);
