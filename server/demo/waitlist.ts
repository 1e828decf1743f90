/** Members of the demo's club wait for a field that somebody has booked for one of the next evenings. */
import type { Insertable } from "kysely";
import type { Tables } from "#server/kit/db/tables.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { EventRow } from "./booking-rows.ts";
import type { PersonPlan } from "./people.ts";
import { demoId } from "./random.ts";
import { DAY_MS, PUBLIC_KEY } from "./rows.ts";

const HOUR_MS = DAY_MS / 24;
const WAITING = 2;
const EVENING_HOUR = 17;

type Entry = Insertable<Tables["waitlist_entries"]>;

const spanOf = ({ start_time, end_time }: EventRow) => [new Date(start_time), new Date(end_time)] as const;

export function generateDemoWaitlist(
  events: readonly EventRow[],
  { people, now, timezone }: { people: readonly PersonPlan[]; now: Date; timezone: string },
): Entry[] {
  const organization_id = demoId(PUBLIC_KEY);
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
  const taken = events.find((event) => {
    const [start] = spanOf(event);
    const hour = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(timezone).hour;
    const isOfMember = event.organization_id === organization_id && event.status === "approved" && event.user_id;
    return isOfMember && hour >= EVENING_HOUR && start > inHours(24) && start < inHours(96);
  });
  if (!taken) return [];
  const [start, end] = spanOf(taken);
  const busy = events.filter((event) => {
    const [from, to] = spanOf(event);
    return from < end && to > start;
  });
  const isFree = ({ id }: PersonPlan) => !busy.some((event) => event.user_id === id);
  const members = people.filter(({ roles }) => roles.some(({ organization }) => organization === PUBLIC_KEY));
  const own = members.filter(({ id }) => id === demoId("user member"));
  const waiting = [...own, ...members.filter((person) => !own.includes(person))].filter(isFree).slice(0, WAITING);
  return waiting.map(({ id: user_id }, index) => ({
    ...{
      organization_id,
      id: demoId(`waitlist ${index}`),
      user_id,
      created_by: user_id,
      created_at: inHours(-2 - index),
    },
    ...{ field_id: taken.field_id, date: localDateOf(timezone, start), timezone, status: "waiting" },
    ...{ first_start: start, last_start: start, durations: [(end.getTime() - start.getTime()) / 60_000] },
    ...{ last_end: end, ends_at: start },
  }));
}
