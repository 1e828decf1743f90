/**
 * `npm run bench [-- SECTION …]`: calls of the product beside their own SQL through the same driver and beside a bare
 * Fastify answer of the same bytes, in turns. Exits with 1 below a limit. Options: `--sizes` `--connections` `--seconds`
 * `--rounds` `--json FILE`.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serialize } from "node:v8";
import { sql } from "kysely";
import { type BenchCall, calls, type Dataset } from "#bench/cases/calls.ts";
import { openBulkConnection } from "#bench/data/bulk-connection.ts";
import { countOverview } from "#bench/data/count-overview.ts";
import { fillDatabase, tokenOf } from "#bench/data/fill.ts";
import { type Load, measureLoad } from "#bench/measure/load.ts";
import { parentOf, readCpuMs, readMemoryMb, readTreeCpuMs } from "#bench/measure/processes.ts";
import { readStatements, type Statement } from "#bench/measure/statements.ts";
import { type BenchResult, printResults, type SizeResult } from "#bench/report.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { migrate } from "#server/kit/db/migrate.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { type RunningServer, startServer } from "#tests/support/start-server.ts";

const { values: options, positionals: sections } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: "10000,1000000,5000000" },
    connections: { type: "string", default: "1,16,64" },
    seconds: { type: "string", default: "1" },
    rounds: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
const numbers = (text: string) => text.split(",").map(Number);
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
const selected = calls.filter(({ section }) => sections.length === 0 || sections.includes(section));
if (selected.length === 0)
  throw new Error(`No such section: ${[...new Set(calls.map(({ section }) => section))].join(", ")}`);

const agent = new Agent({ keepAlive: true });
let sent = 0;

function send(url: string, { caller, method = "GET", body, hasKey }: BenchCall, dataset: Dataset): Promise<string> {
  const payload = body && JSON.stringify(body(dataset, sent++));
  const headers = {
    ...(caller && { authorization: `Bearer ${tokenOf(caller)}` }),
    ...(hasKey && { "idempotency-key": uuidv7(new Date()) }),
    ...(payload && { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request(url, { agent, method, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => {
      const answer = Buffer.concat(chunks).toString();
      if ((response.statusCode ?? 500) < 300) resolve(answer);
      else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${answer.slice(0, 300)}`));
    });
  });
  asked.on("error", reject).end(payload);
  return promise;
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Of several rounds. Processor time is in milliseconds for each call. */
class Rounds {
  private readonly rounds: { load: Load; own: number; database: number }[] = [];
  private readonly readOwn: () => number;
  private readonly readDatabase: () => number;
  constructor(readOwn: () => number, readDatabase: () => number) {
    this.readOwn = readOwn;
    this.readDatabase = readDatabase;
  }
  async add(measure: () => Promise<Load>): Promise<void> {
    const [own, database] = [this.readOwn(), this.readDatabase()];
    const load = await measure();
    this.rounds.push({
      load,
      own: (this.readOwn() - own) / load.count,
      database: (this.readDatabase() - database) / load.count,
    });
  }
  result() {
    const of = (read: (round: (typeof this.rounds)[number]) => number) => median(this.rounds.map(read));
    return {
      perSecond: of(({ load }) => load.perSecond),
      p50: of(({ load }) => load.p50),
      p99: of(({ load }) => load.p99),
      ownCpu: of(({ own }) => own),
      databaseCpu: of(({ database }) => database),
    };
  }
}

