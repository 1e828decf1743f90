/** What a reader may know of changes: rooms by permission and, for members, facilities, fields and events one by one. */
import { permissions, type Permission } from "#contract/permissions.ts";
import { listGlimpses, type View } from "#server/events/queries.ts";
import { listVisibleFacilityIds } from "#server/facilities/queries.ts";
import { listVisibleFieldIds } from "#server/fields/queries.ts";
import type { Database } from "#server/kit/database.ts";
import type { Change } from "#server/kit/live.ts";
import type { News } from "./stream.ts";

/** The id to tell; null where only the fact may be told, undefined where not even that. */
type Telling = string | null | undefined;
type Teller = (id: string, change: Change) => Telling;

const showOf = new Map<string, Permission>([
  ...permissions
    .filter((permission) => permission.endsWith(".show"))
    .map((permission) => [permission.split(".")[0] ?? "", permission] as const),
  ["files", "facilities.show"],
  ["hours", "fields.show"],
  ["prices", "fields.show"],
  ["series", "events.show"],
  ["planning", "events.create"],
  ["views", "events.show"],
]);

const idsOf = (changes: Change[], room: string) => [
  ...new Set(changes.flatMap((change) => (change.room === room ? [change.subjectId] : []))),
];

/** Photos are told by what they are of. */
async function tellFiles(db: Database, view: View, ids: string[]): Promise<Teller> {
  const [facilities, fields] = [await listVisibleFacilityIds(db, view, ids), await listVisibleFieldIds(db, view, ids)];
  return tellThese(new Set([...facilities, ...fields]));
}

/** A private event of somebody else is a busy time, and what left for a hidden field a time that is free: that something changed shows, which one it is does not. */
async function tellEvents(db: Database, view: View, ids: string[], changes: Change[]): Promise<Teller> {
  const left = changes.flatMap(({ leftId }) => leftId ?? []);
  const glimpses = new Map((await listGlimpses(db, view, ids)).map((glimpse) => [glimpse.id, glimpse]));
  const fieldIds = await listVisibleFieldIds(db, view, [
    ...new Set([...left, ...[...glimpses.values()].map((glimpse) => glimpse.fieldId)]),
  ]);
  return (id, { leftId }) => {
    const glimpse = glimpses.get(id);
    if (glimpse?.isVisible) return id;
    // Also where it went out of sight: it was there.
    return [glimpse?.fieldId, leftId].some((fieldId) => fieldId && fieldIds.has(fieldId)) ? null : undefined;
  };
}

const tellThese =
  (ids: Set<string>): Teller =>
  (id) =>
    ids.has(id) ? id : undefined;

/** How members hear of each room. Of a room that is not here they hear nothing. */
const tellersOfMembers: Record<
  string,
  (db: Database, view: View, ids: string[], changes: Change[]) => Promise<Teller>
> = {
  organizations: async () => (id) => id,
  members: async () => (id) => id,
  facilities: async (db, view, ids) => tellThese(await listVisibleFacilityIds(db, view, ids)),
  fields: async (db, view, ids) => tellThese(await listVisibleFieldIds(db, view, ids)),
  events: tellEvents,
  // Patterns are the team's; what follows from them is everybody's.
  hours: async () => () => null,
  prices: async () => () => null,
  files: tellFiles,
};

/** @returns news in the order of the changes; those that are nobody's business left out */
export async function sift(db: Database, view: View, changes: Change[]): Promise<News[]> {
  const { standing } = view;
  const tellers = new Map<string, Teller>();
  for (const room of new Set(changes.map((change) => change.room))) {
    const show = showOf.get(room);
    if (!show || !standing.permissions.has(show)) continue;
    const teller = standing.isTeam
      ? (id: string) => id
      : await tellersOfMembers[room]?.(db, view, idsOf(changes, room), changes);
    if (teller) tellers.set(room, teller);
  }
  return changes.flatMap((change) => {
    const { room, subjectId, version } = change;
    const id = tellers.get(room)?.(subjectId, change);
    return id === undefined ? [] : [{ type: room, id, version }];
  });
}
