/** The month's heat map: occupancy by field and day. */
import "./month.css";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { FieldOccupancy } from "#contract/planning.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { formatPercent } from "#web/kit/format/percent-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { occupancyLevel, occupancyByDay, sumOverFields } from "./month-occupancy.ts";

interface MonthMapProps {
  fields: readonly FieldOccupancy[];
  dates: readonly string[];
  today: string;
  label: string;
  hrefOf: (date: string) => string;
  onDay: (date: string) => void;
  onTurn: (months: number) => void;
}

interface MonthMapRow {
  id: string;
  name: string;
  isPart: boolean;
  loads: (number | undefined)[];
  cap?: string;
}

function buildMonthMapRows(fields: readonly FieldOccupancy[], all: string): MonthMapRow[] {
  const hasMany = new Set(fields.map(({ facilityId }) => facilityId)).size > 1;
  const known = new Set(fields.map(({ id }) => id));
  const rows = fields.map((field, index) => ({
    id: field.id,
    name: field.name,
    isPart: field.parentId !== null && known.has(field.parentId),
    loads: occupancyByDay(field),
    ...(hasMany && fields[index - 1]?.facilityId !== field.facilityId ? { cap: field.facilityName } : {}),
  }));
  return fields.length > 1
    ? [{ id: "", name: all, isPart: false, loads: occupancyByDay(sumOverFields(fields)) }, ...rows]
    : rows;
}

function nextCell(key: string, [row, day]: readonly [number, number], days: number): [number, number] | undefined {
  if (key === "ArrowLeft") return [row, day - 1];
  if (key === "ArrowRight") return [row, day + 1];
  if (key === "ArrowUp") return [row - 1, day];
  if (key === "ArrowDown") return [row + 1, day];
  if (key === "Home") return [row, 0];
  if (key === "End") return [row, days - 1];
  return undefined;
}

export function MonthMap({ fields, dates, today, label, hrefOf, onDay, onTurn }: MonthMapProps) {
  const t = useTranslation();
  const { weekdayNarrow, longDay } = useDateFormats("UTC");
  const table = useRef<HTMLTableElement>(null);
  const rows = buildMonthMapRows(fields, t("planning.anyField"));
  const [cursor, setCursor] = useState<readonly [number, number]>([0, Math.max(0, dates.indexOf(today))]);
  const at = [Math.min(cursor[0], rows.length - 1), Math.min(cursor[1], dates.length - 1)] as const;
  const start = dates.indexOf(today);
  useEffect(() => {
    table.current?.querySelector("thead [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [start]);
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      return onTurn(event.key === "PageUp" ? -1 : 1);
    }
    const to = nextCell(event.key, at, dates.length);
    if (!to) return undefined;
    // Also at the edge, because arrows elsewhere go to another month.
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-cell="${to.join(" ")}"]`)?.focus();
    return undefined;
  };
  const go = (event: MouseEvent) => {
    const date =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-date]")?.dataset["date"] : undefined;
    if (!date || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onDay(date);
  };
  const noons = dates.map(noonOf);
  const [letters, whole] = [noons.map(weekdayNarrow), noons.map(longDay)];
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <table ref={table} role="grid" aria-label={label} className="month" onKeyDown={press} onClick={go}>
        <thead>
          <tr>
            <th scope="col">{t("events.field")}</th>
            {dates.map((date, index) => (
              <th
                key={date}
                scope="col"
                aria-label={whole[index]}
                aria-current={date === today ? "date" : undefined}
                data-weekend={Temporal.PlainDate.from(date).dayOfWeek > 5 || undefined}
              >
                <span>{letters[index]}</span>
                {Number(date.slice(-2))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, isPart, loads, cap }, row) => (
            <MonthRow
              key={id}
              {...{ row, name, isPart, loads, cap, dates, whole, hrefOf }}
              cursor={row === at[0] ? at[1] : undefined}
              isSum={id === ""}
              onFocus={(day) => setCursor([row, day])}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MonthRowProps extends Omit<MonthMapRow, "id" | "cap">, Pick<MonthMapProps, "dates" | "hrefOf"> {
  row: number;
  cap: string | undefined;
  cursor: number | undefined;
  isSum: boolean;
  whole: readonly string[];
  onFocus: (day: number) => void;
}

function MonthRow({ row, name, isPart, isSum, loads, cap, dates, whole, cursor, hrefOf, onFocus }: MonthRowProps) {
  const t = useTranslation();
  return (
    <>
      {cap !== undefined && (
        <tr className="month-cap">
          <th scope="rowgroup" colSpan={dates.length + 1}>
            <span>{cap}</span>
          </th>
        </tr>
      )}
      <tr data-sum={isSum || undefined}>
        <th scope="row" title={name} data-part={isPart || undefined}>
          {name}
        </th>
        {dates.map((date, day) => {
          const load = loads[day];
          const about = { field: name, date: whole[day] ?? date };
          const label =
            load === undefined
              ? t("planning.monthClosed", about)
              : t("planning.monthCell", { ...about, percent: formatPercent(load, t) });
          return (
            <td key={date} data-level={load === undefined ? "closed" : occupancyLevel(load)}>
              <a
                href={hrefOf(date)}
                aria-label={label}
                title={label}
                tabIndex={day === cursor ? 0 : -1}
                data-date={date}
                data-cell={`${row} ${day}`}
                onFocus={() => onFocus(day)}
              >
                {load === undefined ? "" : Math.round(load * 100)}
              </a>
            </td>
          );
        })}
      </tr>
    </>
  );
}
