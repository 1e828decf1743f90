/** Runs the commands of `docs/integrate.md` against the product, in their order and in one folder. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "./support/test-app.ts";
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
const folder = mkdtempSync(join(tmpdir(), "baseline-integrate-"));
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  url = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const owner = testApp.as(await testApp.member(testApp.organizationId, 1));
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
  const script = blocksOf("sh").map((block) => fill(block, values));
  expect(script).toHaveLength(6);
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
