/** Several server processes on one database: live changes, and what each of them remembers. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type Person, type TestApp } from "./support/test-app.ts";
import { openLiveStream } from "./support/live-stream-client.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

let testApp: TestApp;
let servers: RunningServer[];
let team: Person;
let owner: Person;
let openingHourPatternId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  // The server processes use the system clock.
  testApp.clock.set(Temporal.Now.instant().toString());
  team = await testApp.member(testApp.organizationId, 2);
  owner = await testApp.member(testApp.organizationId, 1);
  ({ openingHourPatternId } = await testApp.seedOneOfEach(testApp.organizationId));
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testApp.db);
  const url = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  url.pathname = rows[0]?.name ?? "";
  const env = { DATABASE_URL: url.href, DEMO: "0", WORKER: "off" };
  servers = await Promise.all([startServer("live", env), startServer("live", env)]);
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()));
  await testApp.close();
});

const origin = (index: number) => `${servers[index]?.url}/api/v1`;
const openStream = (index: number, { token }: Person, after?: string) =>
  openLiveStream(origin(index), { organizationId: testApp.organizationId, token, ...(after && { after }) });

async function post(index: number, path: string, body: object): Promise<string> {
  const response = await fetch(`${origin(index)}/organizations/${testApp.organizationId}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${team.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: { id: string } };
  expect([response.status, answer]).toEqual([201, expect.anything()]);
  return answer.data.id;
}
const addFacility = (index: number) => post(index, "/facilities", { name: "Hall" });

test("what changes by one server is told by the other within a second", async () => {
  const stream = await openStream(1, team);
  const times: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const id = await addFacility(0);
    const answered = performance.now();
    await expect.poll(() => stream.ids().includes(id), { interval: 5, timeout: 5000 }).toBe(true);
    times.push(performance.now() - answered);
  }
  // Use the median, because the machine may be busy in single rounds.
  expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(1000);
  await stream.close();
});

async function request(index: number, { token }: Person, method: string, path: string, body?: object) {
  const response = await fetch(`${origin(index)}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any member
  return { status: response.status, body: (await response.json()) as any };
}
const inOrganization = (rest: string) => `/organizations/${testApp.organizationId}${rest}`;

test("a price, an opening hour or a closure that changes by one server is seen at once by the other", async () => {
  const facilityId = await addFacility(0);
  const fieldId = await post(0, "/fields", { name: "Court", facilityId, openingHourPatternId, bookable: true });
  const grid = (price: number) => ({
    timeslots: [{ name: "Always", start: "00:00", end: "24:00" }],
    plans: [{ name: "One hour", duration: 60 }],
    details: [{ timeslot: "Always", plan: "One hour", price }],
  });
  const price = { name: "Court", type: "field", fieldIds: [fieldId] };
  const pricePatternId = await post(0, "/price-patterns", { ...price, ...grid(1000) });
  const date = Temporal.Now.plainDateISO().add({ days: 7 });
  const read = async (index: number) => {
    const query = `fieldId=${fieldId}&date=${date.toString()}`;
    const { body } = await request(index, team, "GET", inOrganization(`/availability?${query}`));
    const [field] = body.data.fields;
    return [field.open.length, field.starts.length, field.starts[0]?.options[0].price];
  };
  const change = async (index: number, method: string, path: string, body?: object) =>
    expect((await request(index, team, method, inOrganization(path), body)).status).toBeLessThan(300);
  const hours = (end: string) => ({ hours: [{ weekday: date.dayOfWeek, start: "10:00", end }] });
  for (const round of [0, 1, 2, 3]) {
    const [writer, reader] = [round % 2, (round + 1) % 2];
    await change(writer, "PATCH", `/price-patterns/${pricePatternId}`, grid(2000 + round));
    expect((await read(reader))[2]).toBe(2000 + round);
    await change(writer, "PATCH", `/opening-hour-patterns/${openingHourPatternId}`, hours("12:00"));
    const shorter = await read(reader);
    await change(writer, "PATCH", `/opening-hour-patterns/${openingHourPatternId}`, hours("14:00"));
    expect((await read(reader))[1]).toBeGreaterThan(Number(shorter[1]));
    const days = { from: date.toString(), to: date.toString() };
    const closureId = await post(writer, "/closures", { name: "Works", ...days, facilityId });
    expect(await read(reader)).toEqual([0, 0, undefined]);
    await change(writer, "DELETE", `/closures/${closureId}`);
    expect((await read(reader))[0]).toBe(1);
  }
});

test("a role or session that one server revokes works with no other", async () => {
  const { organizationId, member, db } = testApp;
  const path = inOrganization("/planning");
  for (const round of [0, 1, 2]) {
    const [writer, reader] = [round % 2, (round + 1) % 2];
    const person = await member(organizationId, ["events.create", "events.show"]);
    const { role_id } = await db
      .selectFrom("membership_roles")
      .select("role_id")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    const status = async () => (await request(reader, person, "GET", path)).status;
    expect(await status()).toBe(200);
    const fewer = { permissions: ["facilities.show"] };
    expect((await request(writer, owner, "PATCH", inOrganization(`/roles/${role_id}`), fewer)).status).toBe(200);
    expect(await status()).toBe(403);
    expect((await request(writer, owner, "DELETE", inOrganization(`/users/${person.id}`))).status).toBe(200);
    expect(await status()).toBe(404);
    expect((await request(writer, person, "DELETE", `/auth/sessions/${person.sessionId}`)).status).toBe(200);
    expect(await status()).toBe(401);
  }
});

test("who loses one server goes on with the other, without gap or repeat, and hears only what is theirs to hear", async () => {
  const member = await testApp.member(testApp.organizationId, 4);
  const facilityId = await addFacility(0);
  const field = { name: "Court", facilityId, openingHourPatternId, bookable: true };
  const [teams, members] = [await openStream(1, team), await openStream(1, member)];
  const first = await post(0, "/fields", field);
  await Promise.all([teams.until(1), members.until(1)]);
  await servers[1]?.stop();
  await expect.poll(() => teams.hasEnded() && members.hasEnded()).toBe(true);
  const hidden = await post(0, "/fields", { ...field, name: "Office", confidentiality: "private" });
  const second = await post(0, "/fields", { ...field, name: "Hall" });
  const [teamsNext, membersNext] = [
    await openStream(0, team, teams.lastId()),
    await openStream(0, member, members.lastId()),
  ];
  await Promise.all([teamsNext.until(2), membersNext.until(1)]);
  const last = await post(0, "/fields", { ...field, name: "Yard" });
  await Promise.all([teamsNext.until(3), membersNext.until(2)]);
  expect([...teams.ids(), ...teamsNext.ids()]).toEqual([first, hidden, second, last]);
  expect([...members.ids(), ...membersNext.ids()]).toEqual([first, second, last]);
  await Promise.all([teamsNext.close(), membersNext.close()]);
});
