/** Runs the command as its own process, with and without a running server. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEMO_PASSWORD } from "./accounts/demo-accounts.ts";
import { temporaryFolder } from "./kit/db/embedded-binaries.ts";
import { compileCache } from "#tests/support/compile-cache.ts";

const [dataDir, files] = [temporaryFolder("import"), mkdtempSync(join(tmpdir(), "baseline-import-"))];
const env = { ...compileCache, PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: "1", PORT: "0", INIT_CWD: files };
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(files, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

function run(file: string, args: string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], { env });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += String(data)));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, said: () => output };
}
async function command(...args: string[]) {
  const { ended, said: output } = run("import-cli.ts", args);
  const status = await ended;
  return { status, lines: output().trimEnd().split("\n") };
}

let server: ReturnType<typeof run>;
let organizationId: string;
let list: (path: string) => Promise<{ data: { name: string; act: string; actor: { full_name: string } | null }[] }>;
beforeAll(async () => {
  writeFileSync(
    join(files, "courts.csv"),
    "hall;court;kind;city\nNew hall;Court A;Tennis;Lyon\nNew hall;Court B;Padel;Lyon\n",
  );
  writeFileSync(
    join(files, "mac.csv"),
    Buffer.from("facility,field,lights\nSalle ferm\x8ee,Terrain,S\x8eance\n", "latin1"),
  );
  writeFileSync(
    join(files, "wrong.csv"),
    "facility,field,sport,lights\nNew hall,Court C,Quidditch/Broomball,perhaps\nNew hall,Court D,Quidditch/Broomball,yes\n",
  );
  server = run("main.ts");
  await vi.waitUntil(() => server.said().includes("ready at"), { timeout: 30_000 });
  const [, address = ""] = /ready at (\S+)/.exec(server.said()) ?? [];
  const request = async (path: string, init: RequestInit) => (await fetch(`${address}/api/v1${path}`, init)).json();
  const signedIn = (await request("/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "owner@demo.test", password: DEMO_PASSWORD }),
  })) as { data: { access_token: string } };
  const headers = { authorization: `Bearer ${signedIn.data.access_token}` };
  const mine = (await request("/organizations", { headers })) as { data: { id: string }[] };
  organizationId = mine.data[0]?.id ?? "";
  list = async (path) =>
    (await request(`/organizations/${organizationId}/${path}`, { headers })) as Awaited<ReturnType<typeof list>>;
}, 60_000);

const map = ["--map", "hall=facilityName,court=fieldName", "--map", "kind=sports"];

test("beside a server it tries a file out without changing anything", async () => {
  const { status, lines } = await command("courts.csv", "--organization", organizationId, "--dry-run", ...map);
  expect(lines).toEqual([
    "courts.csv: 2 rows, read as utf-8, dry run: nothing is changed",
    "  hall   facilityName",
    "  court  fieldName",
    "  kind   sports",
    "  city   city",
    "Facilities: 1 to create, 0 to update, 0 unchanged",
    "Fields:     2 to create, 0 to update, 0 unchanged",
    "Rows left out: 0",
  ]);
  expect(status).toBe(0);
  expect((await list("facilities/search?q=new+hall")).data).toEqual([]);
});

test("beside a server it imports, which shows there at once", async () => {
  const { status, lines } = await command("courts.csv", "--organization", organizationId, ...map);
  expect([status, lines.at(-2)]).toEqual([0, "Fields:     2 created, 0 updated, 0 unchanged"]);
  expect((await list("fields/search?q=court+")).data.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Court A", "Court B"]),
  );
  const { data } = await list("activity?subject=imports");
  expect([data[0]?.act, data[0]?.actor]).toEqual(["imports.start", null]);
});

test("it tells the encoding that it guesses, and takes the one that it is given", async () => {
  const order = ["mac.csv", "--organization", organizationId, "--dry-run"];
  expect((await command(...order)).lines[0]).toContain("read as macintosh");
  const { lines } = await command(...order, "--encoding", "Windows-1252");
  expect(lines[0]).toContain("read as windows-1252");
  expect(lines.at(-1)).toContain("SŽance");
});

test("with somebody's name it has their rights, and is their doing", async () => {
  const order = ["courts.csv", "--organization", organizationId, ...map, "--as"];
  expect(await command(...order, "member@demo.test")).toEqual({
    status: 1,
    lines: ["member@demo.test may not import into this organization"],
  });
  expect((await command(...order, "owner@demo.test")).status).toBe(0);
  expect((await list("activity?subject=imports")).data[0]?.actor).not.toBeNull();
});

const warning =
  '  line 3, column "sport": “Quidditch/Broomball” is not a known sport: the field comes without it (Quidditch/Broomball)';

test("rows that are left out are told by line and column, with an exit status of 1", async () => {
  for (const dry of [[], ["--dry-run"]]) {
    const { status, lines } = await command("wrong.csv", "--organization", organizationId, ...dry);
    expect([status, lines.slice(-4)]).toEqual([
      1,
      ["Rows left out: 1", '  line 2, column "lights": Write yes or no (perhaps)', "Rows to check: 1", warning],
    ]);
  }
});

test("a value is mapped to sports, and the next time it is known", async () => {
  const order = ["wrong.csv", "--organization", organizationId];
  const mapped = await command(...order, "--sport", "quidditch/broomball=Tennis,Padel");
  expect([mapped.status, mapped.lines.slice(-2)]).toEqual([
    1,
    ["Rows left out: 1", '  line 2, column "lights": Write yes or no (perhaps)'],
  ]);
  expect((await command(...order, "--dry-run")).lines.filter((line) => line.startsWith("Rows to check"))).toEqual([]);
});

test.each([
  [[], /^Usage: npm run import/],
  [["courts.csv"], /^Usage: npm run import/],
  [["nothing.csv", "--organization", "ID"], /^There is no file .*nothing\.csv$/],
  [[".", "--organization", "ID"], /^There is no file /],
  [["courts.csv", "--organization", "mine"], /^mine is no organization's id/],
  [["courts.csv", "--organization", "0190a0b0-0000-7000-8000-000000000000"], /^There is no organization 0190a0b0/],
  [["courts.csv", "--organization", "ID"], /^Choose the column with the names of the facilities$/],
  [
    ["courts.csv", "--organization", "ID", "--map", "Hall=facilityName"],
    /no column is called "Hall"; there are: hall, court/,
  ],
  [["courts.csv", "--organization", "ID", "--map", "hall=hall"], /"hall" is no target; there are: facilityExternalId/],
  [["courts.csv", "--organization", "ID", "--encoding", "ebcdic"], /"ebcdic" is no encoding; there are: utf-8, /],
  [["courts.csv", "--organization", "ID", ...map, "--sport", "kind=Bossaball"], /^--sport: "Bossaball" is no sport/],
  [["courts.csv", "--organization", "ID", ...map, "--sport", "Bossaball"], /^--sport: "Bossaball" names no sports/],
  [["courts.csv", "--organization", "ID", "--nonsense"], /Unknown option '--nonsense'/],
])("%j is refused in a line", async (args, words) => {
  const { status, lines } = await command(...args.map((arg) => (arg === "ID" ? organizationId : arg)));
  expect([status, lines[0]]).toEqual([1, expect.stringMatching(words)]);
});

test("without a server it starts the database itself, and stops it again", async () => {
  server.child.kill("SIGTERM");
  await server.ended;
  const order = ["courts.csv", "--organization", organizationId, ...map];
  const dry = await command(...order, "--dry-run");
  expect([dry.status, dry.lines.at(-2)]).toEqual([0, "Fields:     0 to create, 0 to update, 2 unchanged"]);
  const { status, lines } = await command(...order);
  expect([status, lines.at(-2)]).toEqual([0, "Fields:     0 created, 0 updated, 2 unchanged"]);
}, 60_000);
