/** The rooms, mounted on one HTTP server. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import accounts from "#server/accounts/routes.ts";
import activity from "#server/activity/routes.ts";
import availability from "#server/availability/routes.ts";
import calendars from "#server/calendars/routes.ts";
import events from "#server/events/routes.ts";
import exports from "#server/exports/routes.ts";
import facilities from "#server/facilities/routes.ts";
import fields from "#server/fields/routes.ts";
import files from "#server/files/routes.ts";
import general from "#server/general/routes.ts";
import hours from "#server/hours/routes.ts";
import imports from "#server/imports/routes.ts";
import invoices from "#server/invoices/routes.ts";
import members from "#server/members/routes.ts";
import organizations from "#server/organizations/routes.ts";
import overview from "#server/overview/routes.ts";
import payments from "#server/payments/routes.ts";
import places from "#server/places/routes.ts";
import planning from "#server/planning/routes.ts";
import prices from "#server/prices/routes.ts";
import series from "#server/series/routes.ts";
import sports from "#server/sports/routes.ts";
import views from "#server/views/routes.ts";
import { findCaller } from "#server/accounts/sessions.ts";
import { addHeaders } from "#server/kit/headers.ts";
import { serveDocs } from "#server/kit/docs-page.ts";
import { serveHealth } from "#server/kit/health.ts";
import type { Authority, House } from "#server/kit/house.ts";
import { v7 } from "#server/kit/ids.ts";
import { showMails } from "#server/kit/mail-page.ts";
import { packAnswers } from "#server/kit/pack.ts";
import { refuseUnread, refuseWell } from "#server/kit/refuse.ts";
import type { Binding } from "#server/kit/serve.ts";
import { serveSite } from "#server/kit/site.ts";
import { serveSandbox } from "#server/sandbox/page.ts";
import { findStanding } from "#server/members/standing.ts";

const rooms: Binding[] = [
  general,
  accounts,
  organizations,
  members,
  files,
  places,
  sports,
  facilities,
  fields,
  imports,
  hours,
  prices,
  availability,
  events,
  series,
  views,
  planning,
  calendars,
  payments,
  invoices,
  activity,
  overview,
  exports,
];
const authority: Authority = { findCaller, findStanding };

/**
 * @param house what the server runs on; it stays the caller's to close
 * @param more rooms beside ours, for tests of the kit
 */
export async function buildApp(house: House, more: Binding[] = []): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: house.log,
    bodyLimit: 1024 * 1024,
    genReqId: () => v7(house.clock.now()),
    trustProxy: house.config.trustProxy,
    forceCloseConnections: "idle",
    // Fastify's own is none: whoever begins a request and never ends it would keep the connection.
    requestTimeout: 120_000,
    frameworkErrors: (error, request, reply) =>
      refuseUnread(error, request as FastifyRequest, reply as unknown as FastifyReply),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    // Clients send the header with every call; no body is no fault.
    if (body.trim() === "") return done(null, undefined);
    return void parseJson(request, body, done);
  });
  // Streams would keep the door open for ever.
  app.addHook("preClose", () => house.live.close());
  refuseWell(app);
  await addHeaders(app, house.config);
  packAnswers(app);
  serveHealth(app, house);
  for (const room of [...rooms, ...more]) room(app, house, authority);
  serveDocs(app);
  if (house.config.payments.mode === "test" && !house.config.payments.secretKey) await serveSandbox(app, house);
  if (house.config.demo || !house.config.isProduction) showMails(app, house);
  await serveSite(app);
  return app;
}
