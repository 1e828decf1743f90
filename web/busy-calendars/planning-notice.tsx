/** Above the planning, for whoever may decide: how many bookings stand in busy times of other systems. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { activity } from "#contract/activity.ts";
import { busyCalendars } from "#contract/busy-calendars.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

const ofCalendars = { "busy-calendars": [busyCalendars.conflicts.name] };
/** Readings add conflicts, changes of bookings take them away. */
const whileListed = { ...ofCalendars, events: [busyCalendars.conflicts.name] };

export default function PlanningNotice() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const query = { isKept: "false", per_page: "1" };
  const { data } = useQuery(
    endpointQuery(busyCalendars.conflicts, { params: { organizationId }, query }, { quiet: true }),
  );
  const count = data?.meta.total ?? 0;
  useLiveRefresh(activity.live, organizationId, count > 0 ? whileListed : ofCalendars);
  if (count === 0) return null;
  return (
    <p role="status" className="m-2 flex flex-wrap gap-x-3 rounded-md bg-amber-bg px-3 py-1.5 text-13 text-amber-fg">
      {t("busy-calendars.planningNotice", { count })}
      <Link to={path("/busy-conflicts")} className={textLinkClass}>
        {t("busy-calendars.show")}
      </Link>
    </p>
  );
}
