/** Ends a server, the database or both by SIGKILL, again and again under load. */
import { openTestBed, type TestBed } from "./test-bed.ts";
import { listUnexpectedErrors } from "./server-process.ts";
import type { FaultResult } from "./report.ts";

const RESTART_WAIT_MS = 200;

async function killServer({ server }: TestBed): Promise<void> {
  await server.signal("SIGKILL");
  await server.start();
}

async function killDatabase({ postgres }: TestBed): Promise<void> {
  await postgres.kill();
  await new Promise((resolve) => setTimeout(resolve, RESTART_WAIT_MS));
  await postgres.start();
}

async function killBoth({ server, postgres }: TestBed): Promise<void> {
  await Promise.all([server.signal("SIGKILL"), postgres.kill()]);
  await postgres.start();
  await server.start();
}

const victims = { server: killServer, database: killDatabase, both: killBoth };

async function killRounds(bed: TestBed, victim: keyof typeof victims, rounds: number): Promise<FaultResult> {
  const load = bed.startLoad();
  const recoveries: number[] = [];
  const faults: string[] = [];
  await load.untilBooked();
  for (let round = 0; round < rounds; round += 1) {
    // At any moment of a call.
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
    const startedAt = performance.now();
    await victims[victim](bed);
    if ((await load.untilBooked()) === undefined) faults.push(`round ${round + 1}: no booking within a minute`);
    recoveries.push((performance.now() - startedAt) / 1000);
  }
  await load.stop();
  // A server that goes on while its database is away knows what it has sent.
  const comparison = await bed.compare(load.ledger, victim !== "database");
  faults.push(...listUnexpectedErrors([bed.server]));
  const repeated = bed.countRepeatedMails(load.ledger);
  const notes =
    repeated > 0 && victim !== "database"
      ? [`${repeated} mails delivered twice: killed between the mail server's answer and its note`]
      : [];
  return { ...comparison, fault: `kill -9: ${victim}`, rounds, statuses: load.statuses, recoveries, notes, faults };
}

export async function killSection(rounds: number): Promise<FaultResult[]> {
  const bed = await openTestBed();
  try {
    const results: FaultResult[] = [];
    for (const victim of ["server", "database", "both"] as const) results.push(await killRounds(bed, victim, rounds));
    return results;
  } finally {
    await bed.close();
  }
}
