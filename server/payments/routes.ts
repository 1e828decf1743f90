import { forgetPayers } from "./forget-customers.ts";
import { payments } from "#contract/payments.ts";
import { withoutTransaction, prefetch, serveModule } from "#server/kit/http/serve-module.ts";
import { prepareChargeCheckout, prepareCheckout } from "./checkout.ts";
import { answerSeveralCheckout, prepareSeveralCheckout } from "./checkout-several.ts";
import { listCustomerDues, readCustomerBalance } from "./customer-balance.ts";
import { agreeCard } from "./cards/agree.ts";
import { listCardsOfCustomer, listOwnCards } from "./cards/queries.ts";
import { forgetCardsOf, removeCustomersCard, removeOwnCard } from "./cards/remove.ts";
import { endRenewalOfTerm, followRefusal } from "./cards/renewals.ts";
import { checkCard } from "./cards/check.ts";
import { prepareCard } from "./cards/save.ts";
import { completeCardOfPayment } from "./cards/with-payment.ts";
import {
  endDebtsLinks,
  giveCustomerLink,
  mailCustomerLink,
  payByLink,
  prepareCopiedCustomerLink,
  prepareCustomerLink,
  readDebtsByLink,
} from "./debts-link.ts";
import { prepareReminders, sendReminders } from "./debt-reminders.ts";
import { listDebts, listOwnDebts, sumDebts } from "./debts.ts";
import { checkPayment, readEventPayments } from "./event-payments.ts";
import { aboutDebt, giveLink, linksOf, mailLink } from "./give-links.ts";
import { sendTransferDetails } from "./mail.ts";
import {
  expireSessionBeforeHold,
  expireSessionOfEndedEvent,
  expireSessionOfVoidedSale,
  queueSessionExpiry,
} from "./open-checkouts.ts";
import { endFeeOfCanceled, followNoShow, reopenFee } from "./no-show-fees.ts";
import { listPaymentMethods, prepareConnect, readAccount } from "./accounts.ts";
import { assertNoMoneyMoved } from "./currency-lock.ts";
import { readBankAccount, setBankAccount } from "./providers/bank-transfer/account.ts";
import { isManual } from "./providers/registry.ts";
import { receiveWebhook } from "./provider-webhooks.ts";
import { noteMoneyStale } from "./ledger.ts";
import { linkPayments } from "./link-payments.ts";
import { findPayment, listCustomerPayments, listDifferences, listOwnPayments, listPayments } from "./queries.ts";
import {
  prepareChargeLink,
  prepareCopiedChargeLink,
  prepareCopiedLink,
  preparePaymentLink,
  recordPayment,
} from "./record-payment.ts";
import { recordPaymentOfCustomer } from "./record-of-customer.ts";
import { recordSeveralPayments } from "./record-several.ts";
import { cancelSubscription, readSubscriptionCancellation } from "./cancel-subscription.ts";
import { payOut } from "./pay-out.ts";
import { payPrepaid } from "./pay-prepaid.ts";
import { readPackRefund, refundPack } from "./refund-pack.ts";
import { takeVoucherBack } from "./take-voucher-back.ts";
import { countPromoGuess } from "#server/promo-codes/guesses.ts";
import { countVoucherGuess } from "#server/vouchers/guesses.ts";
import { refundPayment, refundEndedEvent, refundEndedExtra } from "./refunds.ts";
import { quoteSaleCode } from "./quote-sale-code.ts";
import { sellProducts } from "./sell.ts";
import { listMovements, readTakings } from "./takings.ts";
import { markRefundSent, markTransferReceived } from "./transfers.ts";

