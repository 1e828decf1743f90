/** Checks that a booking lies within the field's opening hours (not on a closed day: closure, holiday, exception) and starts at a bookable time. */
import {
  ALWAYS_OPEN,
  openRangesBetween,
  isWithinOpenTime,
  type FieldHours,
  type OpenRange,
  type TimeSpan,
} from "#contract/hours-rules.ts";
import { listBookableStarts, isBookableStart } from "#contract/hours-starts-rules.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import { invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";

export interface BookableField {
  id: string;
  organization_id: string;
  timezone: string;
  status: string;
  start_step: number;
}

const localDate = (instant: number, timezone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDate();
const localTime = (instant: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timezone)
    .toPlainTime()
    .toString({ smallestUnit: "minute" });

async function findHoursAt(
  context: MemoryContext,
  field: BookableField,
  { start, end }: TimeSpan,
): Promise<FieldHours> {
  const dates = { from: localDate(start, field.timezone).toString(), to: localDate(end, field.timezone).toString() };
  const fieldHours = await remember(context, ["availability.hours", field.id, dates], () =>
    listFieldHours(context.db, field.organization_id, [field.id], dates),
  );
  return { timezone: field.timezone, ...(fieldHours.get(field.id) ?? { hours: null, exceptions: [] }) };
}

const openRangesAround = (hours: FieldHours, { start, end }: TimeSpan): OpenRange[] =>
  openRangesBetween(localDate(start, hours.timezone).toString(), localDate(end, hours.timezone).toString(), hours);

function nextStartMessage(
  ranges: readonly OpenRange[],
  { start }: TimeSpan,
  { start_step, timezone }: BookableField,
): LocalizedMessage {
  const endOfDay = localDate(start, timezone).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
  const later = ranges.flatMap((range) => listBookableStarts(range, start_step, { start, end: endOfDay }));
  const [next] = later.toSorted((a, b) => a - b);
  return next === undefined
    ? message("events.noStartLeft")
    : message("events.noStart", { time: localTime(next, timezone) });
}

/** Members book at starts within open time; the team may book outside with `override`. @throws HttpError 422 on `startTime` */
export async function assertWithinHours(
  context: MemoryContext,
  field: BookableField,
  time: TimeSpan,
  { isTeam, override }: { isTeam: boolean; override: boolean },
): Promise<void> {
  if (isTeam && override) return;
  const fieldHours = await findHoursAt(context, field, time);
  const hours = isTeam ? { ...fieldHours, hours: fieldHours.hours ?? ALWAYS_OPEN } : fieldHours;
  const refuse = (refusal: LocalizedMessage) => invalidFields({ startTime: [refusal] });
  const ranges = openRangesAround(hours, time);
  if (ranges.length === 0) throw refuse(message(isTeam ? "events.outsideHours" : "events.noSlots"));
  if (!isWithinOpenTime(ranges, time)) throw refuse(message("events.outsideHours"));
  if (!isTeam && !isBookableStart(ranges, field.start_step, time.start))
    throw refuse(nextStartMessage(ranges, time, field));
}
