/** Bookings to come of the customer that a freeze or an end concerns: they keep their price. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { subscriptions } from "#contract/subscriptions.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";

interface ConcernedBookingsProps {
  organizationId: string;
  subscriptionId: string;
  /** Local dates; none: all that are to come. */
  from?: string;
  to?: string;
}

export function ConcernedBookings({ organizationId, subscriptionId, from, to }: ConcernedBookingsProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const currency = useOrganizationCurrency() ?? "EUR";
  const { can, path } = useScope();
  const params = { organizationId, subscriptionId };
  const { data } = useQuery({
    ...endpointQuery(
      subscriptions.bookings,
      { params, query: { ...(from && { from }), ...(to && { to }) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    enabled: can(subscriptions.bookings),
    staleTime: 0,
  });
  const found = data?.data ?? [];
  if (found.length === 0) return null;
  const title = t("subscriptions.bookingsKeep", { count: found.length });
  return (
    <section aria-label={title} className="grid gap-2 text-13">
      <p className="text-ink-2">{title}</p>
      <ul className="max-h-40 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {found.map(({ id, startTime, timezone, fieldName, price }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 px-3 py-1">
            <Link to={path(`/events/${id}`)} className={`${textLinkClass} inline-flex min-h-6 items-center`}>
              <span>
                <DateTime timeZone={timezone} at={startTime} /> · {fieldName}
              </span>
            </Link>
            <span className="text-ink-2 tnum">{money(price, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
