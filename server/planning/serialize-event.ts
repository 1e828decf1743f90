import type { Planning, PlanningEvent } from "#contract/planning.ts";
import type { listMakers, PlannedEvent } from "./queries.ts";

const creatorName = (row: PlannedEvent) =>
  row.customer_name ?? (row.first_name === null ? undefined : `${row.first_name} ${row.last_name}`);

interface PlanningReader {
  isTeam: boolean;
  userId: string;
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

/** Other members see public events; of a private event they see only that the time is taken. */
export function serializePlanningEvent(row: PlannedEvent, reader: PlanningReader): PlanningEvent {
  const { isTeam, userId } = reader;
  const span = { fieldId: row.field_id, startTime: row.start_time.toISOString(), endTime: row.end_time.toISOString() };
  const isOwn = row.customer_id === userId;
  const isInside = isTeam || isOwn;
  if (!isInside && row.confidentiality === "private") return { id: null, ...span };
  return {
    id: row.id,
    ...span,
    ...(row.kind === "block" && { kind: "block" as const }),
    name: row.name,
    status: row.status as NonNullable<PlanningEvent["status"]>,
    ...(row.pending_reason && { pendingReason: row.pending_reason as NonNullable<PlanningEvent["pendingReason"]> }),
    type: row.type as NonNullable<PlanningEvent["type"]>,
    ...(row.confidentiality === "private" && { confidentiality: "private" as const }),
    ...(isInside && creatorName(row) && { creator: creatorName(row) }),
    ...(isOwn && { isOwn }),
    ...(row.people !== null && { people: row.people }),
    ...(row.max_people !== null && { maxPeople: row.max_people }),
    ...(isInside &&
      row.payment_status !== "none" && {
        paymentStatus: row.payment_status as NonNullable<PlanningEvent["paymentStatus"]>,
      }),
    ...(isInside && row.price > 0 && { price: row.price }),
    ...(row.series_id && { seriesId: row.series_id }),
    ...(isInside && row.has_notes && { hasNotes: true }),
    ...(isInside && row.payment === "on_site" && row.payment_status === "due" && { isOnSite: true }),
    ...(isTeam && teamOnlyMembers(row, reader)),
  };
}
