/** What is said of a move: how it is to be done, or why it was not. */
import { X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { OtherSlots } from "#web/availability/slot-chip.tsx";
import { Button } from "#web/kit/button.tsx";
import { useDates } from "#web/kit/dates.ts";
import { Input } from "#web/kit/input.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board } from "#web/planner/board.ts";
import { focusOn } from "#web/planner/grid-keys.ts";
import { namedAt } from "./free.ts";
import { MoveAsk } from "./move-ask.tsx";
import type { Moves, Question } from "./moving.ts";
import type { Target } from "./target.ts";

const frame =
  "absolute inset-x-3 bottom-3 z-10 mx-auto grid max-h-[calc(100%-1.5rem)] max-w-2xl gap-3 overflow-y-auto rounded-xl bg-raised p-4 shadow-pop animate-pop-in";

/** Below the grid: how a move is to be done, or why it was not. */
export function MoveBar({ moves, board }: { moves: Moves; board: Board }) {
  const { question } = moves;
  useBackToBlock(question?.target);
  if (!question) return null;
  return question.kind === "ask" ? (
    <MoveAsk key={question.target.startTime + question.target.fieldId} {...{ question, moves, frame }} />
  ) : (
    <Refused {...{ question, moves, board }} />
  );
}

const isNowhere = ({ activeElement }: Document) => activeElement === null || activeElement === document.body;

/** Who moves by keys goes on at the event, once nothing is asked any more. */
function useBackToBlock(target: Target | undefined): void {
  const eventId = target?.isByKeys ? target.eventId : undefined;
  useEffect(() => {
    if (eventId === undefined) return undefined;
    return () => {
      if (isNowhere(document)) focusOn(document.body, `[data-item^="${CSS.escape(eventId)}"] button`);
    };
  }, [eventId]);
}

interface RefusedProps {
  question: Extract<Question, { kind: "refused" }>;
  moves: Moves;
  board: Board;
}

function Refused({ question, moves, board }: RefusedProps) {
  const t = useWords();
  const { time } = useDates(board.timezone);
  const { can } = useScope();
  const { target, reason, free, isOutside } = question;
  const box = useRef<HTMLDivElement>(null);
  useFirstOffered(box, question);
  useEscape(box, moves.giveUp);
  const taken = reason === t("events.slotTaken") ? namedAt(board, target, t) : [];
  const named = taken.map(({ name, start, end }) =>
    t("planning.takenBy", { name, start: time(start), end: time(end) }),
  );
  const { override: _override, because: _because, ...place } = target;
  return (
    <div ref={box} role="alert" className={frame}>
      <div className="flex items-start gap-3">
        <p className="flex-1 text-13 text-danger">{named.join(" · ") || reason}</p>
        <Button variant="ghost" size="icon-sm" aria-label={t("kit.close")} onClick={moves.giveUp}>
          <X aria-hidden />
        </Button>
      </div>
      <OtherSlots
        label={t("planning.nextFree")}
        slots={free ?? []}
        onChoose={(slot) => moves.start({ ...place, ...slot })}
      />
      {isOutside && can("events.override") && (
        <Anyway onSure={(because) => moves.start({ ...target, override: true, because })} />
      )}
    </div>
  );
}

/** By keys, what is offered instead is reached at once: it has the focus as soon as it is known. */
function useFirstOffered(box: RefObject<HTMLElement | null>, { target, free }: RefusedProps["question"]): void {
  const { isByKeys } = target;
  useEffect(() => {
    // Whoever went on elsewhere meanwhile is not called back.
    const isWaiting = isNowhere(document) || document.activeElement?.closest("[role=grid]");
    if (isByKeys && free && isWaiting) box.current?.querySelector<HTMLElement>("[role=group] button, input")?.focus();
  }, [box, isByKeys, free]);
}

/** Escape within it closes it alone, and not the panel beside the grid as well. */
function useEscape(box: RefObject<HTMLElement | null>, close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const element = box.current;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  }, [box]);
}

/** Outside of the hours, for a reason. */
function Anyway({ onSure }: { onSure: (because: string) => void }) {
  const t = useWords();
  const id = useId();
  const [reason, setReason] = useState("");
  const because = reason.trim();
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (because) onSure(because);
      }}
    >
      <label className="grid flex-1 gap-1 text-xs font-medium text-ink-2" htmlFor={id}>
        {t("events.reason")}
        <Input
          id={id}
          required
          autoComplete="off"
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <Button type="submit" disabled={!because}>
        {t("planning.moveAnyway")}
      </Button>
    </form>
  );
}
