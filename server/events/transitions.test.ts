import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let stranger: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  fieldId = await club.addField();
});

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const draft = (more: object = {}) => ({
  fieldId,
  startTime: at("18:00"),
  duration: 60,
  name: "Game night",
  type: "game",
  ...more,
});
const url = (id = "", verb = "") => club.path(`/events${id && `/${id}`}${verb && `/${verb}`}`);
const book = async (api: ApiCall, more: object = {}): Promise<string> => {
  const { status, body } = await api("POST", url(), draft(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};
const statusOf = async (id: string) => (await club.manager("GET", url(id))).body.data.status;

const inState = {
  async pendingApproval() {
    fieldId = await club.addField({ approval: "manual" });
    return book(club.member);
  },
  approved: () => book(club.member),
  async rejected() {
    const id = await inState.pendingApproval();
    expect((await club.staff("POST", url(id, "reject"), { reason: "Full" })).status).toBe(200);
    return id;
  },
  async canceled() {
    const id = await book(club.member);
    expect((await club.staff("POST", url(id, "cancel"), { reason: "Rain" })).status).toBe(200);
    return id;
  },
  async completed() {
    const id = await book(club.member);
    testApp.clock.set(at("19:00"));
    expect((await club.staff("POST", url(id, "complete"), {})).status).toBe(200);
    return id;
  },
};
const acts = {
  approve: (id: string) => club.staff("POST", url(id, "approve"), {}),
  reject: (id: string) => club.staff("POST", url(id, "reject"), { reason: "Full" }),
  cancel: (id: string) => club.staff("POST", url(id, "cancel"), { reason: "Rain" }),
  edit: (id: string) => club.staff("PATCH", url(id), { name: "Another name" }),
  complete: (id: string) => club.staff("POST", url(id, "complete"), {}),
  restore: (id: string) => club.staff("POST", url(id, "restore"), {}),
};
const stateNames = {
  pendingApproval: "Waiting for approval",
  approved: "Approved",
  rejected: "Rejected",
  canceled: "Canceled",
  completed: "Completed",
};
const successMessages = {
  approve: "Event approved",
  reject: "Event rejected",
  cancel: "Event canceled",
  edit: "Event saved",
  complete: "Event completed",
  restore: "Event restored",
};
/** Allowed transitions and their target; all others return 409. */
const transitions: Partial<Record<keyof typeof acts, Partial<Record<keyof typeof inState, string>>>> = {
  approve: { pendingApproval: "approved" },
  reject: { pendingApproval: "rejected" },
  cancel: { pendingApproval: "canceled", approved: "canceled" },
  edit: { approved: "approved" },
  complete: { approved: "completed" },
  restore: { rejected: "pending", canceled: "approved" },
};

describe.each(Object.keys(acts) as (keyof typeof acts)[])("%s", (act) => {
  test.each(Object.keys(inState) as (keyof typeof inState)[])("from %s", async (state) => {
    const id = await inState[state]();
    const aim = transitions[act]?.[state];
    if (act === "complete" && state === "approved") testApp.clock.set(at("19:00"));
    const before = await statusOf(id);
    const { status, body } = await acts[act](id);
    expect([status, await statusOf(id)]).toEqual(aim ? [200, aim] : [409, before]);
    expect(body.message).toContain(aim ? successMessages[act] : stateNames[state]);
  });
});

test("what is canceled or rejected frees the slot, and comes back only while it is free", async () => {
  const id = await inState.canceled();
  const other = await book(club.member);
  expect((await acts.restore(id)).status).toBe(409);
  expect((await acts.cancel(other)).status).toBe(200);
  expect((await acts.restore(id)).body.data).toMatchObject({ status: "approved", canceledReason: null });
  expect((await club.staff("POST", url(), draft())).status).toBe(409);
});

test("the team says why it cancels, and the booker reads it; blocks need no reason", async () => {
  const id = await book(club.member);
  const silent = await club.staff("POST", url(id, "cancel"), {});
  expect([silent.status, silent.body.errors]).toEqual([422, { reason: ["Say why: the customer reads it"] }]);
  expect((await acts.cancel(id)).status).toBe(200);
  expect((await club.member("GET", url(id))).body.data).toMatchObject({ status: "canceled", canceledReason: "Rain" });
  const block = await book(club.staff, { kind: "block", name: "Works" });
  expect((await club.staff("POST", url(block, "cancel"), {})).status).toBe(200);
});

test("a rejection has a reason", async () => {
  const id = await inState.pendingApproval();
  for (const body of [{}, { reason: " " }])
    expect((await club.staff("POST", url(id, "reject"), body)).status).toBe(422);
  expect((await acts.reject(id)).body.data).toMatchObject({ status: "rejected", rejectedReason: "Full" });
});

test("the booker cancels up to the field's deadline; afterwards only the team", async () => {
  fieldId = await club.addField({ cancellationDeadline: 24 });
  const [early, late] = [await book(club.member), await book(club.member, { startTime: at("20:00") })];
  expect((await club.member("GET", url(early, "cancellation"))).body.data).toEqual({
    mayCancel: true,
    reason: null,
    paid: 0,
    refund: 0,
    pack: null,
    currency: "EUR",
    policy: "nothing_paid",
    percent: 100,
    refundByConditions: 0,
    freeUntil: "2026-06-09T16:00:00.000Z",
    cancelableUntil: "2026-06-09T16:00:00.000Z",
  });
  testApp.clock.set(at("18:00", "2026-06-09"));
  expect((await club.member("POST", url(early, "cancel"), {})).body.data.status).toBe("canceled");
  testApp.clock.set(at("20:01", "2026-06-09"));
  const refused = await club.member("POST", url(late, "cancel"), {});
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Can no longer be canceled online. That was possible until Tuesday, Jun 9, 2026 8:00 PM. Something came up? Ask at the desk, which decides.",
  ]);
  await club.manager("PATCH", club.path(""), { phone: "04 72 00 12 34" });
  expect((await club.member("POST", url(late, "cancel"), {})).body.message).toMatch(
    /Call the club, which decides: 04 72 00 12 34\.$/,
  );
  await club.manager("PATCH", club.path(""), { phone: null });
  expect((await club.member("GET", url(late, "cancellation"))).body.data).toMatchObject({
    mayCancel: false,
    reason: refused.body.message,
  });
  expect((await acts.cancel(late)).status).toBe(200);
});

