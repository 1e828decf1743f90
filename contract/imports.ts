/** Imports of facilities and fields, of bookings, customers, packs and memberships: upload, column mapping, dry run, then a job. */
import * as z from "zod/mini";
import { amenities } from "./facility-shape.ts";
import { comforts } from "./fields.ts";
import {
  del,
  DryRun,
  get,
  id,
  instant,
  ListQuery,
  noData,
  page,
  post,
  defineModule,
  requiredLine,
  toSingleLine,
} from "./kit.ts";
import { packUnits } from "./packs.ts";

export const importStates = ["draft", "waiting", "running", "done", "failed", "canceled", "undoing", "undone"] as const;
export type ImportState = (typeof importStates)[number];

/** Columns that can be mapped. A row is a field; rows of one facility repeat the facility's values. */
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
  "sportFamily",
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

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 20_000;
/** Errors, warnings and sport values listed; further ones are only counted. */
export const MAX_IMPORT_ERRORS = 200;
export const MAX_SPORT_VALUE_LENGTH = 200;

/** By their names in the Encoding Standard. */
export const fileEncodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "iso-8859-15",
  "windows-1250",
  "macintosh",
] as const;
export type FileEncoding = (typeof fileEncodings)[number];

/** Target of each column by column index; null for none. A target occurs at most once. */
export const ImportMapping = z.array(z.nullable(z.enum(importTargets))).check(z.maxLength(200));

/** Sports that a value of the file stands for; an empty list means none. Compared without case, accents and spaces. */
const SportMapping = z
  .array(
    z.strictObject({
      value: requiredLine(MAX_SPORT_VALUE_LENGTH),
      sportIds: z.array(z.int32()).check(z.maxLength(20)),
    }),
  )
  .check(z.maxLength(500));
export type SportMapping = z.infer<typeof SportMapping>;

/** Columns of customers that can be mapped. `fullName` is a first and a last name in one cell. */
export const customerImportTargets = [
  "fullName",
  "firstName",
  "lastName",
  "legalName",
  "email",
  "phone",
  "externalId",
  "birthDate",
  "addressLine",
  "postalCode",
  "city",
  "region",
  "identificationNumber",
  "vatNumber",
] as const;
export type CustomerImportTarget = (typeof customerImportTargets)[number];

/**
 * Columns of bookings that can be mapped. A start or an end may have its date with it; an end before the start is of the
 * next day.
 */
export const bookingImportTargets = [
  "field",
  "facility",
  "date",
  "startTime",
  "endTime",
  "duration",
  "title",
  "customerName",
  "firstName",
  "lastName",
  "legalName",
  "email",
  "phone",
  "customerNumber",
  "people",
  "notes",
  "status",
  "externalId",
] as const;
export type BookingImportTarget = (typeof bookingImportTargets)[number];

/**
 * Columns of packs that can be mapped. `unitsLeft` and `unitsUsed` say the same in two ways; without either, nothing of a
 * pack is used. Units of packs of minutes are minutes.
 */
export const packImportTargets = [
  "pack",
  "customerName",
  "firstName",
  "lastName",
  "legalName",
  "email",
  "phone",
  "customerNumber",
  "unitsTotal",
  "unitsLeft",
  "unitsUsed",
  "startsOn",
  "expiresOn",
  "externalId",
] as const;
export type PackImportTarget = (typeof packImportTargets)[number];

/**
 * Columns of memberships that can be mapped: of a start and an end, one is enough. `renews` is yes or no; without it a
 * membership renews as its type says. A freeze without its first day runs already.
 */
export const subscriptionImportTargets = [
  "membership",
  "customerName",
  "firstName",
  "lastName",
  "email",
  "phone",
  "customerNumber",
  "startsOn",
  "endsOn",
  "renews",
  "frozenFrom",
  "frozenTo",
  "externalId",
] as const;
export type SubscriptionImportTarget = (typeof subscriptionImportTargets)[number];

