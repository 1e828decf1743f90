/** Shows drafts of bookings to colleagues (presence), and theirs here; this reserves nothing. */
import { createRandomUuid } from "#web/kit/data/random-uuid.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { planning, PRESENCE_SECONDS } from "#contract/planning.ts";
import { useIsAfterFirstPaint } from "#web/kit/render/after-first-paint.tsx";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { onSessionClear } from "#web/kit/data/session.ts";
import { type Board, instantAt, type Presence } from "#web/planning/grid/board.ts";
import type { GridSlot } from "#web/planning/grid/geometry.ts";

let currentPageId: string | undefined;
const pageId = (): string => (currentPageId ??= createRandomUuid());
onSessionClear(() => (currentPageId = undefined));

export function usePresence(board: Board, draft: GridSlot | undefined): Presence[] {
  const scope = useScope();
  const { organizationId, can } = scope;
  const isAmong = isTeamMember(scope) && can(planning.select);
  const params = { organizationId };
  const { data } = useQuery({
    ...endpointQuery(planning.selections, { params }, { quiet: true }),
    // The events of the day load first.
    enabled: useIsAfterFirstPaint() && isAmong,
    // Selections expire on their own.
    refetchInterval: PRESENCE_SECONDS * 1000,
  });
  const lane = draft && board.lanes[draft.lane];
  const own = isAmong && lane ? `${lane.field.id} ${instantAt(lane, draft.from)} ${instantAt(lane, draft.to)}` : "";
  useEffect(() => {
    const [fieldId = "", startTime = "", endTime = ""] = own.split(" ");
    if (!endTime || startTime === endTime) return undefined;
    const options = { quiet: true };
    const id = pageId();
    const sendSelection = () => {
      // A lost selection harms nothing.
      call(planning.select, { params: { organizationId }, body: { id, fieldId, startTime, endTime } }, options).catch(
        () => {},
      );
    };
    const first = setTimeout(sendSelection, 300);
    const again = setInterval(sendSelection, (PRESENCE_SECONDS * 1000) / 2);
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
