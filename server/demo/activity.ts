/** Entries of the activity about the demo's latest bookings, as the product would have written them. */
import type { Insertable } from "kysely";
import type { ActivityAct } from "#contract/index.ts";
import type { ActivityTable } from "#server/kit/db/tables.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { EventRow } from "./booking-rows.ts";

/** Older entries have left the first pages of the activity. */
const ACTIVITY_MS = 7 * 86_400_000;

interface Deed {
  act: ActivityAct;
  at: Date;
  actorId: string | null;
  before: object | null;
  after: object;
}

/** Everything that somebody did to an event. @param deskId colleague who books for those without an account */
function listDeeds(event: EventRow, deskId: string): Deed[] {
  const { created_at, ended_at, ended_by, decided_at, decided_by, status, user_id, start_time, end_time } = event;
  const [start, end] = [new Date(start_time), new Date(end_time)];
  const booked = {
    act: "events.create" as const,
    at: new Date(created_at),
    actorId: user_id ?? deskId,
    before: null,
    after: {
      fieldId: event.field_id,
      startTime: start.toISOString(),
      duration: (end.getTime() - start.getTime()) / 60_000,
      name: event.name,
      kind: event.kind,
      type: event.type,
    },
  };
  const reason = event.canceled_reason ?? event.rejected_reason;
  const isEnded = ended_at && (status === "canceled" || status === "rejected");
  const ended = isEnded && {
    act: status === "canceled" ? ("events.cancel" as const) : ("events.reject" as const),
    at: new Date(ended_at),
    actorId: ended_by ?? deskId,
    before: { status: event.former_status },
    after: { status, ...(reason && { reason }) },
  };
  const approved = !isEnded &&
    decided_at && {
      act: "events.approve" as const,
      at: new Date(decided_at),
      actorId: decided_by ?? deskId,
      before: { status: "pending" },
      after: { status: "approved" },
    };
  const attended = event.attendance_at && {
    act: "events.markAttendance" as const,
    at: new Date(event.attendance_at),
    actorId: event.attendance_by ?? deskId,
    before: { attendance: null },
    after: { attendance: event.attendance },
  };
  return [booked, ended, approved, attended].flatMap((deed) => deed || []);
}

/** @param deskOf who works at the desk of an organization, by its id */
export function generateDemoEventActivity(
  events: readonly EventRow[],
  { deskOf, now }: { deskOf: ReadonlyMap<string, string>; now: Date },
): Insertable<ActivityTable>[] {
  const after = now.getTime() - ACTIVITY_MS;
  return (
    events
      // The dates of a series were booked long ago, as one.
      .filter(({ series_id }) => !series_id)
      .flatMap((event) =>
        listDeeds(event, deskOf.get(event.organization_id) ?? "")
          .filter(({ at }) => at.getTime() > after && at <= now)
          .map((deed) => ({
            organization_id: event.organization_id,
            id: uuidv7(deed.at),
            at: deed.at,
            actor_id: deed.actorId,
            act: deed.act,
            subject_id: event.id,
            before: deed.before && JSON.stringify(deed.before),
            after: JSON.stringify(deed.after),
            address: null,
            field_id: event.field_id,
            customer_id: event.customer_id ?? null,
          })),
      )
  );
}
