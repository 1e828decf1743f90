/** Bookings inside a block, each with what can become of it. */
import type { BlockAction, BlockedEvent } from "#contract/blocks.ts";
import { listOpenRangesAround } from "#server/hours/open-ranges.ts";
import { MAX_EVENT_MS } from "#server/booking-limits/upcoming-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import {
  listEventIdsInside,
  listEventRows,
  listFields,
  listUnitUses,
  type BlockedSpan,
  type InsideEventRow,
} from "./queries.ts";
import { suggestPlaces, type Suggestion } from "./suggestions.ts";

const DAYS_AHEAD_MS = 8 * 86_400_000;
const HOURS_AROUND_MS = 3 * 3_600_000;

const canMove = (row: InsideEventRow, now: Date) => row.status === "approved" && row.start_time > now;

const listActions = (row: InsideEventRow, now: Date): BlockAction[] =>
  canMove(row, now) ? ["keep", "move", "cancel"] : ["keep", "cancel"];

async function listSuggestions(
  call: Pick<Call, "db" | "organizationId" | "now">,
  rows: readonly InsideEventRow[],
  spans: readonly BlockedSpan[],
  isWeather: boolean,
): Promise<Map<string, Suggestion>> {
  const movable = rows.filter((row) => canMove(row, call.now));
  if (movable.length === 0) return new Map();
  const displaced = movable.map((row) => ({
    id: row.id,
    fieldId: row.field_id,
    facilityId: row.facility_id,
    sportId: row.sport_id,
    space: row.space,
    timezone: row.timezone,
    start: row.start_time.getTime(),
    end: row.end_time.getTime(),
  }));
  const fields = await listFields(call, {
    ids: spans.map(({ fieldId }) => fieldId),
    facilityIds: [...new Set(movable.map((row) => row.facility_id))],
  });
  const within = {
    start: Math.min(...displaced.map(({ start }) => start)) - HOURS_AROUND_MS,
    end: Math.max(...displaced.map(({ end }) => end)) + DAYS_AHEAD_MS,
  };
  const unitIds = [...new Set(fields.flatMap(({ unit_ids }) => unit_ids ?? []))];
  return suggestPlaces(displaced, {
    fields,
    open: await listOpenRangesAround(call.db, call.organizationId, fields, [within]),
    uses: await listUnitUses(call, unitIds, { ...within, end: within.end + MAX_EVENT_MS }),
    blocked: spans,
    isWeather,
    now: call.now.getTime(),
  });
}

const serialize = (
  row: InsideEventRow,
  suggestion: Suggestion | undefined,
  { now, user }: Pick<Call, "now" | "user">,
): BlockedEvent => ({
  id: row.id,
  name: row.name,
  customer: row.customer_name,
  phone: row.customer_phone,
  seriesId: row.series_id,
  field: { id: row.field_id, name: row.field_name },
  facility: { id: row.facility_id, name: row.facility_name },
  timezone: row.timezone,
  startTime: row.start_time.toISOString(),
  endTime: row.end_time.toISOString(),
  people: row.people,
  price: row.price,
  paid: row.paid - row.refunded,
  currency: row.currency,
  isPaidOnline: row.payment === "online",
  isWaiting: row.status === "pending",
  isTold: row.user_id === null ? row.reachable_email !== null : row.user_id !== user.id,
  updated_at: row.updated_at.toISOString(),
  actions: listActions(row, now),
  suggestion: suggestion
    ? {
        fieldId: suggestion.fieldId,
        fieldName: suggestion.fieldName,
        startTime: new Date(suggestion.start).toISOString(),
        endTime: new Date(suggestion.end).toISOString(),
        reason: suggestion.reason,
        minutes: suggestion.minutes,
      }
    : null,
});

/** Soonest first. */
export async function listBlockedEvents(
  call: Call,
  spans: readonly BlockedSpan[],
  isWeather: boolean,
): Promise<BlockedEvent[]> {
  const ids = await listEventIdsInside(call, spans);
  if (ids.length === 0) return [];
  const rows = await listEventRows(call, ids);
  const suggestions = await listSuggestions(call, rows, spans, isWeather);
  return rows.map((row) => serialize(row, suggestions.get(row.id), call));
}
