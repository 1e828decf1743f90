/** Takes time that comes free while another system says busy, and keeps its blocks as it says. */
import type { Database } from "#server/kit/db/database.ts";
import { remember } from "#server/kit/db/revision-cache.ts";
import type { DomainEventListeners, TenantContext } from "#server/kit/events/domain-events.ts";
import type { ReleasedTime } from "#server/events/occupancy.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { endField } from "./change.ts";
import { blockBusyTimes } from "./blocks.ts";
import { hasCalendars, presentTimes } from "./queries.ts";

const follows = (context: TenantContext): Promise<boolean> =>
  remember(context, ["busy-calendars.any"], () => hasCalendars(context));

/** Fields that share a unit with it: its parts, what it lies in, and itself. */
const sharingFields = (db: Database, organizationId: string, fieldId: string) =>
  db
    .selectFrom("field_units as own")
    .innerJoin("field_units as sharing", (join) =>
      join.onRef("sharing.organization_id", "=", "own.organization_id").onRef("sharing.unit_id", "=", "own.unit_id"),
    )
    .select("sharing.field_id")
    .where("own.organization_id", "=", organizationId)
    .where("own.field_id", "=", fieldId);

/** In the same transaction, so that nobody books the time in between. */
async function takeReleased(context: TenantContext, { fieldId, start, end }: ReleasedTime): Promise<void> {
  if (end <= context.now || !(await follows(context))) return;
  const { db, organizationId } = context;
  const times = await presentTimes(context)
    .where("field_id", "in", sharingFields(db, organizationId, fieldId))
    .where("start_time", "<", end)
    .where("end_time", ">", start)
    .execute();
  await blockBusyTimes(context, times);
}

/** @throws HttpError 409 for a block of another system: only its calendar moves or ends it */
async function assertNoBusyBlock(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  if (!(await follows(context))) return;
  const { db, organizationId } = context;
  const block = await db
    .selectFrom("busy_blocks")
    .innerJoin("busy_times", (join) =>
      join
        .onRef("busy_times.organization_id", "=", "busy_blocks.organization_id")
        .onRef("busy_times.id", "=", "busy_blocks.busy_time_id"),
    )
    .innerJoin("busy_calendars", (join) =>
      join
        .onRef("busy_calendars.organization_id", "=", "busy_times.organization_id")
        .onRef("busy_calendars.id", "=", "busy_times.calendar_id"),
    )
    .select("busy_calendars.name")
    .where("busy_blocks.organization_id", "=", organizationId)
    .where("busy_blocks.event_id", "=", eventId)
    .executeTakeFirst();
  if (block) throw new HttpError(409, message("busy-calendars.blockFollows", { calendar: block.name }));
}

export const listeners = {
  "events.released": takeReleased,
  "events.changed": assertNoBusyBlock,
  "events.ended": assertNoBusyBlock,
  "fields.archiving": (context, { fieldId }) => endField(context, fieldId),
} satisfies DomainEventListeners;
