/** A table of shares by hour; darker cells are busier. On phones the colours alone are shown, and each row's whole. */
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { Occupancy } from "#contract/reports.ts";
import { useHourNames } from "#web/kit/format/hour-names.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { occupancyShare } from "./figures.tsx";

export interface HeatRow {
  key: string;
  name: string;
  to?: string | undefined;
  whole: Occupancy;
  hours: readonly Occupancy[];
}

const steps = [
  "bg-[color-mix(in_oklab,var(--accent)_9%,var(--surface))] text-ink-2",
  "bg-[color-mix(in_oklab,var(--accent)_22%,var(--surface))] text-ink",
  "bg-[color-mix(in_oklab,var(--accent)_38%,var(--surface))] text-ink",
  "bg-[color-mix(in_oklab,var(--accent)_48%,var(--surface))] text-ink",
  "bg-accent text-on-accent",
] as const;
const stepOf = (share: number) => steps[Math.min(steps.length - 1, Math.floor(share * steps.length))] ?? steps[0];
const percent = (occupancy: Occupancy) => Math.round(occupancyShare(occupancy) * 100);

/** The evening goes on after midnight. */
const FIRST_HOUR = 5;
const hoursOfADay = Array.from({ length: 24 }, (_, index) => (index + FIRST_HOUR) % 24);

interface HeatTableProps {
  title: string;
  groups: readonly { key: string; name?: string; rows: readonly HeatRow[] }[];
  empty: ReactNode;
}

export function HeatTable({ title, groups, empty }: HeatTableProps) {
  const t = useTranslation();
  const hourName = useHourNames();
  const rows = groups.flatMap((group) => group.rows);
  const shown = hoursOfADay.filter((hour) =>
    rows.some(({ hours }) => (hours[hour]?.openMinutes ?? 0) + (hours[hour]?.takenMinutes ?? 0) > 0),
  );
  const heading = (
    <>
      {title} <span className="font-normal text-ink-3">{t("reports.inPercent")}</span>
    </>
  );
  return (
    <Card title={heading} action={<Legend />}>
      {rows.length === 0 ? (
        empty
      ) : (
        <div className="@container px-3 py-2 sm:px-4">
          <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-2xs text-ink-3 tnum">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col" className="w-20 sm:w-24 lg:w-40">
                  <span className="sr-only">{t("reports.field")}</span>
                </th>
                {shown.map((hour, index) => (
                  <th
                    key={hour}
                    scope="col"
                    aria-label={hourName.full(hour)}
                    className={cx("font-normal whitespace-nowrap", index % 2 === 1 && "max-sm:[&>*]:sr-only")}
                  >
                    <span className="@4xl:hidden">{hourName.narrow(hour)}</span>
                    <span className="@max-4xl:hidden">{hourName.full(hour)}</span>
                  </th>
                ))}
                <th scope="col" className="w-8 text-right font-normal">
                  <span className="max-sm:sr-only">{t("reports.whole")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <Fragment key={group.key}>
                  {group.name && (
                    <tr>
                      <th scope="rowgroup" colSpan={shown.length + 2} className="pt-1.5 text-left font-normal">
                        {group.name}
                      </th>
                    </tr>
                  )}
                  {group.rows.map((row) => (
                    <tr key={row.key}>
                      <th
                        scope="row"
                        title={row.name}
                        className="truncate text-left text-xs font-medium text-ink max-sm:text-2xs"
                      >
                        {row.to ? (
                          <Link
                            to={row.to}
                            className="block min-h-6 content-center truncate rounded-xs outline-ring hover:underline focus-visible:outline-2"
                          >
                            {row.name}
                          </Link>
                        ) : (
                          row.name
                        )}
                      </th>
                      {shown.map((hour) => (
                        <HeatCell key={hour} occupancy={row.hours[hour] ?? { openMinutes: 0, takenMinutes: 0 }} />
                      ))}
                      <td className="text-right text-xs font-semibold text-ink">{percent(row.whole)}</td>
                    </tr>
                  ))}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** Empty where the field is closed all the time. */
function HeatCell({ occupancy }: { occupancy: Occupancy }) {
  const t = useTranslation();
  const { openMinutes, takenMinutes } = occupancy;
  if (openMinutes === 0 && takenMinutes === 0)
    return (
      <td className="h-5.5 rounded-sm bg-sunken">
        <span className="sr-only">{t("reports.closed")}</span>
      </td>
    );
  const share = openMinutes === 0 ? 1 : occupancyShare(occupancy);
  return (
    <td className={cx("h-4.5 rounded-sm p-0 sm:h-5.5", stepOf(share))}>
      <span className="max-sm:sr-only">{openMinutes === 0 ? 100 : percent(occupancy)}</span>
    </td>
  );
}

const Legend = () => (
  <span aria-hidden className="flex items-center gap-1 text-xs text-ink-3 tnum max-sm:hidden">
    0
    {steps.map((step) => (
      <span key={step} className={cx("h-2 w-4 rounded-xs", step)} />
    ))}
    100
  </span>
);
