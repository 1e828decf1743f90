/** Which events can be taken hold of, and why the others cannot. */
import { useRef } from "react";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { toast } from "#web/kit/toast.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board, Item } from "#web/planner/board.ts";
import type { Hold } from "#web/planner/drag.ts";
import type { WordKey } from "#words/keys.ts";

/** Whether all of an event is on its lane, and not only a part of one that goes past midnight. */
function isSlotOf({ lanes }: Board, { lane, from, to, event }: Item): boolean {
  const origin = lanes[lane]?.origin ?? Number.NaN;
  const at = (minutes: number) => origin + minutes * 60_000;
  return Date.parse(event.startTime) === at(from) && Date.parse(event.endTime) === at(to);
}

export function useMayMove(board: Board, now: number) {
  const scope = useScope();
  const team = isTeam(scope) && scope.can("events.update");
  const overrides = scope.can("events.override");
  /** Why it stays as it is; nothing where it can be moved. */
  const whyNot = (item: Item, hold: Hold = "move"): WordKey | undefined => {
    const { id, status, startTime, endTime, isOwn } = item.event;
    if (id === null || status === undefined) return "planning.notYours";
    if (status === "completed") return "planning.isCompleted";
    if (status === "canceled" || status === "rejected") return "planning.isCanceled";
    if (!team && isOwn !== true) return "planning.notYours";
    if (!isSlotOf(board, item)) return "planning.overMidnight";
    if (Date.parse(startTime) > now || overrides) return undefined;
    if (Date.parse(endTime) <= now || !team) return "planning.isPast";
    // What runs may still end sooner or later.
    return hold === "end" ? undefined : "events.hasBegun";
  };
  return { whyNot, mayMove: (item: Item, hold?: Hold) => whyNot(item, hold) === undefined };
}

/** Pixels that a pointer strays before it means to pull. */
const strayPx = 6;

/** Says why an event stays where it is, when somebody pulls at it all the same. */
export function useStuck(whyNot: (item: Item, hold?: Hold) => WordKey | undefined) {
  const t = useWords();
  const over = useRef<AbortController>(undefined);
  return (item: Item, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const reason = whyNot(item);
    over.current?.abort();
    if (!reason) return;
    const { signal } = (over.current = new AbortController());
    const onMove = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < strayPx) return;
      over.current?.abort();
      toast({ id: "stuck", description: t(reason) });
    };
    addEventListener("pointermove", onMove, { signal });
    addEventListener("pointerup", () => over.current?.abort(), { signal });
  };
}
