/** What is in the way of a quick booking, and what is free instead; of several places, what became of each. */
import { Check, X } from "lucide-react";
import { useState } from "react";
import type { Availability } from "#contract/availability.ts";
import type { PlanningField } from "#contract/planning.ts";
import { OtherSlots } from "#web/availability/slot-chip.tsx";
import { type FreeSlot, wallClockOf } from "#web/availability/slots.ts";
import { useDates } from "#web/kit/dates.ts";
import { useFieldValue, useSetField } from "#web/kit/form.tsx";
import { useSnapshot } from "#web/kit/form-context.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board, Item } from "#web/planner/board.ts";
import { titleOf } from "#web/planner/look.ts";
import { freeInstead, standingOn } from "#web/moving/free.ts";
import type { Begun } from "./quick-draft.ts";
import type { Quick } from "./use-quick.ts";

/** Of one of several places. */
export interface Outcome {
  name: string;
  startTime: string;
  timezone: string;
  /** Why not; nothing where it was booked. */
  refusal?: string;
}

/** What stands where it would be, as it is known at this moment, and whether it is outside of the hours. */
export function useObstacle(board: Board, { places, duration }: Begun, fields: readonly PlanningField[]) {
  const t = useWords();
  const refused = useSnapshot(({ errors }) => errors["startTime"]?.message);
  const isOutside = places.some(({ fieldId, startTime }) => {
    const [start, end] = [Date.parse(startTime), Date.parse(startTime) + duration * 60_000];
    const field = fields.find(({ id }) => id === fieldId);
    const dayOf = (instant: string) => field && wallClockOf(instant, field.timezone).date;
    // Of days that are not shown, and of fields without hours, the server knows.
    const open = field?.open.filter((range) => dayOf(range.start) === dayOf(startTime)) ?? [];
    return open.length > 0 && !open.some((range) => Date.parse(range.start) <= start && end <= Date.parse(range.end));
  });
  return {
    taken: standingOn(board, places, duration),
    isOutside: isOutside || refused === t("events.outsideHours"),
  };
}

interface InsteadProps {
  one: Begun;
  quick: Quick;
  board: Board;
  day: Availability | undefined;
  taken: readonly Item[];
  outcome: readonly Outcome[];
}

export function Instead({ one, quick, board, day, taken, outcome }: InsteadProps) {
  const t = useWords();
  const set = useSetField();
  const isBlock = useFieldValue("kind") === "block";
  const [now] = useState(() => Date.now());
  const { time } = useDates(board.timezone);
  const [place] = one.places;
  // Whatever else went wrong, such as the connection, the slot may be free still.
  const isRefused = useSnapshot(({ errors }) => errors["startTime"]?.from === "server") || taken.length > 0;
  const wanted = place && { ...place, duration: one.duration };
  const free =
    wanted && isRefused && one.places.length === 1
      ? freeInstead(isBlock ? undefined : day, { board, wanted, now })
      : [];
  const take = (slot: FreeSlot) => {
    const at = wallClockOf(slot.startTime, slot.timezone);
    // Of an hour that comes twice, the clock does not say which.
    quick.change(one.id, { places: [{ fieldId: slot.fieldId, startTime: slot.startTime }] });
    set("fieldId", slot.fieldId);
    set("date", at.date);
    set("startTime", at.time);
  };
  return (
    <>
      {outcome.length > 0 && (
        <ul role="status" className="grid gap-1 rounded-lg bg-sunken px-3 py-2 text-13">
          {outcome.map((it) => (
            <Became key={`${it.name} ${it.startTime}`} {...it} />
          ))}
        </ul>
      )}
      {taken.length > 0 && (
        <p role="alert" className="text-13 text-danger">
          {taken
            .map(({ event }) =>
              t("planning.takenBy", {
                name: titleOf(event, t),
                start: time(event.startTime),
                end: time(event.endTime),
              }),
            )
            .join(" · ")}
        </p>
      )}
      <OtherSlots label={t("planning.nextFree")} slots={free} onChoose={take} />
    </>
  );
}

function Became({ name, startTime, timezone, refusal }: Outcome) {
  const t = useWords();
  const { shortDate, time } = useDates(timezone);
  return (
    <li className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {refusal === undefined ? (
        <Check className="text-accent-ink" aria-hidden />
      ) : (
        <X className="text-danger" aria-hidden />
      )}
      <span className="min-w-0">
        {name}, {shortDate(startTime)} {time(startTime)}: {refusal ?? t("planning.isBooked")}
      </span>
    </li>
  );
}
