import { expect, test } from "vitest";
import * as z from "zod/mini";
import { columnMap, noColumn, writeOnlyColumn, jsonColumn } from "./column-map.ts";

const Bounds = z.strictObject({ horizonDays: z.nullable(z.int()), noticeMinutes: z.nullable(z.int()) });
const Draft = z.strictObject({
  name: z.string(),
  type: z._default(z.enum(["admin", "member"]), "member"),
  bookingRules: z.nullish(Bounds),
  fieldIds: z.array(z.string()),
});
const Role = z.object({
  name: z.string(),
  type: z.enum(["admin", "member"]),
  bookingRules: z.nullable(Bounds),
  fields: z.array(z.string()),
});
const of = { table: "roles", draft: Draft, entity: Role } as const;
const rules = { columns: { horizonDays: "horizon_days", noticeMinutes: "notice_minutes" } } as const;
const fieldIds = noColumn("role_fields");
const roles = columnMap(of, {
  name: { column: "name", label: "members.name" },
  type: "type",
  bookingRules: rules,
  fieldIds,
});

test("what a draft says goes into its columns, and what it leaves out stays out", () => {
  const row = roles.toRow({ name: "Coach", bookingRules: { horizonDays: 7, noticeMinutes: null } });
  expect(row).toEqual({ name: "Coach", horizon_days: 7, notice_minutes: null });
  expect(roles.toRow({ type: "admin" as const })).toEqual({ type: "admin" });
});

test("a group that is taken away leaves nothing in its columns, and reads as null again", () => {
  const row = { name: "Coach", type: "admin", ...roles.toRow({ bookingRules: null }) };
  expect(row).toEqual({ name: "Coach", type: "admin", horizon_days: null, notice_minutes: null });
});

test("an entity is read as its row keeps it", () => {
  const row = { name: "Coach", type: "admin", horizon_days: 7, notice_minutes: null, created_at: new Date() };
  expect(roles.fromRow(row)).toEqual({
    name: "Coach",
    type: "admin",
    bookingRules: { horizonDays: 7, noticeMinutes: null },
  });
  expect(roles.fromRow({ ...row, horizon_days: null }).bookingRules).toBeNull();
});

test("JSON goes in as text and comes back parsed", () => {
  const Week = z.strictObject({ name: z.string(), hours: z.array(z.int()) });
  const weeks = columnMap(
    { table: "opening_hour_patterns", draft: Week, entity: Week },
    { name: "name", hours: jsonColumn("hours", (hours: number[]) => hours.toSorted()) },
  );
  expect(weeks.toRow({ hours: [2, 1] })).toMatchObject({ hours: "[1,2]" });
  expect(weeks.fromRow({ name: "Week", hours: [1, 2] })).toEqual({ name: "Week", hours: [1, 2] });
});

test("what is hidden is written, and never read", () => {
  const secret = columnMap(
    { ...of, draft: z.strictObject({ name: z.string() }) },
    { name: writeOnlyColumn("name", "a secret") },
  );
  expect(secret.toRow({ name: "Coach" })).toEqual({ name: "Coach" });
  expect(secret.fromRow({})).toEqual({});
});

test("columns and exports are those of the members that say so", () => {
  expect(roles.columns).toEqual({ name: "name", type: "type" });
  expect(Object.keys(roles.exported)).toEqual(["name"]);
});

test("a map that forgets a member, invents one or takes a column of another kind does not compile", () => {
  // @ts-expect-error -- `type` is missing
  columnMap(of, { name: "name", bookingRules: rules, fieldIds });
  // @ts-expect-error -- the contract has no `color`
  columnMap(of, { name: "name", type: "type", bookingRules: rules, fieldIds, color: "id" });
  // @ts-expect-error -- the table has no `title`
  columnMap(of, { name: "title", type: "type", bookingRules: rules, fieldIds });
  // @ts-expect-error -- a text is no number
  columnMap(of, { name: "horizon_days", type: "type", bookingRules: rules, fieldIds });
  // @ts-expect-error -- one of the rules is missing
  columnMap(of, { name: "name", type: "type", bookingRules: { columns: { horizonDays: "horizon_days" } }, fieldIds });
  // @ts-expect-error -- a role does not show its `fieldIds`
  columnMap(of, { name: "name", type: "type", bookingRules: rules, fieldIds: "permissions" });
  // @ts-expect-error -- the map knows no `color`
  roles.toRow({ name: "Coach", color: "red" });
  const forgetful = { ...of, entity: z.object({ name: z.string() }) };
  // @ts-expect-error -- the entity has no `type` to show
  columnMap(forgetful, { name: "name", type: "type", bookingRules: rules, fieldIds });
  expect(roles).toBeDefined();
});

test("two members are not kept in one column", () => {
  const Pair = z.strictObject({ name: z.string(), type: z.string() });
  const twice = () =>
    columnMap({ table: "roles", draft: Pair, entity: z.object(Pair.shape) }, { name: "name", type: "name" });
  expect(twice).toThrow("Two members are kept in the column name");
});
