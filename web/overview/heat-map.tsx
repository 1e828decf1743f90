/** Heat map of the busiest hours of the week: a table in which darker cells are busier and link to their events. */
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import type { Overview } from "#contract/overview.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { useWeekdayFormats, weekdays } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface HeatMapProps {
  hours: Overview["hours"];
  /** Shown even where nobody comes. */
  openHours: Overview["openHours"];
  format: (minutes: number) => string;
  to: ((weekday: number, hour: number) => string) | undefined;
}

/** Arrow keys move in reading order, or within a column. */
function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const links = [...(event.currentTarget.closest("table")?.querySelectorAll("a") ?? [])];
  const at = links.indexOf(event.currentTarget);
  const isBelow = (link: HTMLElement) => link.dataset["weekday"] === links[at]?.dataset["weekday"];
  const ways: Record<string, () => HTMLElement | undefined> = {
    ArrowRight: () => links[at + 1],
    ArrowLeft: () => links[at - 1],
    ArrowDown: () => links.slice(at + 1).find(isBelow),
    ArrowUp: () => links.slice(0, at).findLast(isBelow),
    Home: () => links[0],
    End: () => links.at(-1),
  };
  const way = ways[event.key];
  if (!way) return;
  event.preventDefault();
  way()?.focus();
}

export function HeatMap({ hours, openHours, format, to }: HeatMapProps) {
  const t = useTranslation();
  const week = useWeekdayFormats();
  const taken = new Map(hours.map((one) => [cellIndex(one), one.takenMinutes]));
  const busy = hours.filter(({ takenMinutes }) => takenMinutes > 0);
  const toShow = [...(openHours.length > 0 ? openHours : [8, 21]), ...busy.map(({ hour }) => hour)];
  const [first, last] = [Math.min(...toShow), Math.max(...toShow)];
  // Roving tab index: Tab stops once, arrow keys move between cells.
  const [cursor, setCursor] = useState<number>();
  const cells = busy.map(cellIndex);
  const stop = cursor !== undefined && cells.includes(cursor) ? cursor : Math.min(...cells);
  const most = Math.max(1, ...busy.map(({ takenMinutes }) => takenMinutes));
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const clock = (hour: number) => week.time(`${String(hour).padStart(2, "0")}:00`);
  return (
    <Card title={t("overview.busiestHours")}>
      <div className="p-4">
        <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-2xs text-ink-3 tnum">
          <caption className="sr-only">{t("overview.busiestHours")}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-13">
                <span className="sr-only">{t("overview.hour")}</span>
              </th>
              {weekdays.map((weekday) => (
                <th key={weekday} scope="col" className="pb-1 font-medium">
                  <abbr title={week.dayName(weekday)} className="no-underline">
                    {week.short(weekday)}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((hour) => (
              <tr key={hour}>
                <th scope="row" className="pr-1.5 text-right font-normal whitespace-nowrap">
                  {clock(hour)}
                </th>
                {weekdays.map((weekday) => {
                  const cell = cellIndex({ weekday, hour });
                  const minutes = taken.get(cell) ?? 0;
                  const isBusy = minutes > 0;
                  const title = `${week.dayName(weekday)} ${clock(hour)}: ${format(minutes)}`;
                  return (
                    <td
                      key={weekday}
                      title={title}
                      className="h-6 rounded-xs bg-sunken p-0"
                      style={isBusy ? { background: cellColor(minutes / most) } : undefined}
                    >
                      {to && isBusy ? (
                        <Link
                          to={to(weekday, hour)}
                          aria-label={title}
                          data-weekday={weekday}
                          tabIndex={cell === stop ? 0 : -1}
                          onKeyDown={moveFocus}
                          onFocus={() => setCursor(cell)}
                          className="block h-6 rounded-xs outline-ring hover:outline-2 focus-visible:outline-2"
                        />
                      ) : (
                        <span className="sr-only">{format(minutes)}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const cellIndex = ({ weekday, hour }: { weekday: number; hour: number }) => hour * 8 + weekday;

const cellColor = (part: number) => `color-mix(in oklab, var(--accent) ${Math.round(12 + part * 88)}%, var(--surface))`;
