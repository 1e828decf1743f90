/** The next requests that wait for approval, beside the next events. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { activity } from "#contract/activity.ts";
import { approvals, type BookingRequest } from "#contract/approvals.ts";
import { requesterName } from "#web/approvals/requester-name.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

const MAX_REQUESTS = 4;

export function WaitingRequests() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const request = { params: { organizationId }, query: { per_page: MAX_REQUESTS } };
  const { data } = useQuery(endpointQuery(approvals.list, request, { quiet: true }));
  useLiveRefresh(activity.live, organizationId, { events: ["approvals"] });
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title={t("approvals.title")}
      action={
        <Link to={path("/approvals")} className={`${textLinkClass} text-13`}>
          {t("overview.seeAll")}
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {data.data.map((one) => (
          <WaitingRequest key={one.id} request={one} />
        ))}
      </ul>
    </Card>
  );
}

function WaitingRequest({
  request: { customer, name, field, startTime, endTime, timezone },
}: {
  request: BookingRequest;
}) {
  const { path } = useScope();
  const { day, timeRange, withOtherZoneName } = useDateFormats(timezone);
  const requester = requesterName({ customer, name });
  return (
    <li className="relative px-4 py-2.5 transition-colors hover:bg-hover">
      <Link
        to={path("/approvals")}
        search={{ q: requester }}
        className="block truncate text-13 font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
      >
        {requester}
      </Link>
      <span className="block truncate text-xs text-ink-3 first-letter:uppercase tnum">
        {withOtherZoneName(`${day(startTime)}, ${timeRange(startTime, endTime)}`, startTime)} · {field.name}
      </span>
    </li>
  );
}
