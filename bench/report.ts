/** Prints the results of `run.ts` as tables in Markdown, and marks what is beyond a limit. */
import type { Figures } from "#bench/measure/rounds.ts";

export interface CallResult {
  section: string;
  name: string;
  connections: number;
  minShare: number | null;
  product: Figures;
  /** Null without statements. */
  sql: Figures | null;
  http: Figures;
}
export interface ProcessesResult {
  name: string;
  connections: number;
  /** With one web process, with two. */
  processes: Figures[];
}
export interface SizeResult {
  events: number;
  /** Seconds; undefined if the data were there. */
  filledIn?: number;
  /** MB. */
  memory?: { atRest: number; afterLoad: number; database: number };
  results: CallResult[];
  processes: ProcessesResult[];
}

const MAX_GROWTH = 1.3;
const LIMITED_CONNECTIONS = 16;
const [MAX_MEMORY_AT_REST, MAX_MEMORY_AFTER_LOAD] = [200, 300];
const MAX_FILL_SECONDS_PER_MILLION = 120;

const whole = (value: number) => value.toFixed(0);
const cpuOf = ({ ownCpu, databaseCpu }: Figures) => ownCpu + databaseCpu;
let isBeyondLimit = false;
/** @returns a cross behind a value that is beyond its limit */
function mark(isBeyond: boolean): string {
  isBeyondLimit ||= isBeyond;
  return isBeyond ? " ✗" : "";
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const print = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
  console.log();
  print(head);
  print(head.map((_, index) => (index === 0 ? "---" : "---:")));
  for (const row of rows) print(row);
}

function describeShare({ connections, minShare, product, sql }: CallResult): string {
  if (!sql) return "–";
  const share = cpuOf(sql) / cpuOf(product);
  if (minShare === null) return share.toFixed(2);
  return `${share.toFixed(2)} of ${minShare}${mark(connections === LIMITED_CONNECTIONS && share < minShare)}`;
}

function printSize({ events, filledIn, memory, results, processes }: SizeResult): void {
  console.log(`\n${events} events`);
  if (filledIn) {
    const isBeyond = filledIn > (MAX_FILL_SECONDS_PER_MILLION * events) / 1e6 && events >= 1e6;
    console.log(`Filled in ${whole(filledIn)} s${mark(isBeyond)}`);
  }
  if (memory) {
    const { atRest, afterLoad, database } = memory;
    console.log(
      `Memory: ${whole(atRest)} MB at rest${mark(atRest > MAX_MEMORY_AT_REST)}, ` +
        `${whole(afterLoad)} MB after load${mark(afterLoad > MAX_MEMORY_AFTER_LOAD)}, database ${whole(database)} MB`,
    );
  }
  const head = ["call", "conn.", "calls/s", "SQL/s", "Fastify/s", "p50 ms", "p99 ms", "CPU server + database ms"];
  if (results.length > 0)
    printTable(
      [...head, "bare SQL ms", "share"],
      results.map((result) => {
        const { section, name, connections, product, sql, http } = result;
        return [
          `${section}: ${name}`,
          String(connections),
          whole(product.perSecond),
          sql ? whole(sql.perSecond) : "–",
          whole(http.perSecond),
          product.p50.toFixed(1),
          product.p99.toFixed(1),
          `${product.ownCpu.toFixed(2)} + ${product.databaseCpu.toFixed(2)}`,
          sql ? cpuOf(sql).toFixed(2) : "–",
          describeShare(result),
        ];
      }),
    );
  if (processes.length > 0)
    printTable(
      ["web processes", "conn.", "1: calls/s", "2: calls/s", "1: CPU ms", "2: CPU ms"],
      processes.map(({ name, connections, processes: each }) => [
        name,
        String(connections),
        ...each.map(({ perSecond }) => whole(perSecond)),
        ...each.map((figures) => cpuOf(figures).toFixed(2)),
      ]),
    );
}

/** Processor time of each call at the largest size, beside the smallest. */
function printGrowth(sizes: readonly SizeResult[]): void {
  const [smallest, largest] = [sizes.at(0), sizes.at(-1)];
  if (!smallest || !largest || smallest === largest) return;
  const rows = largest.results.flatMap(({ section, name, connections, product }) => {
    const before = smallest.results.find(
      (other) => other.section === section && other.name === name && other.connections === connections,
    );
    if (!before || connections !== LIMITED_CONNECTIONS) return [];
    const growth = cpuOf(product) / cpuOf(before.product);
    return [[`${section}: ${name}`, `${growth.toFixed(2)}${mark(growth > MAX_GROWTH)}`]];
  });
  if (rows.length === 0) return;
  console.log(
    `\nProcessor time at ${largest.events} events, times that at ${smallest.events}, ${LIMITED_CONNECTIONS} connections`,
  );
  printTable(["call", "growth"], rows);
}

/** @returns whether something is beyond a limit */
export function printResults(sizes: readonly SizeResult[]): boolean {
  for (const size of sizes) printSize(size);
  printGrowth(sizes);
  return isBeyondLimit;
}
