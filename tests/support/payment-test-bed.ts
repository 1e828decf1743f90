/** Test bed for online payments: a club on the Stripe emulator. Books, pays and refunds through the real SDK. */
import { Stripe } from "stripe";
import type { events } from "#contract/events.ts";
import type { Returns } from "#contract/kit.ts";
import type { payments } from "#contract/payments.ts";
import { getEmulator } from "#dev/stripe-emulator/emulator.ts";
import type { TestCard } from "#dev/stripe-emulator/payments.ts";
import type { Faults } from "#dev/stripe-emulator/server.ts";
import { listEvents, type EmulatorContext } from "#dev/stripe-emulator/store.ts";
import { createTestClub, type TestClub } from "./test-club.ts";
import { createTestApp, type ApiAnswer, type ApiCall, type TestApp } from "./test-app.ts";

export interface PaymentTestBed {
  testApp: TestApp;
  club: TestClub;
  /** 18 € per hour. */
  fieldId: string;
  faults: Faults;
  draft(more?: object): { fieldId: string; startTime: string; duration: number; name: string; type: string };
  book(api?: ApiCall, more?: object): Promise<Returns<typeof events.create>>;
  checkout(eventId: string, api?: ApiCall): Promise<Returns<typeof payments.checkout>>;
  submitPage(
    url: string,
    act: "pay" | "confirm" | "refuse",
    card?: TestCard,
  ): Promise<{ status: number; location: string; text: string }>;
  fetchPage(url: string): Promise<{ status: number; text: string }>;
  /** Books and pays, then waits for all webhooks. */
  bookAndPay(more?: object, api?: ApiCall): Promise<{ eventId: string; paymentId: string }>;
  /** Runs due jobs, also those of the next seconds: webhooks, fees, refunds. */
  runJobs(): Promise<void>;
  runJobsIgnoringFailures(): Promise<void>;
  readEvent(id: string): Promise<Returns<typeof events.read>>;
  readPayments(id: string, api?: ApiCall): Promise<Returns<typeof payments.ofEvent>>;
  deliverWebhook(event: object, options?: { secret?: string; at?: Date; header?: string }): Promise<ApiAnswer>;
  listProviderEvents(): Promise<{ id: string; type: string; account?: string; data: { object: { id: string } } }[]>;
  atProvider<T>(work: (context: EmulatorContext) => Promise<T>, account?: string): Promise<T>;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

export async function createPaymentTestBed(env: Record<string, string> = {}): Promise<PaymentTestBed> {
  const testApp = await createTestApp({ env: { DEMO: "1", ...env } });
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const club = await createTestClub(testApp);
  const fieldId = await club.addField();
  await club.addPrices([fieldId], { 60: 1800 });
  const emulator = testApp.appContext.config.payments.isEmulated ? getEmulator(testApp.appContext) : undefined;
  let slots = 0;
  const settle = async () => {
    await testApp.jobs.runAll();
    testApp.clock.advance(11_000);
    await testApp.jobs.runAll();
  };
  const testBed: PaymentTestBed = {
    testApp,
    club,
    fieldId,
    faults: emulator?.faults ?? { isDown: false, lostResponses: 0, onRequest: undefined },
    draft(more = {}) {
      slots += 1;
      const start = new Date(Date.parse("2026-06-10T06:00:00Z") + slots * HOUR_MS);
      return { fieldId, startTime: start.toISOString(), duration: 60, name: `Match ${slots}`, type: "game", ...more };
    },
    async book(api = club.member, more = {}) {
      const { status, body } = await api("POST", club.path("/events"), testBed.draft(more));
      if (status !== 201) throw new Error(`Not booked: ${status} ${JSON.stringify(body)}`);
      return body.data;
    },
    async checkout(eventId, api = club.member) {
      const { status, body } = await api("POST", club.path(`/events/${eventId}/checkout`), {});
      if (status !== 200) throw new Error(`No page: ${status} ${JSON.stringify(body)}`);
      return body.data;
    },
    async submitPage(url, act, card = "pays") {
      const { pathname } = new URL(url);
      const answer = await testApp.app.inject({
        method: "POST",
        url: pathname,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ act, card }).toString(),
      });
      return { status: answer.statusCode, location: String(answer.headers.location ?? ""), text: answer.body };
    },
    async fetchPage(url) {
      const answer = await testApp.app.inject({ method: "GET", url: new URL(url).pathname });
      return { status: answer.statusCode, text: answer.body };
    },
    async bookAndPay(more = {}, api = club.member) {
      const { id: eventId } = await testBed.book(api, more);
      const { paymentId, url } = await testBed.checkout(eventId, api);
      await testBed.submitPage(url, "pay");
      await settle();
      return { eventId, paymentId };
    },
    runJobs: settle,
    async runJobsIgnoringFailures() {
      for (let tries = 0; tries < 50 && testApp.jobs.countWaiting() > 0; tries += 1) {
        try {
          await testApp.jobs.runAll();
          return;
        } catch {
          // The schedule or the test retries failed jobs.
        }
      }
    },
    readEvent: async (id) => (await club.manager("GET", club.path(`/events/${id}`))).body.data,
    readPayments: async (id, api = club.manager) => (await api("GET", club.path(`/events/${id}/payments`))).body.data,
    async deliverWebhook(event, { secret, at = testApp.clock.now(), header } = {}) {
      const payload = JSON.stringify(event);
      const signature =
        header ??
        Stripe.webhooks.generateTestHeaderString({
          payload,
          secret: secret ?? (await getEmulator(testApp.appContext).findWebhookSecret()),
          timestamp: Math.floor(at.getTime() / 1000),
        });
      return testApp.as(null)("POST", "/webhooks/stripe", payload, {
        "content-type": "application/json",
        "stripe-signature": signature,
      });
    },
    async listProviderEvents() {
      return (await listEvents(testApp.db)) as Awaited<ReturnType<PaymentTestBed["listProviderEvents"]>>;
    },
    atProvider: (work, account = "") =>
      testApp.db
        .transaction()
        .execute((db) => work({ db, appContext: testApp.appContext, now: testApp.clock.now(), account })),
    close: () => testApp.close(),
  };
  return testBed;
}
