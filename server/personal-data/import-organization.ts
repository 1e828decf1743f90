/**
 * Reads the copy of an organization into this server, as a new organization: all of it, or nothing. Ids of its rows stay;
 * the organization, its people and its pictures get new ones. Whatever the copy says, its rows become rows of the new
 * organization alone.
 */
import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import * as z from "zod/mini";
import { isReservedSlug, isSlug } from "#contract/organizations-slugs-rules.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import {
  deleteUnconfirmedUsers,
  findUsersByEmail,
  insertFormerUser,
  insertUser,
  lockEmail,
} from "#server/accounts/queries.ts";
import { randomToken } from "#server/accounts/sessions.ts";
import { insertGuardians } from "#server/customers/relation-queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import { PHOTO_FOLDER, parsePhotoFileName } from "#server/files/photo-names.ts";
import { noteAllStale } from "#server/kit/notify/overview-stale.ts";
import type { Clock } from "#server/kit/process/clock.ts";
import { CommandError } from "#server/kit/process/command.ts";
import { isUuid, uuidv7 } from "#server/kit/process/uuid.ts";
import { moveAllReminders } from "#server/events/reminder-times.ts";
import { moveRemindersOfPlayers } from "#server/participants/reminders.ts";
import type { FileStore } from "#server/kit/storage/file-store.ts";
import { updateSecondFactorDemand } from "#server/organizations/queries.ts";
import { takeSlug } from "#server/organizations/slugs.ts";
import { updatePageToOff } from "#server/pages/queries.ts";
import { updateSessionsToCanceled } from "#server/payments/queries.ts";
import { createSecret } from "#server/webhooks/sign.ts";
import { CopiedPerson, NamedPerson } from "./copy-format.ts";
import {
  type CopiedTable,
  listCopiedTables,
  listReferences,
  type Reference,
  sortByReferences,
} from "./organization-catalogue.ts";
import type { OrganizationCopy } from "./read-copy.ts";

const ROWS_PER_STATEMENT = 500;
/** As long as the names of pictures are. */
const PICTURE_BYTES = 20;
/** Ids, and names of pictures. */
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{40}\b/g;

export interface ImportedOrganization {
  organizationId: string;
  name: string;
  rows: number;
  files: number;
  /** Accounts of this server that were found by their confirmed address, and new ones. */
  people: { found: number; created: number };
  /** Its public address; null if it has none, or somebody else has it here. */
  slug: string | null;
}

interface ImportTarget {
  db: Database;
  store: FileStore;
  clock: Clock;
  /** Called when a table begins. */
  show(step: string): void;
}

/** @throws CommandError; nothing is changed then, but for pictures that the sweep of photos removes */
export async function importOrganization(copy: OrganizationCopy, target: ImportTarget): Promise<ImportedOrganization> {
  const { db, clock, show } = target;
  const now = clock.now();
  const organizationId = uuidv7(now);
  const password = await hashPassword(randomToken());
  const ids = new Map([[copy.manifest.organization.id, organizationId]]);
  show("storing the pictures");
  const files = await storeFiles(copy, target.store, ids);
  return db.transaction().execute(async (trx) => {
    const tables = await listImportedTables(trx, copy);
    const references = await listReferences(trx);
    const people = await importPeople(trx, copy, { ids, password, now });
    let rows = 0;
    for (const table of tables) {
      show(`reading in ${table.name}`);
      rows += await importRows(trx, table, copy.readTable(table.name), {
        ids,
        organizationId,
        refersToItself: references.some(
          (reference) => reference.table === table.name && reference.target === table.name,
        ),
      });
    }
    await assertOwnPeople(trx, organizationId, references, ids);
    await planReminders(trx, copy, { organizationId, now });
    if (!copy.manifest.tables.some(({ name }) => name === "customer_relations"))
      await insertGuardians(trx, organizationId, now);
    await updateSessionsToCanceled(trx, organizationId, now);
    await updateSecondFactorDemand(trx, organizationId, now);
    await noteAllStale(trx, organizationId);
    const slug = await importSlug(trx, copy, organizationId, now);
    const { name } = copy.manifest.organization;
    return { organizationId, name, rows, files, people, slug };
  });
}

