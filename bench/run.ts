/**
 * `npm run bench [-- SECTION …]`: calls of the product beside their own SQL through the same driver and beside a bare
 * Fastify answer of the same bytes, in turns; and two web processes beside one. Exits with 1 beyond a limit. Options:
 * `--sizes` `--connections` `--calls` `--seconds` `--rounds` `--json FILE` `--data FOLDER`.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serialize } from "node:v8";
import { sql } from "kysely";
import { type BenchCall, calls } from "#bench/cases/calls.ts";
import { openBulkConnection } from "#bench/data/bulk-connection.ts";
import { countOverview } from "#bench/data/count-overview.ts";
import { type Dataset, findDataset } from "#bench/data/dataset.ts";
import { fillDatabase } from "#bench/data/fill.ts";
import { closeConnections, send } from "#bench/measure/http.ts";
import { type Load, measureLoad } from "#bench/measure/load.ts";
import { findPostmaster, readCpuMs, readMemoryMb, readTreeCpuMs, readTreeMemoryMb } from "#bench/measure/processes.ts";
import { startProduct } from "#bench/measure/product.ts";
import { recordCalls } from "#bench/measure/record-calls.ts";
import { Rounds } from "#bench/measure/rounds.ts";
import type { Statement } from "#bench/measure/statements.ts";
import { type CallResult, type ProcessesResult, printResults, type SizeResult } from "#bench/report.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { migrate } from "#server/kit/db/migrate.ts";
import type { RunningServer } from "#tests/support/start-server.ts";

const { values: options, positionals: sections } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: "10000,1000000,5000000" },
    connections: { type: "string", default: "1,16,64" },
    calls: { type: "string", default: "" },
    seconds: { type: "string", default: "0.5" },
    rounds: { type: "string", default: "3" },
    json: { type: "string" },
    data: { type: "string" },
  },
});
const numbers = (text: string) => text.split(",").map(Number);
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
const isSelected = (section: string) => sections.length === 0 || sections.includes(section);
const selected = calls.filter(({ section, name }) => isSelected(section) && name.includes(options.calls));
const known = new Set([...calls.map(({ section }) => section), "processes"]);
if (sections.some((section) => !known.has(section as BenchCall["section"])))
  throw new Error(`The sections are ${[...known].join(", ")}`);

const startChild = (file: string, args: string[] = []): ChildProcess =>
  fork(join(import.meta.dirname, "measure", file), args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
function ask<T>(child: ChildProcess, order: object): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = () => reject(new Error("A process that answers for comparison has ended"));
  child.once("message", (answer) => resolve(answer as T)).once("exit", fail);
  child.send(order);
  return promise.finally(() => child.off("exit", fail));
}

interface Setting {
  product: RunningServer;
  directSql: ChildProcess;
  bare: ChildProcess;
  dataset: Dataset;
  postmaster: number;
  /** When the statements were recorded. */
  since: number;
}

/** Each of ten connections plans each statement once, and V8 compiles what is called often. */
const WARM_UP_CALLS = 300;

async function measureCall(
  call: BenchCall,
  statements: readonly Statement[],
  connections: number,
  { product, directSql, bare, dataset, postmaster, since }: Setting,
): Promise<CallResult> {
  const url = `${product.url}${call.path(dataset)}`;
  const order = { statements: serialize(statements).toString("base64"), since, connections, seconds };
  const hasSql = statements.length > 0;
  // Plans, caches and compiled code are those of a server that has been running.
  const answer = await send(url, call, dataset);
  for (let count = 0; count < WARM_UP_CALLS;)
    count += (await measureLoad(connections, seconds / 2, () => send(url, call, dataset))).count;
  if (hasSql) await ask<Load>(directSql, { ...order, seconds: seconds / 2 });
  const bareUrl = await ask<string>(bare, answer);
  const readDatabaseCpu = () => readTreeCpuMs(postmaster);
  const ours = new Rounds(() => readCpuMs(product.pid), readDatabaseCpu);
  const bareSql = new Rounds(() => readCpuMs(directSql.pid ?? 0), readDatabaseCpu);
  const bareHttp = new Rounds(
    () => readCpuMs(bare.pid ?? 0),
    () => 0,
  );
  for (let round = 0; round < rounds; round += 1) {
    await ours.add(() => measureLoad(connections, seconds, () => send(url, call, dataset)));
    if (hasSql) await bareSql.add(() => ask<Load>(directSql, order));
    await bareHttp.add(() => measureLoad(connections, seconds, () => send(bareUrl, call, dataset)));
  }
  const { section, name, minShare = null } = call;
  const sqlFigures = hasSql ? bareSql.result() : null;
  return { section, name, connections, minShare, product: ours.result(), sql: sqlFigures, http: bareHttp.result() };
}

