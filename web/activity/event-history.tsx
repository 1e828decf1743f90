import { useQuery } from "@tanstack/react-query";
import type { HistoryEntry } from "#contract/activity.ts";
import { events } from "#contract/events.ts";
import { read } from "#web/kit/api.ts";
import { Avatar } from "#web/kit/avatar.tsx";
import { Card } from "#web/kit/card.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { ChangeList } from "./change-list.tsx";
import { changesOf } from "./changes.ts";
import { actLabels } from "./labels.ts";

/** What happened to the event around, latest first; nothing for those who may not know. */
export function EventHistory() {
  const t = useWords();
  const { organizationId } = useScope();
  const eventId = useParam("eventId");
  const { data, error } = useQuery(read(events.history, { params: { organizationId, eventId } }, { quiet: true }));
  if (error || data?.data.length === 0) return null;
  return (
    <Card title={t("activity.history")}>
      <ol className="grid px-4 py-3" aria-busy={!data}>
        {data ? (
          data.data.map((entry, index) => (
            <HistoryRow key={entry.id} entry={entry} isLast={index === data.data.length - 1} />
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

/** What the clock does by itself, unlike what somebody does whom the reader may not know. */
const isAutomatic = (act: string) => /^events\.(expire|complete|remind)/.test(act);

function HistoryRow({ entry, isLast }: { entry: HistoryEntry; isLast: boolean }) {
  const t = useWords();
  const scope = useScope();
  const { act, actor, at, before, after } = entry;
  const nobody = isTeam(scope) || isAutomatic(act) ? t("activity.system") : t("activity.team");
  const who = actor?.full_name ?? nobody;
  const label = actLabels[act];
  // What is new is on the page above; what became of it is in the sentence.
  const changes =
    act === "events.create" ? [] : changesOf({ before, after }).filter(({ path }) => !(label && path === "status"));
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span className="flex flex-col items-center">
        <Avatar name={who} size="sm" />
        {!isLast && <span aria-hidden className="w-px flex-1 bg-line" />}
      </span>
      <div className="grid gap-1 pt-1 pb-4">
        <p className="text-13 [overflow-wrap:anywhere]">
          <span className="font-medium">{who}</span> {label ? t(label) : act}
        </p>
        <Moment at={at} className="text-xs text-ink-3 tnum" />
        {changes.length > 0 && <ChangeList subject="events" changes={changes} isNew={before === null} />}
      </div>
    </li>
  );
}
