/** Which events the person may move; the lock against accidental moves. */
import { storageKeys } from "#contract/personal-data.ts";
import { useRef } from "react";
import { useLocalStorage } from "#web/kit/data/use-local-storage.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board, BoardItem } from "#web/planning/grid/board.ts";
import type { DragHandle } from "#web/planning/grid/drag.ts";
import type { MessageKey } from "#messages/keys.ts";

/** An event past midnight is only partly on its lane. */
function isWhollyOnLane({ lanes }: Board, { lane, from, to, event }: BoardItem): boolean {
  const origin = lanes[lane]?.origin ?? Number.NaN;
  const at = (minutes: number) => origin + minutes * 60_000;
  return Date.parse(event.startTime) === at(from) && Date.parse(event.endTime) === at(to);
}

export function useCanMove(board: Board, now: number) {
  const scope = useScope();
  const team = isTeamMember(scope) && scope.can("events.update");
  const overrides = scope.can("events.override");
  const whyNot = (item: BoardItem, hold: DragHandle = "move"): MessageKey | undefined => {
    const { id, status, startTime, endTime, isOwn } = item.event;
    if (id === null || status === undefined) return "planning.notYours";
    if (status === "completed") return "planning.isCompleted";
    if (status === "canceled" || status === "rejected") return "planning.isCanceled";
    if (!team && isOwn !== true) return "planning.notYours";
    if (!isWhollyOnLane(board, item)) return "planning.overMidnight";
    if (Date.parse(startTime) > now || overrides) return undefined;
    if (Date.parse(endTime) <= now || !team) return "planning.isPast";
    // The end of a running event can still be moved.
    return hold === "end" ? undefined : "events.hasBegun";
  };
  return { whyNot, canMove: (item: BoardItem, hold?: DragHandle) => whyNot(item, hold) === undefined };
}

/** The lock prevents moves by accident, and is stored in this browser. */
export function useMoveLock(): [isLocked: boolean, lock: (on: boolean) => void] {
  const [locked, remember] = useLocalStorage(storageKeys.planningLocked);
  return [locked !== "", (on) => remember(on ? "true" : "")];
}

const MIN_DRAG_PX = 6;

export function useExplainImmovable(whyNot: (item: BoardItem, hold?: DragHandle) => MessageKey | undefined) {
  const t = useTranslation();
  const over = useRef<AbortController>(undefined);
  return (item: BoardItem, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const reason = whyNot(item);
    over.current?.abort();
    if (!reason) return;
    const { signal } = (over.current = new AbortController());
    const onMove = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < MIN_DRAG_PX) return;
      over.current?.abort();
      toast({ id: "stuck", description: t(reason) });
    };
    addEventListener("pointermove", onMove, { signal });
    addEventListener("pointerup", () => over.current?.abort(), { signal });
  };
}
