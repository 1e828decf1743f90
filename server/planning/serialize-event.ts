/** Serializes an event for the planning (calendar): as little as its block shows. */
import type { Planning, PlanningEvent } from "#contract/planning.ts";
import { isTitleShown, titleForOthers } from "#server/events/title-visibility.ts";
import type { Language } from "#messages/translator.ts";
import type { listMakers, PlannedEvent } from "./queries.ts";

interface PlanningReader {
  isTeam: boolean;
  userId: string;
  language: Language;
  /** Names of the sports of the fields shown, by id. */
  sportNames: ReadonlyMap<number, string>;
  /** Creator by event id, and each creator once; empty unless the reader is in the team. */
  made: MakersByEvent;
  makers: Planning["makers"];
}
type MakersByEvent = Awaited<ReturnType<typeof listMakers>>;

export const listDistinctMakers = (made: MakersByEvent): Planning["makers"] => [
  ...new Map([...made.values()].map((one) => [one.id, one])).values(),
];

function teamOnlyMembers(row: PlannedEvent, { made, makers }: PlanningReader): Partial<PlanningEvent> {
  const id = made.get(row.id)?.id;
  const maker = makers.findIndex((one) => one.id === id);
  return { ...(row.is_first && { isFirst: true }), ...(maker >= 0 && { maker }) };
}

/** Other members read the title only of events that nobody has booked, else sport and type. */
function readTitle(row: PlannedEvent, { isTeam, userId, language, sportNames }: PlanningReader): string {
  if (isTeam || isTitleShown(row, userId)) return row.name;
  const sport = row.sport_id === null ? null : (sportNames.get(row.sport_id) ?? null);
  return titleForOthers(sport, row.type as NonNullable<PlanningEvent["type"]>, language);
}

/** Other members see public events; of a private event they see only that the time is taken. */
export function serializePlanningEvent(row: PlannedEvent, reader: PlanningReader): PlanningEvent {
  const { isTeam, userId } = reader;
  const span = { fieldId: row.field_id, startTime: row.start_time.toISOString(), endTime: row.end_time.toISOString() };
  const isOwn = row.user_id === userId;
  const isInside = isTeam || isOwn;
  if (!isInside && row.confidentiality === "private") return { id: null, ...span };
  const creator = isInside ? row.customer_name : row.name_for_others;
  return {
    id: row.id,
    ...span,
    ...(row.kind === "block" && { kind: "block" as const }),
    name: readTitle(row, reader),
    status: row.status as NonNullable<PlanningEvent["status"]>,
    ...(row.pending_reason && { pendingReason: row.pending_reason as NonNullable<PlanningEvent["pendingReason"]> }),
    type: row.type as NonNullable<PlanningEvent["type"]>,
    ...(row.confidentiality === "private" && { confidentiality: "private" as const }),
    ...(creator && { creator }),
    ...(isOwn && { isOwn }),
    ...(row.people !== null && { people: row.people }),
    ...(row.max_people !== null && { maxPeople: row.max_people }),
    ...(isInside &&
      row.payment_status !== "none" && {
        paymentStatus: row.payment_status as NonNullable<PlanningEvent["paymentStatus"]>,
      }),
    ...(isInside && row.price > 0 && { price: row.price }),
    ...(row.series_id && (isTeam || isTitleShown(row, userId)) && { seriesId: row.series_id }),
    ...(isInside && row.has_notes && { hasNotes: true }),
    ...(isInside && row.payment === "on_site" && row.payment_status === "due" && { isOnSite: true }),
    ...(isTeam && teamOnlyMembers(row, reader)),
  };
}
