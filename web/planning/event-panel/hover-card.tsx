/** Card of the event under the pointer (tooltip). */
import { useQuery } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { EventFacts } from "./event-facts.tsx";
import type { HoveredEvent } from "./hovered-event.tsx";

export const eventQuery = (organizationId: string, eventId: string) =>
  endpointQuery(events.read, { params: { organizationId, eventId } }, { quiet: true });
export const useEvent = (eventId: string) => useQuery(eventQuery(useScope().organizationId, eventId));

const CARD_WIDTH_PX = 288;

export function HoverCard({ pointed: { eventId, rect } }: { pointed: HoveredEvent }) {
  const { data } = useEvent(eventId);
  if (!data) return null;
  const fits = rect.right + CARD_WIDTH_PX + 16 < innerWidth;
  const before = rect.left - CARD_WIDTH_PX - 8;
  const left = fits ? rect.right + 8 : before >= 8 ? before : Math.max(8, innerWidth - CARD_WIDTH_PX - 16);
  // The card grows away from the nearer edge of the window, because its height varies.
  const isLow = rect.top > innerHeight / 2;
  const vertical = isLow ? { bottom: Math.max(8, innerHeight - rect.bottom) } : { top: Math.max(8, rect.top) };
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-30 w-72 animate-fade-in rounded-lg bg-raised shadow-pop"
      style={{ left, ...vertical }}
    >
      <p className="border-b border-line px-3 py-2 text-13 font-medium [overflow-wrap:anywhere]">{data.data.name}</p>
      <EventFacts event={data.data} brief />
    </div>
  );
}
