/** Walks every body of the contract: calendars, invoices and exports may hold no control characters. */
import * as z from "zod/mini";
import { expect, test } from "vitest";
import type { Schema } from "#contract/kit.ts";
import { endpoints } from "./support/endpoints.ts";

interface SchemaParts {
  innerType?: Schema;
  element?: Schema;
  in?: Schema;
  options?: readonly Schema[];
  shape?: Readonly<Record<string, Schema>>;
}

function textsOf(schema: Schema, name: string): { name: string; schema: Schema }[] {
  if (schema instanceof z.ZodMiniString) return [{ name, schema }];
  const { innerType, element, in: input, options = [], shape = {} } = schema._zod.def as SchemaParts;
  const inner = [innerType, element, input, ...options].filter((part) => part !== undefined);
  return [
    ...inner.flatMap((part) => textsOf(part, name)),
    ...Object.entries(shape).flatMap(([member, part]) => textsOf(part, `${name}.${member}`)),
  ];
}

const texts = endpoints.flatMap(({ name, body }) => (body ? textsOf(body, name) : []));

/** Compared with what is known, or hashed, but never stored as it was typed. */
const lookedUp =
  /\.(placeId|timezone|timeslot|plan|token|ticket|link|code|invitation|email|emails|deviceTokens|device_tokens|(\w+_)?password(_confirmation)?|confirmPassword)$|^single-sign-on\.finish\.answer$/;

test("a text that is stored keeps no control characters: it is refused, or written in one line", () => {
  const stored = texts.filter(({ name }) => !lookedUp.test(name));
  expect(stored.length).toBeGreaterThan(40);
  const keeping = stored.filter(({ schema }) => {
    const parsed = schema.safeParse("1234567 a\u0007b\u007fc\u0085");
    return parsed.success && /\p{Cc}/u.test(String(parsed.data));
  });
  expect(keeping.map(({ name }) => name)).toEqual([]);
});