/** Order of day and month in dates that begin with neither a year nor a name. */
export const dateOrders = ["day_first", "month_first"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** An import can be undone for this long after its end. */
export const IMPORT_UNDO_DAYS = 7;

const MAX_FIELD_VALUE_LENGTH = 300;
/** Fields that values of the file stand for; an empty value stands for rows that name none. */
const FieldMapping = z
  .array(z.strictObject({ value: z.string().check(toSingleLine, z.maxLength(MAX_FIELD_VALUE_LENGTH)), fieldId: id }))
  .check(z.maxLength(500));
export type FieldMapping = z.infer<typeof FieldMapping>;

/** Rows in one request: a file is sent in parts. */
export const MAX_CUSTOMER_ROWS = 250;
const CustomerRow = z.strictObject({
  /** Line of the file; the header is line 1. */
  line: z.int().check(z.gte(1), z.lte(10_000_000)),
  /** Without empty ones. */
  cells: z
    .array(
      z.strictObject({
        target: z.enum(customerImportTargets),
        value: z.string().check(toSingleLine, z.maxLength(500)),
      }),
    )
    .check(z.maxLength(customerImportTargets.length)),
});
export type CustomerRow = z.output<typeof CustomerRow>;

const ImportCounts = z.object({ created: z.int(), updated: z.int(), unchanged: z.int() });

/** `line` is the line of the file; the header is line 1. */
const ImportProblem = z.object({
  line: z.int(),
  column: z.nullable(z.string()),
  value: z.nullable(z.string()),
  message: z.string(),
});

export const ImportReport = z.object({
  facilities: ImportCounts,
  fields: ImportCounts,
  failed: z.int(),
  /** Errors of rows that are left out: the first 200. */
  errors: z.array(ImportProblem),
  /** Rows with warnings, which are imported. */
  warned: z.int(),
  /** Warnings about values that are left out or taken from elsewhere, such as unknown sports: the first 200. */
  warnings: z.array(ImportProblem),
  /** Values of the file that are no sports here, with what they are mapped to; null: nothing yet. The first 200. */
  sportValues: z.array(z.object({ value: z.string(), rows: z.int(), sportIds: z.nullable(z.array(z.int())) })),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const Import = z.object({
  id,
  fileName: z.string(),
  /** In which the file is read: guessed at first; null for imports of before it was kept. */
  encoding: z.nullable(z.enum(fileEncodings)),
  state: z.enum(importStates),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
  mapping: ImportMapping,
  /** At first that of the latest import of the organization. */
  sportMapping: SportMapping,
  rows: z.int(),
  progress: z.int(),
  report: z.nullable(ImportReport),
  failure: z.nullable(z.string()),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  created_at: instant,
});
export type Import = z.infer<typeof Import>;

/** Members of an import of rows that can be undone. */
const importMembers = {
  id,
  fileName: z.string(),
  encoding: z.nullable(z.enum(fileEncodings)),
  state: z.enum(importStates),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
  dateOrder: z.enum(dateOrders),
  rows: z.int(),
  progress: z.int(),
  failure: z.nullable(z.string()),
  /** Null if there is nothing to undo, or it is too late. */
  undoableUntil: z.nullable(instant),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  created_at: instant,
};

/** Numbers of passes and customers that an undo has removed, given back their former values, and left; why: the first 200. */
const passUndoOf = <const Kind extends string>(kind: Kind) =>
  z.nullable(
    z.object({
      removed: z.int(),
      restored: z.int(),
      kept: z.int(),
      records: z.array(
        z.object({
          kind: z.enum([kind, "customer"]),
          id,
          name: z.string(),
          /** The customer on whose page it is. */
          customerId: z.nullable(id),
          reason: z.string(),
        }),
      ),
    }),
  );

export const BookingImportReport = z.object({
  /** `unchanged` are here already. */
  bookings: ImportCounts,
  /** Bookings among those that are created which are over. */
  past: z.int(),
  customers: ImportCounts,
  /** Rows that were called off, rejected or never confirmed before their end, which are left out. */
  skipped: z.int(),
  failed: z.int(),
  errors: z.array(ImportProblem),
  warned: z.int(),
  warnings: z.array(ImportProblem),
  /** Names of fields in the file, most rows first, with what is known or chosen; null: nothing yet. The first 200. */
  fieldValues: z.array(z.object({ value: z.string(), rows: z.int(), fieldId: z.nullable(id) })),
  /** How the first rows are read. */
  examples: z.array(
    z.object({
      line: z.int(),
      field: z.string(),
      startTime: instant,
      endTime: instant,
      timezone: z.string(),
      title: z.string(),
      customer: z.nullable(z.string()),
    }),
  ),
});
export type BookingImportReport = z.infer<typeof BookingImportReport>;

export const CustomerImportReport = z.object({
  customers: ImportCounts,
  failed: z.int(),
  errors: z.array(ImportProblem),
});
export type CustomerImportReport = z.infer<typeof CustomerImportReport>;

export const CustomerImport = z.object({
  ...importMembers,
  mapping: z.array(z.nullable(z.enum(customerImportTargets))),
  report: z.nullable(CustomerImportReport),
  /** Numbers of customers whom an undo has removed, given back their former values, and left; why they were left: the first 200. */
  undo: z.nullable(
    z.object({
      removed: z.int(),
      restored: z.int(),
      kept: z.int(),
      records: z.array(z.object({ id, name: z.string(), reason: z.string() })),
    }),
  ),
});
export type CustomerImport = z.infer<typeof CustomerImport>;

/** Without `dateOrder`, the kept one stays. */
const CustomerMappingDraft = z.strictObject({
  mapping: z.array(z.nullable(z.enum(customerImportTargets))).check(z.maxLength(200)),
  dateOrder: z.optional(z.enum(dateOrders)),
});
const customerExample = { mapping: ["fullName" as const, "email" as const] };

export const BookingImport = z.object({
  ...importMembers,
  mapping: z.array(z.nullable(z.enum(bookingImportTargets))),
  fields: FieldMapping,
  report: z.nullable(BookingImportReport),
  /** Numbers of what an undo has removed and left, and why it was left: the first 200. */
  undo: z.nullable(
    z.object({
      removed: z.int(),
      kept: z.int(),
      records: z.array(
        z.object({
          kind: z.enum(["booking", "customer"]),
          id,
          name: z.string(),
          startTime: z.nullable(instant),
          timezone: z.nullable(z.string()),
          reason: z.string(),
        }),
      ),
    }),
  ),
});
export type BookingImport = z.infer<typeof BookingImport>;

/** Members that are left out stay as they are kept. */
const BookingMappingDraft = z.strictObject({
  mapping: z.array(z.nullable(z.enum(bookingImportTargets))).check(z.maxLength(200)),
  dateOrder: z.optional(z.enum(dateOrders)),
  fields: z.optional(FieldMapping),
});
const bookingExample = { mapping: ["field" as const, "startTime" as const, "duration" as const] };

export const PackImportReport = z.object({
  packs: ImportCounts,
  /** Packs among those that are created which are used up or have expired. */
  ended: z.int(),
  customers: ImportCounts,
  failed: z.int(),
  errors: z.array(ImportProblem),
  /** How the first rows are read. */
  examples: z.array(
    z.object({
      line: z.int(),
      customer: z.string(),
      pack: z.string(),
      unit: z.enum(packUnits),
      unitsTotal: z.int(),
      unitsLeft: z.int(),
      /** Local dates, both included; null: with the first use, and never. */
      startsOn: z.nullable(z.iso.date()),
      expiresOn: z.nullable(z.iso.date()),
    }),
  ),
});
export type PackImportReport = z.infer<typeof PackImportReport>;

export const PackImport = z.object({
  ...importMembers,
  mapping: z.array(z.nullable(z.enum(packImportTargets))),
  report: z.nullable(PackImportReport),
  undo: passUndoOf("pack"),
});
export type PackImport = z.infer<typeof PackImport>;

/** Without `dateOrder`, the kept one stays. */
const PackMappingDraft = z.strictObject({
  mapping: z.array(z.nullable(z.enum(packImportTargets))).check(z.maxLength(200)),
  dateOrder: z.optional(z.enum(dateOrders)),
});
const packExample = { mapping: ["pack" as const, "customerName" as const, "unitsLeft" as const] };

export const SubscriptionImportReport = z.object({
  subscriptions: ImportCounts,
  /** Memberships among those that are created whose term is over. */
  ended: z.int(),
  customers: ImportCounts,
  failed: z.int(),
  errors: z.array(ImportProblem),
  /** How the first rows are read. */
  examples: z.array(
    z.object({
      line: z.int(),
      customer: z.string(),
      membership: z.string(),
      /** Local dates, both included. */
      startsOn: z.iso.date(),
      endsOn: z.iso.date(),
      renews: z.boolean(),
    }),
  ),
});
export type SubscriptionImportReport = z.infer<typeof SubscriptionImportReport>;

export const SubscriptionImport = z.object({
  ...importMembers,
  mapping: z.array(z.nullable(z.enum(subscriptionImportTargets))),
  report: z.nullable(SubscriptionImportReport),
  undo: passUndoOf("subscription"),
});
export type SubscriptionImport = z.infer<typeof SubscriptionImport>;

/** Without `dateOrder`, the kept one stays. */
const SubscriptionMappingDraft = z.strictObject({
  mapping: z.array(z.nullable(z.enum(subscriptionImportTargets))).check(z.maxLength(200)),
  dateOrder: z.optional(z.enum(dateOrders)),
});
const subscriptionExample = { mapping: ["membership" as const, "customerName" as const, "endsOn" as const] };

/** Without `sportMapping`, the kept one stays. */
const MappingDraft = z.strictObject({ mapping: ImportMapping, sportMapping: z.optional(SportMapping) });
const example = { mapping: ["facilityName" as const, "fieldName" as const] };

export const CustomersImport = z.extend(ImportCounts, {
  failed: z.int(),
  /** `column` is a target. */
  errors: z.array(ImportProblem),
});
export type CustomersImport = z.infer<typeof CustomersImport>;

export const imports = defineModule("imports", {
  readCustomerTable: post("/organizations/{organizationId}/import/customers/table", {
    allow: "customers.manage",
    summary: "Read a CSV file of customers (`multipart/form-data`: `file`); nothing is kept",
    deprecated: true,
    leavesEntry: false,
    returns: z.object({
      encoding: z.enum(fileEncodings),
      headers: z.array(z.string()),
      rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
    }),
    raw: "upload",
    refusesApiKeys: true,
  }),
  customers: post("/organizations/{organizationId}/import/customers", {
    allow: "customers.manage",
    summary: "Import rows of customers; those that are refused are left out, with errors by line and column",
    deprecated: true,
    query: DryRun,
    body: z.strictObject({ rows: z.array(CustomerRow).check(z.minLength(1), z.maxLength(MAX_CUSTOMER_ROWS)) }),
    example: {
      rows: [
        {
          line: 2,
          cells: [
            { target: "fullName", value: "Zoé Morel" },
            { target: "phone", value: "06 12 34 56 78" },
          ],
        },
      ],
    },
    returns: CustomersImport,
    status: 200,
    dryRun: true,
    refusesApiKeys: true,
  }),
  list: get("/organizations/{organizationId}/import/facilities", {
    allow: "fields.create",
    summary: "Imports, latest first",
    query: ListQuery,
    returns: page(Import),
  }),
  upload: post("/organizations/{organizationId}/import/facilities", {
    allow: "fields.create",
    summary: "Begin an import with a CSV file (`multipart/form-data`: `file`, 10 MB and 20,000 rows at most)",
    leavesEntry: false,
    returns: Import,
    raw: "upload",
    refusesApiKeys: true,
  }),
  read: get("/organizations/{organizationId}/import/facilities/{importId}", {
    allow: "fields.create",
    summary: "One import with its progress",
    returns: Import,
  }),
  readAgain: post("/organizations/{organizationId}/import/facilities/{importId}/encoding", {
    allow: "fields.create",
    summary: "Read a draft's file again in another encoding: its columns, rows and guessed mapping are replaced",
    body: z.strictObject({ encoding: z.enum(fileEncodings) }),
    example: { encoding: "windows-1252" },
    leavesEntry: false,
    returns: Import,
    status: 200,
    refusesApiKeys: true,
  }),
  check: post("/organizations/{organizationId}/import/facilities/{importId}/check", {
    allow: "fields.create",
    summary:
      "Dry run: what the import would do, with errors by row and column; nothing is changed but the kept mapping",
    body: MappingDraft,
    example,
    leavesEntry: false,
    returns: ImportReport,
    status: 200,
    refusesApiKeys: true,
  }),
  start: post("/organizations/{organizationId}/import/facilities/{importId}/start", {
    allow: "fields.create",
    summary: "Import as a job; each row whole or not at all",
    body: MappingDraft,
    example,
    returns: Import,
    successMessage: "imports.started",
    status: 200,
    refusesApiKeys: true,
  }),
  cancel: del("/organizations/{organizationId}/import/facilities/{importId}", {
    allow: "fields.create",
    summary: "Drop a draft, or stop a running import: what is done stays",
    returns: noData,
    successMessage: "imports.canceled",
    refusesApiKeys: true,
  }),
  listBookings: get("/organizations/{organizationId}/import/bookings", {
    allow: "events.create",
    summary: "Imports of bookings, latest first",
    query: ListQuery,
    returns: page(BookingImport),
  }),
  uploadBookings: post("/organizations/{organizationId}/import/bookings", {
    allow: "events.create",
    summary: "Begin an import of bookings with a file (`multipart/form-data`: `file`, 10 MB and 20,000 rows at most)",
    leavesEntry: false,
    returns: BookingImport,
    raw: "upload",
    refusesApiKeys: true,
  }),
  readBookings: get("/organizations/{organizationId}/import/bookings/{bookingImportId}", {
    allow: "events.create",
    summary: "One import of bookings with its progress",
    returns: BookingImport,
  }),
  readBookingsAgain: post("/organizations/{organizationId}/import/bookings/{bookingImportId}/encoding", {
    allow: "events.create",
    summary: "Read a draft's file again in another encoding: its columns, rows and guessed mapping are replaced",
    body: z.strictObject({ encoding: z.enum(fileEncodings) }),
    example: { encoding: "windows-1252" },
    leavesEntry: false,
    returns: BookingImport,
    status: 200,
    refusesApiKeys: true,
  }),
  checkBookings: post("/organizations/{organizationId}/import/bookings/{bookingImportId}/check", {
    allow: "events.create",
    summary:
      "Dry run: what the import would do, with errors by row and column; nothing is changed but what is kept of the mapping",
    body: BookingMappingDraft,
    example: bookingExample,
    leavesEntry: false,
    returns: BookingImportReport,
    status: 200,
    refusesApiKeys: true,
  }),
  startBookings: post("/organizations/{organizationId}/import/bookings/{bookingImportId}/start", {
    allow: "events.create",
    summary: "Import as a job; each row whole or not at all. Nobody gets a mail",
    body: BookingMappingDraft,
    example: bookingExample,
    returns: BookingImport,
    successMessage: "imports.started",
    status: 200,
    refusesApiKeys: true,
  }),
  cancelBookings: del("/organizations/{organizationId}/import/bookings/{bookingImportId}", {
    allow: "events.create",
    summary: "Drop a draft, or stop a running import: what is done stays",
    returns: noData,
    successMessage: "imports.canceled",
    refusesApiKeys: true,
  }),
  undoBookings: post("/organizations/{organizationId}/import/bookings/{bookingImportId}/undo", {
    allow: "events.create",
    summary:
      "Remove the bookings and customers that an import made and nobody has changed since, as a job, within 7 days of its end",
    body: z.strictObject({}),
    example: {},
    returns: BookingImport,
    successMessage: "imports.undoStarted",
    status: 200,
    refusesApiKeys: true,
  }),
  listCustomers: get("/organizations/{organizationId}/import/customers", {
    allow: "customers.manage",
    summary: "Imports of customers, latest first",
    query: ListQuery,
    returns: page(CustomerImport),
  }),
  uploadCustomers: post("/organizations/{organizationId}/import/customers/files", {
    allow: "customers.manage",
    summary:
      "Begin an import of customers with a CSV file (`multipart/form-data`: `file`, 10 MB and 20,000 rows at most)",
    leavesEntry: false,
    returns: CustomerImport,
    raw: "upload",
    refusesApiKeys: true,
  }),
  readCustomers: get("/organizations/{organizationId}/import/customers/{customerImportId}", {
    allow: "customers.manage",
    summary: "One import of customers with its progress",
    returns: CustomerImport,
  }),
  readCustomersAgain: post("/organizations/{organizationId}/import/customers/{customerImportId}/encoding", {
    allow: "customers.manage",
    summary: "Read a draft's file again in another encoding: its columns, rows and guessed mapping are replaced",
    body: z.strictObject({ encoding: z.enum(fileEncodings) }),
    example: { encoding: "windows-1252" },
    leavesEntry: false,
    returns: CustomerImport,
    status: 200,
    refusesApiKeys: true,
  }),
  checkCustomers: post("/organizations/{organizationId}/import/customers/{customerImportId}/check", {
    allow: "customers.manage",
    summary:
      "Dry run: what the import would do, with errors by row and column; nothing is changed but what is kept of the mapping",
    body: CustomerMappingDraft,
    example: customerExample,
    leavesEntry: false,
    returns: CustomerImportReport,
    status: 200,
    refusesApiKeys: true,
  }),
  startCustomers: post("/organizations/{organizationId}/import/customers/{customerImportId}/start", {
    allow: "customers.manage",
    summary: "Import as a job; each row whole or not at all. Customers who are known get what is new",
    body: CustomerMappingDraft,
    example: customerExample,
    returns: CustomerImport,
    successMessage: "imports.started",
    status: 200,
    refusesApiKeys: true,
  }),
  cancelCustomers: del("/organizations/{organizationId}/import/customers/{customerImportId}", {
    allow: "customers.manage",
    summary: "Drop a draft, or stop a running import: what is done stays",
    returns: noData,
    successMessage: "imports.canceled",
    refusesApiKeys: true,
  }),
  undoCustomers: post("/organizations/{organizationId}/import/customers/{customerImportId}/undo", {
    allow: "customers.manage",
    summary:
      "Remove the customers whom an import made, and give those whom it changed their former values, as a job, within 7 days of its end; who was changed or used since stays",
    body: z.strictObject({}),
    example: {},
    returns: CustomerImport,
    successMessage: "imports.undoStarted",
    status: 200,
    refusesApiKeys: true,
  }),
  listPacks: get("/organizations/{organizationId}/import/packs", {
    allow: "sales.adjust",
    summary: "Imports of packs, latest first",
    query: ListQuery,
    returns: page(PackImport),
  }),
  uploadPacks: post("/organizations/{organizationId}/import/packs", {
    allow: "sales.adjust",
    summary: "Begin an import of packs with a CSV file (`multipart/form-data`: `file`, 10 MB and 20,000 rows at most)",
    leavesEntry: false,
    returns: PackImport,
    raw: "upload",
    refusesApiKeys: true,
  }),
  readPacks: get("/organizations/{organizationId}/import/packs/{packImportId}", {
    allow: "sales.adjust",
    summary: "One import of packs with its progress",
    returns: PackImport,
  }),
  readPacksAgain: post("/organizations/{organizationId}/import/packs/{packImportId}/encoding", {
    allow: "sales.adjust",
    summary: "Read a draft's file again in another encoding: its columns, rows and guessed mapping are replaced",
    body: z.strictObject({ encoding: z.enum(fileEncodings) }),
    example: { encoding: "windows-1252" },
    leavesEntry: false,
    returns: PackImport,
    status: 200,
    refusesApiKeys: true,
  }),
  checkPacks: post("/organizations/{organizationId}/import/packs/{packImportId}/check", {
    allow: "sales.adjust",
    summary:
      "Dry run: what the import would do, with errors by row and column; nothing is changed but what is kept of the mapping",
    body: PackMappingDraft,
    example: packExample,
    leavesEntry: false,
    returns: PackImportReport,
    status: 200,
    refusesApiKeys: true,
  }),
  startPacks: post("/organizations/{organizationId}/import/packs/{packImportId}/start", {
    allow: "sales.adjust",
    summary: "Import as a job, as packs that are granted; each row whole or not at all. Nobody gets a mail",
    body: PackMappingDraft,
    example: packExample,
    returns: PackImport,
    successMessage: "imports.started",
    status: 200,
    refusesApiKeys: true,
  }),
  cancelPacks: del("/organizations/{organizationId}/import/packs/{packImportId}", {
    allow: "sales.adjust",
    summary: "Drop a draft, or stop a running import: what is done stays",
    returns: noData,
    successMessage: "imports.canceled",
    refusesApiKeys: true,
  }),
  undoPacks: post("/organizations/{organizationId}/import/packs/{packImportId}/undo", {
    allow: "sales.adjust",
    summary:
      "Remove the packs and customers that an import made, and give packs that it changed their former values, as a job, within 7 days of its end; what was used or changed since stays",
    body: z.strictObject({}),
    example: {},
    returns: PackImport,
    successMessage: "imports.undoStarted",
    status: 200,
    refusesApiKeys: true,
  }),
  listSubscriptions: get("/organizations/{organizationId}/import/subscriptions", {
    allow: "sales.adjust",
    summary: "Imports of memberships, latest first",
    query: ListQuery,
    returns: page(SubscriptionImport),
  }),
  uploadSubscriptions: post("/organizations/{organizationId}/import/subscriptions", {
    allow: "sales.adjust",
    summary:
      "Begin an import of memberships with a CSV file (`multipart/form-data`: `file`, 10 MB and 20,000 rows at most)",
    leavesEntry: false,
    returns: SubscriptionImport,
    raw: "upload",
    refusesApiKeys: true,
  }),
  readSubscriptions: get("/organizations/{organizationId}/import/subscriptions/{subscriptionImportId}", {
    allow: "sales.adjust",
    summary: "One import of memberships with its progress",
    returns: SubscriptionImport,
  }),
  readSubscriptionsAgain: post("/organizations/{organizationId}/import/subscriptions/{subscriptionImportId}/encoding", {
    allow: "sales.adjust",
    summary: "Read a draft's file again in another encoding: its columns, rows and guessed mapping are replaced",
    body: z.strictObject({ encoding: z.enum(fileEncodings) }),
    example: { encoding: "windows-1252" },
    leavesEntry: false,
    returns: SubscriptionImport,
    status: 200,
    refusesApiKeys: true,
  }),
  checkSubscriptions: post("/organizations/{organizationId}/import/subscriptions/{subscriptionImportId}/check", {
    allow: "sales.adjust",
    summary:
      "Dry run: what the import would do, with errors by row and column; nothing is changed but what is kept of the mapping",
    body: SubscriptionMappingDraft,
    example: subscriptionExample,
    leavesEntry: false,
    returns: SubscriptionImportReport,
    status: 200,
    refusesApiKeys: true,
  }),
  startSubscriptions: post("/organizations/{organizationId}/import/subscriptions/{subscriptionImportId}/start", {
    allow: "sales.adjust",
    summary: "Import as a job, as memberships that are granted; each row whole or not at all. Nobody gets a mail",
    body: SubscriptionMappingDraft,
    example: subscriptionExample,
    returns: SubscriptionImport,
    successMessage: "imports.started",
    status: 200,
    refusesApiKeys: true,
  }),
  cancelSubscriptions: del("/organizations/{organizationId}/import/subscriptions/{subscriptionImportId}", {
    allow: "sales.adjust",
    summary: "Drop a draft, or stop a running import: what is done stays",
    returns: noData,
    successMessage: "imports.canceled",
    refusesApiKeys: true,
  }),
  undoSubscriptions: post("/organizations/{organizationId}/import/subscriptions/{subscriptionImportId}/undo", {
    allow: "sales.adjust",
    summary:
      "Remove the memberships and customers that an import made, and give memberships that it changed their former values, as a job, within 7 days of its end; what was changed since stays",
    body: z.strictObject({}),
    example: {},
    returns: SubscriptionImport,
    successMessage: "imports.undoStarted",
    status: 200,
    refusesApiKeys: true,
  }),
});
