/** History of one event, from the activity log. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ActivityEntry, HistoryEntry } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { EntryList } from "./entry-list.tsx";

/** Scrolls here where the address ends in `#history`: the browser does not, because the entries come after the page. */
function HashTarget() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (location.hash === "#history") place.current?.scrollIntoView({ block: "center" });
  }, []);
  return <span ref={place} />;
}

export function EventHistory() {
  const t = useTranslation();
  const scope = useScope();
  const { organizationId } = scope;
  const eventId = useRouteParam("eventId");
  const { data, error } = useQuery(
    endpointQuery(events.history, { params: { organizationId, eventId } }, { quiet: true }),
  );
  const event = useQuery(endpointQuery(events.read, { params: { organizationId, eventId } }, { quiet: true })).data
    ?.data;
  if (error || data?.data.length === 0) return null;
  const nobodyOf = ({ act }: ActivityEntry) =>
    t(isTeamMember(scope) || isAutomatic(act) ? "activity.system" : "activity.team");
  return (
    <Card title={t("activity.history")}>
      <div className="px-4 pb-2" aria-busy={!data || !event}>
        {data && event && <HashTarget />}
        {data && event ? (
          <EntryList
            entries={data.data.map((entry) => toActivityEntry(entry, event))}
            timeZone={event.timezone}
            level={3}
            nobodyOf={nobodyOf}
          />
        ) : (
          <Skeleton className="mt-3 h-9 w-full" />
        )}
      </div>
    </Card>
  );
}

/** Acts of scheduled jobs. Other acts without an actor are by people hidden from the reader. */
const isAutomatic = (act: string) => /^events\.(expire|complete|pay|remind)/.test(act);

const toActivityEntry = (entry: HistoryEntry, event: Event): ActivityEntry => ({
  ...entry,
  subject: "events",
  // The page is that of the event: no link leads to it.
  subjectId: null,
  subjectName: event.name,
  address: null,
  event: {
    id: event.id,
    name: event.name,
    kind: event.kind,
    status: event.status,
    customerName: event.customer?.name ?? null,
    fieldName: event.field.name,
    startTime: event.startTime,
    endTime: event.endTime,
    lastTime: null,
    timezone: event.timezone,
    price: event.price,
    currency: event.currency,
  },
  customerName: null,
  names: {},
  parts: [],
});
