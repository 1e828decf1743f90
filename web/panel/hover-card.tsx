/** What one sees of an event when the pointer rests on it. */
import { useQuery } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import { read } from "#web/kit/api.ts";
import { useScope } from "#web/kit/scope.ts";
import { Facts } from "./panel-facts.tsx";
import type { Pointed } from "./pointed.tsx";

export const eventOf = (organizationId: string, eventId: string) =>
  read(events.read, { params: { organizationId, eventId } }, { quiet: true });
export const useEvent = (eventId: string) => useQuery(eventOf(useScope().organizationId, eventId));

const cardWidth = 288;

/** Read-only, beside the block; nothing for those who cannot point. */
export function HoverCard({ pointed: { eventId, rect } }: { pointed: Pointed }) {
  const { data } = useEvent(eventId);
  if (!data) return null;
  const fits = rect.right + cardWidth + 16 < innerWidth;
  const before = rect.left - cardWidth - 8;
  const left = fits ? rect.right + 8 : before >= 8 ? before : Math.max(8, innerWidth - cardWidth - 16);
  // How high it is depends on what is said: it grows away from the nearer edge of the window.
  const isLow = rect.top > innerHeight / 2;
  const vertical = isLow ? { bottom: Math.max(8, innerHeight - rect.bottom) } : { top: Math.max(8, rect.top) };
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-30 w-72 animate-fade-in rounded-lg bg-raised shadow-pop"
      style={{ left, ...vertical }}
    >
      <p className="border-b border-line px-3 py-2 text-13 font-medium [overflow-wrap:anywhere]">{data.data.name}</p>
      <Facts event={data.data} brief />
    </div>
  );
}
