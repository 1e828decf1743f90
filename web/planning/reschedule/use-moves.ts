/** Moves events optimistically, with questions, undo, and a return when the server refuses. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Event } from "#contract/events.ts";
import type { SeriesScope } from "#contract/series.ts";
import type { FreeSlot } from "#web/availability/slots.ts";
import type { EventChanges } from "#web/events/event-draft.ts";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";
import { isTeamMember, useScope, useUser } from "#web/kit/data/scope.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { MoveContext } from "./move-event.ts";
import type { MoveTarget } from "./move-target.ts";

export type MoveQuestion =
  | { kind: "ask"; target: MoveTarget; before: Event; after: Event; warning?: MessageKey | undefined }
  | { kind: "refused"; target: MoveTarget; reason: string; free: readonly FreeSlot[] | undefined; isOutside: boolean };
export interface MoveOptions extends Pick<EventChanges, "pricing" | "price" | "priceReason" | "notify"> {
  scope?: SeriesScope;
}

const loadMoveModule = () => import("./move-event.ts");
/** Preload on pointer-down: most presses become drags. */
export const preloadMoves = (): void => void loadMoveModule().catch(() => {});
type MoveModule = Awaited<ReturnType<typeof loadMoveModule>>;

async function withMoveModule(
  { setMoved }: MoveContext,
  target: MoveTarget,
  act: (moves: MoveModule) => unknown,
): Promise<void> {
  if (await loadWithToast(loadMoveModule)) await act(await loadMoveModule());
  else setMoved((now) => (now === target ? undefined : now));
}

/** The event stays, because another drag started before its question was answered. */
export const toastPutBack = ({ name }: Event, t: Translate): void =>
  void toast({ description: `${name}: ${t("planning.putBack")}` });

export function useMoves() {
  const t = useTranslation();
  const scope = useScope();
  const { id: userId } = useUser();
  const cache = useQueryClient();
  const [moved, setMoved] = useState<MoveTarget>();
  const [question, setQuestion] = useState<MoveQuestion>();
  const { organizationId } = scope;
  const taken = useRef<MoveTarget>(undefined);
  const moving: MoveContext = {
    t,
    cache,
    organizationId,
    isTeam: isTeamMember(scope),
    userId,
    latest: () => taken.current,
    setMoved,
    setQuestion,
  };
  return {
    moved,
    question,
    start: (given: MoveTarget) => {
      // The block is at its pending target, but the server may still have the former place.
      const isSame = moved?.eventId === given.eventId;
      const target = isSame ? { ...given, initial: moved.initial, pending: given.initial } : given;
      taken.current = target;
      if (question?.kind === "ask" && !isSame) toastPutBack(question.before, t);
      setQuestion(undefined);
      setMoved(target);
      void withMoveModule(moving, target, (moves) => moves.startMove(moving, target));
    },
    commit: (target: MoveTarget, before: Event, manner: MoveOptions) =>
      withMoveModule(moving, target, (moves) => moves.commitMove(moving, { target, before, manner })),
    cancel: () => {
      if (moved) void withMoveModule(moving, moved, (moves) => moves.revertMove(moving, moved, undefined));
      setQuestion(undefined);
    },
  };
}

export type Moves = ReturnType<typeof useMoves>;
