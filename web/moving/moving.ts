/** Moving events: shown at once, a question where it matters, the way back, and honest where the server refuses. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Event } from "#contract/events.ts";
import type { SeriesScope } from "#contract/series.ts";
import type { FreeSlot } from "#web/availability/slots.ts";
import type { Changes } from "#web/events/event-draft.ts";
import { loaded } from "#web/kit/loaded.ts";
import { isTeam, useScope, useUser } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import type { Moving } from "./move.ts";
import type { Target } from "./target.ts";

export type Question =
  | { kind: "ask"; target: Target; before: Event; after: Event }
  | { kind: "refused"; target: Target; reason: string; free: readonly FreeSlot[]; isOutside: boolean };
/** How a move is done. */
export interface Manner extends Pick<Changes, "pricing" | "price" | "priceReason" | "notify"> {
  /** Of a series. */
  scope?: SeriesScope;
}

const load = () => import("./move.ts");
/** Whoever takes hold of something will want it. */
export const warmMoves = (): void => void load().catch(() => {});
type Doing = Awaited<ReturnType<typeof load>>;

/** Where it does not load, a toast says so, and everything stays where it was. */
async function withMove(moving: Moving, act: (its: Doing) => unknown): Promise<void> {
  if (await loaded(load)) await act(await load());
  else moving.setMoved(undefined);
}

export function useMoves() {
  const t = useWords();
  const scope = useScope();
  const { id: userId } = useUser();
  const cache = useQueryClient();
  /** Where an event is shown until the server has spoken. */
  const [moved, setMoved] = useState<Target>();
  const [question, setQuestion] = useState<Question>();
  const { organizationId } = scope;
  const latest = useRef<Target>(undefined);
  const isLatest = (target: Target) => latest.current === target;
  const moving: Moving = { t, cache, organizationId, team: isTeam(scope), userId, isLatest, setMoved, setQuestion };
  return {
    moved,
    question,
    start: (target: Target) => {
      latest.current = target;
      setQuestion(undefined);
      setMoved(target);
      void withMove(moving, (its) => its.start(moving, target));
    },
    commit: (target: Target, before: Event, manner: Manner) =>
      withMove(moving, (its) => its.commit(moving, { target, before, manner })),
    giveUp: () => {
      if (moved) void withMove(moving, (its) => its.takeBack(moving, moved, undefined));
      setQuestion(undefined);
    },
  };
}

export type Moves = ReturnType<typeof useMoves>;
