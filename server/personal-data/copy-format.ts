/**
 * The copy of an organization is a ZIP file:
 * - `data/TABLE.jsonl`: one row a line, as PostgreSQL writes it as JSON, by primary key
 * - `people.jsonl`: the accounts that the rows name
 * - `files/photos/…`: the photos
 * - `manifest.json`, the last one: what is in it, with the columns' types, numbers of rows and checksums
 */
import * as z from "zod/mini";
import { email, personName, phone } from "#contract/kit.ts";
import { languages } from "#messages/translator.ts";

export const COPY_FORMAT = 1;
export const MANIFEST_NAME = "manifest.json";
export const PEOPLE_NAME = "people.jsonl";
export const FILES_FOLDER = "files/";
export const tableFileName = (table: string): string => `data/${table}.jsonl`;

const sha256 = z.string().check(z.regex(/^[\da-f]{64}$/));
const columnName = z.string().check(z.regex(/^\w+$/));

export const CopyManifest = z.object({
  format: z.int(),
  /** Release of Baseline that wrote it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  organization: z.object({ id: z.uuid(), name: z.string() }),
  tables: z.array(
    z.object({
      name: columnName,
      columns: z.array(z.object({ name: columnName, type: z.string() })),
      rows: z.int(),
      sha256,
    }),
  ),
  people: z.object({ rows: z.int(), sha256 }),
  files: z.array(z.object({ name: z.string(), sha256 })),
});
export type CopyManifest = z.infer<typeof CopyManifest>;

/** A person without an account elsewhere gets one. */
export const CopiedPerson = z.object({
  id: z.uuid(),
  /** Null for accounts that nobody signs in to: closed ones, deactivated ones, those of API keys. */
  email: z.nullable(email),
  first_name: z.string().check(z.maxLength(200)),
  last_name: z.string().check(z.maxLength(200)),
  phone: z.nullable(phone),
  language: z.nullable(z.enum(languages)),
});
export type CopiedPerson = z.infer<typeof CopiedPerson>;

/** The name of an account that somebody signs in to stands in mails. */
export const NamedPerson = z.object({ first_name: personName(80), last_name: personName(80) });
