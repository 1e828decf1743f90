/** A time that is taken out of sale: why, what customers read, whether each week, and what about the bookings inside. */
import { useNavigate } from "@tanstack/react-router";
import { hours } from "#contract/hours.ts";
import type { PlanningField } from "#contract/planning.ts";
import { wallClockOf } from "#web/availability/slots.ts";
import { Button } from "#web/kit/button.tsx";
import { SwitchField } from "#web/kit/choice-fields.tsx";
import { cx } from "#web/kit/cx.ts";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board, Item } from "#web/planner/board.ts";
import { gaps } from "#web/planner/geometry.ts";
import { titleOf } from "#web/planner/look.ts";
import type { Begun } from "./quick-draft.ts";

const reasons = [
  "planning.reasonMaintenance",
  "planning.reasonWeather",
  "planning.reasonCompetition",
  "planning.reasonPrivate",
] as const;

export function BlockFields() {
  const t = useWords();
  const set = useSetField();
  const reason = useFieldText("reason");
  return (
    <>
      <div className="grid gap-1.5">
        <TextField name="reason" label={t("events.reason")} autoComplete="off" maxLength={160} required />
        <div role="group" aria-label={t("planning.reasons")} className="flex flex-wrap gap-1.5">
          {reasons.map((key) => {
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

interface InsideProps {
  items: readonly Item[];
  one: Begun;
  board: Board;
  fields: readonly PlanningField[];
}

const shortly = 4;

/** The bookings that are in its way, and the closure that decides of each, with everything filled in. */
export function BookingsInside({ items, one: { places, duration }, board, fields }: InsideProps) {
  const t = useWords();
  const scope = useScope();
  const navigate = useNavigate();
  const reason = useFieldText("reason");
  const description = useFieldText("description");
  const close = (fieldId: string) => {
    const at = places.filter((place) => place.fieldId === fieldId);
    const closure = closureOf(at, { duration, board, timezone: fields.find(({ id }) => id === fieldId)?.timezone });
    void navigate({
      to: scope.path("/closures/create"),
      state: { closureFilled: { ...closure, place: `field ${fieldId}`, name: reason, reason: description } },
      ignoreBlocker: true,
    });
  };
  const concerned = [...new Set(places.map(({ fieldId }) => fieldId))];
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-rose-bg px-3 py-2 text-13 text-rose-fg">
      <p className="font-medium">{t("planning.bookingsInside", { count: items.length })}</p>
      <ul className="grid gap-0.5">
        {items.slice(0, shortly).map(({ id, event }) => (
          <li key={id} className="truncate" title={titleOf(event, t)}>
            {titleOf(event, t)}
          </li>
        ))}
        {items.length > shortly && <li>{t("planning.moreDates", { count: items.length - shortly })}</li>}
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

/** A closure of the days that are meant: all day, or open but for the stretch. */
function closureOf(
  places: Begun["places"],
  { duration, board, timezone = board.timezone }: { duration: number; board: Board; timezone?: string | undefined },
) {
  const dates = places.map(({ startTime }) => wallClockOf(startTime, timezone).date).toSorted();
  const [place] = places;
  const start = Date.parse(place?.startTime ?? "");
  const lane = board.lanes.find(
    ({ field, origin }) => field.id === place?.fieldId && start >= origin && start < origin + board.span * 60_000,
  );
  const from = lane ? (start - lane.origin) / 60_000 : 0;
  const closed = { from, to: from + duration };
  const left = lane
    ? lane.open.flatMap((open) =>
        gaps([closed], open.to)
          .map((gap) => ({ from: Math.max(gap.from, open.from), to: Math.min(gap.to, open.to) }))
          .filter((gap) => gap.from < gap.to),
      )
    : [];
  const at = (minutes: number) =>
    wallClockOf(new Date((lane?.origin ?? 0) + minutes * 60_000).toISOString(), timezone).time;
  return {
    from: dates[0] ?? "",
    to: dates.at(-1) ?? "",
    closed: left.length === 0,
    hours: left.map((gap) => ({ start: at(gap.from), end: at(gap.to) })),
  };
}
