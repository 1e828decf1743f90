/**
 * Generates `docs/permissions.md` by calling every endpoint in every role. To update: `npx vitest run --project server
 * tests/permissions-table.test.ts -u`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import type { Endpoint } from "#contract/kit.ts";
import { builtInRoles, permissions } from "#contract/permissions.ts";
import { endpointPath } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { SeedIds } from "./fixtures/seed-one-of-each.ts";
import { createTestApp, type Person, type TestApp } from "./support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const readers = ["Signed out", "Stranger", ...builtInRoles.map(({ name }) => name).toReversed(), "Platform"] as const;
type Reader = (typeof readers)[number];

interface ReaderSetup {
  organizationId: string;
  caller: Person;
  seed: SeedIds;
}

async function setUpReader(reader: Reader): Promise<ReaderSetup> {
  const organizationId = await testApp.organization("Table");
  const caller = await testApp.person({ platformAdmin: reader === "Platform" });
  const role = builtInRoles.find(({ name }) => name === reader);
  if (role) await testApp.join(caller, organizationId, role.id);
  return { organizationId, caller, seed: await testApp.seedOneOfEach(organizationId, caller) };
}

const unchanged = new Map<Reader, ReaderSetup>();
/** Reuses a setup until a call has changed it. */
async function setupFor(reader: Reader): Promise<ReaderSetup> {
  const setup = unchanged.get(reader) ?? (await setUpReader(reader));
  unchanged.set(reader, setup);
  return setup;
}

const leavesUnchanged = ({ method, name }: Endpoint, outcome: string) =>
  outcome === "✓" ? method === "GET" && name !== "accounts.logout" : true;

const inPlace = (example: object, seed: SeedIds) =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, (seed as Record<string, unknown>)[name] ?? value]),
  );

/** An empty form for uploads: any other body is refused before the permission check. */
const formOf = ({ raw }: Endpoint) =>
  raw === "upload" && { headers: { "content-type": "multipart/form-data; boundary=x" }, payload: "--x--\r\n" };

/** Any response but a refusal means that the permission check passed. */
async function callAs(reader: Reader, endpoint: Endpoint): Promise<string> {
  const setup = await setupFor(reader);
  const outcome = await call(reader, endpoint, setup);
  if (!leavesUnchanged(endpoint, outcome)) unchanged.delete(reader);
  return outcome;
}

async function call(reader: Reader, endpoint: Endpoint, setup: ReaderSetup): Promise<string> {
  const { organizationId, caller, seed } = setup;
  const ids: Record<string, string> = { ...seed, organizationId };
  const body = endpoint.method !== "GET" && { payload: inPlace((endpoint.example ?? {}) as object, seed) };
  const form = formOf(endpoint);
  const answer = await testApp.app.inject({
    method: endpoint.method as "GET",
    url: endpointPath(endpoint).replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? name),
    ...body,
    ...form,
    headers: { ...(form && form.headers), ...(reader !== "Signed out" && { authorization: `Bearer ${caller.token}` }) },
    // A stream would not end.
    payloadAsStream: true,
  });
  const { statusCode } = answer;
  if (statusCode === 401) {
    const text = JSON.stringify(await readAll(answer.stream()));
    return text.includes(translators.en("kit.signedOut")) ? "401" : "✓";
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
    for (const reader of readers) cells.push(await callAs(reader, endpoint));
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

A permission counts in the organization of the address. Where the address names none, it is asked for on the platform, whose administrators alone have it.

Who cancels a booking without \`payments.refund\` gives back what the cancellation deadline says: all before it, nothing after it. Any other amount needs \`payments.refund\`, except the whole refund where a closure or a block cancels.`;

test("docs/permissions.md says who may call what", { timeout: 300_000 }, async () => {
  const parts = [introduction, `## What the built-in roles hold\n\n${held}`];
  for (const [moduleName, endpoints] of Object.entries(contract))
    parts.push(`## ${moduleName}\n\n${await tableOf(Object.values(endpoints))}`);
  await expect(`${parts.join("\n\n")}\n`).toMatchFileSnapshot("../docs/permissions.md");
});
