/** The question before an event is cancelled by a key. */
import { useQuery } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import { CancelDialog } from "#web/events/event-actions.tsx";
import { read } from "#web/kit/api.ts";
import { useScope } from "#web/kit/scope.ts";

export function CancelOne({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { organizationId } = useScope();
  const { data } = useQuery(read(events.read, { params: { organizationId, eventId } }));
  return data ? <CancelDialog event={data.data} open onClose={onClose} /> : null;
}
