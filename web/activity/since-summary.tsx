/** Numbers of the deeds of others since an instant. */
import { useQuery } from "@tanstack/react-query";
import { activity, MAX_NEW_ENTRIES } from "#contract/activity.ts";
import type { ActivityDeed } from "#contract/activity-summary-rules.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useDayAndTime } from "./entry-list.tsx";

const deedLabels = {
  booked: "activity.deedsBooked",
  changed: "activity.deedsChanged",
  canceled: "activity.deedsCanceled",
  decided: "activity.deedsDecided",
  blocked: "activity.deedsBlocked",
  paid: "activity.deedsPaid",
  refunded: "activity.deedsRefunded",
  customers: "activity.deedsCustomers",
  other: "activity.deedsOther",
} as const satisfies Record<ActivityDeed, string>;

export function SinceSummary({ since, timeZone }: { since: string; timeZone: string | undefined }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const dayAndTime = useDayAndTime(timeZone);
  const { data } = useQuery({
    ...endpointQuery(activity.summary, { params: { organizationId }, query: { since } }, { quiet: true }),
    // Other people change data meanwhile.
    staleTime: 0,
  });
  const summary = data?.data;
  if (!summary) return null;
  const { count, deeds } = summary;
  return (
    <section
      aria-label={t("activity.summary")}
      className="mx-auto mb-2 w-full max-w-4xl rounded-xl border border-line bg-sunken px-4 py-3"
    >
      <h2 className="text-13 font-medium">
        {count < MAX_NEW_ENTRIES
          ? t("activity.othersSince", { count, at: dayAndTime(since) })
          : t("activity.othersSinceMany", { count, at: dayAndTime(since) })}
      </h2>
      {deeds.length > 0 && (
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-2 tnum">
          {deeds.map((one) => (
            <li key={one.deed}>{t(deedLabels[one.deed], { count: one.count })}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
