/** An import brings facilities and their fields from a CSV file: read, mapped, tried out, then done as a job. */
import * as z from "zod/mini";
import { amenities } from "./facilities.ts";
import { comforts } from "./fields.ts";
import { del, get, id, instant, ListQuery, noData, page, post, defineModule } from "./kit.ts";

export const importStates = ["draft", "waiting", "running", "done", "failed", "canceled"] as const;
export type ImportState = (typeof importStates)[number];

/** Targets of columns. One row is one field; its facility's values are the same in all rows of that facility. */
export const importTargets = [
  "facilityExternalId",
  "facilityName",
  "facilityDescription",
  "addressLine1",
  "postalCode",
  "city",
  "latitude",
  "longitude",
  "parkingPlace",
  "bicycleParkingPlace",
  ...amenities,
  "fieldExternalId",
  "fieldName",
  "fieldDescription",
  "sports",
  "space",
  "status",
  "confidentiality",
  "bookable",
  ...comforts,
  "minPeopleByEvent",
  "maxPeopleByEvent",
  "seatsStands",
] as const;
export type ImportTarget = (typeof importTargets)[number];

/** Bytes of one file. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 20_000;
/** Errors listed one by one; the rest are counted. */
export const MAX_IMPORT_ERRORS = 200;

/** Which target each column holds, by the column's index from 0; a target at most once, null for none. */
export const ImportMapping = z.array(z.nullable(z.enum(importTargets))).check(z.maxLength(200));

const ImportCounts = z.object({ created: z.int(), updated: z.int(), unchanged: z.int() });

export const ImportReport = z.object({
  facilities: ImportCounts,
  fields: ImportCounts,
  /** Rows left out. */
  failed: z.int(),
  /** Rows by line of the file, the header being line 1; the first 200. */
  errors: z.array(
    z.object({ line: z.int(), column: z.nullable(z.string()), value: z.nullable(z.string()), message: z.string() }),
  ),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const Import = z.object({
  id,
  fileName: z.string(),
  state: z.enum(importStates),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
  /** Guessed from the headers, until another one is sent. */
  mapping: ImportMapping,
  rows: z.int(),
  /** Rows worked off. */
  progress: z.int(),
  /** Report so far; null before the import began. */
  report: z.nullable(ImportReport),
  /** Why it failed as a whole. */
  failure: z.nullable(z.string()),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  created_at: instant,
});
export type Import = z.infer<typeof Import>;

const MappingDraft = z.strictObject({ mapping: ImportMapping });
const example = { mapping: ["facilityName" as const, "fieldName" as const] };

export const imports = defineModule("imports", {
  list: get("/organizations/{organizationId}/import/facilities", {
    allow: "fields.create",
    summary: "Imports, latest first",
    query: ListQuery,
    returns: page(Import),
  }),
  upload: post("/organizations/{organizationId}/import/facilities", {
    allow: "fields.create",
    summary: "Begin an import with a CSV file (`multipart/form-data`: `file`, 10 MB and 20,000 rows at most)",
    returns: Import,
    raw: "upload",
  }),
  read: get("/organizations/{organizationId}/import/facilities/{importId}", {
    allow: "fields.create",
    summary: "One import with its progress",
    returns: Import,
  }),
  check: post("/organizations/{organizationId}/import/facilities/{importId}/check", {
    allow: "fields.create",
    summary:
      "Dry run: what the import would do, with errors by row and column; nothing is changed but the kept mapping",
    body: MappingDraft,
    example,
    returns: ImportReport,
    status: 200,
  }),
  start: post("/organizations/{organizationId}/import/facilities/{importId}/start", {
    allow: "fields.create",
    summary: "Import as a job; each row whole or not at all",
    body: MappingDraft,
    example,
    returns: Import,
    successMessage: "imports.started",
    status: 200,
  }),
  cancel: del("/organizations/{organizationId}/import/facilities/{importId}", {
    allow: "fields.create",
    summary: "Drop a draft, or stop a running import: what is done stays",
    returns: noData,
    successMessage: "imports.canceled",
  }),
});