/** Copies of older releases say of no event when its reminder goes, or not when devices are told once more. */
async function planReminders(
  db: Database,
  { manifest }: OrganizationCopy,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<void> {
  const columns = manifest.tables.find(({ name }) => name === "events")?.columns.map(({ name }) => name) ?? [];
  if (columns.includes("push_remind_at")) return;
  const context = { db, now };
  await moveAllReminders(context, { organizationId }, { late: columns.includes("remind_at") ? null : now });
  await moveRemindersOfPlayers(context, { organizationId });
}

/** @returns each after those that it refers to, with the columns of the copy. @throws CommandError for unknown ones */
async function listImportedTables(db: Database, { manifest }: OrganizationCopy): Promise<CopiedTable[]> {
  const known = await listCopiedTables(db);
  const tables = manifest.tables.map(({ name, columns }) => {
    const own = known.find((table) => table.name === name);
    const names = new Set(own?.columns.map((column) => column.name));
    const unknown = columns.find((column) => !names.has(column.name));
    if (!own || unknown)
      throw new CommandError(
        `The copy has rows that this release does not know (${[name, unknown?.name].filter(Boolean).join(".")}): update first`,
      );
    return { ...own, columns };
  });
  const sorted = sortByReferences(tables, await listReferences(db));
  if (sorted.every(({ name }) => name !== "organizations")) throw new CommandError("The copy has no organization");
  // The public address is one of the whole server.
  return sorted.filter(({ name }) => name !== "slugs");
}

interface PeopleContext {
  ids: Map<string, string>;
  /** A hash of a password that nobody knows. */
  password: string;
  now: Date;
}

/**
 * An account with the same confirmed address is that person. Others get one whose password nobody knows: whoever has the
 * mailbox chooses one. Accounts that nobody signs in to stay so.
 */
async function importPeople(db: Database, copy: OrganizationCopy, { ids, password, now }: PeopleContext) {
  const count = { found: 0, created: 0 };
  for (const line of copy.readPeople()) {
    const person = parsePerson(line);
    if (person.email === null) {
      const name = { firstName: person.first_name, lastName: person.last_name };
      ids.set(person.id, await insertFormerUser(db, name, now));
      continue;
    }
    await lockEmail(db, person.email);
    const { confirmed, unconfirmed } = await findUsersByEmail(db, person.email);
    if (confirmed) {
      ids.set(person.id, confirmed.id);
      count.found += 1;
      continue;
    }
    // A registration that is confirmed later would be a second account.
    if (unconfirmed.length > 0) await deleteUnconfirmedUsers(db, person.email);
    const { email, first_name: firstName, last_name: lastName, phone, language } = person;
    const draft = { email, firstName, lastName, phone, passwordHash: password, language, verified: true };
    const { id } = await insertUser(db, draft, now);
    ids.set(person.id, id);
    count.created += 1;
  }
  return count;
}

function parsePerson(line: string): CopiedPerson {
  const person = CopiedPerson.safeParse(JSON.parse(line));
  const isNamed =
    person.success && (person.data.email === null || NamedPerson.safeParse(pickName(person.data)).success);
  if (!person.success || !isNamed) throw new CommandError("The copy has a person whose name or address is not usable");
  return person.data;
}
const pickName = ({ first_name, last_name }: CopiedPerson) => ({ first_name, last_name });

/** Columns with values of this server: new secrets, and nobody is told anything until the team turns it on. */
const newValues: Readonly<Record<string, () => Record<string, RawBuilder<unknown>>>> = {
  // Its address holds a secret: the team gives it again.
  busy_calendars: () => ({ failure: sql`'no_address'` }),
  webhooks: () => ({ secret: sql`${createSecret()}`, active: sql`false` }),
  devices: () => ({ secret: sql`case when adapter = 'http' then ${createSecret()} end`, active: sql`false` }),
};

interface RowsContext {
  ids: ReadonlyMap<string, string>;
  organizationId: string;
  /** One of its rows may refer to a later one. */
  refersToItself: boolean;
}

/** @returns their number */
async function importRows(
  db: Database,
  { name, columns, tenant }: CopiedTable,
  lines: readonly string[],
  { ids, organizationId, refersToItself }: RowsContext,
): Promise<number> {
  const size = newValues[name] ? 1 : refersToItself ? lines.length : ROWS_PER_STATEMENT;
  for (let from = 0; from < lines.length; from += size) {
    const rows = lines.slice(from, from + size).map((line) => line.replace(ID, (id) => ids.get(id) ?? id));
    const values = {
      ...Object.fromEntries(columns.map((column) => [column.name, sql.ref(column.name)])),
      ...newValues[name]?.(),
      [tenant]: sql`${organizationId}::uuid`,
    };
    await sql`
      insert into ${sql.table(name)} (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
      select ${sql.join(Object.values(values))}
      from json_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(",")}]`}::json)`
      .execute(db)
      .catch((error: unknown) => {
        throw new CommandError(`The copy has rows of ${name} that do not hold together`, { cause: error });
      });
  }
  return lines.length;
}

/** Rows must name people of the copy alone, and no account of this server by its id. @throws CommandError */
async function assertOwnPeople(
  db: Database,
  organizationId: string,
  references: readonly Reference[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { table, column, target } of references) {
    if (target !== "users") continue;
    const { rows } = await sql`
      select from ${sql.table(table)} where organization_id = ${organizationId}
        and ${sql.ref(column)} <> all(${[...ids.values()].filter(isUuid)}::uuid[]) limit 1`.execute(db);
    if (rows.length > 0) throw new CommandError(`The copy has rows of ${table} with people that are not in it`);
  }
}

/** @returns their number */
async function storeFiles(copy: OrganizationCopy, store: FileStore, ids: Map<string, string>): Promise<number> {
  for (const { name } of copy.manifest.files) {
    const photo = parsePhotoFileName(name.slice(PHOTO_FOLDER.length + 1));
    if (!photo) throw new CommandError(`The copy has a file of another name than pictures have: ${name}`);
    const picture = ids.get(photo.picture) ?? randomBytes(PICTURE_BYTES).toString("hex");
    ids.set(photo.picture, picture);
    const bytes = copy.readFile(name);
    if (bytes.length > 0) await store.put(name.replace(photo.picture, picture), bytes, photo.type);
  }
  return copy.manifest.files.length;
}

/** @returns the address; null where there is none, or somebody else has it: then the page is off */
async function importSlug(
  db: Database,
  copy: OrganizationCopy,
  organizationId: string,
  now: Date,
): Promise<string | null> {
  const current = copy
    .readTable("slugs")
    .map((line) => z.object({ slug: z.string(), is_current: z.boolean() }).parse(JSON.parse(line)))
    .find(({ is_current }) => is_current);
  const slug = current?.slug;
  const isUsable = slug !== undefined && isSlug(slug) && !isReservedSlug(slug);
  if (isUsable && (await takeSlug(db, { organizationId, slug, now, formerUntil: now }))) return slug;
  await updatePageToOff(db, organizationId);
  return null;
}
