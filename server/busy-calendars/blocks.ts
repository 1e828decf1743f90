/** Writes blocks for the busy times of other systems, around the bookings that stand, which it lists as conflicts. */
import { listFreeParts } from "#server/blocks/free-parts.ts";
import { listUnitUses } from "#server/blocks/queries.ts";
import { deleteSystemBlocks, insertSystemBlock, updateSystemBlock } from "#server/events/system-blocks.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import {
  deleteConflicts,
  listBookingsInside,
  listFields,
  type BusyTimeRow,
  type CalendarScope,
  type FollowingField,
} from "./queries.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Epoch milliseconds. Blocks begin and end on whole minutes, and cover the whole busy time. */
const toSpan = ({ start_time, end_time }: Pick<BusyTimeRow, "start_time" | "end_time">) => ({
  start: Math.floor(start_time.getTime() / MINUTE_MS) * MINUTE_MS,
  end: Math.ceil(end_time.getTime() / MINUTE_MS) * MINUTE_MS,
});

/** Blocks that are not over, of these times. */
const listBlocks = ({ db, organizationId, now }: CalendarScope & { now: Date }, timeIds: readonly string[]) =>
  db
    .selectFrom("busy_blocks")
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "busy_blocks.organization_id")
        .onRef("events.id", "=", "busy_blocks.event_id"),
    )
    .select(["busy_blocks.busy_time_id", "events.id", "events.name", "events.internal_notes"])
    .select(["events.start_time", "events.end_time"])
    .where("busy_blocks.organization_id", "=", organizationId)
    .where(isAnyOf("busy_blocks.busy_time_id", timeIds))
    .where("events.end_time", ">", now)
    .execute();
type Block = Awaited<ReturnType<typeof listBlocks>>[number];

async function deleteBlocks(context: TenantContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await context.db
    .deleteFrom("busy_blocks")
    .where("organization_id", "=", context.organizationId)
    .where(isAnyOf("event_id", ids))
    .execute();
  await deleteSystemBlocks(context, ids);
}

/** Frees what blocks take outside of their times, so that other times find it free. The caller has stored the times. */
export async function deleteOutdatedBlocks(context: TenantContext, times: readonly BusyTimeRow[]): Promise<void> {
  const spans = new Map(times.map((time) => [time.id, toSpan(time)]));
  const blocks = await listBlocks(context, [...spans.keys()]);
  const outdated = blocks.filter(({ busy_time_id: id, start_time, end_time }) => {
    const span = spans.get(id);
    return !span || start_time.getTime() < span.start || end_time.getTime() > span.end;
  });
  await deleteBlocks(
    context,
    outdated.map(({ id }) => id),
  );
}

/** Removes times with their blocks that are not over, and with their conflicts. */
export async function deleteBusyTimes(context: TenantContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db, organizationId } = context;
  const blocks = await listBlocks(context, ids);
  await deleteConflicts(context, ids);
  await db
    .deleteFrom("busy_blocks")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("busy_time_id", ids))
    .execute();
  await db.deleteFrom("busy_times").where("organization_id", "=", organizationId).where(isAnyOf("id", ids)).execute();
  await deleteSystemBlocks(
    context,
    blocks.map(({ id }) => id),
  );
}

/** Blocks that stand within the time stay; what nobody else takes is added. */
async function placeTime(
  context: TenantContext,
  time: BusyTimeRow,
  { field, title, blocks }: { field: FollowingField; title: string; blocks: readonly Block[] },
): Promise<void> {
  const { db, now, organizationId } = context;
  const notes = time.name || null;
  for (const { id, name, internal_notes } of blocks)
    if (name !== title || internal_notes !== notes)
      await updateSystemBlock(context, id, { name: title, internalNotes: notes });
  const span = toSpan(time);
  const taken = await listUnitUses(context, field.unit_ids, { start: span.start, end: span.end + DAY_MS });
  for (const { start, end } of listFreeParts(span, taken, field)) {
    if (end <= now.getTime()) continue;
    const part = { start: new Date(start), end: new Date(end), name: title, internalNotes: notes };
    const eventId = await insertSystemBlock(context, { field, ...part });
    if (eventId === undefined) continue;
    await db
      .insertInto("busy_blocks")
      .values({ organization_id: organizationId, event_id: eventId, busy_time_id: time.id })
      .execute();
  }
}

/** @returns how many are new */
async function noteConflicts(context: TenantContext, times: readonly BusyTimeRow[]): Promise<number> {
  const { db, now, organizationId } = context;
  const spans = times.map(({ id, field_id, start_time, end_time }) => ({
    ...{ id, fieldId: field_id, start: start_time, end: end_time },
  }));
  const found = await listBookingsInside(context, spans);
  const known = await db
    .selectFrom("busy_conflicts")
    .select(["busy_time_id", "event_id"])
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "busy_time_id",
        times.map(({ id }) => id),
      ),
    )
    .execute();
  const isKnown = new Set(known.map(({ busy_time_id, event_id }) => `${busy_time_id} ${event_id}`));
  const added = found.filter(({ spanId, eventId }) => !isKnown.has(`${spanId} ${eventId}`));
  if (added.length > 0)
    await db
      .insertInto("busy_conflicts")
      .values(
        added.map(({ spanId, eventId }) => ({
          ...{ organization_id: organizationId, busy_time_id: spanId, event_id: eventId, found_at: now },
        })),
      )
      .onConflict((same) => same.doNothing())
      .execute();
  return added.length;
}

/**
 * Makes the blocks of these times what their calendars say, around whatever stands.
 * @returns how many conflicts are new
 */
export async function blockBusyTimes(context: TenantContext, times: readonly BusyTimeRow[]): Promise<number> {
  if (times.length === 0) return 0;
  const { db, organizationId } = context;
  const fields = await listFields(context, [...new Set(times.map(({ field_id }) => field_id))]);
  const fieldById = new Map(fields.map((field) => [field.id, field]));
  const calendars = await db
    .selectFrom("busy_calendars")
    .select(["id", "name"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", [...new Set(times.map(({ calendar_id }) => calendar_id))]))
    .execute();
  const titles = new Map(calendars.map(({ id, name }) => [id, name]));
  const blocks = await listBlocks(
    context,
    times.map(({ id }) => id),
  );
  const blocksOf = Map.groupBy(blocks, ({ busy_time_id }) => busy_time_id);
  for (const time of times) {
    const [field, title] = [fieldById.get(time.field_id), titles.get(time.calendar_id)];
    if (field && title !== undefined)
      await placeTime(context, time, { field, title, blocks: blocksOf.get(time.id) ?? [] });
  }
  return noteConflicts(context, times);
}
