import { expect, test } from "vitest";
import * as z from "zod/mini";
import { explainIssues } from "./issues.ts";

const draft = z.strictObject({
  name: z.string().check(z.minLength(2), z.maxLength(4)),
  size: z.int().check(z.gte(1), z.lt(10)),
  weight: z.number(),
  email: z.email(),
  day: z.iso.date(),
  at: z.iso.datetime(),
  code: z.string().check(z.regex(/^\d+$/)),
  kind: z.enum(["a", "b"]),
  either: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
  tags: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  step: z.number().check(z.multipleOf(5)),
  on: z.boolean(),
});
const keysOf = (value: unknown) =>
  Object.fromEntries(
    Object.entries(explainIssues((draft.safeParse(value).error?.issues ?? []) as never, value)).map(([field, all]) => [
      field,
      all.map(({ key, params }) => [key, ...Object.values(params)].join(" ")),
    ]),
  );

test("whatever is missing is required, and nothing else about it", () => {
  const said = keysOf({ name: "", size: null });
  expect(Object.keys(said).toSorted()).toEqual(Object.keys(z.partial(draft)._zod.def.shape).toSorted());
  for (const complaints of Object.values(said)) expect(complaints).toEqual(["kit.required"]);
});

test("every complaint of a schema has its words, with the limits that count", () => {
  const wrong = {
    name: "abcde",
    size: 10,
    weight: "1",
    email: "a@",
    day: "2026-02-30",
    at: "noon",
    code: "x",
    kind: "c",
    either: {},
    tags: ["1", "2", "3"],
    step: 7,
    on: "yes",
    more: 1,
  };
  expect(keysOf(wrong)).toEqual({
    name: ["kit.maxLength 4"],
    size: ["kit.max 9"],
    weight: ["kit.invalidNumber"],
    email: ["kit.invalidEmail"],
    day: ["kit.invalidDate"],
    at: ["kit.invalidDate"],
    code: ["kit.invalidFormat"],
    kind: ["kit.invalidOption"],
    either: ["kit.invalidOption"],
    tags: ["kit.maxItems 2"],
    step: ["kit.invalidNumber"],
    on: ["kit.invalidValue"],
    more: ["kit.unknownField"],
  });
});

test("a value of another kind is called invalid, and not also too long", () => {
  const many = Array.from({ length: 9 }, () => "a");
  for (const name of [[], many, { length: 9 }]) expect(keysOf({ name })["name"]).toEqual(["kit.invalidValue"]);
});

test("limits from below, and whole numbers", () => {
  expect(
    keysOf({
      name: "a",
      size: 0,
      weight: 1,
      email: "a@b.fr",
      day: "2026-06-01",
      at: "2026-06-01T08:00:00Z",
      code: "1",
      kind: "a",
      either: { a: "" },
      tags: [],
      step: 5,
      on: true,
    }),
  ).toEqual({
    name: ["kit.minLength 2"],
    size: ["kit.min 1"],
    tags: ["kit.minItems 1"],
  });
  expect(keysOf({ size: 1.5 })["size"]).toEqual(["kit.invalidWhole"]);
});

test("a message of a schema's own is shown, of modules of several words too", () => {
  const code = (error: string) => z.string().check(z.regex(/^\d{6}$/, { error }));
  const form = z.strictObject({ one: code("accounts.codeForm"), other: code("second-factors.totpForm") });
  const value = { one: "12", other: "12" };
  expect(explainIssues((form.safeParse(value).error?.issues ?? []) as never, value)).toEqual({
    one: [{ key: "accounts.codeForm", params: {} }],
    other: [{ key: "second-factors.totpForm", params: {} }],
  });
});
