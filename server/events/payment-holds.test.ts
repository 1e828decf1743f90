import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { post, defineModule } from "#contract/kit.ts";
import { subscribe } from "#server/kit/events/domain-events.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { confirmPayment } from "./occupancy.ts";

const minute = 60_000;
const payments = defineModule("payments", {
  arrive: post("/organizations/{organizationId}/arrived/{eventId}", {
    allow: "member",
    summary: "The payment of an event arrives",
    body: z.strictObject({}),
    example: {},
    returns: z.object({ outcome: z.enum(["held", "gone"]) }),
  }),
});
const binding = serveModule(payments, {
  arrive: async (call) => {
    call.record({ skipsEntry: true });
    return { outcome: await confirmPayment(call, call.params.eventId) };
  },
});

let testApp: TestApp;
let club: TestClub;
let other: ApiCall;
let fieldId: string;
let provider: "paid" | "unpaid" | "away" = "unpaid";
subscribe({
  "events.holdExpiring": async (context, { eventId }) => {
    if (provider === "away") throw new Error("the provider does not answer");
    if (provider === "paid")
      await context.db.transaction().execute((db) => confirmPayment({ ...context, db }, eventId));
  },
});
beforeAll(async () => {
  testApp = await createTestApp({ extraModules: [{ contract: payments, binding }] });
  club = await createTestClub(testApp);
  other = testApp.as(await testApp.member(testApp.organizationId, 4));
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  provider = "unpaid";
  fieldId = await club.addField();
});

const url = (id = "", verb = "") => club.path(`/events${id && `/${id}`}${verb && `/${verb}`}`);
const book = (api: ApiCall) =>
  api("POST", url(), {
    fieldId,
    startTime: "2026-06-10T18:00:00+02:00",
    duration: 60,
    name: "Match",
    type: "game",
  });
async function hold(): Promise<string> {
  const { body } = await book(club.member);
  const hold_expires_at = new Date(testApp.clock.now().getTime() + 30 * minute);
  await testApp.db
    .updateTable("events")
    .set({ status: "pending", pending_reason: "payment", hold_expires_at, payment: "online" })
    .where("id", "=", body.data.id)
    .execute();
  testApp.clock.advance(1000);
  return body.data.id;
}
const pay = async (id: string): Promise<string> => {
  const { status, body } = await club.member("POST", club.path(`/arrived/${id}`), {});
  expect(status).toBe(201);
  return body.data.outcome;
};
const expire = () => testApp.jobs.runScheduled("events.expire");
const read = async (id: string) => (await club.manager("GET", url(id))).body.data;
const stateOf = async (id: string) => {
  const { status, pendingReason } = await read(id);
  return pendingReason ? `${status} (${pendingReason})` : status;
};
const subjects = async (start: string) =>
  (await testApp.mails()).filter(({ subject = "" }) => subject.replaceAll("\u00A0", " ").startsWith(start)).length;
const acts = async (id: string) =>
  (await club.manager("GET", url(id, "history"))).body.data.map(({ act }: { act: string }) => act);

test("a hold is released two minutes after it expires: the slot is free, and the booker is notified", async () => {
  const before = await subjects("Non payé à temps");
  const id = await hold();
  testApp.clock.advance(32 * minute - 1001);
  await expire();
  expect(await stateOf(id)).toBe("pending (payment)");
  expect((await book(other)).status).toBe(409);
  testApp.clock.advance(1);
  await Promise.all([expire(), expire(), expire()]);
  await expire();
  expect(await read(id)).toMatchObject({ status: "canceled", holdExpiresAt: null });
  expect(await acts(id)).toEqual(["events.expire", "events.create"]);
  expect(await subjects("Non payé à temps")).toBe(before + 1);
  expect((await club.staff("POST", url(id, "restore"), {})).status).toBe(409);
  expect((await book(other)).status).toBe(201);
});

test("before a hold is released the provider is asked: a paid session confirms the booking, and an outage keeps the hold", async () => {
  const id = await hold();
  testApp.clock.advance(40 * minute);
  provider = "away";
  await expect(expire()).rejects.toThrow("1 events could not be settled");
  expect(await stateOf(id)).toBe("pending (payment)");
  provider = "paid";
  await expire();
  expect(await stateOf(id)).toBe("approved");
  expect(await acts(id)).toEqual(["events.pay", "events.create"]);
});

