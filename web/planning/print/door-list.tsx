/** The printed list for a field's door: its events of a day. */
import type { PlanningEvent } from "#contract/planning.ts";
import { typeLabels } from "#web/events/labels.ts";
import type { DateFormats } from "#web/kit/format/date-formats.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { findFreeIntervals } from "#web/planning/grid/free-times.ts";
import { type Board } from "#web/planning/grid/board.ts";
import { isActiveEvent } from "#web/planning/grid/event-criteria.ts";
import { mergeIntervals } from "#web/planning/grid/geometry.ts";
import type { EventText } from "./grid-table.tsx";
import { PrintedPage } from "./printed-page.tsx";

const MS_PER_MINUTE = 60_000;

interface DoorListLine {
  start: number;
  end: number;
  event?: PlanningEvent;
  by?: string;
}

function buildDoorListLines(board: Board, isFor: { isTeam: boolean }): DoorListLine[] {
  const { items, relatedUses: shades, lanes } = board;
  const activeEvents = items.filter(({ event }) => isActiveEvent(event));
  const [lane] = lanes;
  if (!lane) return [];
  const at = (minutes: number) => lane.origin + minutes * MS_PER_MINUTE;
  const free = findFreeIntervals(board, 0, isFor).map(({ from, to }) => ({ start: at(from), end: at(to) }));
  const lines: DoorListLine[] = [
    ...activeEvents.map(({ event }) => ({ start: Date.parse(event.startTime), end: Date.parse(event.endTime), event })),
    ...mergeIntervals(shades).map(({ from, to }) => ({
      ...{ start: at(from), end: at(to) },
      by: [...new Set(shades.filter((one) => one.from < to && from < one.to).map(({ fieldName }) => fieldName))].join(
        ", ",
      ),
    })),
    ...free,
  ];
  return lines.toSorted((one, other) => one.start - other.start);
}

interface DoorListProps {
  board: Board;
  title: string;
  subtitle: string;
  when: string;
  clock: DateFormats;
  notes: boolean;
  price: ((event: PlanningEvent) => string) | undefined;
  text: (event: PlanningEvent) => EventText;
}

export function DoorList({ board, title, subtitle, when, clock, notes, price, text }: DoorListProps) {
  const t = useTranslation();
  const lines = buildDoorListLines(board, { isTeam: isTeamMember(useScope()) });
  return (
    <PrintedPage orientation="portrait" {...{ title, subtitle, when, notes }}>
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
    </PrintedPage>
  );
}

function EventCells({ event, text, price }: { event: PlanningEvent } & Pick<DoorListProps, "text" | "price">) {
  const t = useTranslation();
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
