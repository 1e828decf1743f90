import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { assertNoDemoAccounts } from "./demo-accounts.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test("whoever registers an address of the demo keeps no service from starting; a confirmed one does", async () => {
  const email = "stranger@demo.test";
  const password = "correct horse battery";
  const draft = { email, firstName: "Ann", lastName: "Onymous", password, confirmPassword: password };
  expect((await testApp.as(null)("POST", "/auth/register", draft)).status).toBe(201);
  await expect(assertNoDemoAccounts(testApp.db)).resolves.toBeUndefined();
  const confirmed = { email_verified_at: testApp.clock.now() };
  await testApp.db.updateTable("users").set(confirmed).where("email", "=", email).execute();
  await expect(assertNoDemoAccounts(testApp.db)).rejects.toThrow("holds the demo");
});
