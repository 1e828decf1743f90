/** Takes a cancellation or a rejection back, beside its sentence; the server says so where the time is taken by now. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import type { ActivityEntry } from "#contract/activity.ts";
import { events } from "#contract/events.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { Button } from "#web/kit/ui/button.tsx";

const endedStatuses: Readonly<Record<string, string>> = { "events.cancel": "canceled", "events.reject": "rejected" };

/** The latest entry of each event that has ended it. */
export function listUndoableIds(entries: readonly ActivityEntry[]): ReadonlySet<string> {
  const latest = new Map<string, string>();
  for (const { id, act, event } of entries)
    if (event && event.status === endedStatuses[act] && !latest.has(event.id)) latest.set(event.id, id);
  return new Set(latest.values());
}

export function UndoDeed({ event, sentence }: { event: NonNullable<ActivityEntry["event"]>; sentence: string }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const scope = useScope();
  const now = useNow();
  const restore = useMutation({ ...endpointMutation(events.restore), onSuccess: () => invalidateEventQueries(cache) });
  const mayRestore = isTeamMember(scope) && !scope.isPlatform && scope.can("events.update");
  if (!mayRestore || Date.parse(event.startTime) <= now) return null;
  const params = { organizationId: scope.organizationId, eventId: event.id };
  return (
    <Button
      size="sm"
      aria-label={t("activity.undoDeed", { sentence })}
      pending={restore.isPending}
      onClick={() => restore.mutate({ params, body: {} })}
    >
      <Undo2 aria-hidden />
      {t("kit.undo")}
    </Button>
  );
}
