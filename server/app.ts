/** Builds the HTTP server (Fastify) and mounts the modules. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { findApiKeyAccess } from "#server/api-keys/find-key-access.ts";
import { isApiKey } from "#server/api-keys/secret.ts";
import { calendarPort } from "#server/accounts/calendar-port.ts";
import { redirectToFirstAdministrator } from "#server/accounts/first-administrator-redirect.ts";
import { invitationPort } from "#server/accounts/invitation-port.ts";
import { joinPort } from "#server/accounts/join-port.ts";
import { secondFactorPort } from "#server/accounts/second-factor-port.ts";
import { checkHost, trustedProxies, warnOfIgnoredProxy } from "./kit/http/host-check.ts";
import { addSecurityHeaders } from "./kit/http/security-headers.ts";
import { serveApiReference } from "./kit/http/api-reference.ts";
import { serveHealth } from "./kit/http/health.ts";
import { serveSecurityTxt } from "./kit/http/security-txt.ts";
import type { AccessLookup, AppContext } from "./kit/process/app-context.ts";
import { traceRequests } from "./kit/process/traces.ts";
import { uuidv7 } from "./kit/process/uuid.ts";
import { findPushKey } from "./kit/notify/web-push.ts";
import { mailChoicePort } from "./kit/mail/mail-choice-port.ts";
import { mailSenderPort } from "./kit/mail/mail-sender-port.ts";
import { findMailChoice } from "./notifications/unsubscribe.ts";
import { serveMailbox } from "./kit/mail/dev-mailbox.ts";
import { addCompression } from "./kit/http/compression.ts";
import { sendUnreadable, sendUnreadableConnection, addErrorHandler } from "./kit/http/error-handler.ts";
import type { ModuleBinding } from "./kit/http/serve-module.ts";
import { serveInstalledApp } from "./kit/http/installed-app.ts";
import { DIST_FOLDER, serveWebApp } from "./kit/http/web-app.ts";
import { findBookingInstant } from "./accounting/books.ts";
import { deleteCalendar } from "./calendars/queries.ts";
import { extrasPort } from "./events/extras-port.ts";
import { packPort } from "./events/pack-port.ts";
import { describeBooked } from "./extras/describe-for-mails.ts";
import { renewalPort } from "./subscriptions/renewal-port.ts";
import { countRunning, moveSubscriptions } from "./subscriptions/customer-rows.ts";
import { countUnitsLeft, movePacks } from "./packs/customer-rows.ts";
import { describeUse } from "./packs/use.ts";
import { moveWallet, sumWallet } from "./credits/wallet.ts";
import { moveVouchers } from "./vouchers/customer-rows.ts";
import { sumDebts } from "./charges/customer-account.ts";
import { moveSaleCharges } from "./charges/sale-charges.ts";
import { applyTerms } from "./charges/terms.ts";
import { moveCharges } from "./charges/update-charges.ts";
import { customerRowsPort } from "./customers/rows-port.ts";
import { countUpcomingBookings, moveEvents, moveEventsBack } from "./events/customer-rows.ts";
import { guestLinkPort } from "./events/guest-link-port.ts";
import { reminderFactsPort } from "./events/reminder-facts-port.ts";
import { paymentPort } from "./events/payment-port.ts";
import { createLink, endLinks } from "./guests/links.ts";
import { listCreditNotesOfRefund, listInvoicesOfPayments } from "./invoices/queries.ts";
import { sumMoneyByRate } from "./invoices/rates-of-money.ts";
import { findOrRenderPdf } from "./invoices/stored-files.ts";
import { carryOutJoin, joinOrganization } from "./joining/join.ts";
import { findPendingJoin } from "./joining/offers.ts";
import { findMailSender } from "./looks/mail-sender.ts";
import { accept } from "./members/answer-invitation.ts";
import { findInvitationBySecret } from "./members/invitation-links.ts";
import { findRequestAccess } from "./members/find-request-access.ts";
import { leavingPort } from "./members/leaving-port.ts";
import { modules } from "./modules.ts";
import { readReminderFacts } from "./participants/reminder-facts.ts";
import { findOnlineRefusal } from "./payments/accounts.ts";
import { moveOrders } from "./orders/customer-rows.ts";
import { findOrderOfCharge } from "./orders/rows.ts";
import { reopenOrder } from "./orders/complete.ts";
import { ordersPort } from "./payments/orders-port.ts";
import { findTies } from "./personal-data/obstacles.ts";
import { booksPort } from "./payments/books-port.ts";
import { invoicePort } from "./payments/invoice-port.ts";
import { moveCards } from "./payments/cards/remove.ts";
import { isPaidByCard } from "./payments/cards/renewals.ts";
import { tillPort } from "./payments/till-port.ts";
import { requestSecondFactor } from "./second-factors/sign-in.ts";
import { moveSeries, moveSeriesBack } from "./series/customer-rows.ts";
import { insertMovement, lockSession } from "./tills/desk-money.ts";
import { taxPort } from "./tills/tax-port.ts";

guestLinkPort.register({ createLink, endLinks });
reminderFactsPort.register({ readFacts: readReminderFacts });
paymentPort.register({
  findOnlinePaymentRefusal: (context, payment) => findOnlineRefusal(context, { ...payment, isHeld: true }),
});
invitationPort.register({
  findInvitation: findInvitationBySecret,
  acceptInvitation: async (context, invitationId) => void (await accept(context, invitationId)),
});
mailSenderPort.register({ findMailSender });
mailChoicePort.register({ findMailChoice });
leavingPort.register({ findTies });
joinPort.register({ findPendingJoin, carryOutJoin, joinOrganization });
secondFactorPort.register({ requestSecondFactor });
calendarPort.register({ endPersonalFeed: (db, userId) => deleteCalendar(db, { userId }) });
booksPort.register({ findBookingInstant });
ordersPort.register({ findOrderId: findOrderOfCharge, reopen: reopenOrder });
tillPort.register({ lockSession, insertMovement });
taxPort.register({ sumByRate: sumMoneyByRate });
invoicePort.register({ listInvoicesOfPayments, listCreditNotesOfRefund, readInvoice: findOrRenderPdf });
renewalPort.register({ isPaidByCard });
packPort.register({ findUse: describeUse });
extrasPort.register({ listOfEvents: describeBooked });
customerRowsPort.register({
  countUpcomingBookings,
  countUnitsLeft,
  sumWallet,
  sumDebts,
  countSubscriptions: countRunning,
  async moveRows(context, from, to) {
    const events = await moveEvents(context, from, to);
    await moveCharges(context, events, from.customerId, to.customerId);
    const sales = await moveSaleCharges(context, from.customerId, to.customerId);
    await applyTerms(context, { customerId: to.customerId });
    return {
      events,
      sales,
      series: await moveSeries(context, from.customerId, to.customerId),
      packs: await movePacks(context, from.customerId, to.customerId),
      walletEntries: await moveWallet(context, from.customerId, to.customerId),
      vouchers: await moveVouchers(context, from.customerId, to.customerId),
      subscriptions: await moveSubscriptions(context, from.customerId, to.customerId),
      cards: await moveCards(context, from.customerId, to.customerId),
      orders: await moveOrders(context, from.customerId, to.customerId),
    };
  },
  async moveRowsBack(
    context,
    {
      events,
      series,
      sales = [],
      packs = [],
      subscriptions = [],
      walletEntries = [],
      vouchers = [],
      cards = [],
      orders = [],
    },
    from,
    to,
  ) {
    await moveEventsBack(context, events, from, to);
    await moveCharges(context, events, from.customerId, to.customerId);
    await moveSeriesBack(context, series, from.customerId, to.customerId);
    await moveSaleCharges(context, from.customerId, to.customerId, sales);
    await applyTerms(context, { customerId: to.customerId });
    await movePacks(context, from.customerId, to.customerId, packs);
    await moveWallet(context, from.customerId, to.customerId, walletEntries);
    await moveVouchers(context, from.customerId, to.customerId, vouchers);
    await moveSubscriptions(context, from.customerId, to.customerId, subscriptions);
    await moveCards(context, from.customerId, to.customerId, cards);
    await moveOrders(context, from.customerId, to.customerId, orders);
  },
});

const findAccess: AccessLookup = (appContext, token, organizationId, address) =>
  isApiKey(token)
    ? findApiKeyAccess(appContext, token, organizationId, address)
    : findRequestAccess(appContext, token, organizationId);

/**
 * @param appContext remains the caller's to close
 * @param extraModules for tests of the kit
 */
