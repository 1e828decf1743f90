/** Below the grid while events are chosen: how many, what can be done with them all, and what was refused. */
import { Check, X } from "lucide-react";
import { events } from "#contract/events.ts";
import { Button } from "#web/kit/button.tsx";
import { useLiveValue } from "#web/kit/live-value.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board, Item } from "#web/planner/board.ts";
import { isApprovable, isCancelable, isStanding, isUnpaid } from "#web/planner/filters.ts";
import { type Outcome, useBulk } from "./bulk.ts";
import { CancelAll } from "./cancel-all.tsx";
import { chosenOf, clearMarks, type Marks } from "./marks.ts";
import { MoveAll } from "./move-all.tsx";
import { PayAll } from "./pay-all.tsx";

const frame =
  "absolute inset-x-3 bottom-3 z-10 mx-auto grid max-w-2xl gap-2 rounded-xl bg-raised p-3 shadow-pop animate-pop-in";

interface BulkBarProps {
  board: Board;
  marks: Marks;
  mayMove: (item: Item) => boolean;
}

export function BulkBar({ board, marks, mayMove }: BulkBarProps) {
  const t = useWords();
  const { can } = useScope();
  const items = chosenOf(board, useLiveValue(marks));
  const bulk = useBulk(board);
  const { progress, outcome } = bulk;
  if (items.length === 0 && !outcome && !progress) return null;
  const approvable = can(events.approve) ? items.filter(({ event }) => isApprovable(event)) : [];
  const payable = can("payments.record")
    ? items.filter(({ event }) => isUnpaid(event) && isStanding(event) && event.pendingReason !== "payment")
    : [];
  const cancelable = can("events.update") ? items.filter(({ event }) => isCancelable(event)) : [];
  const movable = items.filter(mayMove);
  /** What was done needs no choosing any more; what was refused stays chosen. */
  const keep = ({ refused }: Outcome) => marks.set(new Set(refused.map(({ id }) => id)));
  return (
    <section aria-label={t("planning.chosen")} className={frame}>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto pl-1 text-13 font-medium tnum">
          {progress
            ? t("planning.bulkProgress", { at: progress.at + 1, of: progress.of })
            : t("planning.chosenCount", { count: items.length })}
        </p>
        {approvable.length > 0 && (
          <Button size="sm" pending={progress !== undefined} onClick={() => void bulk.approve(approvable).then(keep)}>
            <Check aria-hidden />
            {t("planning.approveCount", { count: approvable.length })}
          </Button>
        )}
        {movable.length > 0 && (
          <MoveAll
            isBusy={progress !== undefined}
            lanes={board.lanes.length}
            onMove={(shift) => void bulk.move(movable, shift).then(keep)}
          />
        )}
        {payable.length > 0 && (
          <PayAll
            isBusy={progress !== undefined}
            count={payable.length}
            onPay={async (method) => keep(await bulk.pay(payable, method))}
          />
        )}
        {cancelable.length > 0 && (
          <CancelAll
            isBusy={progress !== undefined}
            count={cancelable.length}
            onCancel={async (how) => keep(await bulk.cancel(cancelable, how))}
          />
        )}
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("planning.clearChosen")}
          onClick={() => {
            clearMarks(marks);
            bulk.close();
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
      {outcome && <Refusals outcome={outcome} />}
    </section>
  );
}

function Refusals({ outcome: { done, refused } }: { outcome: Outcome }) {
  const t = useWords();
  return (
    <div role="alert" className="grid max-h-40 gap-1 overflow-y-auto border-t border-line px-1 pt-2 text-13">
      <p className="font-medium">
        {t("planning.bulkDone", { count: done })} · {t("planning.bulkRefused", { count: refused.length })}
      </p>
      <ul className="grid gap-0.5">
        {refused.map(({ id, name, reason }) => (
          <li key={id}>
            {name}: <span className="text-danger">{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
