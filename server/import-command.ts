/** An import by whoever runs the server, at the command line. */
import { type ImportReport, importTargets, type ImportTarget } from "#contract/imports.ts";
import { noteHappening } from "#server/kit/activity.ts";
import { CommandError } from "#server/kit/command.ts";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import { isUuid } from "#server/kit/ids.ts";
import { words } from "#server/kit/words.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { requireMapping, takeIn, updateToWaiting } from "#server/imports/begin.ts";
import type { Mapping } from "#server/imports/drafts.ts";
import { guessMapping } from "#server/imports/guess.ts";
import { findImport, headersOf, listStalled, shape, shapeReport } from "#server/imports/queries.ts";
import { readTable } from "#server/imports/read.ts";
import { findPermissions, workOff } from "#server/imports/run.ts";
import { findRecognizer, readFile, tryOut } from "#server/imports/apply.ts";

export interface Order {
  organizationId: string;
  name: string;
  content: Buffer;
  isDry: boolean;
  /** Whose rights count; without, everything may be done. */
  email: string | undefined;
  /** `Header=target,…`, above what is guessed. */
  maps: readonly string[];
}
export interface Result {
  name: string;
  isDry: boolean;
  columns: { header: string; target: ImportTarget | null }[];
  rows: number;
  report: ImportReport;
}
type Place = Pick<House, "db" | "clock">;

const minute = 60_000;
const t = words.en;
const isTarget = (name: string): name is ImportTarget => (importTargets as readonly string[]).includes(name);

/** Pieces without a sign of equality belong to the header that follows: it has a comma of its own. */
function pairsOf(map: string): [header: string, target: string][] {
  const pairs: [string, string][] = [];
  let begun = "";
  for (const piece of map.split(",")) {
    begun += piece;
    const at = begun.lastIndexOf("=");
    if (at === -1) begun += ",";
    else {
      pairs.push([begun.slice(0, at).trim(), begun.slice(at + 1).trim()]);
      begun = "";
    }
  }
  if (begun.trim() !== "")
    throw new CommandError(`--map: "${begun.replace(/,$/, "")}" has no target; write Header=target`);
  return pairs;
}

function overridden(guessed: Mapping, headers: string[], maps: readonly string[]): Mapping {
  let mapping = [...guessed];
  for (const [header, name] of maps.flatMap(pairsOf)) {
    const at = headers.indexOf(header);
    if (at === -1) throw new CommandError(`--map: no column is called "${header}"; there are: ${headers.join(", ")}`);
    if (name !== "" && !isTarget(name))
      throw new CommandError(`--map: "${name}" is no target; there are: ${importTargets.join(", ")}`);
    const target = name === "" ? null : (name as ImportTarget);
    mapping = mapping.map((known, index) => (index === at ? target : known === target ? null : known));
  }
  return mapping;
}

async function findStarter(db: Database, { organizationId, email }: Order): Promise<string | null> {
  if (email === undefined) return null;
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.trim().toLowerCase())
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  const permissions = user && (await findPermissions(db, organizationId, user.id));
  if (!permissions) throw new CommandError(`${email} may not import into this organization`);
  return user.id;
}

/** Kept, started and noted at once, so that a server that runs beside shows it and can go on with it. */
const begin = ({ db, clock }: Place, order: Order, mapping: Mapping, userId: string | null, rows: number) =>
  db.transaction().execute(async (trx) => {
    const { organizationId, name } = order;
    const now = clock.now();
    const importId = await takeIn(trx, { ...order, userId, now });
    await updateToWaiting(trx, organizationId, importId, { mapping, userId, now });
    await noteHappening(trx, {
      organizationId,
      at: now,
      actorId: userId,
      act: "imports.start",
      subjectId: importId,
      before: undefined,
      after: { name, rows },
      address: null,
    });
    return importId;
  });

async function work(place: Place, order: Order, mapping: Mapping, rows: number, show: (done: number) => void) {
  const { db, clock } = place;
  const { organizationId } = order;
  const userId = await findStarter(db, order);
  // What was interrupted would stand in the way.
  for (const key of await listStalled(db, new Date(clock.now().getTime() - minute)))
    if (key.organizationId === organizationId) await workOff(place, key);
  const importId = await begin(place, order, mapping, userId, rows);
  await workOff(place, { organizationId, importId }, show);
  const { state, failure, report } = shape(await findImport(db, organizationId, importId), t);
  if (state !== "done" || !report) throw new CommandError(failure ?? `The import is ${state}`);
  return report;
}

/**
 * @param show told how many rows of how many are done
 * @throws CommandError or Problem with what keeps it from being done
 */
export async function runCommand(
  place: Place,
  order: Order,
  show: (done: number, rows: number) => void,
): Promise<Result> {
  const { db, clock } = place;
  const { organizationId, name, isDry, content } = order;
  if (!isUuid(organizationId))
    throw new CommandError(`${organizationId} is no organization's id: it stands in the address of its pages`);
  await findOrganization(db, organizationId).catch(() => {
    throw new CommandError(`There is no organization ${organizationId}`);
  });
  const table = await readTable(content);
  const headers = headersOf(
    table.headers.map((header) => ({ header, samples: [] })),
    t,
  );
  const mapping = overridden(guessMapping(table, await findRecognizer(db)), headers, order.maps);
  requireMapping(headers, mapping);
  const columns = headers.map((header, at) => ({ header, target: mapping[at] ?? null }));
  const rows = table.rows.length;
  if (!isDry) {
    const report = await work(place, order, mapping, rows, (done) => show(done, rows));
    return { name, isDry, columns, rows, report };
  }
  const userId = await findStarter(db, order);
  const permissions = (await findPermissions(db, organizationId, userId)) ?? new Set();
  const drafts = await readFile(db, content, mapping);
  const report = await tryOut(db, { organizationId, mapping, permissions }, drafts.rows, clock.now());
  return { name, isDry, columns, rows, report: shapeReport(report, headers, t) };
}

/** A result in lines. */
export function tell({ name, isDry, columns, rows, report }: Result): string {
  const width = Math.max(...columns.map(({ header }) => header.length));
  const counts = ({ created, updated, unchanged }: ImportReport["fields"]) =>
    `${created} ${isDry ? "to create" : "created"}, ${updated} ${isDry ? "to update" : "updated"}, ${unchanged} unchanged`;
  const errors = report.errors.map(
    ({ line, column, value, message }) =>
      `  line ${line}${column === null ? "" : `, column "${column}"`}: ${message}${value === null ? "" : ` (${value})`}`,
  );
  const listed = new Set(report.errors.map(({ line }) => line)).size;
  return [
    `${name}: ${rows} rows${isDry ? ", dry run: nothing is changed" : ""}`,
    ...columns.map(({ header, target }) => `  ${header.padEnd(width)}  ${target ?? "-"}`),
    `Facilities: ${counts(report.facilities)}`,
    `Fields:     ${counts(report.fields)}`,
    `Rows left out: ${report.failed}`,
    ...errors,
    ...(report.failed > listed ? [`  and ${report.failed - listed} more`] : []),
  ].join("\n");
}
