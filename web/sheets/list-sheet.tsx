/** What hangs at a field's door: its day, from the first event to the last. */
import type { PlanningEvent } from "#contract/planning.ts";
import { typeLabels } from "#web/events/labels.ts";
import type { Dates } from "#web/kit/dates.ts";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { freeOn } from "#web/moving/free.ts";
import { type Board } from "#web/planner/board.ts";
import { isStanding } from "#web/planner/filters.ts";
import { union } from "#web/planner/geometry.ts";
import type { EventText } from "./grid-table.tsx";
import { Paper } from "./paper.tsx";

const minute = 60_000;

interface Line {
  start: number;
  end: number;
  event?: PlanningEvent;
  /** By whom it is taken, where it is free for nobody. */
  by?: string;
}

/** What stands on the lane, what takes it from elsewhere, and what can be booked still, by time. */
function linesOf(board: Board, isFor: { isTeam: boolean }): Line[] {
  const { items, shades, lanes } = board;
  const standing = items.filter(({ event }) => isStanding(event));
  const [lane] = lanes;
  if (!lane) return [];
  const at = (minutes: number) => lane.origin + minutes * minute;
  const free = freeOn(board, 0, isFor).map(({ from, to }) => ({ start: at(from), end: at(to) }));
  const lines: Line[] = [
    ...standing.map(({ event }) => ({ start: Date.parse(event.startTime), end: Date.parse(event.endTime), event })),
    ...union(shades).map(({ from, to }) => ({
      ...{ start: at(from), end: at(to) },
      by: [...new Set(shades.filter((one) => one.from < to && from < one.to).map(({ by }) => by))].join(", "),
    })),
    ...free,
  ];
  return lines.toSorted((one, other) => one.start - other.start);
}

interface DoorSheetProps {
  board: Board;
  title: string;
  subtitle: string;
  when: string;
  clock: Dates;
  notes: boolean;
  /** Whether its last column is what an event costs. */
  price: ((event: PlanningEvent) => string) | undefined;
  text: (event: PlanningEvent) => EventText;
}

export function DoorSheet({ board, title, subtitle, when, clock, notes, price, text }: DoorSheetProps) {
  const t = useWords();
  const lines = linesOf(board, { isTeam: isTeam(useScope()) });
  return (
    <Paper orientation="portrait" {...{ title, subtitle, when, notes }}>
      <table className="sheet-list">
        <caption className="sr-only">{`${title}, ${when}`}</caption>
        <thead>
          <tr>
            <th scope="col">{t("planning.sheetTime")}</th>
            <th scope="col">{t("events.one")}</th>
            <th scope="col">{t("events.type")}</th>
            <th scope="col" className="sheet-number">
              {t("events.people")}
            </th>
            {price && (
              <th scope="col" className="sheet-number">
                {t("events.price")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ start, end, event, by }) => (
            <tr key={`${start} ${event?.id ?? ""}`} data-free={event || by ? undefined : true}>
              <th scope="row">{clock.timeRange(start, end)}</th>
              {event ? (
                <EventCells {...{ event, text, price }} />
              ) : (
                <td colSpan={price ? 4 : 3}>{by ? t("planning.inUseBy", { name: by }) : t("planning.sheetFree")}</td>
              )}
            </tr>
          ))}
          {lines.length === 0 && (
            <tr data-free>
              <td colSpan={price ? 5 : 4}>{t("planning.closed")}</td>
            </tr>
          )}
        </tbody>
      </table>
    </Paper>
  );
}

function EventCells({ event, text, price }: { event: PlanningEvent } & Pick<DoorSheetProps, "text" | "price">) {
  const t = useWords();
  const { kind, type, status, people, maxPeople } = event;
  return (
    <>
      <td>
        <strong>{text(event).title}</strong>
        {status === "pending" && ` (${t("events.statusPending")})`}
      </td>
      <td>{kind === "block" ? t("planning.sheetBlocked") : type ? t(typeLabels[type]) : ""}</td>
      <td className="sheet-number">{people === undefined ? "" : maxPeople ? `${people} / ${maxPeople}` : people}</td>
      {price && <td className="sheet-number">{price(event)}</td>}
    </>
  );
}
