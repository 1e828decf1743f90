import { afterAll, beforeAll, expect, test } from "vitest";
import type { Permission } from "#contract/permissions.ts";
import { openHouse, type TestHouse } from "#tests/house.ts";
import { sift } from "./sift.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const subjectId = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d90";
const hear = (isTeam: boolean, permissions: Permission[]) =>
  sift(
    house.db,
    {
      organizationId: house.here,
      standing: { permissions: new Set(permissions), roles: [], isTeam, isEnabled: true },
      user: { id: subjectId },
      language: "en",
      now: house.clock.now(),
    },
    ["hours", "prices"].map((room, index) => ({
      room,
      subjectId,
      version: `1.${index}`,
      organizationId: house.here,
      leftId: null,
    })),
  );

test("of other hours and prices everybody hears who sees fields; which pattern it was, the team alone", async () => {
  const news = (id: string | null) => [
    { type: "hours", id, version: "1.0" },
    { type: "prices", id, version: "1.1" },
  ];
  expect(await hear(true, ["fields.show"])).toEqual(news(subjectId));
  expect(await hear(false, ["fields.show"])).toEqual(news(null));
  expect(await hear(true, ["events.show"])).toEqual([]);
});
