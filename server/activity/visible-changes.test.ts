import { afterAll, beforeAll, expect, test } from "vitest";
import type { Permission } from "#contract/permissions.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { filterVisibleChanges } from "./visible-changes.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const subjectId = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d90";
const visibleChanges = (isTeam: boolean, permissions: Permission[]) =>
  filterVisibleChanges(
    testApp.db,
    {
      organizationId: testApp.organizationId,
      access: { permissions: new Set(permissions), roles: [], isTeam, isEnabled: true },
      user: { id: subjectId },
      language: "en",
      now: testApp.clock.now(),
    },
    ["hours", "prices"].map((module) => ({
      module,
      subjectId,
      transaction: "1",
      organizationId: testApp.organizationId,
      previousFieldId: null,
    })),
  );

test("of other hours and prices everybody hears who sees fields; which pattern it was, the team alone", async () => {
  const news = (id: string | null) => [
    { type: "hours", id },
    { type: "prices", id },
  ];
  expect(await visibleChanges(true, ["fields.show"])).toEqual(news(subjectId));
  expect(await visibleChanges(false, ["fields.show"])).toEqual(news(null));
  expect(await visibleChanges(true, ["events.show"])).toEqual([]);
});
