/** A database that is away for a minute, and one whose disk is full. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type TestBed, openTestBed, uploadPhoto } from "./test-bed.ts";
import { type Load, send } from "./load.ts";
import { type FaultResult, leaveOut } from "./report.ts";
import { listUnexpectedErrors } from "./server-process.ts";

/** Longest answer that still counts as one at once. */
const MAX_REFUSAL_MS = 1000;

async function finish(
  bed: TestBed,
  load: Load,
  result: Pick<FaultResult, "fault" | "recoveries" | "notes" | "faults">,
) {
  await load.stop();
  const comparison = await bed.compare(load.ledger);
  const faults = [...result.faults, ...listUnexpectedErrors([bed.server])];
  return { ...comparison, ...result, rounds: 1, statuses: load.statuses, faults };
}

/** Asks once a second for some time. @returns the answers that are no 503 at once */
async function probe({ server, club }: TestBed, seconds: number): Promise<{ wrong: string[]; slowestMs: number }> {
  const wrong: string[] = [];
  let slowestMs = 0;
  for (const path of Array.from({ length: seconds }, (_, second) =>
    second % 2 ? `${club.path}/events` : "/api/v1/auth/user",
  )) {
    const { status, ms, body } = await send(server.origin, { path, token: club.owner });
    slowestMs = Math.max(slowestMs, ms);
    if (status !== 503 || ms > MAX_REFUSAL_MS)
      wrong.push(`${status} after ${ms.toFixed(0)} ms: ${JSON.stringify(body)}`);
    await sleep(Math.max(0, 1000 - ms));
  }
  return { wrong, slowestMs };
}

export async function outageSection(seconds: number): Promise<FaultResult[]> {
  const bed = await openTestBed();
  try {
    const load = bed.startLoad({ pauseMs: 50 });
    await load.untilBooked();
    await bed.postgres.stop();
    const { wrong, slowestMs } = await probe(bed, seconds);
    const isAlive = (await fetch(`${bed.server.origin}/healthz`)).ok;
    await bed.postgres.start();
    const recovery = await load.untilBooked();
    const faults = [
      ...wrong.slice(0, 3).map((answer) => `not 503 at once: ${answer}`),
      ...(isAlive ? [] : ["the server was not alive meanwhile"]),
      ...(recovery === undefined ? ["no booking within a minute of the end"] : []),
    ];
    const notes = [`${seconds} s away: 503 within ${slowestMs.toFixed(0)} ms at most`];
    return [await finish(bed, load, { fault: "database away", recoveries: [recovery ?? 60], notes, faults })];
  } finally {
    await bed.close();
  }
}

const DISK_SIZE = "256M";

async function onSmallDisk<T>(size: string, work: (disk: string) => Promise<T>): Promise<T> {
  const disk = mkdtempSync(join(tmpdir(), "baseline-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0755`, "tmpfs", disk]);
  try {
    return await work(disk);
  } finally {
    execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}

async function onBed<T>(options: Parameters<typeof openTestBed>[0], work: (bed: TestBed) => Promise<T>): Promise<T> {
  const bed = await openTestBed(options);
  try {
    return await work(bed);
  } finally {
    await bed.close();
  }
}

/** Fills the disk of the database, then that of the files, and makes room. Needs root, to mount a disk in memory. */
export async function diskSection(): Promise<FaultResult[]> {
  if (process.getuid?.() !== 0) return [leaveOut("disk full", "only root can mount a small disk")];
  const ofDatabase = await onSmallDisk(DISK_SIZE, (disk) =>
    onBed({ databaseFolder: join(disk, "postgres") }, (bed) => fillDisk(bed, disk)),
  );
  const ofFiles = await onSmallDisk(FILES_DISK_SIZE, (disk) =>
    onBed({ env: { DATA_DIR: join(disk, "data") } }, (bed) => fillFilesDisk(bed, disk)),
  );
  return [ofDatabase, ofFiles];
}

const FILES_DISK_SIZE = "64M";

/** @returns the file that takes all room */
function fill(disk: string, bytes: number): string {
  const ballast = join(disk, "ballast");
  try {
    // More than there is room for.
    writeFileSync(ballast, Buffer.alloc(bytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  chmodSync(ballast, 0o600);
  return ballast;
}

/** Uploads are refused meanwhile, with a clear word and without a row or a part of a file; all else goes on. */
async function fillFilesDisk(bed: TestBed, disk: string): Promise<FaultResult> {
  const before = await uploadPhoto(bed);
  const countPhotos = async () =>
    (
      await send(bed.server.origin, {
        path: `${bed.club.path}/files?fieldId=${bed.club.fieldIds[0]}`,
        token: bed.club.owner,
      })
    ).body.data.length as number;
  const photos = await countPhotos();
  const load = bed.startLoad({ pauseMs: 20 });
  await load.untilBooked();
  const ballast = fill(disk, 100_000_000);
  const refused = await uploadPhoto(bed);
  const isBooked = (await load.untilBooked(10)) !== undefined;
  const left = readdirSync(disk, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".part"));
  const photosMeanwhile = await countPhotos();
  rmSync(ballast);
  const after = await uploadPhoto(bed);
  const recovery = await load.untilBooked();
  const faults = [
    ...(before.status === 201 ? [] : [`an upload before it answered ${before.status}`]),
    ...(refused.status === 503 ? [] : [`an upload answered ${refused.status}: ${JSON.stringify(refused.body)}`]),
    ...(isBooked ? [] : ["no bookings meanwhile"]),
    ...(left.length > 0 ? [`parts of files are left: ${left.join(", ")}`] : []),
    ...(photosMeanwhile === photos ? [] : ["a photo without a file is listed"]),
    ...(after.status === 201 ? [] : [`an upload after it answered ${after.status}`]),
  ];
  const notes = [
    `disk of ${FILES_DISK_SIZE}: an upload was refused with ${refused.status}, bookings and mails went on`,
  ];
  return finish(bed, load, { fault: "disk of the files full", recoveries: [recovery ?? 60], notes, faults });
}

async function fillDisk(bed: TestBed, disk: string): Promise<FaultResult> {
  const load = bed.startLoad({ pauseMs: 20 });
  await load.untilBooked();
  const ballast = fill(disk, 300_000_000);
  const before = load.ledger.bookings.size;
  // A booking needs room in the log sooner or later.
  await sleep(20_000);
  const [booked, answers] = [load.ledger.bookings.size - before, { ...load.statuses }];
  const isRunning = bed.server.isRunning();
  rmSync(ballast);
  // As whoever watches over it does, where PostgreSQL has ended because it could not write its log.
  const wasDown = !(await bed.postgres.answers());
  if (wasDown) await bed.postgres.kill().then(() => bed.postgres.start());
  const recovery = await load.untilBooked();
  const notes = [
    `disk of ${DISK_SIZE}, full for 20 s, in which ${booked} bookings still found room`,
    wasDown ? "PostgreSQL had ended and was started again" : "PostgreSQL stayed up",
  ];
  const faults = [
    ...(isRunning ? [] : ["the server ended"]),
    ...(recovery === undefined ? ["no booking within a minute of room"] : []),
    ...((answers["503"] ?? 0) > 0 ? [] : ["no write was refused: the disk was not full"]),
  ];
  return finish(bed, load, { fault: "disk of the database full", recoveries: [recovery ?? 60], notes, faults });
}
