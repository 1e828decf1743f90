/** Runs the commands of `docs/integrate.md` against the product, in their order and in one folder. */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSignedHeaders } from "#server/webhooks/sign.ts";
import { createTestApp, type ApiCall, type TestApp } from "./support/test-app.ts";
import { createTestClub, type TestClub } from "./support/test-club.ts";

const page = readFileSync("docs/integrate.md", "utf8");
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, code = ""]) => code);
const curl = await promisify(execFile)("curl", ["--version"]).then(
  () => true,
  () => false,
);

let testApp: TestApp;
let club: TestClub;
let url: string;
let key: string;
let owner: ApiCall;
const folder = mkdtempSync(join(tmpdir(), "baseline-integrate-"));
beforeAll(async () => {
  // Webhooks are sent to this machine in the demo alone.
  testApp = await createTestApp({ env: { DEMO: "1" } });
  club = await createTestClub(testApp);
  url = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  const permissions = ["facilities.show", "fields.show", "events.show", "events.create"];
  const { body } = await owner("POST", club.path("/api-keys"), { name: "Website", permissions });
  key = body.data.secret;
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

/** Replaces the "…" of the page, which stand for what each reader has. */
function fill(code: string, values: Record<string, string>): string {
  return code.replaceAll(/^export (\w+)=.*$/gm, (line, name: string) =>
    name in values ? `export ${name}=${values[name]}` : line,
  );
}

const run = async (command: string, args: string[], env: Record<string, string> = {}) =>
  (await promisify(execFile)(command, args, { cwd: folder, env: { ...process.env, ...env } })).stdout;

test.skipIf(!curl)("from a key to a booking, by the commands of the page (needs curl)", async () => {
  const fieldId = await club.addField({ name: "Court 1" });
  const values = {
    BASELINE_URL: url,
    BASELINE_KEY: key,
    ORGANIZATION_ID: testApp.organizationId,
    FIELD_ID: fieldId,
  };
  const script = blocksOf("sh")
    .slice(0, 6)
    .map((block) => fill(block, values));
  expect(script.join("")).not.toContain("…");
  const output = await run("bash", ["-euc", script.map((block) => `${block}\necho; echo ---`).join("\n")]);
  const [, listed, found, , booked] = output.split("---\n");
  expect(JSON.parse(listed ?? "")).toMatchObject({ data: [{ id: fieldId, name: "Court 1" }] });
  expect(JSON.parse(found ?? "").data.near[0].fields[0].id).toBe(fieldId);
  expect(JSON.parse(booked ?? "")).toMatchObject({
    data: { name: "Booked on the website", startTime: "2026-06-10T16:00:00.000Z" },
  });
  expect(readFileSync(join(folder, "client.ts"), "utf8")).toContain("export const createClient");
});

test("the client of the server books, with every call typed", async () => {
  const fieldId = await club.addField({ name: "Court 2" });
  const client = await (await fetch(`${url}/api/client.ts`)).text();
  const [program = ""] = blocksOf("ts");
  for (const [name, code] of [
    ["client.ts", client],
    ["book.ts", program],
    // A member that the contract lacks does not compile.
    ["wrong.ts", program.replace("duration: 60, name", "length: 60, name")],
    ["package.json", '{"type": "module"}'],
  ] as const)
    writeFileSync(join(folder, name), code);
  const env = { BASELINE_URL: url, BASELINE_KEY: key, ORGANIZATION_ID: testApp.organizationId };
  expect(await run(process.execPath, ["book.ts"], env)).toMatch(/^Booked: [\da-f-]{36}\n$/);
  const booked = await testApp.db.selectFrom("events").select("name").where("field_id", "=", fieldId).execute();
  const all = await testApp.db.selectFrom("events").select("name").execute();
  expect([...booked, ...all].map(({ name }) => name)).toContain("Booked by a program");
  const compile = (file: string) =>
    run(join(process.cwd(), "node_modules/.bin/tsc"), [
      ...["--noEmit", "--strict", "--target", "esnext", "--module", "nodenext", "--allowImportingTsExtensions"],
      ...["--lib", "esnext,dom", "--typeRoots", join(process.cwd(), "node_modules/@types"), "--types", "node"],
      file,
    ]);
  await compile("book.ts");
  await expect(compile("wrong.ts")).rejects.toMatchObject({ stdout: expect.stringContaining("'length'") as string });
});

test("a refusal of the server is an error with its status and texts", async () => {
  const { createClient, ApiError } = (await import(join(folder, "client.ts"))) as {
    createClient: (options: object) => { call: (name: string, call: object) => Promise<unknown> };
    ApiError: new () => Error;
  };
  const params = { organizationId: testApp.organizationId };
  const refused = createClient({ url, key, language: "fr" }).call("events.create", { params, body: { duration: 60 } });
  await expect(refused).rejects.toBeInstanceOf(ApiError);
  await expect(refused).rejects.toMatchObject({ status: 422, errors: { fieldId: ["Ce champ est obligatoire"] } });
  const unknown = createClient({ url, key: "bl_live_12345678_x" }).call("fields.list", { params });
  await expect(unknown).rejects.toMatchObject({ status: 401 });
});

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("the receiver of the page takes what is signed, once, and nothing else", async () => {
  const [, receiver = "", library = ""] = blocksOf("ts");
  const [, secretName] = /export (\w+)=whsec_…/.exec(page) ?? [];
  writeFileSync(join(folder, "receive.ts"), receiver);
  const port = await findFreePort();
  const address = `http://localhost:${port}/`;
  const draft = { url: address, kinds: ["booking.created", "booking.canceled"] };
  const made = await owner("POST", club.path("/webhooks"), draft);
  const { id, secret } = made.body.data as { id: string; secret: string };
  const program = spawn(process.execPath, ["receive.ts"], {
    cwd: folder,
    env: { ...process.env, [secretName ?? ""]: secret, PORT: String(port) },
  });
  let output = "";
  program.stdout.on("data", (text: Buffer) => (output += text.toString()));
  program.stderr.on("data", (text: Buffer) => (output += text.toString()));
  try {
    await expect.poll(() => output, { timeout: 10_000 }).toContain(`Waiting at http://localhost:${port}`);
    const fieldId = await club.addField({ name: "Court 3" });
    const booking = { fieldId, startTime: "2026-06-10T18:00:00Z", duration: 60, name: "Zoé’s match", type: "game" };
    const booked = await testApp.as(key)("POST", club.path("/events"), booking);
    expect(booked.status).toBe(201);
    const line = `booking.created ${String(booked.body.data.id)}`;
    // The receiver compares the time of sending with its own.
    testApp.clock.set(new Date());
    await testApp.jobs.runAll();
    const later = testApp.as(await testApp.member(testApp.organizationId, 1));
    await expect.poll(() => output).toContain(line);
    const { body } = await later("GET", club.path(`/webhooks/${id}/deliveries`));
    const [delivery] = body.data as { id: string; status: string; body: string }[];
    expect(delivery?.status).toBe("delivered");
    await later("POST", club.path(`/webhooks/${id}/deliveries/${delivery?.id}/replay`), {});
    await testApp.jobs.runAll();
    const again = (await later("GET", club.path(`/webhooks/${id}/deliveries`))).body.data[0];
    expect(again.attempts.map(({ status }: { status: number }) => status)).toEqual([204, 204]);
    expect(output.split(line)).toHaveLength(2);
    const forged = { "webhook-id": "1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
    const send = async (headers: Record<string, string>) =>
      (await fetch(address, { method: "POST", headers, body: delivery?.body ?? "" })).status;
    expect(await send({ ...forged, "webhook-signature": "v1,AAAA" })).toBe(401);
    expect(await send({})).toBe(401);
  } finally {
    program.kill();
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "read-webhook.ts"), library);
  const { readWebhook } = (await import(join(folder, "read-webhook.ts"))) as {
    readWebhook: (secret: string, body: string, headers: Record<string, string>) => { type: string };
  };
  const message = { id: "msg_1", body: '{"type":"webhook.test"}', at: new Date() };
  const headers = buildSignedHeaders(message, [secret]);
  expect(readWebhook(secret, message.body, headers)).toEqual({ type: "webhook.test" });
  expect(() => readWebhook(secret, `${message.body} `, headers)).toThrow();
});