/** The same calls with one web process and with two, in turns. */
async function measureProcesses(databaseUrl: string, dataset: Dataset, postmaster: number): Promise<ProcessesResult[]> {
  const asked = calls.filter(({ name }) => ["day of 20 fields", "events of a club", "own record"].includes(name));
  const products = await Promise.all(
    ["1", "2"].map((processes) => startProduct(databaseUrl, { WEB_PROCESSES: processes })),
  );
  try {
    const results: ProcessesResult[] = [];
    for (const call of asked)
      for (const connections of [16, 64]) {
        const of = products.map(
          ({ pid }) =>
            new Rounds(
              () => readTreeCpuMs(pid),
              () => readTreeCpuMs(postmaster),
            ),
        );
        for (let round = 0; round <= rounds; round += 1)
          for (const [index, { url }] of products.entries()) {
            const measure = () =>
              measureLoad(connections, seconds, () => send(url + call.path(dataset), call, dataset));
            await (round === 0 ? measure() : of[index]?.add(measure));
          }
        results.push({ name: `${call.section}: ${call.name}`, connections, processes: of.map((one) => one.result()) });
      }
    return results;
  } finally {
    await Promise.all(products.map((product) => product.stop()));
  }
}

/** @returns how long it took in seconds; undefined if the database had been filled before */
async function fill(databaseUrl: string, events: number): Promise<number | undefined> {
  await migrate(databaseUrl);
  const db = openBulkConnection(databaseUrl);
  try {
    const { rows } = await sql`select from events limit 1`.execute(db);
    if (rows.length > 0) return undefined;
    const began = performance.now();
    await fillDatabase({ db, events, now: new Date() }, console.log);
    await countOverview(databaseUrl, console.log);
    return (performance.now() - began) / 1000;
  } finally {
    await db.destroy();
  }
}

async function measureCalls(databaseUrl: string, dataset: Dataset, postmaster: number) {
  const since = Date.now();
  const statements = await recordCalls(databaseUrl, selected, dataset);
  const product = await startProduct(databaseUrl);
  const [directSql, bare] = [startChild("direct-sql.ts", [databaseUrl]), startChild("bare-server.ts")];
  try {
    const atRest = readMemoryMb(product.pid);
    const results: CallResult[] = [];
    for (const call of selected)
      for (const connections of numbers(options.connections)) {
        const setting = { product, directSql, bare, dataset, postmaster, since };
        results.push(await measureCall(call, statements.get(call) ?? [], connections, setting));
        process.stderr.write(".");
      }
    process.stderr.write("\n");
    const memory = { atRest, afterLoad: readMemoryMb(product.pid), database: readTreeMemoryMb(postmaster) };
    return { memory, results };
  } finally {
    directSql.kill();
    bare.kill();
    await product.stop();
  }
}

async function measureSize(events: number): Promise<SizeResult> {
  // Not `temporaryFolder`, which may be in memory: writes must reach a disk as the product's do.
  const dataDir = options.data ? join(options.data, String(events)) : join(tmpdir(), `bench-data-${process.pid}`);
  const database = await startEmbeddedDatabase({ dataDir, isForTests: true, settings: ["max_wal_size=4GB"] });
  try {
    console.log(`${events} events`);
    const filledIn = await fill(database.url, events);
    const dataset = await findDataset(database.url);
    const postmaster = await findPostmaster(database.url);
    const measured = selected.length > 0 && (await measureCalls(database.url, dataset, postmaster));
    const processes = isSelected("processes") ? await measureProcesses(database.url, dataset, postmaster) : [];
    return { events, ...(filledIn && { filledIn }), ...(measured || { results: [] }), processes };
  } finally {
    await database.stop();
    if (!options.data) rmSync(dataDir, { recursive: true, force: true });
  }
}

const sizes: SizeResult[] = [];
for (const events of numbers(options.sizes)) sizes.push(await measureSize(events));
closeConnections();
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
const isBeyondLimit = printResults(sizes);
console.log(`\n${commit}, ${machine}, ${new Date().toISOString().slice(0, 10)}`);
if (options.json) writeFileSync(options.json, `${JSON.stringify({ commit, machine, sizes }, null, 2)}\n`);
if (isBeyondLimit) process.exitCode = 1;
