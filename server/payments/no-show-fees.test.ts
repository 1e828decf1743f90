/** Fees for no-shows: charged with the mark, once, and ended with it, whatever was paid or invoiced meanwhile. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import { insertDefaultProducts } from "#server/products/defaults.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createVatTestBed, type VatTestBed } from "#tests/support/vat-test-bed.ts";
import type { ApiCall, Person } from "#tests/support/test-app.ts";

const fieldIds: string[] = [];
let bed: VatTestBed;
let person: Person;
let member: ApiCall;
const none = { horizonDays: null, noticeMinutes: null, mostActive: null };
const path = (rest: string) => bed.testBed.club.path(rest);
const manager = (...call: Parameters<ApiCall>) => bed.testBed.club.manager(...call);
const setRule = (noShow: object | null) => manager("PATCH", path(""), { bookingRules: { ...none, noShow } });
const setClock = (at: string) => bed.setClock(at);

beforeAll(async () => {
  bed = await createVatTestBed();
  const { club, testApp } = bed.testBed;
  await club.manager("PATCH", path(""), { identificationNumber: "732829320", phone: "+33123456789" });
  await insertDefaultProducts(testApp.db, { id: club.organizationId, countryId: FRANCE_ID }, testApp.clock.now());
  for (let index = 0; index < 6; index += 1) fieldIds.push(await club.addField({ name: `Court ${index + 1}` }));
  await club.addPrices(fieldIds, { 60: 2400 });
});
afterAll(() => bed.testBed.close());
beforeEach(async () => {
  await setClock("2026-06-10T05:00:00Z");
  person = await bed.testBed.testApp.member(bed.testBed.club.organizationId, 4);
  await bed.testBed.testApp.db.updateTable("users").set({ language: "en" }).where("id", "=", person.id).execute();
  member = bed.testBed.testApp.as(person);
  await setRule({ fee: 1200 });
});

interface Booked {
  id: string;
  customerId: string;
}
let slots = 0;
/** Each at a time and on a field of its own. */
async function bookOn(date: string, more: object = {}, api = member): Promise<Booked> {
  slots += 1;
  const startTime = `${date}T${String(6 + (slots % 14)).padStart(2, "0")}:00:00Z`;
  const fieldId = fieldIds[Math.floor(slots / 14) % fieldIds.length];
  const draft = { fieldId, startTime, duration: 60, name: "Match", type: "game", payment: "on_site", ...more };
  const { status, body } = await api("POST", path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  const { id, customer } = (await manager("GET", path(`/events/${body.data.id}`))).body.data;
  return { id, customerId: customer.customerId };
}
const mark = (id: string, attendance: string | null, more: object = {}, api: ApiCall = manager) =>
  api("POST", path(`/events/${id}/attendance`), { attendance, ...more });
const feesOf = async (id: string) => (await manager("GET", path(`/charges?feeOf=${id}`))).body.data;
const balanceOf = async (customerId: string): Promise<number> =>
  (await manager("GET", path(`/customers/${customerId}/account`))).body.data.currencies[0]?.balance ?? 0;
const pay = (customerId: string, amount: number) =>
  manager("POST", path(`/customers/${customerId}/payments`), { method: "cash", amount });
const mails = async () =>
  (await bed.testBed.testApp.mails()).flatMap(({ to, text = "", subject = "" }) =>
    JSON.stringify(to).includes(person.email) ? [`${subject}\n${text}`.replaceAll(/\s+/g, " ")] : [],
  );
const newsOf = async (): Promise<string[]> =>
  (await member("GET", "/notifications")).body.data.map(({ kind }: { kind: string }) => kind);
/** The time to undo passes. */
const passUndo = async () => {
  bed.testBed.testApp.clock.advance(20_000);
  await bed.testBed.testApp.jobs.runAll();
};
const expectNoFaults = async () => {
  expect(await listChargeFaults(bed.testBed.testApp.db)).toEqual([]);
  expect(await listSaleFaults(bed.testBed.testApp.db)).toEqual([]);
};

test("a no-show on an unpaid 24.00 with a fee of 12.00 makes 36.00 due; taken back, 24.00", async () => {
  const { id, customerId } = await bookOn("2026-06-10");
  expect((await member("GET", path(`/events/${id}`))).body.data.noShowFee).toBe(1200);
  await setClock("2026-06-10T21:00:00Z");
  expect(await balanceOf(customerId)).toBe(2400);
  expect((await mark(id, "no_show")).status).toBe(200);
  expect(await balanceOf(customerId)).toBe(3600);
  expect(await feesOf(id)).toMatchObject([{ kind: "fee", state: "open", amount: 1200, due: 1200 }]);
  expect((await mark(id, null)).status).toBe(200);
  expect(await balanceOf(customerId)).toBe(2400);
  expect(await feesOf(id)).toMatchObject([{ state: "void", due: 0, voidReason: "Pas d’absence" }]);
  expect((await mark(id, "no_show")).status).toBe(200);
  expect((await mark(id, "arrived")).status).toBe(200);
  expect((await feesOf(id)).map(({ state }: { state: string }) => state)).toEqual(["void", "void"]);
  await expectNoFaults();
});

test("double clicks and two desks at once charge it once", async () => {
  const { id, customerId } = await bookOn("2026-06-10");
  await setClock("2026-06-10T21:00:00Z");
  const answers = await Promise.all([1, 2, 3, 4].map(() => mark(id, "no_show")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await balanceOf(customerId)).toBe(3600);
  await Promise.all([mark(id, null), mark(id, "arrived"), mark(id, null)]);
  expect(await balanceOf(customerId)).toBe(2400);
  await expectNoFaults();
});

test("what was told when it was booked holds, also after the rule has changed", async () => {
  const before = await bookOn("2026-06-10");
  await setRule(null);
  const free = await bookOn("2026-06-10");
  await setRule({ fee: 5000 });
  await setClock("2026-06-10T21:00:00Z");
  await mark(before.id, "no_show");
  await mark(free.id, "no_show");
  expect(await feesOf(before.id)).toMatchObject([{ amount: 1200 }]);
  expect(await feesOf(free.id)).toEqual([]);
  for (const wrong of [{ fee: 0 }, { fee: 100_001 }, { fee: "12" }, { fee: null }, {}])
    expect([wrong, (await setRule(wrong)).status]).toEqual([wrong, 422]);
});

test("the desk waives it at the mark or later with the permission to adjust sales alone", async () => {
  const { id, customerId } = await bookOn("2026-06-10");
  await setClock("2026-06-10T21:00:00Z");
  const mayNot = await bed.testBed.testApp.member(bed.testBed.club.organizationId, 3);
  const permissions = ["events.show", "events.update"];
  const role = await manager("POST", path("/roles"), { name: "Greeter", type: "admin", permissions });
  expect([role.status, role.body.errors]).toEqual([201, undefined]);
  await manager("PATCH", path(`/team-users/${mayNot.id}`), { roleIds: [role.body.data.id] });
  const greeter = bed.testBed.testApp.as(mayNot);
  expect((await mark(id, "no_show", { withFee: false }, greeter)).status).toBe(403);
  expect((await mark(id, "no_show", { withFee: false }, bed.testBed.club.manager)).status).toBe(200);
  expect(await feesOf(id)).toEqual([]);
  expect(await balanceOf(customerId)).toBe(2400);
  // A second desk that marks the same charges nothing that was waived.
  expect((await mark(id, "no_show")).status).toBe(200);
  expect(await feesOf(id)).toEqual([]);
  await mark(id, null);
  expect((await mark(id, "no_show", {}, greeter)).status).toBe(200);
  expect((await mark(id, "no_show", { withFee: false }, greeter)).status).toBe(403);
  expect((await mark(id, "no_show", { withFee: false }, bed.testBed.club.manager)).body.data.attendance).toBe(
    "no_show",
  );
  expect(await feesOf(id)).toMatchObject([{ state: "void", voidReason: "Frais abandonnés" }]);
  const [fee] = (await bookAndMark()).fees;
  const writeOff = path(`/charges/${fee.id}/write-off`);
  expect((await greeter("POST", writeOff, { reason: "Ill" })).status).toBe(403);
  expect((await manager("POST", writeOff, { reason: "Ill" })).status).toBe(200);
  const history = (await manager("GET", path(`/events/${id}/history`))).body.data;
  expect(history.map(({ after }: { after: object }) => after)).toEqual(
    expect.arrayContaining([
      { attendance: "no_show", noShowFee: null },
      { attendance: "no_show", noShowFee: 1200, currency: "EUR" },
      { noShowFee: null },
    ]),
  );
  await expectNoFaults();
});

async function bookAndMark(more: object = {}, date = "2026-06-10") {
  await setClock(`${date}T05:00:00Z`);
  const booked = await bookOn(date, more);
  await setClock(`${date}T21:00:00Z`);
  expect((await mark(booked.id, "no_show")).status).toBe(200);
  return { ...booked, fees: await feesOf(booked.id) };
}

test("whoever did not come is told once it can be no slip, with whom to call; taken back at once, nobody hears of it", async () => {
  const { id } = await bookAndMark();
  expect(await newsOf()).toContain("no_show_fee");
  expect((await mails()).filter((text) => text.includes("no-show fee"))).toEqual([]);
  await mark(id, null);
  await passUndo();
  expect((await mails()).filter((text) => text.includes("no-show fee"))).toEqual([]);
  expect(await newsOf()).not.toContain("no_show_fee");
  await mark(id, "no_show");
  await passUndo();
  const [told, ...others] = (await mails()).filter((text) => text.includes("no-show fee"));
  expect(others).toEqual([]);
  expect(told).toContain("no-show fee of €12.00");
  expect(told).toContain("As told before you booked, it charges €12.00 for that.");
  expect(told).toContain("Please ask the club: +33123456789");
  await mark(id, "arrived");
  await passUndo();
  expect((await mails()).at(-1)).toContain("taken back the no-show fee of €12.00: you owe it no more");
});

test("a fee that was paid goes back to where it came from, with a credit note over its invoice", async () => {
  const { id, customerId, fees } = await bookAndMark();
  expect((await pay(customerId, 3600)).status).toBe(201);
  expect(await feesOf(id)).toMatchObject([{ state: "settled", settled: 1200, invoiced: 1200 }]);
  expect((await mark(id, null)).status).toBe(200);
  await passUndo();
  expect(await feesOf(id)).toMatchObject([{ id: fees[0].id, state: "void", settled: 0, invoiced: 0 }]);
  expect(await balanceOf(customerId)).toBe(0);
  const documents = (await manager("GET", path(`/invoices?customerId=${customerId}`))).body.data;
  expect(documents.map(({ kind, totalAmount }: { kind: string; totalAmount: number }) => [kind, totalAmount])).toEqual(
    expect.arrayContaining([["credit_note", -1200]]),
  );
  await expectNoFaults();
});

test("an undo of the mark or of a cancellation keeps what was paid of the fee, and tells nobody", async () => {
  const { id, customerId, fees } = await bookAndMark();
  await passUndo();
  const { length } = await mails();
  const partly = { method: "cash", debts: [{ chargeId: fees[0].id, amount: 500 }] };
  expect((await manager("POST", path("/payments"), partly)).status).toBe(201);
  expect((await mark(id, "arrived")).status).toBe(200);
  expect((await mark(id, "no_show")).status).toBe(200);
  await passUndo();
  expect(await feesOf(id)).toMatchObject([{ id: fees[0].id, state: "open", settled: 500, due: 700 }]);
  const kept = await bookOn("2026-06-12");
  await setClock((await manager("GET", path(`/events/${kept.id}`))).body.data.startTime);
  await mark(kept.id, "no_show");
  const [fee] = await feesOf(kept.id);
  await manager("POST", path("/payments"), { method: "cash", debts: [{ chargeId: fee.id, amount: 500 }] });
  expect((await manager("POST", path(`/events/${kept.id}/cancel`), { reason: "Rain" })).status).toBe(200);
  expect((await manager("POST", path(`/events/${kept.id}/restore`), {})).status).toBe(200);
  await passUndo();
  expect(await feesOf(kept.id)).toMatchObject([{ id: fee.id, state: "open", settled: 500, due: 700 }]);
  await manager("POST", path("/payments"), { method: "cash", debts: [{ chargeId: fee.id, amount: 300 }] });
  expect(await feesOf(kept.id)).toMatchObject([{ settled: 800, due: 400 }]);
  expect((await mails()).slice(length).filter((text) => text.includes("taken back the no-show fee"))).toEqual([]);
  expect(await balanceOf(customerId)).toBe(2400 + 700 + 2400 + 400);
  await expectNoFaults();
});

test("what was waived stays waived when a slip to arrived is undone, and when a cancellation is", async () => {
  const { id } = await bookAndMark();
  expect((await mark(id, "no_show", { withFee: false })).status).toBe(200);
  await mark(id, "arrived");
  await mark(id, "no_show");
  expect((await feesOf(id)).map(({ state }: { state: string }) => state)).toEqual(["void"]);
  await mark(id, null);
  await mark(id, "no_show");
  expect((await feesOf(id)).filter(({ state }: { state: string }) => state === "open")).toHaveLength(1);
  const other = await bookOn("2026-06-13");
  await setClock((await manager("GET", path(`/events/${other.id}`))).body.data.startTime);
  await mark(other.id, "no_show");
  await mark(other.id, "no_show", { withFee: false });
  await manager("POST", path(`/events/${other.id}/cancel`), { reason: "Rain" });
  expect((await manager("POST", path(`/events/${other.id}/restore`), {})).status).toBe(200);
  expect((await feesOf(other.id)).map(({ state }: { state: string }) => state)).toEqual(["void"]);
  await expectNoFaults();
});

test("a booking that is somebody else's since leaves the fee with who had it, and tells them alone of its end", async () => {
  const { id, customerId } = await bookAndMark();
  await passUndo();
  const { testApp, club } = bed.testBed;
  const other = await testApp.member(club.organizationId, 4);
  const given = await manager("PATCH", path(`/events/${id}`), { customer: { userId: other.id } });
  expect([given.status, given.body.errors]).toEqual([200, undefined]);
  await mark(id, null);
  await passUndo();
  expect((await mails()).at(-1)).toContain("taken back the no-show fee of €12.00");
  const toOther = (await testApp.mails()).filter(
    ({ to, text }) => JSON.stringify(to).includes(other.email) && text?.includes("fee"),
  );
  expect(toOther).toEqual([]);
  expect(await balanceOf(customerId)).toBe(0);
});

test("a fee that was invoiced in a month that is closed gets its credit note in the present one", async () => {
  const { id, customerId, fees } = await bookAndMark({}, "2026-06-30");
  const issued = await manager("POST", path("/invoices"), { customerId, chargeIds: [fees[0].id], dueOn: "2026-07-30" });
  expect([issued.status, issued.body.errors]).toEqual([201, undefined]);
  await setClock("2026-07-01T09:00:00Z");
  expect((await manager("POST", path("/accounting/months/2026-06/close"))).status).toBe(201);
  await setClock("2026-07-03T09:00:00Z");
  expect((await mark(id, null)).status).toBe(200);
  const documents = (await manager("GET", path(`/invoices?customerId=${customerId}`))).body.data;
  expect(
    documents.map(({ kind, totalAmount, issuedOn }: Record<string, unknown>) => [kind, totalAmount, issuedOn]),
  ).toEqual([
    ["credit_note", -1200, "2026-07-03"],
    ["invoice", 1200, "2026-06-30"],
  ]);
  expect(await balanceOf(customerId)).toBe(2400);
  await expectNoFaults();
});

test("after seven days, and after it was called off, nothing is charged; called off after the mark, the fee ends", async () => {
  await setClock("2026-06-11T05:00:00Z");
  const [late, canceled, marked] = [await bookOn("2026-06-11"), await bookOn("2026-06-11"), await bookOn("2026-06-11")];
  const cancel = (id: string) => manager("POST", path(`/events/${id}/cancel`), { reason: "Rain" });
  expect((await cancel(canceled.id)).status).toBe(200);
  await setClock(`${(await manager("GET", path(`/events/${marked.id}`))).body.data.startTime}`);
  expect((await mark(marked.id, "no_show")).status).toBe(200);
  expect((await cancel(marked.id)).status).toBe(200);
  expect(await feesOf(marked.id)).toMatchObject([{ state: "void", voidReason: "Réservation annulée" }]);
  expect((await manager("POST", path(`/events/${marked.id}/restore`), {})).status).toBe(200);
  expect(await feesOf(marked.id)).toMatchObject([{ state: "open", due: 1200 }]);
  await setClock("2026-06-19T09:00:00Z");
  expect(await mark(late.id, "no_show")).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/7 days/) },
  });
  expect(await mark(canceled.id, "no_show")).toMatchObject({
    status: 409,
    body: { message: "Attendance is marked for bookings that take place." },
  });
  for (const { id } of [late, canceled]) expect(await feesOf(id)).toEqual([]);
  await expectNoFaults();
});

