import { expect, test } from "vitest";
import * as z from "zod/mini";
import { FieldDraft } from "./fields.ts";
import {
  partialOf,
  emptyToNull,
  get,
  isPageSchema,
  nameLine,
  personName,
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
test.each(["call me", "12", "+", "+33 6 12", "()()()", "0000000000000000", "04 72 00 00 00 ext. 5"])(
  "%s is not a telephone number",
  (text) => expect(phone.safeParse(text).success).toBe(false),
);

test("an email address may be written in any script; its domain is kept as mail servers know it", () => {
  expect(email.parse("Ünï@Exämple.org")).toBe("ünï@xn--exmple-cua.org");
  expect(email.parse("山田@例え.jp")).toBe("山田@xn--r8jz45g.jp");
  expect(email.parse("x@xn--exmple-cua.org")).toBe("x@xn--exmple-cua.org");
  for (const wrong of ["a@exämple.org:80", "a@exämple.org/x", "a@exa mple.org", "ü@@y.org", "“x”@y.org", "a..b@ö.org"])
    expect(email.safeParse(wrong).success).toBe(false);
});

test("names of people carry no links, no domains, and nothing invisible", () => {
  const link = ["Pay now at https://evil.example/login", "www.evil.example", "evil.com", "Evil.COM", "see evil.io now"];
  for (const wrong of [...link, "\u200B", "\u2066\u2069", "123", "-"])
    expect(personName().safeParse(wrong).success).toBe(false);
  expect(personName().parse("\u202EAda\u202C")).toBe("Ada");
  for (const right of ["Jean-Luc", "J.Robert", "M.Dupont", "O’Neil", "李", "St. John", "می\u200Cخواهم", "क्\u200Dष"])
    expect(personName().parse(right)).toBe(right);
});

test("names of other things carry no links and nothing invisible either", () => {
  expect(nameLine().safeParse("Cup, see https://evil.example").success).toBe(false);
  expect(nameLine().parse("Booking.com \u202EArena\u00AD")).toBe("Booking.com Arena");
  expect(nameLine().parse("Family 👨‍👩‍👧 cup")).toBe("Family 👨‍👩‍👧 cup");
});

test("an email address is kept in lower case and without space", () =>
  expect(email.parse("  Camille@Example.ORG ")).toBe("camille@example.org"));

test("a list is asked for by page, 20 rows each, 100 at most", () => {
  expect(ListQuery.parse({})).toEqual({ q: "", page: 1, per_page: 20 });
  expect(ListQuery.parse({ page: "3", per_page: "100" })).toMatchObject({ page: 3, per_page: 100 });
  expect(ListQuery.safeParse({ per_page: "101" }).success).toBe(false);
});
