/** Serializes an event for the planning (calendar): as little as its block shows. */
import type { Planning, PlanningEvent } from "#contract/planning.ts";
import { isTitleShown, titleForOthers } from "#server/events/title-visibility.ts";
import { translateName } from "#server/events/translate-reason.ts";
import type { Language } from "#messages/translator.ts";
import type { PlannedEvent } from "./queries.ts";

type Maker = Planning["makers"][number] & { index: number };

interface PlanningReader {
  isTeam: boolean;
  userId: string;
  language: Language;
  /** Names of the sports of the fields shown, by id. */
  sportNames: ReadonlyMap<number, string>;
  /** By id; empty unless the reader is in the team. */
  makers: ReadonlyMap<string, Maker>;
}

/** Each person once, in the order of their first events. */
export function listDistinctMakers(rows: readonly PlannedEvent[]): Map<string, Maker> {
  const makers = new Map<string, Maker>();
  for (const { maker } of rows)
    if (maker && !makers.has(maker.id)) makers.set(maker.id, { ...maker, index: makers.size });
  return makers;
}

/** Other members read the title only of events that nobody has booked, else sport and type. */
function readTitle(row: PlannedEvent, { isTeam, userId, language, sportNames }: PlanningReader): string {
  if (isTeam || isTitleShown(row, userId)) return translateName(row, language);
  const sport = row.sport_id === null ? null : (sportNames.get(row.sport_id) ?? null);
  return titleForOthers(sport, row.type as NonNullable<PlanningEvent["type"]>, language);
}

/**
 * Other members see public events; of a private event they see only that the time is taken. Members that are undefined are
 * left out of the answer.
 */
export function serializePlanningEvent(row: PlannedEvent, reader: PlanningReader): PlanningEvent {
  const { isTeam, userId } = reader;
  const span = { fieldId: row.field_id, startTime: row.start_time.toISOString(), endTime: row.end_time.toISOString() };
  const isOwn = row.user_id === userId;
  const isInside = isTeam || isOwn;
  if (!isInside && row.confidentiality === "private") return { id: null, ...span };
  const creator = isInside ? row.customer_name : row.name_for_others;
  return {
    id: row.id,
    fieldId: span.fieldId,
    startTime: span.startTime,
    endTime: span.endTime,
    kind: row.kind === "block" ? "block" : undefined,
    name: readTitle(row, reader),
    status: row.status as PlanningEvent["status"],
    pendingReason: (row.pending_reason ?? undefined) as PlanningEvent["pendingReason"],
    offeredUntil:
      isTeam && row.pending_reason === "offer" ? (row.hold_expires_at?.toISOString() ?? undefined) : undefined,
    type: row.type as PlanningEvent["type"],
    confidentiality: row.confidentiality === "private" ? "private" : undefined,
    creator: creator || undefined,
    isOwn: isOwn || undefined,
    people: row.people ?? undefined,
    maxPeople: row.max_people ?? undefined,
    paymentStatus:
      isInside && row.payment_status !== "none" ? (row.payment_status as PlanningEvent["paymentStatus"]) : undefined,
    price: isInside && row.price > 0 ? row.price : undefined,
    seriesId: row.series_id && (isTeam || isTitleShown(row, userId)) ? row.series_id : undefined,
    hasNotes: (isInside && row.has_notes) || undefined,
    isOnSite: (isInside && row.payment === "on_site" && row.payment_status === "due") || undefined,
    isFirst: (isTeam && row.is_first) || undefined,
    attendance: (isTeam && (row.attendance as PlanningEvent["attendance"])) || undefined,
    maker: row.maker ? reader.makers.get(row.maker.id)?.index : undefined,
  };
}
