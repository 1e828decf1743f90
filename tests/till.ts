/** A club that is paid online, at the test provider: booked, paid and given back as people do it, through the provider's own SDK. */
import { Stripe } from "stripe";
import type { events } from "#contract/events.ts";
import type { Returns } from "#contract/kit.ts";
import type { payments } from "#contract/payments.ts";
import { sandboxOf, type Weather } from "#server/sandbox/api.ts";
import { webhookSecretOf } from "#server/sandbox/events.ts";
import type { Scene as SandboxScene } from "#server/sandbox/objects.ts";
import type { Card } from "#server/sandbox/paying.ts";
import { openClub, type Club } from "./club.ts";
import { openHouse, type Answer, type Ask, type TestHouse } from "./house.ts";

export interface Till {
  house: TestHouse;
  club: Club;
  /** Costs 18 € an hour. */
  fieldId: string;
  /** What the test provider may let happen. */
  weather: Weather;
  /** An hour that nobody has booked yet, as a draft; the next one each time. */
  draft(more?: object): { fieldId: string; startTime: string; duration: number; name: string; type: string };
  /** Books an hour, as the member unless said otherwise; answers with the event. */
  book(ask?: Ask, more?: object): Promise<Returns<typeof events.create>>;
  /** The page of an event. */
  checkout(eventId: string, ask?: Ask): Promise<Returns<typeof payments.checkout>>;
  /** Chooses something on a page. */
  onPage(
    url: string,
    act: "pay" | "confirm" | "refuse",
    card?: Card,
  ): Promise<{ status: number; location: string; text: string }>;
  showPage(url: string): Promise<{ status: number; text: string }>;
  /** Books and pays, and lets all webhooks arrive. */
  paid(more?: object, ask?: Ask): Promise<{ eventId: string; paymentId: string }>;
  /** Works off what is due, at once and in the next seconds: webhooks, fees, refunds. */
  settle(): Promise<void>;
  /** Works off what is due, whatever fails. */
  stumble(): Promise<void>;
  event(id: string): Promise<Returns<typeof events.read>>;
  /** What was paid for an event, as the team sees it unless said otherwise. */
  money(id: string, ask?: Ask): Promise<Returns<typeof payments.ofEvent>>;
  /** Brings an event of the provider, signed with its secret or another one. */
  deliver(event: object, options?: { secret?: string; at?: Date; header?: string }): Promise<Answer>;
  /** The events of the provider so far, oldest first, as it would deliver them. */
  told(): Promise<{ id: string; type: string; account?: string; data: { object: { id: string } } }[]>;
  /** Works at the provider itself. */
  atProvider<T>(work: (scene: SandboxScene) => Promise<T>, account?: string): Promise<T>;
  close(): Promise<void>;
}

const hour = 3_600_000;

/** @param env settings beside those of the demo */
export async function openTill(env: Record<string, string> = {}): Promise<Till> {
  const house = await openHouse({ env: { DEMO: "1", ...env } });
  await house.app.listen({ port: 0, host: "127.0.0.1" });
  const club = await openClub(house);
  const fieldId = await club.addField();
  await club.addPrices([fieldId], { 60: 1800 });
  const { weather } = await sandboxOf(house.house);
  let slots = 0;
  const settle = async () => {
    await house.jobs.runAll();
    house.clock.pass(11_000);
    await house.jobs.runAll();
  };
  const till: Till = {
    house,
    club,
    fieldId,
    weather,
    draft(more = {}) {
      slots += 1;
      const start = new Date(Date.parse("2026-06-10T06:00:00Z") + slots * hour);
      return { fieldId, startTime: start.toISOString(), duration: 60, name: `Match ${slots}`, type: "game", ...more };
    },
    async book(ask = club.member, more = {}) {
      const { status, body } = await ask("POST", club.path("/events"), till.draft(more));
      if (status !== 201) throw new Error(`Not booked: ${status} ${JSON.stringify(body)}`);
      return body.data;
    },
    async checkout(eventId, ask = club.member) {
      const { status, body } = await ask("POST", club.path(`/events/${eventId}/checkout`), {});
      if (status !== 200) throw new Error(`No page: ${status} ${JSON.stringify(body)}`);
      return body.data;
    },
    async onPage(url, act, card = "pays") {
      const { pathname } = new URL(url);
      const answer = await house.app.inject({
        method: "POST",
        url: pathname,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ act, card }).toString(),
      });
      return { status: answer.statusCode, location: String(answer.headers.location ?? ""), text: answer.body };
    },
    async showPage(url) {
      const answer = await house.app.inject({ method: "GET", url: new URL(url).pathname });
      return { status: answer.statusCode, text: answer.body };
    },
    async paid(more = {}, ask = club.member) {
      const { id: eventId } = await till.book(ask, more);
      const { paymentId, url } = await till.checkout(eventId, ask);
      await till.onPage(url, "pay");
      await settle();
      return { eventId, paymentId };
    },
    settle,
    async stumble() {
      for (let tries = 0; tries < 50 && house.jobs.waiting() > 0; tries += 1) {
        try {
          await house.jobs.runAll();
          return;
        } catch {
          // What failed is tried again by its sweep, or by the test.
        }
      }
    },
    event: async (id) => (await club.manager("GET", club.path(`/events/${id}`))).body.data,
    money: async (id, ask = club.manager) => (await ask("GET", club.path(`/events/${id}/payments`))).body.data,
    async deliver(event, { secret, at = house.clock.now(), header } = {}) {
      const payload = JSON.stringify(event);
      const signature =
        header ??
        Stripe.webhooks.generateTestHeaderString({
          payload,
          secret: secret ?? (await webhookSecretOf(house.house)),
          timestamp: Math.floor(at.getTime() / 1000),
        });
      return house.as(null)("POST", "/webhooks/stripe", payload, {
        "content-type": "application/json",
        "stripe-signature": signature,
      });
    },
    async told() {
      const rows = await house.db
        .selectFrom("sandbox_objects")
        .select("data")
        .where("kind", "=", "event")
        .orderBy("created_at")
        .execute();
      return rows.map((row) => row.data as Awaited<ReturnType<Till["told"]>>[number]);
    },
    atProvider: (work, account = "") =>
      house.db.transaction().execute((db) => work({ db, house: house.house, now: house.clock.now(), account })),
    close: () => house.close(),
  };
  return till;
}
