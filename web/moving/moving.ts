/** Moving events: shown at once, a question where it matters, the way back, and honest where the server refuses. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Event } from "#contract/events.ts";
import type { SeriesScope } from "#contract/series.ts";
import type { FreeSlot } from "#web/availability/slots.ts";
import type { Changes } from "#web/events/event-draft.ts";
import { loaded } from "#web/kit/loaded.ts";
import { isTeam, useScope, useUser } from "#web/kit/scope.ts";
import { toast } from "#web/kit/toast.ts";
import { type Translate, useWords } from "#web/kit/words.ts";
import type { WordKey } from "#words/keys.ts";
import type { Moving } from "./move.ts";
import type { Target } from "./target.ts";

export type Question =
  | { kind: "ask"; target: Target; before: Event; after: Event; warning?: WordKey | undefined }
  /** `free`: what there is instead, once that is known. */
  | { kind: "refused"; target: Target; reason: string; free: readonly FreeSlot[] | undefined; isOutside: boolean };
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
async function withMove({ setMoved }: Moving, target: Target, act: (its: Doing) => unknown): Promise<void> {
  if (await loaded(load)) await act(await load());
  else setMoved((now) => (now === target ? undefined : now));
}

/** Nobody answered what it asked: something else was taken hold of. */
export const sayPutBack = ({ name }: Event, t: Translate): void =>
  void toast({ description: `${name}: ${t("planning.putBack")}` });

export function useMoves() {
  const t = useWords();
  const scope = useScope();
  const { id: userId } = useUser();
  const cache = useQueryClient();
  /** Where an event is shown until the server has spoken. */
  const [moved, setMoved] = useState<Target>();
  const [question, setQuestion] = useState<Question>();
  const { organizationId } = scope;
  const taken = useRef<Target>(undefined);
  const moving: Moving = {
    t,
    cache,
    organizationId,
    team: isTeam(scope),
    userId,
    latest: () => taken.current,
    setMoved,
    setQuestion,
  };
  return {
    moved,
    question,
    start: (given: Target) => {
      // It stands where it is being moved to; the server may still have it where it was.
      const isSame = moved?.eventId === given.eventId;
      const target = isSame ? { ...given, was: moved.was, onItsWay: given.was } : given;
      taken.current = target;
      if (question?.kind === "ask" && !isSame) sayPutBack(question.before, t);
      setQuestion(undefined);
      setMoved(target);
      void withMove(moving, target, (its) => its.start(moving, target));
    },
    commit: (target: Target, before: Event, manner: Manner) =>
      withMove(moving, target, (its) => its.commit(moving, { target, before, manner })),
    giveUp: () => {
      if (moved) void withMove(moving, moved, (its) => its.takeBack(moving, moved, undefined));
      setQuestion(undefined);
    },
  };
}

export type Moves = ReturnType<typeof useMoves>;
