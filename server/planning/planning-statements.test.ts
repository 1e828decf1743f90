import { afterAll, beforeAll, expect, test } from "vitest";
import { recordStatements } from "#tests/support/record-statements.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  await club.addPrices([await club.addField({ sportIds: [1] })], { 60: 1000 });
});
afterAll(() => testApp.close());

async function readAgain(who: ApiCall, path: string): Promise<{ bodies: unknown[]; count: number }> {
  const first = await who("GET", club.path(path));
  let again = first;
  const statements = await recordStatements(async () => (again = await who("GET", club.path(path))));
  expect([first.status, again.status]).toEqual([200, 200]);
  return { bodies: [first.body.data, again.body.data], count: statements.length };
}

test.each([
  ["the planning of the team: access, and events with who made them", "/planning?prices=true", "manager", 2],
  ["the planning of a member: access and events", "/planning?prices=true", "member", 2],
  ["the occupancy: access and events", "/planning/occupancy", "manager", 2],
  ["the availability: access and events", "/availability", "member", 2],
] as const)("what changes seldom is read once, and not with every request: %s", async (_title, path, who, count) => {
  const read = await readAgain(club[who], path);
  expect(read.count).toBe(count);
  expect({ ...(read.bodies[1] as object), version: "" }).toEqual({ ...(read.bodies[0] as object), version: "" });
});
