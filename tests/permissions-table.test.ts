/**
 * Writes down who may call what, by calling everything as everybody. `docs/permissions.md` is what came of it, and this test
 * fails when it is out of date: `npx vitest run --project server tests/permissions-table.test.ts -u` writes it anew.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { house as contract } from "#contract/index.ts";
import type { Endpoint } from "#contract/kit.ts";
import { builtInRoles, permissions } from "#contract/permissions.ts";
import { basePath } from "#server/kit/serve.ts";
import { words } from "#server/kit/words.ts";
import type { Furniture } from "./furnish.ts";
import { openHouse, type Person, type TestHouse } from "./house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const readers = ["Signed out", "Stranger", ...builtInRoles.map(({ name }) => name).toReversed(), "Platform"] as const;
type Reader = (typeof readers)[number];

interface Place {
  organizationId: string;
  caller: Person;
  furniture: Furniture;
}

/** An organization with one of everything; the session and the invitation in it are the caller's own. */
async function open(reader: Reader): Promise<Place> {
  const organizationId = await house.organization("Table");
  const caller = await house.person({ platformAdmin: reader === "Platform" });
  const role = builtInRoles.find(({ name }) => name === reader);
  if (role) await house.join(caller, organizationId, role.id);
  return { organizationId, caller, furniture: await house.furnish(organizationId, caller) };
}

const shared = new Map<Reader, Place>();
async function placeFor(reader: Reader, { method, name }: Endpoint): Promise<Place> {
  // What changes something leaves nobody else's place changed.
  if (method !== "GET" || name === "accounts.logout") return open(reader);
  const place = shared.get(reader) ?? (await open(reader));
  shared.set(reader, place);
  return place;
}

/** The ids in a body, too, are those of the place. */
const inPlace = (example: object, furniture: Furniture) =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, (furniture as Record<string, unknown>)[name] ?? value]),
  );

/** An empty form, where one is asked for: anything else would be refused before the door. */
const formOf = ({ raw }: Endpoint) =>
  raw === "upload" && { headers: { "content-type": "multipart/form-data; boundary=x" }, payload: "--x--\r\n" };

/** Past the door is past it, whatever comes of the call inside. */
async function knock(reader: Reader, endpoint: Endpoint): Promise<string> {
  const { organizationId, caller, furniture } = await placeFor(reader, endpoint);
  const ids: Record<string, string> = { ...furniture, organizationId };
  const body = endpoint.method !== "GET" && { payload: inPlace((endpoint.example ?? {}) as object, furniture) };
  const form = formOf(endpoint);
  const answer = await house.app.inject({
    method: endpoint.method as "GET",
    url: basePath + endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? name),
    ...body,
    ...form,
    headers: { ...(form && form.headers), ...(reader !== "Signed out" && { authorization: `Bearer ${caller.token}` }) },
    // A stream would not end.
    payloadAsStream: true,
  });
  const { statusCode } = answer;
  if (statusCode === 401) {
    const said = JSON.stringify(await readAll(answer.stream()));
    return said.includes(words.en("kit.signedOut")) ? "401" : "✓";
  }
  answer.stream().destroy();
  expect(statusCode, `${endpoint.name} for ${reader}`).toBeLessThan(500);
  return statusCode === 403 || statusCode === 404 ? String(statusCode) : "✓";
}

async function readAll(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(String(chunk));
  return chunks.join("");
}

const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;
const table = (head: string[], rows: string[][]) =>
  [
    row(...head),
    row(...head.map((_cell, index) => (index === 0 ? "---" : ":-:"))),
    ...rows.map((cells) => row(...cells)),
  ].join("\n");

async function tableOf(endpoints: Endpoint[]): Promise<string> {
  const rows: string[][] = [];
  for (const endpoint of endpoints) {
    const cells: string[] = [];
    for (const reader of readers) cells.push(await knock(reader, endpoint));
    rows.push([`\`${endpoint.method} ${endpoint.path}\``, endpoint.allow, ...cells]);
  }
  return table(["Call", "Asks for", ...readers], rows);
}

const held = table(
  ["Permission", ...builtInRoles.map(({ name }) => name)],
  permissions.map((permission) => [
    `\`${permission}\``,
    ...builtInRoles.map((role) => ((role.permissions as readonly string[]).includes(permission) ? "✓" : "")),
  ]),
);

const introduction = `# Permissions

What the built-in roles hold, and what came of calling every endpoint as everybody: as each built-in role of the organization, as somebody who is signed in and does not belong to it (stranger), and as a platform administrator. The test \`tests/permissions-table.test.ts\` calls them and writes this page; nobody does by hand.

- ✓: let in. What is asked for may still be refused for another reason, as a field that is taken.
- 401: sign in first. 403: it is there, but not for this role. 404: to this person it is not there at all.

An organization's own roles hold any of these permissions, those for customers only \`organizations.show\`, \`facilities.show\`, \`fields.show\` and \`events.show\`. Beyond the door, three rules hold: only owners make, change or remove owners; nobody gives a permission that they do not hold, nor changes somebody or a role that holds more than they do; the last active owner stays.

A permission counts in the organization of the address. Where the address names none, it is asked for on the platform, whose administrators alone have it.`;

test("docs/permissions.md says who may call what", { timeout: 300_000 }, async () => {
  const parts = [introduction, `## What the built-in roles hold\n\n${held}`];
  for (const [room, endpoints] of Object.entries(contract))
    parts.push(`## ${room}\n\n${await tableOf(Object.values(endpoints))}`);
  await expect(`${parts.join("\n\n")}\n`).toMatchFileSnapshot("../docs/permissions.md");
});
