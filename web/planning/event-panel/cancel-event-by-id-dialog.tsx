import { useQuery } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import { CancelEventDialog } from "#web/events/event-actions.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";

export function CancelEventByIdDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(events.read, { params: { organizationId, eventId } }));
  return data ? <CancelEventDialog event={data.data} open onClose={onClose} /> : null;
}
