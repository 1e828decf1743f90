/** An import until it runs: a file is taken in, tried out with a mapping, and started; or dropped. */
import type { FastifyRequest } from "fastify";
import { type Import, type ImportReport, type imports, largestImport } from "#contract/imports.ts";
import { type Database, isDatabaseError } from "#server/kit/database.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import { type Call, outside, type RawCall } from "#server/kit/serve.ts";
import { openTurns } from "#server/kit/turns.ts";
import { findRecognizer, readFile, tryOut } from "./apply.ts";
import type { Mapping } from "./drafts.ts";
import { guessMapping } from "./guess.ts";
import {
  type Column,
  deleteImport,
  deleteSurplus,
  findContent,
  findImport,
  findImportToChange,
  headersOf,
  insertImport,
  shape,
  shapeReport,
  updateImport,
} from "./queries.ts";
import { readTable, type Table } from "./read.ts";

/** A large file takes seconds, and ten times its size in memory. */
const inTurn = openTurns(12);

async function receive(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  const file = await request.file();
  if (!file) throw invalid({ file: [say("kit.required")] });
  try {
    return { name: file.filename, content: await file.toBuffer() };
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 413) throw error;
    const saying = say("imports.tooLarge", { most: largestImport / 1024 / 1024 });
    throw new Problem(413, saying, { errors: { file: [saying] } });
  }
}

const mostSamples = 3;
function columnsOf({ headers, rows }: Table): Column[] {
  return headers.map((header, at) => {
    const samples = new Set<string>();
    for (const { cells } of rows) {
      const cell = (cells[at] ?? "").trim();
      if (cell !== "") samples.add(cell.slice(0, 80).toWellFormed());
      if (samples.size === mostSamples) break;
    }
    return { header: header.slice(0, 200).toWellFormed(), samples: [...samples] };
  });
}

/** Without the folders that some send along, and in one line. */
const named = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed() || "import.csv";

export interface Intake {
  organizationId: string;
  name: string;
  content: Buffer;
  userId: string | null;
  now: Date;
}

/**
 * Keeps a file, with its columns guessed.
 * @throws Problem 415 or 422 for what is no table
 */
export async function takeIn(db: Database, { organizationId, name, content, userId, now }: Intake): Promise<string> {
  const table = await readTable(content);
  const id = v7(now);
  await insertImport(db, {
    organization_id: organizationId,
    id,
    file_name: named(name),
    content,
    columns: columnsOf(table),
    mapping: guessMapping(table, await findRecognizer(db)),
    rows: table.rows.length,
    created_by: userId,
    created_at: now,
    updated_at: now,
  });
  return id;
}

/** A slow upload holds no connection to the database. */
export const upload = outside(async (call: RawCall<typeof imports.upload>): Promise<Import> => {
  const { db, organizationId, user, now, t, request } = call;
  const file = await receive(request);
  const id = await inTurn(() => takeIn(db, { ...file, organizationId, userId: user.id, now }));
  await deleteSurplus(db, organizationId, id);
  return shape(await findImport(db, organizationId, id), t);
});

/**
 * @param columns of the file
 * @throws Problem 422 under `mapping`
 */
export function requireMapping(columns: readonly unknown[], mapping: Mapping): void {
  const targets = mapping.filter((target) => target !== null);
  const wrong = [
    ...(mapping.length === columns.length ? [] : [say("imports.otherColumns", { count: columns.length })]),
    ...(new Set(targets).size === targets.length ? [] : [say("imports.targetTwice")]),
    ...(targets.includes("facilityName") ? [] : [say("imports.facilityNameMissing")]),
    ...(targets.includes("fieldName") ? [] : [say("imports.fieldNameMissing")]),
  ];
  if (wrong.length > 0) throw invalid({ mapping: wrong });
}

async function findDraft(db: Database, organizationId: string, id: string) {
  const row = await findImportToChange(db, organizationId, id);
  if (row.state !== "draft") throw new Problem(409, say("imports.begunAlready"));
  return row;
}

/** Long for a large file: no transaction waits meanwhile. */
export const check = outside(async (call: Call<typeof imports.check>): Promise<ImportReport> => {
  const { db, organizationId, params, body, now, t } = call;
  const { importId } = params;
  const { mapping } = body;
  const row = await db.transaction().execute(async (trx) => {
    const found = await findDraft(trx, organizationId, importId);
    requireMapping(found.columns as Column[], mapping);
    await updateImport(trx, organizationId, importId, { mapping, updated_at: now });
    return found;
  });
  const report = await inTurn(() => tryFile(call, mapping));
  return shapeReport(report, headersOf(row.columns as Column[], t), t);
});

async function tryFile({ db, organizationId, params, standing, now }: Call<typeof imports.check>, mapping: Mapping) {
  const content = await findContent(db, organizationId, params.importId);
  if (!content) throw new Problem(409, say("imports.begunAlready"));
  const { rows } = await readFile(db, content, mapping);
  return tryOut(db, { organizationId, mapping, permissions: standing.permissions }, rows, now);
}

/**
 * Lets an import wait for its worker.
 * @throws Problem 409 while another one of the organization is under way
 */
export async function updateToWaiting(
  db: Database,
  organizationId: string,
  id: string,
  { mapping, userId, now }: { mapping: Mapping; userId: string | null; now: Date },
): Promise<void> {
  const begun = { state: "waiting", mapping, started_by: userId, started_at: now, updated_at: now };
  try {
    await updateImport(db, organizationId, id, begun);
  } catch (error) {
    const isTaken = isDatabaseError(error) && error.constraint === "imports_one_at_once";
    throw isTaken ? new Problem(409, say("imports.anotherRuns")) : error;
  }
}

export async function start(call: Call<typeof imports.start>): Promise<Import> {
  const { db, house, organizationId, params, body, user, now, t } = call;
  const { importId } = params;
  const { columns, file_name: fileName, rows } = await findDraft(db, organizationId, importId);
  requireMapping(columns as Column[], body.mapping);
  await updateToWaiting(db, organizationId, importId, { mapping: body.mapping, userId: user.id, now });
  await house.jobs.send(db, "imports.run", { organizationId, importId });
  call.record({ after: { name: fileName, rows } });
  return shape(await findImport(db, organizationId, importId), t);
}

export async function cancel(call: Call<typeof imports.cancel>): Promise<null> {
  const { db, organizationId, params, now } = call;
  const { state, file_name: name, progress } = await findImportToChange(db, organizationId, params.importId);
  if (state === "draft") {
    await deleteImport(db, organizationId, params.importId);
    call.record({ isDone: true });
  } else if (state === "waiting" || state === "running") {
    const canceled = { state: "canceled", ended_at: now, updated_at: now };
    await updateImport(db, organizationId, params.importId, canceled);
    call.record({ after: { name, rows: progress } });
  } else throw new Problem(409, say("imports.endedAlready"));
  return null;
}
