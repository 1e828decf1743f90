/**
 * Bookings from a database dump of LibreBooking (`reservation_series`, `reservation_instances` …) or of MRBS (`mrbs_entry` …).
 * Columns and meanings are those of their published schemas. Passwords and all else of the dump are skipped.
 */
import { fileError } from "#server/imports/file-error.ts";
import type { DecodedFile } from "#server/imports/file-encoding.ts";
import type { CsvTable } from "#server/imports/read-csv.ts";
import { message } from "#server/kit/http/http-error.ts";
import { toBookingTable, type TableRow } from "./booking-table.ts";
import { type DumpRow, readSqlDump, SqlDumpError } from "./sql-dump.ts";

const MAX_DUMP_ROWS = 500_000;

const libreBookingTables = {
  reservation_instances: ["reservation_instance_id", "start_date", "end_date", "reference_number", "series_id"],
  reservation_series: ["series_id", "title", "description", "status_id", "owner_id"],
  reservation_resources: ["series_id", "resource_id"],
  reservation_users: ["reservation_instance_id", "user_id", "reservation_user_level"],
  resources: ["resource_id", "name", "schedule_id"],
  schedules: ["schedule_id", "name"],
  users: ["user_id", "fname", "lname", "username", "email", "phone"],
};
const mrbsTables = {
  entry: ["id", "start_time", "end_time", "room_id", "create_by", "name", "description", "status"],
  room: ["id", "area_id", "room_name"],
  area: ["id", "area_name", "enable_periods"],
  users: ["name", "email", "display_name"],
};

const headers = [
  ...(["Field", "Facility", "Start", "End", "Title", "Full name", "First name", "Last name"] as const),
  ...(["Email", "Phone", "Notes", "Status", "External id"] as const),
];
type Row = TableRow<(typeof headers)[number]>;
type Tables = ReadonlyMap<string, DumpRow[]>;

const indexBy = (rows: readonly DumpRow[] | undefined, column: string) =>
  new Map((rows ?? []).map((row) => [row[column] ?? "", row]));
const groupBy = (rows: readonly DumpRow[] | undefined, column: string) =>
  Map.groupBy(rows ?? [], (row) => row[column] ?? "");

/** Owners are users of level 1, beside participants and those who are invited. */
const OWNER_LEVEL = "1";
const libreBookingStatuses: Record<string, string> = { 1: "Created", 2: "Deleted", 3: "Pending" };

/** LibreBooking keeps times in UTC. */
const toUtc = (datetime: string | null | undefined): string | null =>
  datetime ? `${datetime.slice(0, 19).replace(" ", "T")}Z` : null;

function readLibreBooking(tables: Tables): Row[] {
  const series = indexBy(tables.get("reservation_series"), "series_id");
  const resourcesOf = groupBy(tables.get("reservation_resources"), "series_id");
  const resources = indexBy(tables.get("resources"), "resource_id");
  const schedules = indexBy(tables.get("schedules"), "schedule_id");
  const users = indexBy(tables.get("users"), "user_id");
  const usersOf = groupBy(tables.get("reservation_users"), "reservation_instance_id");
  return (tables.get("reservation_instances") ?? []).flatMap((instance) => {
    const seriesId = instance["series_id"] ?? "";
    const booked = series.get(seriesId);
    const people = usersOf.get(instance["reservation_instance_id"] ?? "") ?? [];
    const owner = people.find((row) => row["reservation_user_level"] === OWNER_LEVEL)?.["user_id"];
    const user = users.get(owner ?? booked?.["owner_id"] ?? "");
    const [firstName, lastName] = [user?.["fname"], user?.["lname"]];
    // A reservation of several resources is a booking of each.
    return (resourcesOf.get(seriesId) ?? []).map(({ resource_id: resourceId }): Row => {
      const resource = resources.get(resourceId ?? "");
      return {
        Field: resource?.["name"] ?? null,
        Facility: schedules.get(resource?.["schedule_id"] ?? "")?.["name"] ?? null,
        Start: toUtc(instance["start_date"]),
        End: toUtc(instance["end_date"]),
        Title: booked?.["title"] ?? null,
        "First name": firstName ?? null,
        "Last name": lastName ?? (firstName ? null : (user?.["username"] ?? null)),
        Email: user?.["email"] ?? null,
        Phone: user?.["phone"] ?? null,
        Notes: booked?.["description"] ?? null,
        Status: libreBookingStatuses[booked?.["status_id"] ?? "1"] ?? "Deleted",
        "External id": `librebooking-${instance["reference_number"]}-${resourceId}`,
      };
    });
  });
}

/** Bits of `status`: the booking waits for approval, or is tentative. */
const MRBS_PENDING = 0b110;
const isOn = (bits: string | null | undefined, mask: number) => (Number(bits ?? 0) & mask) !== 0;

/** MRBS keeps times in seconds since 1970, and each occurrence of a series as an entry. */
function toInstant(seconds: string | null | undefined): string | null {
  const instant = new Date(Number(seconds ?? Number.NaN) * 1000);
  return Number.isNaN(instant.getTime()) ? (seconds ?? null) : instant.toISOString();
}

function readMrbs(tables: Tables): Row[] {
  const rooms = indexBy(tables.get("room"), "id");
  const areas = indexBy(tables.get("area"), "id");
  const users = indexBy(tables.get("users"), "name");
  return (tables.get("entry") ?? []).map((entry): Row => {
    const room = rooms.get(entry["room_id"] ?? "");
    const area = areas.get(room?.["area_id"] ?? "");
    const creator = entry["create_by"] ?? "";
    const user = users.get(creator);
    // Areas with periods instead of times number them from noon: they say nothing about when.
    const hasPeriods = area?.["enable_periods"] === "1";
    return {
      Field: room?.["room_name"] ?? null,
      Facility: area?.["area_name"] ?? null,
      Start: hasPeriods ? `period ${entry["start_time"]}` : toInstant(entry["start_time"]),
      End: hasPeriods ? `period ${entry["end_time"]}` : toInstant(entry["end_time"]),
      Title: entry["name"] ?? null,
      "Full name": user?.["display_name"] || creator,
      Email: user?.["email"] ?? null,
      Notes: entry["description"] ?? null,
      Status: isOn(entry["status"], MRBS_PENDING) ? "Pending" : "Confirmed",
      "External id": `mrbs-${entry["id"]}`,
    };
  });
}

/** @throws HttpError 422 on `file` */
export async function readDumpTable({ text, encoding }: DecodedFile): Promise<CsvTable> {
  try {
    const isLibreBooking = /\breservation_instances\b/u.test(text);
    const tables: Record<string, readonly string[]> = isLibreBooking ? libreBookingTables : mrbsTables;
    const read = await readSqlDump(text, { tables, maxRows: MAX_DUMP_ROWS });
    const needed = isLibreBooking
      ? ["reservation_instances", "reservation_series", "reservation_resources", "resources"]
      : ["entry", "room"];
    const missing = needed.filter((table) => !read.has(table));
    if (missing.length > 0) throw fileError(422, message("imports.dumpTables", { names: missing.join(", ") }));
    return toBookingTable(encoding, headers, isLibreBooking ? readLibreBooking(read) : readMrbs(read));
  } catch (error) {
    if (error instanceof SqlDumpError) throw fileError(422, message("imports.dumpUnreadable"));
    throw error;
  }
}
