/** Outcomes of the faults, as a table and as JSON. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Comparison } from "./ledger.ts";

export interface FaultResult extends Comparison {
  fault: string;
  /** Number of times that the fault was made. */
  rounds: number;
  /** Answers by status; `0`: no answer. */
  statuses: Record<string, number>;
  /** Seconds from the fault to the next success, of each round. */
  recoveries: readonly number[];
  /** Other figures and observations. */
  notes: readonly string[];
  /** Problems besides lost and double writes. */
  faults: readonly string[];
}

/** A fault that cannot be made on this machine. */
export const leaveOut = (fault: string, reason: string): FaultResult => ({
  ...{ fault, rounds: 0, statuses: {}, recoveries: [], faults: [], lost: [], double: [] },
  acknowledged: { bookings: 0, payments: 0, mails: 0 },
  notes: [`left out: ${reason}`],
});

/** The others go on. */
export const failToRun = (fault: string, error: unknown): FaultResult => ({
  ...leaveOut(fault, "it could not be run"),
  faults: [error instanceof Error ? error.message.slice(0, 1500) : String(error)],
});

const NAMES: Record<string, string> = { "0": "no answer" };
const sum = (counts: Comparison["acknowledged"]) => counts.bookings + counts.payments + counts.mails;

export const hasFailed = ({ lost, double, faults }: FaultResult): boolean =>
  lost.length > 0 || double.length > 0 || faults.length > 0;

function describeRecovery(recoveries: readonly number[]): string {
  if (recoveries.length === 0) return "";
  const sorted = recoveries.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return sorted.length === 1 ? at(1) : `${at(0.5)}, at most ${at(1)}`;
}

const describeStatuses = (statuses: FaultResult["statuses"]) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${NAMES[status] ?? status}`)
    .join(", ");

const row = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);

export function printResults(results: readonly FaultResult[]): void {
  row(["fault", "rounds", "bookings, payments, mails acknowledged", "lost", "double", "answers", "recovery, s", ""]);
  row(["---", "---:", "---:", "---:", "---:", "---", "---:", "---"]);
  for (const result of results) {
    const { fault, rounds, acknowledged, lost, double, statuses, recoveries, notes, faults } = result;
    row([
      `${hasFailed(result) ? "✗ " : ""}${fault}`,
      String(rounds),
      sum(acknowledged) === 0 ? "" : `${acknowledged.bookings}, ${acknowledged.payments}, ${acknowledged.mails}`,
      String(lost.length),
      String(double.length),
      describeStatuses(statuses),
      describeRecovery(recoveries),
      [...notes, ...faults.map((fault) => `✗ ${fault}`)].join("; "),
    ]);
    for (const one of [...lost, ...double].slice(0, 10)) console.log(`  ✗ ${one}`);
  }
}

export function describeRun(): { commit: string; machine: string; date: string } {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
  return { commit, machine, date: new Date().toISOString().slice(0, 10) };
}

export const writeJson = (file: string, results: readonly FaultResult[]) =>
  writeFileSync(file, `${JSON.stringify({ ...describeRun(), results }, null, 2)}\n`);