test("of several roles the lower fee holds, and one without a fee frees of it", async () => {
  await setRule({ fee: 1200, blockAfter: { count: 3, days: 60, blockDays: 14 } });
  const makeRole = async (name: string, noShow: object) => {
    const draft = { name, type: "member", permissions: [], bookingRules: { ...none, noShow } };
    const { status, body } = await manager("POST", path("/roles"), draft);
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.data.id;
  };
  const cheap = await makeRole("Cheap", { fee: 500 });
  const setRoles = (roles: number[]) => manager("PATCH", path(`/users/${person.id}`), { roles, active: true });
  expect((await setRoles([4, cheap])).status).toBe(200);
  const booked = await bookOn("2026-06-10");
  expect((await member("GET", path(`/events/${booked.id}`))).body.data.noShowFee).toBe(500);
  const free = await makeRole("Free", { blockAfter: { count: 5, days: 60, blockDays: 7 } });
  expect((await setRoles([4, cheap, free])).status).toBe(200);
  const last = await bookOn("2026-06-10");
  expect((await member("GET", path(`/events/${last.id}`))).body.data.noShowFee).toBeNull();
});

test("marks, payments, write-offs and marks taken back in any order leave accounts that add up", async () => {
  const act = fc.constantFrom("mark", "clear", "arrive", "waive", "pay", "writeOff");
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 8 }), async (acts) => {
      await setClock("2026-06-10T05:00:00Z");
      const { id, customerId } = await bookOn("2026-06-10");
      await setClock("2026-06-10T21:00:00Z");
      const acted = {
        mark: () => mark(id, "no_show"),
        clear: () => mark(id, null),
        arrive: () => mark(id, "arrived"),
        waive: () => mark(id, "no_show", { withFee: false }, bed.testBed.club.manager),
        pay: async () => pay(customerId, Math.max(1, await balanceOf(customerId))),
        writeOff: async () => {
          const fee = (await feesOf(id)).find(({ state }: { state: string }) => state === "open");
          return fee && manager("POST", path(`/charges/${fee.id}/write-off`), { reason: "Ill" });
        },
      };
      for (const one of acts) expect((await acted[one]())?.status ?? 200).toBeLessThan(500);
      await passUndo();
      const fees: { state: string; amount: number; settled: number; due: number }[] = await feesOf(id);
      const standing = fees.filter(({ state }) => state !== "void");
      expect(standing.length).toBeLessThanOrEqual(1);
      const charges: { due: number; settled: number }[] = (
        await manager("GET", path(`/charges?customerId=${customerId}`))
      ).body.data;
      expect(await balanceOf(customerId)).toBeGreaterThanOrEqual(0);
      expect(charges.every(({ due, settled }) => due >= 0 && settled >= 0)).toBe(true);
      await expectNoFaults();
    }),
    { numRuns: 12 },
  );
}, 90_000);
