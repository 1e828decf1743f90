/** Notifications of the demo's teams, as the product would have written them: requests that wait, and cancellations. */
import type { Insertable } from "kysely";
import { type NotificationKind, topicOfKind } from "#contract/notifications.ts";
import { builtInRoles } from "#contract/permissions.ts";
import type { NotificationsTable } from "#server/kit/db/tables.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { EventRow } from "./booking-rows.ts";
import type { PersonPlan } from "./people.ts";
import { demoId } from "./random.ts";
import { DAY_MS } from "./rows.ts";

const teamRoles: readonly number[] = builtInRoles.filter(({ type }) => type === "admin").map(({ id }) => id);

const TOLD_DAYS = 7;
/** Older cancellations have been read. */
const UNREAD_DAYS = 1;

interface Told {
  event: EventRow;
  kind: NotificationKind;
  at: Date;
}

function findTold(event: EventRow, now: Date): Told | undefined {
  if (event.pending_reason === "approval") return { event, kind: "booking_requested", at: new Date(event.created_at) };
  const { status, ended_at, ended_by, user_id } = event;
  const isByCustomer = status === "canceled" && ended_at && user_id && ended_by === user_id;
  if (!isByCustomer || new Date(ended_at).getTime() < now.getTime() - TOLD_DAYS * DAY_MS) return undefined;
  return { event, kind: "booking_canceled", at: new Date(ended_at) };
}

export function generateDemoNotifications(
  events: readonly EventRow[],
  { people, now }: { people: readonly PersonPlan[]; now: Date },
): Insertable<NotificationsTable>[] {
  const bySubject = Map.groupBy(
    events.flatMap((event) => findTold(event, now) ?? []),
    ({ event, kind }) => `${kind} ${event.series_id ?? event.id}`,
  );
  return [...bySubject.values()].flatMap((told) => {
    const [first] = told;
    if (!first) return [];
    const { event, kind, at } = first;
    const isRead = kind === "booking_canceled" && at.getTime() < now.getTime() - UNREAD_DAYS * DAY_MS;
    const team = people.filter(({ roles }) =>
      roles.some(
        ({ organization, roleId }) => demoId(organization) === event.organization_id && teamRoles.includes(roleId),
      ),
    );
    return team.map(({ id: user_id }) => ({
      id: uuidv7(at),
      user_id,
      organization_id: event.organization_id,
      kind,
      topic: topicOfKind[kind],
      subject_id: event.series_id ?? event.id,
      params: JSON.stringify({ eventId: event.id }),
      count: told.length,
      created_at: at,
      read_at: isRead ? at : null,
    }));
  });
}
