/** Sends nonsense to every endpoint that takes a body, member by member. A new endpoint is covered the moment it is declared. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { house as contract } from "#contract/index.ts";
import type { Endpoint } from "#contract/kit.ts";
import type { Furniture } from "./furnish.ts";
import { openHouse, type Ask, type TestHouse } from "./house.ts";

/** As JSON: what no client of ours would ever send. */
const nonsense = [
  ...["null", "true", "0", "-1", "1.5", "1e21", "1e308", "2147483648", "-2147483649", "9007199254740993"],
  ...['""', '" "', '"a"', '"\\n"', '"\\u0001"', '"%_\\\\"', '"2026-02-30T00:00:00Z"', '"0000-01-01T00:00:00Z"'],
  ...['"00000000-0000-0000-0000-000000000000"', '"\u{1F600}"', `"${"x".repeat(5000)}"`],
  ...["[]", "[null]", "[[]]", '["a"]', "[1.5]", "[2147483648]", "[9007199254740991]"],
  ...["{}", '{"a": 1}', '{"toString": 1}', '{"length": 5}', '{"userId": "x"}', '{"name": {"name": {}}}'],
];
const members = ({ body }: Endpoint) => Object.keys((body?._zod.def as { shape?: object } | undefined)?.shape ?? {});

let house: TestHouse;
let furniture: Furniture;
let ask: Ask;
beforeAll(async () => {
  house = await openHouse();
  furniture = await house.furnish(house.here);
  // Both at once: everything is open to them.
  ask = house.as(await house.join(await house.person({ platformAdmin: true }), house.here, 1));
});
afterAll(() => house.close());

function pathOf({ path }: Endpoint): string {
  const ids: Record<string, string> = { ...furniture, organizationId: house.here };
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? "");
}

const endpoints = Object.values(contract).flatMap((room) => Object.values(room as Record<string, Endpoint>));
const writing = endpoints.filter((endpoint) => endpoint.method !== "GET" && !endpoint.raw);

test.each(writing.map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s is never confused by nonsense",
  async (_name, endpoint) => {
    const example = Object.entries((endpoint.example ?? {}) as object).map(([name, value]) => [
      name,
      (furniture as Record<string, unknown>)[name] ?? value,
    ]);
    for (const member of [...members(endpoint), "constructor", "toString"]) {
      for (const value of nonsense) {
        const others = JSON.stringify(Object.fromEntries(example.filter(([name]) => name !== member))).slice(0, -1);
        const body = `${others}${others === "{" ? "" : ","}${JSON.stringify(member)}: ${value}}`;
        const answer = await ask(endpoint.method, pathOf(endpoint), body, { "content-type": "application/json" });
        expect(answer.status, `${body.slice(0, 500)} → ${JSON.stringify(answer.body)}`).toBeLessThan(500);
      }
    }
  },
  60_000,
);
