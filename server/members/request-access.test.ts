import { afterAll, beforeAll, expect, test } from "vitest";
import { recordStatements } from "#tests/support/record-statements.ts";
import { createTestApp, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

/** @returns the status of the answer and the number of statements before it */
async function request(who: Person | string, method: string, path: string): Promise<[number, number]> {
  let status = 0;
  const statements = await recordStatements(async () => ({ status } = await testApp.as(who)(method, path)));
  return [status, statements.length];
}

test("authorization asks one statement: session, person, organization, membership and roles at once", async () => {
  const { organizationId, member, person } = testApp;
  const path = `/organizations/${organizationId}/activity`;
  expect(await request(await member(organizationId, ["events.show"]), "GET", path)).toEqual([403, 1]);
  expect(await request(await member(testApp.otherOrganizationId, 1), "GET", path)).toEqual([404, 1]);
  expect(await request(await person(), "GET", "/organizations/all/activity")).toEqual([404, 1]);
  expect(await request("not-a-token", "GET", path)).toEqual([401, 1]);
  expect(await request(await person(), "GET", "/admin/users")).toEqual([403, 1]);
});

test("roles of a member add up, in the order of their ids; inactive members and archived organizations have none", async () => {
  const { db, organizationId, member, as } = testApp;
  const both = await member(organizationId, 4);
  await db
    .insertInto("membership_roles")
    .values({ organization_id: organizationId, user_id: both.id, role_id: 3 })
    .execute();
  const read = async () => {
    const { status, body } = await as(both)("GET", `/organizations-min/${organizationId}`);
    return [status, body.data?.roles?.map(({ id }: { id: number }) => id)];
  };
  expect(await read()).toEqual([200, [3, 4]]);
  await db.updateTable("memberships").set({ active: false }).where("user_id", "=", both.id).execute();
  expect((await read())[0]).toBe(404);
  await db.updateTable("memberships").set({ active: true }).where("user_id", "=", both.id).execute();
  await db.updateTable("organizations").set({ archived_at: new Date() }).where("id", "=", organizationId).execute();
  expect((await read())[0]).toBe(404);
});
