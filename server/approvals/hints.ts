/** Hints for and against requests: closed hours, events at the same time, a start that is near or past. */
import { sql } from "kysely";
import type { BookingRequest } from "#contract/approvals.ts";
import { isWithinOpenTime } from "#contract/hours-rules.ts";
import { listOpenRangesAround } from "#server/hours/open-ranges.ts";
import { MAX_EVENT_MS } from "#server/booking-limits/upcoming-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { RequestedEvent } from "./queries.ts";

type Hint = BookingRequest["hint"];
type Overlap = Hint["overlaps"][number];

/** With one event. */
interface Conflicts {
  isClosed: boolean;
  overlaps: readonly Overlap[];
  customerElsewhere: readonly Overlap[];
}

const SOON_MS = 24 * 3_600_000;

function distinctById(overlaps: readonly Overlap[]): Overlap[] {
  return [...new Map(overlaps.map((one) => [one.eventId, one])).values()];
}

/** @param dates of one request, by start */
export function computeHint(dates: readonly (Conflicts & { start: Date })[], now: Date): Hint {
  const first = dates[0]?.start.getTime() ?? Infinity;
  return {
    hasBegun: first <= now.getTime(),
    isSoon: first > now.getTime() && first - now.getTime() <= SOON_MS,
    overlaps: distinctById(dates.flatMap(({ overlaps }) => overlaps)),
    customerElsewhere: distinctById(dates.flatMap(({ customerElsewhere }) => customerElsewhere)),
    closedDates: dates.filter(({ isClosed }) => isClosed).length,
    overlappingDates: dates.filter(({ overlaps }) => overlaps.length > 0).length,
  };
}

export const isClear = ({ hasBegun, overlaps, closedDates }: Hint, dates: number): boolean =>
  !hasBegun && overlaps.length === 0 && closedDates < dates;

interface OverlapRow {
  event_id: string;
  other_id: string;
  name: string;
  field: string;
  status: string;
}

/** The request itself stands on its units: a shared unit with another event shows only where a turnaround was made longer. */
const listUnitOverlaps = async (
  { db, organizationId }: Pick<Call, "db" | "organizationId">,
  ids: readonly string[],
): Promise<OverlapRow[]> => {
  const { rows } = await sql<OverlapRow>`
    select distinct mine.id as event_id, other.id as other_id, coalesce(customers.name, other.name) as name,
      other_field.name as field, other.status
    from events as mine
    join fields as my_field on my_field.organization_id = mine.organization_id and my_field.id = mine.field_id
    join field_units as own_units on own_units.organization_id = mine.organization_id and own_units.field_id = mine.field_id
    join field_units as other_units
      on other_units.organization_id = own_units.organization_id and other_units.unit_id = own_units.unit_id
    join fields as other_field on other_field.organization_id = other_units.organization_id and other_field.id = other_units.field_id
    join events as other on other.organization_id = other_field.organization_id and other.field_id = other_field.id
      and other.start_time < mine.end_time + make_interval(mins => my_field.turnaround)
      and other.start_time > mine.start_time - make_interval(secs => ${2 * (MAX_EVENT_MS / 1000)})
      and other.end_time + make_interval(mins => other_field.turnaround) > mine.start_time
    left join customers on customers.organization_id = other.organization_id and customers.id = other.customer_id
    where mine.organization_id = ${organizationId} and mine.id = any(${ids})
      and other.id <> mine.id and other.status in ('pending', 'approved')`.execute(db);
  return rows;
};

const listOfSameCustomer = async (
  { db, organizationId }: Pick<Call, "db" | "organizationId">,
  ids: readonly string[],
): Promise<OverlapRow[]> => {
  const { rows } = await sql<OverlapRow>`
    select mine.id as event_id, other.id as other_id, coalesce(customers.name, other.name) as name,
      other_field.name as field, other.status
    from events as mine
    join events as other on other.organization_id = mine.organization_id and other.customer_id = mine.customer_id
      and other.start_time < mine.end_time
      and other.start_time > mine.start_time - make_interval(secs => ${MAX_EVENT_MS / 1000})
      and other.end_time > mine.start_time
    join fields as other_field on other_field.organization_id = other.organization_id and other_field.id = other.field_id
    left join customers on customers.organization_id = other.organization_id and customers.id = other.customer_id
    where mine.organization_id = ${organizationId} and mine.id = any(${ids})
      and other.id <> mine.id and other.status in ('pending', 'approved')`.execute(db);
  return rows;
};

const toOverlap = ({ other_id, name, field, status }: OverlapRow): Overlap => ({
  eventId: other_id,
  name,
  field,
  isWaiting: status === "pending",
});

/** @returns what speaks against an event, by its id */
export async function listConflicts(
  call: Pick<Call, "db" | "organizationId">,
  rows: readonly RequestedEvent[],
): Promise<(eventId: string) => Conflicts> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return () => ({ isClosed: false, overlaps: [], customerElsewhere: [] });
  const spans = rows.map((row) => ({ start: row.start_time.getTime(), end: row.end_time.getTime() }));
  const fields = rows.map((row) => ({ id: row.field_id, timezone: row.timezone }));
  const open = await listOpenRangesAround(call.db, call.organizationId, fields, spans);
  const overlaps = Map.groupBy(await listUnitOverlaps(call, ids), (row) => row.event_id);
  const elsewhere = Map.groupBy(await listOfSameCustomer(call, ids), (row) => row.event_id);
  const byId = new Map(
    rows.map((row, index): [string, Conflicts] => {
      const span = spans[index];
      const isOpen = row.override || (span !== undefined && isWithinOpenTime(open(row.field_id), span));
      const own = (overlaps.get(row.id) ?? []).map(toOverlap);
      const isOwn = new Set(own.map(({ eventId }) => eventId));
      return [
        row.id,
        {
          isClosed: row.field_status === "closed" || !isOpen,
          overlaps: own,
          customerElsewhere: (elsewhere.get(row.id) ?? []).map(toOverlap).filter(({ eventId }) => !isOwn.has(eventId)),
        },
      ];
    }),
  );
  return (eventId) => byId.get(eventId) ?? { isClosed: false, overlaps: [], customerElsewhere: [] };
}
