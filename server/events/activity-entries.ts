/** Entries of the activity about events. */
import type { Selectable } from "kysely";
import type { eventJobActs } from "#contract/events.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";

type EventRow = Pick<Selectable<EventsTable>, "id" | "field_id" | "customer_id">;

/** Field and customer by whose filter the activity finds an entry about the event. */
export const activityLinks = ({ field_id, customer_id }: Omit<EventRow, "id">) => ({
  fieldId: field_id,
  customerId: customer_id,
});

/** Notes a deed of the system, which no person did. */
export const noteEventActivity = (
  { db, now, organizationId }: TenantContext,
  act: (typeof eventJobActs)[number],
  event: EventRow,
  before: object,
  after: object,
): Promise<void> =>
  insertActivityEntry(db, {
    organizationId,
    at: now,
    actorId: null,
    act,
    subjectId: event.id,
    before,
    after,
    ipAddress: null,
    ...activityLinks(event),
  });
