/** History of one event, from the activity log. */
import { useQuery } from "@tanstack/react-query";
import type { HistoryEntry } from "#contract/activity.ts";
import { events } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ChangeList } from "./change-list.tsx";
import { listEntryChanges } from "./entry-changes.ts";
import { actLabel } from "./labels.ts";

export function EventHistory() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const eventId = useRouteParam("eventId");
  const { data, error } = useQuery(
    endpointQuery(events.history, { params: { organizationId, eventId } }, { quiet: true }),
  );
  const event = useQuery(endpointQuery(events.read, { params: { organizationId, eventId } }, { quiet: true }));
  const timeZone = event.data?.data.timezone;
  if (error || data?.data.length === 0) return null;
  return (
    <Card title={t("activity.history")}>
      <ol className="grid px-4 py-3" aria-busy={!data}>
        {data ? (
          data.data.map((entry, index) => (
            <HistoryRow key={entry.id} entry={entry} timeZone={timeZone} isLast={index === data.data.length - 1} />
          ))
        ) : (
          <li>
            <Skeleton className="h-9 w-full" />
          </li>
        )}
      </ol>
    </Card>
  );
}

/** Acts of scheduled jobs. Other acts without an actor are by people hidden from the reader. */
const isAutomatic = (act: string) => /^events\.(expire|complete|remind)/.test(act);

interface HistoryRowProps {
  entry: HistoryEntry;
  /** Time zone of the facility. */
  timeZone: string | undefined;
  isLast: boolean;
}

function HistoryRow({ entry, timeZone, isLast }: HistoryRowProps) {
  const t = useTranslation();
  const scope = useScope();
  const { act, actor, at, before, after } = entry;
  const nobody = isTeamMember(scope) || isAutomatic(act) ? t("activity.system") : t("activity.team");
  const who = actor?.full_name ?? nobody;
  const label = actLabel(t, act);
  // The sentence names the new status already.
  const changes =
    act === "events.create"
      ? []
      : listEntryChanges({ before, after }).filter(({ path }) => !(label && path === "status"));
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span className="flex flex-col items-center">
        <Avatar name={who} size="sm" />
        {!isLast && <span aria-hidden className="w-px flex-1 bg-line" />}
      </span>
      <div className="grid gap-1 pt-1 pb-4">
        <p className="text-13 [overflow-wrap:anywhere]">
          <span className="font-medium">{who}</span> {label ?? act}
        </p>
        <DateTime at={at} timeZone={timeZone} className="text-xs text-ink-3 tnum" />
        {changes.length > 0 && (
          <ChangeList subject="events" changes={changes} timeZone={timeZone} isNew={before === null} />
        )}
      </div>
    </li>
  );
}