test("a paid hold is confirmed once, however often the webhook comes", async () => {
  const before = await subjects("Réservé");
  const id = await hold();
  expect(await Promise.all([pay(id), pay(id), pay(id)])).toEqual(["held", "held", "held"]);
  expect(await read(id)).toMatchObject({ status: "approved", holdExpiresAt: null });
  expect(await acts(id)).toEqual(["events.pay", "events.create"]);
  // One mail at the booking, before it became a hold, and one now.
  expect(await subjects("Réservé")).toBe(before + 2);
  testApp.clock.advance(40 * minute);
  await expire();
  expect(await stateOf(id)).toBe("approved");
});

test("who has booked is not told of it as a deed of the club where somebody of the team finds the payment", async () => {
  const id = await hold();
  const arrived = await club.staff("POST", club.path(`/arrived/${id}`), {});
  expect([arrived.status, await stateOf(id)]).toEqual([201, "approved"]);
  const { body } = await club.member("GET", "/notifications");
  expect(body.data.map(({ kind }: { kind: string }) => kind)).not.toContain("own_booking_made");
});

test("where the field wants approval, what is paid waits for it, and the team is told", async () => {
  fieldId = await club.addField({ approval: "manual" });
  const id = await hold();
  const before = await subjects("Demande de réservation");
  expect(await pay(id)).toBe("held");
  expect(await stateOf(id)).toBe("pending (approval)");
  expect(await subjects("Demande de réservation")).toBeGreaterThan(before);
});

test("a late payment takes the slot again while it is free, and is refunded otherwise", async () => {
  const id = await hold();
  testApp.clock.advance(40 * minute);
  await expire();
  expect(await pay(id)).toBe("held");
  expect(await stateOf(id)).toBe("approved");
  expect((await book(other)).status).toBe(409);

  fieldId = await club.addField();
  const late = await hold();
  testApp.clock.advance(40 * minute);
  await expire();
  expect((await book(other)).status).toBe(201);
  expect(await pay(late)).toBe("gone");
  expect(await stateOf(late)).toBe("canceled");
  expect(await pay(late)).toBe("gone");
});

test("a late payment does not confirm an event that is canceled or has begun, or whose field is deleted", async () => {
  const canceled = await hold();
  expect((await club.member("POST", url(canceled, "cancel"), {})).status).toBe(200);
  expect(await pay(canceled)).toBe("gone");

  fieldId = await club.addField();
  const begun = await hold();
  testApp.clock.advance(40 * minute);
  await expire();
  testApp.clock.set("2026-06-10T18:00:00+02:00");
  expect(await pay(begun)).toBe("gone");

  testApp.clock.set(monday);
  fieldId = await club.addField();
  const orphan = await hold();
  testApp.clock.advance(40 * minute);
  await expire();
  expect((await club.manager("DELETE", club.path(`/fields/${fieldId}`))).status).toBe(200);
  expect(await pay(orphan)).toBe("gone");
  expect((await club.manager("POST", club.path(`/arrived/${testApp.otherOrganizationId}`), {})).status).toBe(404);
});

test("payment, expiry and another booking at once: one gets the slot, and the payer gets it or a refund", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    testApp.clock.set(monday);
    fieldId = await club.addField();
    const id = await hold();
    testApp.clock.advance(32 * minute);
    if (round % 4 === 3) await expire();
    const [paid, , , theirs] = await Promise.all([pay(id), expire(), expire(), book(other)]);
    const state = await stateOf(id);
    expect([paid, theirs.status, state]).toEqual(
      paid === "held" ? ["held", 409, "approved"] : ["gone", 201, "canceled"],
    );
    const holdRow = await testApp.db
      .selectFrom("occupancies")
      .innerJoin("events", (join) =>
        join
          .onRef("events.organization_id", "=", "occupancies.organization_id")
          .onRef("events.id", "=", "occupancies.event_id"),
      )
      .select("events.id")
      .where("events.field_id", "=", fieldId)
      .where("occupancies.active", "=", true)
      .execute();
    expect(holdRow).toHaveLength(1);
    outcomes.add(paid);
  }
  expect(outcomes).toEqual(new Set(["held", "gone"]));
}, 60_000);
