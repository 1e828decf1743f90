/** Prints the results of `run.ts` as a table in Markdown, and what is beyond a limit. */
interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds for each call, of the process that answers. */
  ownCpu: number;
  databaseCpu: number;
}
export interface BenchResult {
  section: string;
  name: string;
  connections: number;
  product: Figures;
  sql: Figures;
  http: Figures;
  /** Processor time of the bare SQL as a share of the product's. */
  share: number;
  minShare: number | null;
  isBelow: boolean;
}
export interface SizeResult {
  events: number;
  memory: { atRest: number; afterLoad: number };
  results: BenchResult[];
}

const MAX_GROWTH = 1.3;
const [MAX_MEMORY_AT_REST, MAX_MEMORY_AFTER_LOAD] = [200, 300];

const row = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
const whole = (value: number) => value.toFixed(0);
const cpuOf = ({ product }: BenchResult) => product.ownCpu + product.databaseCpu;

function printSize({ events, memory, results }: SizeResult): void {
  console.log(
    `\n${events} events; memory ${whole(memory.atRest)} MB at rest, ${whole(memory.afterLoad)} MB after load\n`,
  );
  row([
    "call",
    "conn.",
    "calls/s",
    "SQL/s",
    "Fastify/s",
    "p50 ms",
    "p99 ms",
    "CPU server + database ms",
    "bare SQL ms",
    "share",
  ]);
  row(["---", ...Array.from({ length: 9 }, () => "---:")]);
  for (const result of results) {
    const { section, name, connections, product, sql, http, share, minShare, isBelow } = result;
    row([
      `${section}: ${name}`,
      String(connections),
      whole(product.perSecond),
      whole(sql.perSecond),
      whole(http.perSecond),
      product.p50.toFixed(1),
      product.p99.toFixed(1),
      `${product.ownCpu.toFixed(2)} + ${product.databaseCpu.toFixed(2)}`,
      (sql.ownCpu + sql.databaseCpu).toFixed(2),
      `${share.toFixed(2)}${minShare === null ? "" : ` of ${minShare}`}${isBelow ? " ✗" : ""}`,
    ]);
  }
}

/** Processor time of each call at the largest size, beside the smallest. */
function listGrowth(sizes: readonly SizeResult[]): { what: string; growth: number }[] {
  const [smallest, largest] = [sizes.at(0), sizes.at(-1)];
  if (!smallest || !largest || smallest === largest) return [];
  return largest.results.flatMap((result) => {
    const { section, name, connections } = result;
    const before = smallest.results.find(
      (other) => other.section === section && other.name === name && other.connections === connections,
    );
    return before && connections === 16 ? [{ what: `${section}: ${name}`, growth: cpuOf(result) / cpuOf(before) }] : [];
  });
}

/** @returns whether something is beyond a limit */
export function printResults(sizes: readonly SizeResult[]): boolean {
  for (const size of sizes) printSize(size);
  const growths = listGrowth(sizes);
  if (growths.length > 0) {
    console.log(
      `\nProcessor time at ${sizes.at(-1)?.events} events, times that at ${sizes[0]?.events}, 16 connections\n`,
    );
    row(["call", "growth"]);
    row(["---", "---:"]);
    for (const { what, growth } of growths) row([what, `${growth.toFixed(2)}${growth > MAX_GROWTH ? " ✗" : ""}`]);
  }
  return (
    growths.some(({ growth }) => growth > MAX_GROWTH) ||
    sizes.some(
      ({ memory, results }) =>
        memory.atRest > MAX_MEMORY_AT_REST ||
        memory.afterLoad > MAX_MEMORY_AFTER_LOAD ||
        results.some(({ isBelow }) => isBelow),
    )
  );
}
