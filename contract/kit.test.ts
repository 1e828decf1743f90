import { expect, test } from "vitest";
import * as z from "zod/mini";
import { FieldDraft } from "./fields.ts";
import {
  partialOf,
  emptyToNull,
  get,
  isPageSchema,
  requiredLine,
  ListQuery,
  optionalText,
  page,
  phone,
  defineModule,
  optionalBoolean,
  email,
} from "./kit.ts";

test("a module gives every endpoint its full name", () => {
  const shelves = defineModule("shelves", {
    list: get("/shelves", { allow: "everyone", summary: "", returns: page(z.object({})) }),
  });
  expect(shelves.list.name).toBe("shelves.list");
  expect(isPageSchema(shelves.list.returns)).toBe(true);
  expect(isPageSchema(z.object({ data: z.array(z.string()) }))).toBe(false);
});

test("changes of a draft are any part of it: no default is put where nothing was sent", () => {
  const parts = partialOf(FieldDraft);
  expect(parts.parse({ lights: true })).toEqual({ lights: true });
  expect(parts.safeParse({}).error?.issues[0]?.message).toBe("kit.nothingToChange");
  expect(parts.safeParse({ lights: "yes" }).success).toBe(false);
  expect(parts.safeParse({ light: true }).success).toBe(false);
});

test("an empty text is null where null may be, and stays what it is elsewhere", () => {
  const draft = z.strictObject({
    name: requiredLine(),
    note: optionalText(),
    lid: optionalBoolean,
    inner: z.optional(z.strictObject({ note: optionalText() })),
  });
  expect(emptyToNull(draft, { name: "", note: "  ", lid: "", inner: { note: "" }, more: "" })).toEqual({
    name: "",
    note: null,
    lid: null,
    inner: { note: null },
    more: "",
  });
  expect(emptyToNull(draft, null)).toBe(null);
  expect(emptyToNull(draft, "text")).toBe("text");
});

test.each(["+33 4 72 00 00 00", "0472000000", "(555) 010-0000", "04.72.00.00.00"])("%s is a telephone number", (text) =>
  expect(phone.safeParse(text).success).toBe(true),
);
test.each(["call me", "12", "+", "04 72 00 00 00 ext. 5"])("%s is none", (text) =>
  expect(phone.safeParse(text).success).toBe(false),
);

test("an email address is kept in lower case and without space", () =>
  expect(email.parse("  Camille@Example.ORG ")).toBe("camille@example.org"));

test("a list is asked for by page, 20 rows each, 100 at most", () => {
  expect(ListQuery.parse({})).toEqual({ q: "", page: 1, per_page: 20 });
  expect(ListQuery.parse({ page: "3", per_page: "100" })).toMatchObject({ page: 3, per_page: 100 });
  expect(ListQuery.safeParse({ per_page: "101" }).success).toBe(false);
});
