/** What one is about to book is shown to the others of the team, and what they are about to book to oneself. It reserves nothing. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { planning, selectionSeconds } from "#contract/planning.ts";
import { useSeen } from "#web/kit/later.ts";
import { call, read } from "#web/kit/api.ts";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { onForget } from "#web/kit/session.ts";
import { type Board, instantAt } from "#web/planner/board.ts";
import type { Slot } from "#web/planner/geometry.ts";
import type { Presence } from "#web/planner/grid.tsx";

// Not crypto.randomUUID: browsers offer that on secure origins alone, and a club's own server may be none.
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

let known: string | undefined;
/** Which of all open pages this one is, for the person signed in. */
const pageId = (): string => (known ??= randomId());
onForget(() => (known = undefined));

/** The others of the team, on the lanes of the board. @param draft one's own, told to them */
export function usePresence(board: Board, draft: Slot | undefined): Presence[] {
  const scope = useScope();
  const { organizationId, can } = scope;
  const isAmong = isTeam(scope) && can(planning.select);
  const params = { organizationId };
  const { data } = useQuery({
    ...read(planning.selections, { params }, { quiet: true }),
    // The day itself comes first.
    enabled: useSeen() && isAmong,
    // Each ends by itself.
    refetchInterval: selectionSeconds * 1000,
  });
  const lane = draft && board.lanes[draft.lane];
  const own = isAmong && lane ? `${lane.field.id} ${instantAt(lane, draft.from)} ${instantAt(lane, draft.to)}` : "";
  useEffect(() => {
    const [fieldId = "", startTime = "", endTime = ""] = own.split(" ");
    if (!endTime || startTime === endTime) return undefined;
    const options = { quiet: true };
    const id = pageId();
    const tell = () => {
      // Nobody misses it where it does not arrive.
      call(planning.select, { params: { organizationId }, body: { id, fieldId, startTime, endTime } }, options).catch(
        () => {},
      );
    };
    const first = setTimeout(tell, 300);
    const again = setInterval(tell, (selectionSeconds * 1000) / 2);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      call(planning.unselect, { params: { organizationId }, body: { id } }, options).catch(() => {});
    };
  }, [own, organizationId]);
  return (data?.data ?? []).flatMap(({ id, name, fieldId, startTime, endTime }) =>
    board.lanes.flatMap((at, index): Presence[] => {
      const from = Math.max(0, (Date.parse(startTime) - at.origin) / 60_000);
      const to = Math.min(board.span, (Date.parse(endTime) - at.origin) / 60_000);
      return at.field.id === fieldId && from < to ? [{ id: `${id} ${index}`, name, lane: index, from, to }] : [];
    }),
  );
}
