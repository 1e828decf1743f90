/** Live changes with several server processes on one database. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type Person, type TestApp } from "./support/test-app.ts";
import { openLiveStream } from "./support/live-stream-client.ts";
import { type RunningProduct, startProduct } from "./support/start-product.ts";

let testApp: TestApp;
let servers: RunningProduct[];
let team: Person;
let openingHourPatternId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  // The server processes use the system clock.
  testApp.clock.set(Temporal.Now.instant().toString());
  team = await testApp.member(testApp.organizationId, 2);
  ({ openingHourPatternId } = await testApp.seedOneOfEach(testApp.organizationId));
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testApp.db);
  const url = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  url.pathname = rows[0]?.name ?? "";
  const env = { DATABASE_URL: url.href, DEMO: "0", WORKER: "off" };
  servers = await Promise.all([startProduct("live", env), startProduct("live", env)]);
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
/** Waits until streams that open now begin after a change: reads stop at the oldest transaction of the whole cluster. */
const untilRead = (subjectId: string) =>
  expect
    .poll(() => testApp.appContext.live.listSince(testApp.organizationId, ""))
    .toContainEqual(expect.objectContaining({ subjectId }));
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

test("who loses one server goes on with the other, without gap or repeat, and hears only what is theirs to hear", async () => {
  const member = await testApp.member(testApp.organizationId, 4);
  const facilityId = await addFacility(0);
  await untilRead(facilityId);
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