export async function buildApp(appContext: AppContext, extraModules: ModuleBinding[] = []): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: appContext.log,
    bodyLimit: 1024 * 1024,
    genReqId: () => uuidv7(appContext.clock.now()),
    trustProxy: trustedProxies(appContext.config),
    forceCloseConnections: "idle",
    // Fastify sets no limit: a request that never ends would keep its connection open.
    requestTimeout: 120_000,
    frameworkErrors: (error, request, reply) =>
      sendUnreadable(error, request as FastifyRequest, reply as unknown as FastifyReply),
    clientErrorHandler: sendUnreadableConnection,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance;
  // Made before the first request, because reading the configuration must write nothing.
  if (appContext.config.hasServiceWorker) await findPushKey(appContext.db);
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    // Clients send the header even without a body.
    if (body.trim() === "") return done(null, undefined);
    return void parseJson(request, body, done);
  });
  // Open streams would keep the server from closing.
  app.addHook("preClose", () => appContext.live.close());
  traceRequests(app);
  addErrorHandler(app);
  checkHost(app, appContext.config);
  warnOfIgnoredProxy(app, appContext);
  addSecurityHeaders(app, appContext.config);
  await addCompression(app);
  serveHealth(app, appContext);
  serveSecurityTxt(app, appContext);
  const bindings = [...modules.map(({ routes }) => routes), ...extraModules];
  for (const bindModule of bindings) bindModule(app, appContext, findAccess);
  serveApiReference(app);
  await appContext.stripeEmulator?.serve(app);
  serveMailbox(app, appContext);
  redirectToFirstAdministrator(app, appContext);
  serveInstalledApp(app, appContext, DIST_FOLDER);
  await serveWebApp(app);
  return app;
}
