/** The whole attack: random requests, then the authorization matrix, then what both left behind. */
import { fuzz } from "./fuzz.ts";
import type { AnswerChecks } from "./answer-faults.ts";
import { checkMatrix } from "./matrix.ts";
import { createReport } from "./report.ts";
import { createOwnerLookup, type Target } from "./target.ts";

interface AttackOptions {
  seed: number;
  requests: number;
  print(line: string): void;
  /** The data that nobody of the actors may change. */
  readVictim?(): Promise<string[]>;
  metricsUrl?: string;
  readLog?(): string;
  isRunning?(): boolean;
  mayLackServices?: boolean;
  /** Tests of the product have a matrix of their own, within the process. */
  hasMatrix?: boolean;
}

/** Operations that answer 503 where the operator has turned off, or cannot reach, the service behind them. */
const dependsOnServices = new Set(["places.autocomplete"]);
/** Operations that answer 503 because the provider of the organization is an example, which nobody runs. */
const dependsOnExamples = new Set(["single-sign-on.startOfOrganization"]);

async function readMemory(metricsUrl: string | undefined): Promise<string> {
  if (metricsUrl === undefined) return "unknown";
  const text = await (await fetch(metricsUrl)).text();
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1];
  return bytes === undefined ? "unknown" : `${Math.round(Number(bytes) / 1_000_000)} MB`;
}

/** @returns how many faults were found */
export async function attack(target: Target, options: AttackOptions): Promise<number> {
  const { seed, requests, print, readVictim, metricsUrl, mayLackServices = false } = options;
  const begun = performance.now();
  const seconds = () => `${Math.round((performance.now() - begun) / 1000)} s`;
  const judge: AnswerChecks = {
    ownerOf: createOwnerLookup(target.tenants),
    isUnavailable: ({ id }) => dependsOnExamples.has(id) || (mayLackServices && dependsOnServices.has(id)),
  };
  const report = createReport(print);
  print(
    `Seed ${seed}: ${requests} requests to ${target.operations.length} operations as ${target.actors.length} roles`,
  );
  const before = (await readVictim?.()) ?? [];
  const memory = await readMemory(metricsUrl);
  await fuzz(target, judge, report, {
    seed,
    requests,
    onProgress: (done) => print(`  ${done} requests, ${seconds()}, ${report.failures()} faults`),
  });
  const ofFuzz = report.requests();
  if (options.hasMatrix !== false) await checkMatrix(target, judge, report);
  print(`Authorization matrix: ${report.requests() - ofFuzz} requests`);
  const after = (await readVictim?.()) ?? [];
  const changed = before.filter((line, index) => line !== after[index]).map((line) => line.split(" ")[0]);
  if (changed.length > 0) report.failWhole(`An organization that nobody may write was changed: ${changed.join(", ")}`);
  if (options.isRunning?.() === false) report.failWhole("The product has ended");
  const errors = (options.readLog?.() ?? "").split("\n").filter((line) => /^\{.*"level":"(?:error|fatal)"/.test(line));
  for (const line of errors.slice(0, 5)) report.failWhole(`The log tells of an error: ${line.slice(0, 600)}`);
  print(report.summary());
  print(`Memory ${memory} before, ${await readMemory(metricsUrl)} after; ${seconds()}; seed ${seed}`);
  return report.failures();
}