const startChild = (file: string, args: string[] = []): ChildProcess =>
  fork(join(import.meta.dirname, "measure", file), args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
async function ask<T>(child: ChildProcess, order: object | string): Promise<T> {
  const answered = once(child, "message");
  child.send(order);
  const [answer] = await answered;
  return answer as T;
}

/** Statements that fetch or write the rows of each call, from a product that records what it sends. */
async function recordCalls(databaseUrl: string, dataset: Dataset): Promise<Map<BenchCall, Statement[]>> {
  const file = join(mkdtempSync(join(tmpdir(), "bench-statements-")), "statements");
  writeFileSync(file, "");
  const recorder = join(import.meta.dirname, "measure/record-statements.ts");
  const product = await startServer("bench-record", {
    DATABASE_URL: databaseUrl,
    DEMO: "0",
    WORKER: "off",
    NODE_OPTIONS: `--import=${recorder}`,
    BENCH_STATEMENTS: file,
  });
  try {
    const found = new Map<BenchCall, Statement[]>();
    for (const call of selected) {
      writeFileSync(file, "");
      await send(`${product.url}/api/v1${call.path(dataset)}`, call, dataset);
      const kind = call.section === "booking" ? /insert into/i : /^\s*(select|with)/i;
      const statements = readStatements(readFileSync(file, "utf8")).filter(
        ({ text }) => kind.test(text) && call.rows.test(text),
      );
      if (statements.length === 0) throw new Error(`${call.section}, ${call.name}: no statement fetches its rows`);
      found.set(call, statements);
    }
    return found;
  } finally {
    await product.stop();
    rmSync(join(file, ".."), { recursive: true, force: true });
  }
}

async function findDataset(databaseUrl: string): Promise<Dataset & { postmaster: number }> {
  const db = openBulkConnection(databaseUrl);
  try {
    const { rows } = await sql<{ id: string; fields: string[] }>`
      select organizations.id, array_agg(fields.id order by fields.name) as fields
      from organizations join fields on fields.organization_id = organizations.id
      where organizations.name in ('Tennis Club des Berges', 'Ville de Grandpré')
      group by organizations.id order by count(*)`.execute(db);
    const backend = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const { rows: customers } = await sql<{ id: string }>`
      select user_id as id from memberships join organizations on organizations.id = organization_id
      where organizations.name = 'Tennis Club des Berges' order by user_id limit 1`.execute(db);
    const [club, large] = rows;
    if (!club || !large) throw new Error("The database was not filled");
    return {
      clubId: club.id,
      largeId: large.id,
      fieldIds: club.fields,
      customerId: customers[0]?.id ?? "",
      date: Temporal.Now.plainDateISO("Europe/Paris").add({ days: 2 }).toString(),
      postmaster: parentOf(backend.rows[0]?.pid ?? 0),
    };
  } finally {
    await db.destroy();
  }
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

async function measureCall(
  call: BenchCall,
  statements: readonly Statement[],
  connections: number,
  { product, directSql, bare, dataset, postmaster, since }: Setting,
): Promise<BenchResult> {
  const url = `${product.url}/api/v1${call.path(dataset)}`;
  const order = { statements: serialize(statements).toString("base64"), since, connections, seconds };
  // Plans, caches and compiled code are those of a server that has been running.
  const answer = await send(url, call, dataset);
  await measureLoad(connections, seconds / 2, () => send(url, call, dataset));
  await ask<Load>(directSql, { ...order, seconds: seconds / 2 });
  const bareUrl = await ask<string>(bare, answer);
  const readDatabase = () => readTreeCpuMs(postmaster);
  const ours = new Rounds(() => readCpuMs(product.pid), readDatabase);
  const bareSql = new Rounds(() => readCpuMs(directSql.pid ?? 0), readDatabase);
  const bareHttp = new Rounds(
    () => readCpuMs(bare.pid ?? 0),
    () => 0,
  );
  for (let round = 0; round < rounds; round += 1) {
    await ours.add(() => measureLoad(connections, seconds, () => send(url, call, dataset)));
    await bareSql.add(() => ask<Load>(directSql, order));
    await bareHttp.add(() => measureLoad(connections, seconds, () => send(bareUrl, call, dataset)));
  }
  const results = { product: ours.result(), sql: bareSql.result(), http: bareHttp.result() };
  const cpu = ({ ownCpu, databaseCpu }: { ownCpu: number; databaseCpu: number }) => ownCpu + databaseCpu;
  const share = cpu(results.sql) / cpu(results.product);
  const isBelow = connections === 16 && call.minShare !== undefined && share < call.minShare;
  return {
    section: call.section,
    name: call.name,
    connections,
    ...results,
    share,
    minShare: call.minShare ?? null,
    isBelow,
  };
}

async function measureSize(events: number): Promise<SizeResult> {
  // Not `temporaryFolder`, which may be in memory: writes must reach a disk as the product's do.
  const dataDir = join(tmpdir(), `bench-data-${process.pid}`);
  const database = await startEmbeddedDatabase({ dataDir, isForTests: true, settings: ["max_wal_size=4GB"] });
  try {
    console.log(`${events} events`);
    await migrate(database.url);
    const db = openBulkConnection(database.url);
    await fillDatabase({ db, events, now: new Date() }, console.log).finally(() => db.destroy());
    await countOverview(database.url, console.log);
    const { postmaster, ...dataset } = await findDataset(database.url);
    const since = Date.now();
    const statements = await recordCalls(database.url, dataset);
    const product = await startServer("bench-product", { DATABASE_URL: database.url, DEMO: "0", WORKER: "off" });
    const [directSql, bare] = [startChild("direct-sql.ts", [database.url]), startChild("bare-server.ts")];
    try {
      const atRest = readMemoryMb(product.pid);
      const results: BenchResult[] = [];
      for (const call of selected)
        for (const connections of numbers(options.connections)) {
          const setting = { product, directSql, bare, dataset, postmaster, since };
          results.push(await measureCall(call, statements.get(call) ?? [], connections, setting));
          process.stderr.write(".");
        }
      process.stderr.write("\n");
      return { events, memory: { atRest, afterLoad: readMemoryMb(product.pid) }, results };
    } finally {
      directSql.kill();
      bare.kill();
      await product.stop();
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const sizes: SizeResult[] = [];
for (const events of numbers(options.sizes)) sizes.push(await measureSize(events));
agent.destroy();
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
const hasFailed = printResults(sizes);
console.log(`${commit}, ${machine}, ${new Date().toISOString().slice(0, 10)}`);
if (options.json) writeFileSync(options.json, `${JSON.stringify({ commit, machine, sizes }, null, 2)}\n`);
if (hasFailed) process.exitCode = 1;
