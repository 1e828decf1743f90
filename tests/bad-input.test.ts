/**
 * Fuzzes every endpoint with a body, member by member. It covers new endpoints automatically. The schema reads every
 * value; the server is sent those that it accepts, and one of those that it refuses for the same reason.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/kit.ts";
import { endpoints, fillPath } from "./support/endpoints.ts";
import type { SeedIds } from "./fixtures/seed-one-of-each.ts";
import { createTestApp, type ApiCall, type TestApp } from "./support/test-app.ts";

const badInputs = [
  ...["null", "true", "0", "-1", "1.5", "1e21", "1e308", "2147483648", "-2147483649", "9007199254740993"],
  ...['""', '" "', '"a"', '"\\n"', '"\\u0001"', '"%_\\\\"', '"2026-02-30T00:00:00Z"', '"0000-01-01T00:00:00Z"'],
  ...['"00000000-0000-0000-0000-000000000000"', '"\u{1F600}"', `"${"x".repeat(5000)}"`],
  ...["[]", "[null]", "[[]]", '["a"]', "[1.5]", "[2147483648]", "[9007199254740991]"],
  ...["{}", '{"a": 1}', '{"toString": 1}', '{"length": 5}', '{"userId": "x"}', '{"name": {"name": {}}}'],
];
const bodyMembers = ({ body }: Endpoint) =>
  Object.keys((body?._zod.def as { shape?: object } | undefined)?.shape ?? {});

/** The refusal of a schema as text: equal ones take the same way through the server. Undefined if it accepts the value. */
function readRefusal({ body }: Endpoint, text: string): string | undefined {
  const parsed = body?.safeParse(JSON.parse(text));
  return parsed?.success === false
    ? JSON.stringify(parsed.error.issues.map(({ input: _input, ...issue }) => issue))
    : undefined;
}

function keepOneOfEachRefusal(endpoint: Endpoint, texts: readonly string[]): string[] {
  const known = new Set<string>();
  return texts.filter((text) => {
    const refusal = readRefusal(endpoint, text);
    if (refusal === undefined) return true;
    const isNew = !known.has(refusal);
    known.add(refusal);
    return isNew;
  });
}

let testApp: TestApp;
let seed: SeedIds;
let api: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  seed = await testApp.seedOneOfEach(testApp.organizationId);
  // Platform administrator and owner at once, so that nothing is forbidden.
  api = testApp.as(await testApp.join(await testApp.person({ platformAdmin: true }), testApp.organizationId, 1));
});
afterAll(() => testApp.close());

const writing = endpoints.filter((endpoint) => endpoint.method !== "GET" && !endpoint.raw);

test.each(writing.map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s is never confused by nonsense",
  async (_name, endpoint) => {
    const example = Object.entries((endpoint.example ?? {}) as object).map(([name, value]) => [
      name,
      (seed as Record<string, unknown>)[name] ?? value,
    ]);
    for (const member of [...bodyMembers(endpoint), "constructor", "toString"]) {
      const others = JSON.stringify(Object.fromEntries(example.filter(([name]) => name !== member))).slice(0, -1);
      const bodies = badInputs.map(
        (value) => `${others}${others === "{" ? "" : ","}${JSON.stringify(member)}: ${value}}`,
      );
      for (const body of keepOneOfEachRefusal(endpoint, bodies)) {
        const answer = await api(
          endpoint.method,
          fillPath(endpoint, { secret: "unknown", ...seed, organizationId: testApp.organizationId, month: "2025-12" }),
          body,
          { "content-type": "application/json" },
        );
        expect(answer.status, `${body.slice(0, 500)} → ${JSON.stringify(answer.body)}`).toBeLessThan(500);
      }
    }
  },
  60_000,
);

const longTexts = ["x", "é", "1 ", "a@a.", "a\u200d", "👩"].flatMap((part) => [
  part.repeat(100_000),
  `a@${part.repeat(100_000)}!`,
]);

test.each(writing.filter(({ body }) => body !== undefined).map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s parses long texts in a time that does not grow with the square of their length",
  (_name, { body }) => {
    // A pattern that does would take minutes, with the server still for everybody.
    for (const member of bodyMembers({ body } as Endpoint))
      for (const text of longTexts) expect(body?.safeParse({ [member]: text })).toBeDefined();
  },
);