test("whoever canceled by mistake takes it back at once, and nobody else of the members", async () => {
  const id = await book(club.member);
  await club.member("POST", url(id, "cancel"), {});
  const other = testApp.as(await testApp.member(testApp.organizationId, 4));
  expect((await other("POST", url(id, "restore"), {})).status).toBe(404);
  testApp.clock.advance(10_000);
  expect((await club.member("POST", url(id, "restore"), {})).body.data.status).toBe("approved");
  await club.member("POST", url(id, "cancel"), {});
  testApp.clock.advance(16_000);
  expect((await club.member("POST", url(id, "restore"), {})).status).toBe(403);
});

test("an approval is taken back at once by whoever gave it and may still approve, by nobody else, and not later", async () => {
  const id = await inState.pendingApproval();
  await acts.approve(id);
  const others = testApp.as(await testApp.member(testApp.organizationId, 2));
  for (const api of [others, club.member])
    expect((await api("POST", url(id, "restore"), {})).status).toBeOneOf([403, 409]);
  expect(await statusOf(id)).toBe("approved");
  expect((await acts.restore(id)).body.data).toMatchObject({ status: "pending", pendingReason: "approval" });
  await acts.approve(id);
  testApp.clock.advance(16_000);
  const late = await acts.restore(id);
  expect([late.status, late.body.message]).toEqual([
    409,
    "This approval can no longer be undone: its email has gone, or a colleague made it.",
  ]);
});

test("nothing comes back that has begun", async () => {
  const id = await inState.canceled();
  testApp.clock.set(at("18:00"));
  const { status, body } = await acts.restore(id);
  expect([status, body.message]).toEqual([
    409,
    "This event cannot be brought back: it has begun, or its payment ran out.",
  ]);
});

test("an event is completed once it is over, not before", async () => {
  const id = await book(club.member);
  testApp.clock.set(at("18:59"));
  expect((await acts.complete(id)).body.message).toBe("This event is not over yet.");
});

test("a refund is at most what was paid", async () => {
  const id = await book(club.member);
  const { status, body } = await club.staff("POST", url(id, "cancel"), { reason: "Rain", refund: 100 });
  expect([status, body.errors]).toEqual([422, { refund: ["At most what was paid: €0.00"] }]);
});

test("other members, other organizations and people without the permission change nothing", async () => {
  const [id, waiting] = [await book(club.member, { confidentiality: "public" }), await inState.pendingApproval()];
  const other = testApp.as(await testApp.member(testApp.organizationId, 4));
  const guide = testApp.as(await testApp.member(testApp.organizationId, ["events.show"]));
  for (const [verb, body] of [
    ["cancel", { reason: "x" }],
    ["approve", {}],
    ["reject", { reason: "x" }],
    ["complete", {}],
  ] as const) {
    const target = verb === "approve" || verb === "reject" ? waiting : id;
    expect([verb, (await stranger("POST", url(target, verb), body)).status]).toEqual([verb, 404]);
    expect([verb, (await other("POST", url(target, verb), body)).status]).toEqual([verb, 403]);
    expect([verb, (await guide("POST", url(target, verb), body)).status]).toEqual([verb, 403]);
  }
  expect((await stranger("POST", url(id, "restore"), {})).status).toBe(404);
  expect((await other("PATCH", url(id), { name: "Mine" })).status).toBe(403);
  expect((await guide("PATCH", url(id), { name: "Mine" })).status).toBe(403);
  expect((await stranger("PATCH", url(id), { name: "Mine" })).status).toBe(404);
  expect(await statusOf(id)).toBe("approved");
});

test("what happened is told to the team in full, to the booker without the team's names, to nobody else", async () => {
  const id = await book(club.member);
  testApp.clock.advance(1000);
  await club.staff("PATCH", url(id), { name: "Finals", internalNotes: "VIP" });
  testApp.clock.advance(1000);
  await club.staff("POST", url(id, "cancel"), { reason: "Rain" });
  const read = async (api: ApiCall) => (await api("GET", url(id, "history"))).body.data;
  const all = await read(club.manager);
  expect(all.map(({ act }: { act: string }) => act)).toEqual(["events.cancel", "events.update", "events.create"]);
  expect(all[0]).toMatchObject({
    actor: { full_name: expect.any(String) },
    after: { status: "canceled", reason: "Rain" },
  });
  expect(all[1].after).toMatchObject({ name: "Finals", internalNotes: "VIP" });
  const own = await read(club.member);
  expect(own[0].actor).toBeNull();
  expect(own[1].after).toEqual({ name: "Finals" });
  expect(own[2].actor).toMatchObject({ id: club.memberPerson.id });
  const other = testApp.as(await testApp.member(testApp.organizationId, 4));
  expect((await other("GET", url(id, "history"))).status).toBe(404);
});

test("two people approve and reject at once: one succeeds, the other is told the current status", async () => {
  const id = await inState.pendingApproval();
  const answers = await Promise.all([acts.approve(id), acts.reject(id), acts.approve(id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});
