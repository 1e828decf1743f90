import { expect, test } from "vitest";
import type { ActivityEntry } from "#contract/activity.ts";
import { listEntryChanges } from "./entry-changes.ts";
import { entryPath } from "./labels.ts";
import "#web/modules-activity-texts.ts";

const entry = (more: Partial<ActivityEntry>): ActivityEntry => ({
  id: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d90",
  at: "2026-11-21T12:00:00.000Z",
  actor: null,
  act: "fields.create",
  subject: "fields",
  subjectId: "1",
  subjectName: "Court 1",
  before: null,
  after: null,
  address: null,
  event: null,
  customerName: null,
  names: {},
  parts: [],
  ...more,
});

test("only what differs is a change, within what lies within too", () => {
  const before = { vatRate: 2000, bookingRules: { horizonDays: 30, mostActive: null } };
  const after = { vatRate: 2000, bookingRules: { horizonDays: 60, mostActive: null } };
  expect(listEntryChanges({ before, after })).toEqual([{ path: "bookingRules.horizonDays", before: 30, after: 60 }]);
});

test("of something new, what says nothing is left out, and so are numbers that tell people nothing", () => {
  const after = { name: "Court 1", description: null, sportIds: [1], facilityId: "some", countryId: 250, paid: true };
  expect(listEntryChanges({ before: null, after }).map(({ path }) => path)).toEqual(["name", "countryId", "paid"]);
});

test("entries with names are shown as a whole", () => {
  const coach = { id: 5, name: "Coach" };
  expect(listEntryChanges({ before: { roles: [] }, after: { roles: [coach] } })).toEqual([
    { path: "roles", before: [], after: [coach] },
  ]);
});

test("an entry leads to what it is about, unless that is gone", () => {
  expect(entryPath(entry({}))).toBe("/fields/1");
  expect(entryPath(entry({ subjectName: null }))).toBeUndefined();
  expect(entryPath(entry({ act: "organizations.update", subject: "organizations" }))).toBe("/overview");
  expect(entryPath(entry({ act: "members.updateRole", subject: "members", subjectId: "5" }))).toBe("/roles/5");
  expect(entryPath(entry({ act: "members.deleteRole", subject: "members" }))).toBeUndefined();
  expect(entryPath(entry({ act: "members.update", subject: "members" }))).toBe("/team-users/1");
  expect(entryPath(entry({ act: "members.remove", subject: "members" }))).toBeUndefined();
  expect(entryPath(entry({ act: "members.invite", subject: "members" }))).toBeUndefined();
});
