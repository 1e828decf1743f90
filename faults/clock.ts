/** The clock of a server jumps ahead and back, by libfaketime, while the database keeps its own. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openTestBed } from "./test-bed.ts";
import { type FaultResult, leaveOut } from "./report.ts";
import { listUnexpectedErrors } from "./server-process.ts";

const LIBRARY_FOLDERS = ["/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime"];
/** Seconds; each holds for some seconds. */
const JUMPS = [0, 3600, -3600, 90_000, -90_000, 0];
const HOLD_MS = 6000;

function findLibrary(): string | undefined {
  const found = LIBRARY_FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      return [];
    }
  });
  return found.find((path) => path.endsWith("libfaketimeMT.so.1"));
}

export async function clockSection(): Promise<FaultResult[]> {
  const library = findLibrary();
  if (!library) return [leaveOut("clock of a server jumps", "faketime is not installed")];
  const folder = mkdtempSync(join(tmpdir(), "baseline-clock-"));
  const clock = join(folder, "clock");
  const jump = (seconds: number) => writeFileSync(clock, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  jump(0);
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    // Timers and durations of Node count on it.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  const bed = await openTestBed({ env });
  try {
    const load = bed.startLoad({ pauseMs: 50 });
    const recoveries: number[] = [];
    const faults: string[] = [];
    for (const seconds of JUMPS) {
      jump(seconds);
      const recovery = await load.untilBooked();
      if (recovery === undefined) faults.push(`no booking within a minute of the jump to ${seconds} s`);
      recoveries.push(recovery ?? 60);
      await sleep(HOLD_MS);
    }
    await load.stop();
    const comparison = await bed.compare(load.ledger);
    faults.push(...listUnexpectedErrors([bed.server]));
    const notes = [`jumps to ${JUMPS.map((seconds) => `${seconds / 3600} h`).join(", ")}; nobody was signed out`];
    const { statuses } = load;
    if ((statuses["401"] ?? 0) > 0) faults.push("somebody was signed out");
    return [
      { ...comparison, fault: "clock of a server jumps", rounds: JUMPS.length, statuses, recoveries, notes, faults },
    ];
  } finally {
    await bed.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
