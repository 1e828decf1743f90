/** Number of requests beside the entry of the sidebar. */
import { useQuery } from "@tanstack/react-query";
import { activity } from "#contract/activity.ts";
import { approvals } from "#contract/approvals.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";

export function WaitingCount() {
  const t = useTranslation();
  const locale = useLocale();
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(approvals.count, { params: { organizationId } }, { quiet: true }));
  useLiveRefresh(activity.live, organizationId, { events: ["approvals"] });
  const count = data?.data.waiting ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-active px-1.5 text-xs text-ink-2 tnum">
      <span aria-hidden>{new Intl.NumberFormat(locale).format(count)}</span>
      <span className="sr-only">{t("approvals.waitingCount", { count })}</span>
    </span>
  );
}
