import { expect, test } from "vitest";
import type { Entry } from "#contract/activity.ts";
import { jobActs } from "#contract/events.ts";
import { invoiceActs } from "#contract/invoices.ts";
import { paymentActs } from "#contract/payments.ts";
import { house } from "#contract/index.ts";
import { changesOf } from "./changes.ts";
import { actLabels, nameOf, placeOf } from "./labels.ts";

const entry = (more: Partial<Entry>): Entry => ({
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
  ...more,
});

test("every endpoint that changes something in an organization has words, and so has what jobs do", () => {
  const changing = Object.values(house)
    .flatMap((room) => Object.values(room))
    .filter(({ method, path }) => method !== "GET" && /^\/(organizations|invitations)/.test(path));
  expect(changing.length).toBeGreaterThan(10);
  // They only answer, or tell who else looks: the activity has nothing of them.
  const fleeting = ["planning.select", "planning.unselect"];
  const answering = ["prices.quote", "series.preview", "imports.check", "imports.upload", "payments.check"];
  const asked = new Set([...answering, ...fleeting]);
  const names = [...changing.map(({ name }) => name), ...jobActs, ...paymentActs, ...invoiceActs];
  expect(names.filter((name) => !(name in actLabels) && !asked.has(name))).toEqual([]);
  // And the other way round: nothing is said that cannot happen.
  expect(Object.keys(actLabels).filter((name) => !names.includes(name))).toEqual([]);
});

test("only what differs is a change, within what lies within too", () => {
  const before = { vatRate: 2000, bookingRules: { horizonDays: 30, mostActive: null } };
  const after = { vatRate: 2000, bookingRules: { horizonDays: 60, mostActive: null } };
  expect(changesOf({ before, after })).toEqual([{ path: "bookingRules.horizonDays", before: 30, after: 60 }]);
});

test("of something new, what says nothing is left out, and so are numbers that tell people nothing", () => {
  const after = { name: "Court 1", description: null, sportIds: [1], facilityId: "some", countryId: 250, paid: true };
  expect(changesOf({ before: null, after }).map(({ path }) => path)).toEqual(["name", "countryId", "paid"]);
});

test("named things stay whole", () => {
  const coach = { id: 5, name: "Coach" };
  expect(changesOf({ before: { roles: [] }, after: { roles: [coach] } })).toEqual([
    { path: "roles", before: [], after: [coach] },
  ]);
});

test("an entry leads to what it is about, unless that is gone", () => {
  expect(placeOf(entry({}))).toBe("/fields/1");
  expect(placeOf(entry({ subjectName: null }))).toBeUndefined();
  expect(placeOf(entry({ act: "organizations.update", subject: "organizations" }))).toBe("/overview");
  expect(placeOf(entry({ act: "members.updateRole", subject: "members", subjectId: "5" }))).toBe("/roles/5");
  expect(placeOf(entry({ act: "members.deleteRole", subject: "members" }))).toBeUndefined();
  expect(placeOf(entry({ act: "members.update", subject: "members" }))).toBe("/team-users/1");
  expect(placeOf(entry({ act: "members.remove", subject: "members" }))).toBeUndefined();
  expect(placeOf(entry({ act: "members.invite", subject: "members" }))).toBeUndefined();
});

test("what is gone is called as it was", () => {
  expect(nameOf(entry({ subjectName: null, before: { name: "Court 2" } }))).toBe("Court 2");
  expect(nameOf(entry({ subjectName: null, after: { email: "ana@example.org" } }))).toBe("ana@example.org");
  expect(nameOf(entry({ subjectName: null }))).toBeUndefined();
});
