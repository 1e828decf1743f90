/** What the server says of a place while an event is held over it, without doing anything. */
import { useEffect, useState } from "react";
import { events } from "#contract/events.ts";
import { ApiError, call, reasonOf } from "#web/kit/api.ts";
import { type LiveValue, liveValue } from "#web/kit/live-value.ts";
import { useScope } from "#web/kit/scope.ts";
import type { Board } from "#web/planner/board.ts";
import type { Drag } from "#web/planner/drag.ts";
import type { Slot } from "#web/planner/geometry.ts";
import { warmMoves } from "./moving.ts";
import { changesTo, targetOf } from "./target.ts";

const settleMs = 250;

export interface Verdict {
  slot: Slot;
  /** Cents: what it would cost more or less. */
  difference?: number;
  /** Why not. */
  reason?: string;
  /** Nobody sees it for sure who carries something by keys. */
  isByKeys: boolean;
}
export const useVerdict = (): LiveValue<Verdict | null> => useState(() => liveValue<Verdict | null>(null))[0];

/** Asks what an event in hand would cost where it is held, as soon as it rests there. */
export function useAskWhileDragging(drag: LiveValue<Drag | null>, verdict: LiveValue<Verdict | null>, board: Board) {
  const { organizationId } = useScope();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked: AbortController | undefined;
    const ask = async ({ item, slot, isByKeys = false }: Drag) => {
      const target = item && targetOf(board, item, slot);
      if (!target) return;
      warmMoves();
      const { signal } = (asked = new AbortController());
      const params = { organizationId, eventId: target.eventId };
      const body = changesTo(target, item.event);
      const options = { quiet: true, signal };
      try {
        const { data } = await call(events.update, { params, query: { dryRun: "true" }, body }, options);
        verdict.set({ slot, isByKeys, difference: data.price - (item.event.price ?? 0) });
      } catch (error) {
        if (!signal.aborted && error instanceof ApiError) verdict.set({ slot, isByKeys, reason: reasonOf(error) });
      }
    };
    const stop = drag.subscribe(() => {
      const now = drag.get();
      clearTimeout(timer);
      asked?.abort();
      verdict.set(null);
      if (!now?.item || now.pull.kind === "copy") return;
      timer = setTimeout(() => void ask(now), settleMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
      asked?.abort();
    };
  }, [drag, verdict, board, organizationId]);
}
