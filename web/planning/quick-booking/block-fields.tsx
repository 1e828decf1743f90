/** Fields of a block: maintenance, closed time, reason; lists the bookings in its way. */
import { useNavigate } from "@tanstack/react-router";
import { hours } from "#contract/hours.ts";
import type { PlanningField } from "#contract/planning.ts";
import { toWallClock } from "#web/availability/slots.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board, BoardItem } from "#web/planning/grid/board.ts";
import { findGaps } from "#web/planning/grid/geometry.ts";
import { eventTitle } from "#web/planning/grid/event-appearance.ts";
import type { Placement } from "./placement.ts";

const reasonKeys = [
  "planning.reasonMaintenance",
  "planning.reasonWeather",
  "planning.reasonCompetition",
  "planning.reasonPrivate",
] as const;

export function BlockFields() {
  const t = useTranslation();
  const set = useSetField();
  const reason = useFieldText("reason");
  return (
    <>
      <div className="grid gap-1.5">
        <TextField name="reason" label={t("events.reason")} autoComplete="off" maxLength={160} required />
        <div role="group" aria-label={t("planning.reasons")} className="flex flex-wrap gap-1.5">
          {reasonKeys.map((key) => {
            const name = t(key);
            return (
              <button
                key={key}
                type="button"
                aria-pressed={reason === name}
                onClick={() => set("reason", name)}
                className={cx(
                  "h-7 rounded-md border px-2 text-xs font-medium pointer-coarse:h-10",
                  reason === name
                    ? "border-accent bg-accent-soft text-accent-ink"
                    : "border-line-strong/80 text-ink-2 hover:bg-hover",
                )}
              >
                {name}
              </button>
            );
          })}
        </div>
      </div>
      <TextField name="description" label={t("planning.visibleText")} autoComplete="off" maxLength={2000} optional />
      <SwitchField name="repeats" label={t("planning.repeatWeekly")} />
    </>
  );
}

interface ConflictingBookingsProps {
  items: readonly BoardItem[];
  placement: Placement;
  board: Board;
  fields: readonly PlanningField[];
}

const MAX_LISTED_BOOKINGS = 4;

/** Links to a new closure, whose page decides about each of the bookings. */
export function ConflictingBookings({ items, placement, board, fields }: ConflictingBookingsProps) {
  const t = useTranslation();
  const { places, duration } = placement;
  const scope = useScope();
  const navigate = useNavigate();
  const reason = useFieldText("reason");
  const description = useFieldText("description");
  const close = (fieldId: string) => {
    const at = places.filter((place) => place.fieldId === fieldId);
    const closure = buildClosure(at, { duration, board, timezone: fields.find(({ id }) => id === fieldId)?.timezone });
    void navigate({
      to: scope.path("/closures/create"),
      state: { closureFormValues: { ...closure, place: `field ${fieldId}`, name: reason, reason: description } },
      ignoreBlocker: true,
    });
  };
  const concerned = [...new Set(places.map(({ fieldId }) => fieldId))];
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-rose-bg px-3 py-2 text-13 text-rose-fg">
      <p className="font-medium">{t("planning.bookingsInside", { count: items.length })}</p>
      <ul className="grid gap-0.5">
        {items.slice(0, MAX_LISTED_BOOKINGS).map(({ id, event }) => (
          <li key={id} className="truncate" title={eventTitle(event, t)}>
            {eventTitle(event, t)}
          </li>
        ))}
        {items.length > MAX_LISTED_BOOKINGS && (
          <li>{t("planning.moreDates", { count: items.length - MAX_LISTED_BOOKINGS })}</li>
        )}
      </ul>
      {scope.can(hours.createClosure) ? (
        <div className="flex flex-wrap gap-1.5">
          {concerned.map((fieldId) => (
            <Button key={fieldId} size="sm" onClick={() => close(fieldId)}>
              {concerned.length > 1
                ? t("planning.decideFor", { name: fields.find(({ id }) => id === fieldId)?.name ?? "" })
                : t("planning.decide")}
            </Button>
          ))}
        </div>
      ) : (
        <p>{t("planning.moveFirst")}</p>
      )}
    </div>
  );
}

function buildClosure(
  places: Placement["places"],
  { duration, board, timezone = board.timezone }: { duration: number; board: Board; timezone?: string | undefined },
) {
  const dates = places.map(({ startTime }) => toWallClock(startTime, timezone).date).toSorted();
  const [place] = places;
  const start = Date.parse(place?.startTime ?? "");
  const lane = board.lanes.find(
    ({ field, origin }) => field.id === place?.fieldId && start >= origin && start < origin + board.span * 60_000,
  );
  const from = lane ? (start - lane.origin) / 60_000 : 0;
  const closed = { from, to: from + duration };
  const left = lane
    ? lane.open.flatMap((open) =>
        findGaps([closed], open.to)
          .map((gap) => ({ from: Math.max(gap.from, open.from), to: Math.min(gap.to, open.to) }))
          .filter((gap) => gap.from < gap.to),
      )
    : [];
  const at = (minutes: number) =>
    toWallClock(new Date((lane?.origin ?? 0) + minutes * 60_000).toISOString(), timezone).time;
  return {
    from: dates[0] ?? "",
    to: dates.at(-1) ?? "",
    closed: left.length === 0,
    hours: left.map((gap) => ({ start: at(gap.from), end: at(gap.to) })),
  };
}
