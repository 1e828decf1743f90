import { X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { AlternativeSlots } from "#web/availability/slot-chip.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { Input } from "#web/kit/ui/input.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board } from "#web/planning/grid/board.ts";
import { focusElement } from "#web/planning/grid/use-grid-keyboard.ts";
import { nameConflicts } from "#web/planning/grid/free-times.ts";
import { MoveConfirmation } from "./move-confirmation.tsx";
import type { Moves, MoveQuestion } from "./use-moves.ts";
import type { MoveTarget } from "./move-target.ts";

const barClass =
  "absolute inset-x-3 bottom-3 z-10 mx-auto grid max-h-[calc(100%-1.5rem)] max-w-2xl gap-3 overflow-y-auto rounded-xl bg-raised p-4 shadow-pop animate-pop-in";

export function MoveBar({ moves, board }: { moves: Moves; board: Board }) {
  const { question } = moves;
  useReturnFocusToBlock(question?.target);
  if (!question) return null;
  return question.kind === "ask" ? (
    <MoveConfirmation
      key={question.target.startTime + question.target.fieldId}
      {...{ question, moves, frame: barClass }}
    />
  ) : (
    <MoveRefusal {...{ question, moves, board }} />
  );
}

const hasNoFocus = ({ activeElement }: Document) => activeElement === null || activeElement === document.body;

function useReturnFocusToBlock(target: MoveTarget | undefined): void {
  const eventId = target?.isByKeys ? target.eventId : undefined;
  useEffect(() => {
    if (eventId === undefined) return undefined;
    return () => {
      if (hasNoFocus(document)) focusElement(document.body, `[data-item^="${CSS.escape(eventId)}"] button`);
    };
  }, [eventId]);
}

interface MoveRefusalProps {
  question: Extract<MoveQuestion, { kind: "refused" }>;
  moves: Moves;
  board: Board;
}

function MoveRefusal({ question, moves, board }: MoveRefusalProps) {
  const t = useTranslation();
  const { time } = useDateFormats(board.timezone);
  const { can } = useScope();
  const { target, reason, free, isOutside } = question;
  const box = useRef<HTMLDivElement>(null);
  useFocusFirstAlternative(box, question);
  useCloseOnEscape(box, moves.cancel);
  const taken = reason === t("events.slotTaken") ? nameConflicts(board, target, t) : [];
  const named = taken.map(({ name, start, end }) =>
    t("planning.takenBy", { name, start: time(start), end: time(end) }),
  );
  const { override: _override, overrideReason: _because, ...place } = target;
  return (
    <div ref={box} role="alert" className={barClass}>
      <div className="flex items-start gap-3">
        <p className="flex-1 text-13 text-danger">{named.join(" · ") || reason}</p>
        <Button variant="ghost" size="icon-sm" aria-label={t("kit.close")} onClick={moves.cancel}>
          <X aria-hidden />
        </Button>
      </div>
      <AlternativeSlots
        label={t("planning.nextFree")}
        slots={free ?? []}
        onChoose={(slot) => moves.start({ ...place, ...slot })}
      />
      {isOutside && can("events.override") && (
        <OverrideForm onSure={(because) => moves.start({ ...target, override: true, overrideReason: because })} />
      )}
    </div>
  );
}

function useFocusFirstAlternative(
  box: RefObject<HTMLElement | null>,
  { target, free }: MoveRefusalProps["question"],
): void {
  const { isByKeys } = target;
  useEffect(() => {
    const isWaiting = hasNoFocus(document) || document.activeElement?.closest("[role=grid]");
    if (isByKeys && free && isWaiting) box.current?.querySelector<HTMLElement>("[role=group] button, input")?.focus();
  }, [box, isByKeys, free]);
}

/** Escape closes only the bar, not the panel. */
function useCloseOnEscape(box: RefObject<HTMLElement | null>, close: () => void): void {
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

function OverrideForm({ onSure }: { onSure: (because: string) => void }) {
  const t = useTranslation();
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
        <span className="required-label">{t("events.reason")}</span>
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
