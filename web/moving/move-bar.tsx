/** What is said of a move: how it is to be done, or why it was not. */
import { X } from "lucide-react";
import { OtherSlots } from "#web/availability/slot-chip.tsx";
import { Button } from "#web/kit/button.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { MoveAsk } from "./move-ask.tsx";
import type { Moves, Question } from "./moving.ts";

const frame =
  "absolute inset-x-3 bottom-3 z-10 mx-auto grid max-h-[calc(100%-1.5rem)] max-w-2xl gap-3 overflow-y-auto rounded-xl bg-raised p-4 shadow-pop animate-pop-in";

/** Below the grid: how a move is to be done, or why it was not. */
export function MoveBar({ moves }: { moves: Moves }) {
  const { question } = moves;
  if (!question) return null;
  return question.kind === "ask" ? (
    <MoveAsk key={question.target.startTime + question.target.fieldId} {...{ question, moves, frame }} />
  ) : (
    <Refused question={question} moves={moves} />
  );
}

interface RefusedProps {
  question: Extract<Question, { kind: "refused" }>;
  moves: Moves;
}

function Refused({ question: { target, reason, free, isOutside }, moves }: RefusedProps) {
  const t = useWords();
  const { can } = useScope();
  return (
    <div role="alert" className={frame}>
      <div className="flex items-start gap-3">
        <p className="flex-1 text-13 text-danger">{reason}</p>
        <Button variant="ghost" size="icon-sm" aria-label={t("kit.close")} onClick={moves.giveUp}>
          <X aria-hidden />
        </Button>
      </div>
      <OtherSlots
        label={t("planning.nextFree")}
        slots={free}
        onChoose={(slot) => moves.start({ ...target, ...slot })}
      />
      {isOutside && can("events.override") && (
        <Button className="justify-self-start" onClick={() => moves.start({ ...target, override: true })}>
          {t("planning.moveAnyway")}
        </Button>
      )}
    </div>
  );
}
