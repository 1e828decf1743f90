/** Players of the member's next booking of several people: one comes, one comes without an account, one has not answered. */
import type { Insertable } from "kysely";
import { MEMBER_ROLE_ID } from "#contract/permissions.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import type { EventRow } from "./booking-rows.ts";
import type { PersonPlan } from "./people.ts";
import { demoId } from "./random.ts";
import { DAY_MS, PUBLIC_KEY } from "./rows.ts";

type PlayerRow = Insertable<Tables["event_participants"]>;

/** With whom the organizer has booked. */
const MIN_PEOPLE = 4;

export function planPlayers(
  events: readonly EventRow[],
  { people, now, language }: { people: readonly PersonPlan[]; now: Date; language: string },
): PlayerRow[] {
  const organization_id = demoId(PUBLIC_KEY);
  const organizer = demoId("user member");
  const mayPlay = (event: EventRow) =>
    event.organization_id === organization_id &&
    event.kind === "event" &&
    event.status === "approved" &&
    event.user_id !== null &&
    (event.people ?? 0) >= MIN_PEOPLE &&
    new Date(event.start_time).getTime() > now.getTime() + DAY_MS;
  const coming = events
    .filter(mayPlay)
    .toSorted((one, other) => new Date(one.start_time).getTime() - new Date(other.start_time).getTime());
  const booking = coming.find(({ user_id }) => user_id === organizer) ?? coming[0];
  if (!booking) return [];
  const isMember = ({ organization, roleId }: PersonPlan["roles"][number]) =>
    organization === PUBLIC_KEY && roleId === MEMBER_ROLE_ID;
  const friend = people.find(({ id, roles }) => id !== booking.user_id && roles.some(isMember));
  const row = (index: number, more: Pick<PlayerRow, "name" | "state"> & Partial<PlayerRow>): PlayerRow => ({
    ...{ organization_id, id: demoId(`player ${index}`), event_id: booking.id, language },
    ...{ invited_by: booking.user_id, invited_at: new Date(now.getTime() - DAY_MS + index) },
    ...{ told_start: booking.start_time, told_end: booking.end_time, told_field_id: booking.field_id },
    ...more,
  });
  const answered_at = new Date(now.getTime() - DAY_MS / 2);
  return [
    ...(friend
      ? [row(0, { name: `${friend.firstName} ${friend.lastName}`, state: "accepted", user_id: friend.id, answered_at })]
      : []),
    row(1, { name: "Léa Moreau", state: "accepted", email: "lea.moreau@example.org", answered_at }),
    row(2, { name: "Hugo Petit", state: "invited", email: "hugo.petit@example.org" }),
  ];
}
