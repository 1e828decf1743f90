/** Takes a cancellation or a rejection back, while the start lies ahead; the server says so where the time is taken by now. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { events } from "#contract/events.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { Button } from "#web/kit/ui/button.tsx";

interface RestoreButtonProps {
  eventId: string;
  startTime: string;
  /** Its accessible name. */
  label: string;
}

export function RestoreButton({ eventId, startTime, label }: RestoreButtonProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const scope = useScope();
  const now = useNow();
  const restore = useMutation({ ...endpointMutation(events.restore), onSuccess: () => invalidateEventQueries(cache) });
  const mayRestore = isTeamMember(scope) && !scope.isPlatform && scope.can("events.update");
  if (!mayRestore || Date.parse(startTime) <= now) return null;
  const params = { organizationId: scope.organizationId, eventId };
  return (
    <Button
      size="sm"
      aria-label={label}
      pending={restore.isPending}
      onClick={() => restore.mutate({ params, body: {} })}
    >
      <Undo2 aria-hidden />
      {t("kit.undo")}
    </Button>
  );
}