export default serveModule(
  payments,
  {
    ownCards: listOwnCards,
    saveCard: prefetch(prepareCard, async (_call, page) => page),
    checkCard: withoutTransaction(checkCard),
    agreeCard,
    removeOwnCard,
    cardsOfCustomer: listCardsOfCustomer,
    removeCard: removeCustomersCard,
    list: ({ db, organizationId, query, language }) => listPayments(db, organizationId, query, language),
    read: (call) => findPayment(call, call.organizationId, call.params.paymentId),
    mine: (call) => listOwnPayments(call, call.query),
    ownDebts: (call) => listOwnDebts(call, call.query),
    ofCustomer: (call) => listCustomerPayments(call, call.params.customerId, call.query),
    customerBalance: readCustomerBalance,
    customerDues: (call) => listCustomerDues(call, call.query.customerIds?.split(",") ?? []),
    debts: (call) => listDebts(call.db, call, call.query),
    debtSums: (call) => sumDebts(call.db, call, call.query),
    remind: prefetch(prepareReminders, sendReminders),
    takings: (call) => readTakings(call, call.query),
    movements: (call) => listMovements(call, call.query),
    ofEvent: readEventPayments,
    methods: listPaymentMethods,
    ways: listPaymentMethods,
    checkout: prefetch(
      prepareCheckout,
      async (call, { paymentId, provider, url, expiresAt, amount, currency, isNew }) => {
        const { record, params } = call;
        if (isNew && isManual(provider)) await sendTransferDetails(call, paymentId);
        record({ subjectId: paymentId, after: { eventId: params.eventId, amount, currency }, skipsEntry: !isNew });
        return { paymentId, url, expiresAt: expiresAt.toISOString() };
      },
    ),
    chargeCheckout: prefetch(prepareChargeCheckout, async ({ record }, page) => {
      const { paymentId, url, expiresAt, amount, currency, isNew, debt } = page;
      const after = { ...aboutDebt(debt), amount, currency };
      record({ subjectId: paymentId, after, ...linksOf(debt), skipsEntry: !isNew });
      return { paymentId, url, expiresAt: expiresAt.toISOString() };
    }),
    checkoutSeveral: prefetch(prepareSeveralCheckout, async (call, page) => answerSeveralCheckout(call, page)),
    link: prefetch(preparePaymentLink, mailLink),
    copyLink: prefetch(prepareCopiedLink, giveLink),
    chargeLink: prefetch(prepareChargeLink, mailLink),
    copyChargeLink: prefetch(prepareCopiedChargeLink, giveLink),
    customerLink: prefetch(prepareCustomerLink, mailCustomerLink),
    copyCustomerLink: prefetch(prepareCopiedCustomerLink, giveCustomerLink),
    debtsByLink: readDebtsByLink,
    payByLink: withoutTransaction(payByLink),
    payPrepaid: prefetch((call) => countVoucherGuess(call, call.body.voucherCode), payPrepaid),
    record: prefetch((call) => countVoucherGuess(call, call.body.voucherCode), recordPayment),
    recordSeveral: prefetch((call) => countVoucherGuess(call, call.body.voucherCode), recordSeveralPayments),
    recordOfCustomer: prefetch((call) => countVoucherGuess(call, call.body.voucherCode), recordPaymentOfCustomer),
    sell: prefetch(async (call) => {
      await countVoucherGuess(call, call.body.payment?.voucherCode);
      await countPromoGuess(call, call.body.promoCode);
    }, sellProducts),
    quoteSaleCode: prefetch((call) => countPromoGuess(call, call.body.promoCode), quoteSaleCode),
    check: withoutTransaction(checkPayment),
    refund: refundPayment,
    packRefund: readPackRefund,
    refundPack,
    payOut,
    takeVoucherBack,
    subscriptionCancellation: readSubscriptionCancellation,
    cancelSubscription,
    receive: markTransferReceived,
    refundSent: markRefundSent,
    bankAccount: readBankAccount,
    setBankAccount,
    account: readAccount,
    connect: prefetch(prepareConnect, async (_call, url) => ({ url })),
    differences: ({ db }) => listDifferences(db),
    webhook: receiveWebhook,
  },
  {
    "organizations.currencyChanging": assertNoMoneyMoved,
    "events.fieldChanged": noteMoneyStale,
    // Nobody pays for the booking of somebody else on a page of their own.
    "events.customerChanging": queueSessionExpiry,
    "events.ended": async (context, ended) => {
      await expireSessionOfEndedEvent(context, ended);
      await endFeeOfCanceled(context, ended);
    },
    "events.restored": reopenFee,
    "events.noShowMarked": followNoShow,
    "packs.used": queueSessionExpiry,
    "charges.voided": expireSessionOfVoidedSale,
    "customers.linked": linkPayments,
    "customers.forgotten": async (context, forgotten) => {
      await forgetPayers(context, forgotten);
      await endDebtsLinks(context, forgotten);
      await forgetCardsOf(context, forgotten);
    },
    "payments.cardRefused": followRefusal,
    "payments.savedCard": completeCardOfPayment,
    "subscriptions.termPaid": endRenewalOfTerm,
    "events.holdExpiring": expireSessionBeforeHold,
    "events.refundDue": refundEndedEvent,
    "extras.refundDue": refundEndedExtra,
  },
);
