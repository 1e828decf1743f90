/** Series of a customer on their page: one tick a date. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CustomerDetail } from "#contract/customers.ts";
import { type CustomerSeries, series, type seriesDateStates } from "#contract/series.ts";
import type { CustomerParts } from "#web/customers/customer-parts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import type { MessageKey } from "#messages/keys.ts";

export const seriesCustomerParts = { SeriesList } satisfies Partial<CustomerParts>;

function SeriesList({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const params = { organizationId, customerId: customer.id };
  const { data } = useQuery({
    ...endpointQuery(series.ofCustomer, { params }, { quiet: true }),
    enabled: can(series.ofCustomer),
  });
  const found = data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <Card title={t("events.series")}>
      <ul aria-label={t("events.series")} className="divide-y divide-line">
        {found.map((one) => (
          <SeriesItem key={one.id} series={one} />
        ))}
      </ul>
    </Card>
  );
}

type DateState = (typeof seriesDateStates)[number];
const stateLabels = {
  played: "series.statePlayed",
  overdue: "series.stateOverdue",
  next: "series.stateNext",
  later: "series.stateLater",
  canceled: "events.statusCanceled",
} as const satisfies Record<DateState, MessageKey>;
const tickClasses: Record<DateState, string> = {
  played: "bg-accent",
  overdue: "bg-rose-dot",
  next: "border-2 border-accent",
  later: "bg-line-strong/75",
  canceled:
    "bg-[linear-gradient(135deg,transparent_45%,var(--line-strong)_45%_60%,transparent_60%)] border border-line",
};

function SeriesItem({ series: one }: { series: CustomerSeries }) {
  const t = useTranslation();
  const { path } = useScope();
  const { weekday, day, timeRange, dayRange } = useDateFormats(one.timezone);
  return (
    <li className="grid gap-0.5 px-4 py-3">
      <span className="flex items-start justify-between gap-3">
        <span className="text-13 font-semibold first-letter:uppercase">
          {weekday(one.startTime)} {timeRange(one.startTime, one.endTime)} · {one.field.name}
        </span>
        <Link
          to={path(`/series/${one.id}`)}
          className={`${textLinkClass} text-13`}
          aria-label={t("series.openNamed", { name: one.name })}
        >
          {t("series.open")}
        </Link>
      </span>
      <span className="text-13 text-ink-2">
        {dayRange(one.firstStart, one.lastStart)} · {t("series.playedOf", { count: one.played, total: one.total })}
      </span>
      <ol aria-label={t("series.dates")} className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(0.75rem,1fr))] gap-1">
        {one.dates.map(({ eventId, startTime, state }) => (
          <li
            key={eventId}
            title={`${day(startTime)}: ${t(stateLabels[state])}`}
            className={cx("h-2 rounded-sm", tickClasses[state])}
          >
            <span className="sr-only">
              {day(startTime)}: {t(stateLabels[state])}
            </span>
          </li>
        ))}
      </ol>
    </li>
  );
}
