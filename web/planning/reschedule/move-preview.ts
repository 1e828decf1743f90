import { useEffect, useState } from "react";
import { events } from "#contract/events.ts";
import { ApiError, call, firstErrorMessage } from "#web/kit/data/api.ts";
import { type ObservableValue, createObservableValue } from "#web/kit/render/observable-value.ts";
import { useScope } from "#web/kit/data/scope.ts";
import type { Board } from "#web/planning/grid/board.ts";
import type { DragState } from "#web/planning/grid/drag.ts";
import type { GridSlot } from "#web/planning/grid/geometry.ts";
import { preloadMoves } from "./use-moves.ts";
import { changesForMove, buildMoveTarget } from "./move-target.ts";

const PREVIEW_DELAY_MS = 250;

export interface MovePreview {
  slot: GridSlot;
  /** In minor units (cents). */
  difference?: number;
  reason?: string;
  isByKeys: boolean;
}
export const useMovePreview = (): ObservableValue<MovePreview | null> =>
  useState(() => createObservableValue<MovePreview | null>(null))[0];

/** Asks the server for the price once the dragged event rests. */
export function usePreviewWhileDragging(
  drag: ObservableValue<DragState | null>,
  preview: ObservableValue<MovePreview | null>,
  board: Board,
) {
  const { organizationId } = useScope();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked: AbortController | undefined;
    const ask = async ({ item, slot, isByKeys = false }: DragState) => {
      const target = item && buildMoveTarget(board, item, slot);
      if (!target) return;
      preloadMoves();
      const { signal } = (asked = new AbortController());
      const params = { organizationId, eventId: target.eventId };
      const body = changesForMove(target, item.event);
      const options = { quiet: true, signal };
      try {
        const { data } = await call(events.update, { params, query: { dryRun: "true" }, body }, options);
        preview.set({ slot, isByKeys, difference: data.price - (item.event.price ?? 0) });
      } catch (error) {
        if (!signal.aborted && error instanceof ApiError)
          preview.set({ slot, isByKeys, reason: firstErrorMessage(error) });
      }
    };
    const stop = drag.subscribe(() => {
      const now = drag.get();
      clearTimeout(timer);
      asked?.abort();
      preview.set(null);
      if (!now?.item || now.operation.kind === "copy") return;
      timer = setTimeout(() => void ask(now), PREVIEW_DELAY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      asked?.abort();
    };
  }, [drag, preview, board, organizationId]);
}
