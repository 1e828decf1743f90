/** Bar with the actions on several selected events (bulk actions). */
import { Check, X } from "lucide-react";
import { events } from "#contract/events.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useObservableValue } from "#web/kit/render/observable-value.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board, BoardItem } from "#web/planning/grid/board.ts";
import { isApprovable, isCancelable, isActiveEvent, isUnpaid } from "#web/planning/grid/event-criteria.ts";
import { type BulkOutcome, useBulkActions } from "./use-bulk-actions.ts";
import { CancelEventsButton } from "./cancel-events-button.tsx";
import { listSelectedItems, clearSelectedItems, type SelectedItems } from "./selected-items.ts";
import { MoveEventsButton } from "./move-events-button.tsx";
import { RecordPaymentsButton } from "./record-payments-button.tsx";

const barClass =
  "absolute inset-x-3 bottom-3 z-10 mx-auto grid max-w-2xl gap-2 rounded-xl bg-raised p-3 shadow-pop animate-pop-in";

interface BulkActionsBarProps {
  board: Board;
  selectedItems: SelectedItems;
  canMove: (item: BoardItem) => boolean;
}

export function BulkActionsBar({ board, selectedItems, canMove }: BulkActionsBarProps) {
  const t = useTranslation();
  const { can } = useScope();
  const items = listSelectedItems(board, useObservableValue(selectedItems));
  const bulk = useBulkActions(board);
  const { progress, outcome } = bulk;
  if (items.length === 0 && !outcome && !progress) return null;
  const approvable = can(events.approve) ? items.filter(({ event }) => isApprovable(event)) : [];
  const payable = can("payments.record")
    ? items.filter(({ event }) => isUnpaid(event) && isActiveEvent(event) && event.pendingReason !== "payment")
    : [];
  const cancelable = can("events.update") ? items.filter(({ event }) => isCancelable(event)) : [];
  const movable = items.filter(canMove);
  const keep = ({ refused }: BulkOutcome) => selectedItems.set(new Set(refused.map(({ id }) => id)));
  return (
    <section aria-label={t("planning.chosen")} className={barClass}>
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
          <MoveEventsButton
            isBusy={progress !== undefined}
            lanes={board.lanes.length}
            onMove={(shift) => void bulk.move(movable, shift).then(keep)}
          />
        )}
        {payable.length > 0 && (
          <RecordPaymentsButton
            isBusy={progress !== undefined}
            count={payable.length}
            onPay={async (method) => keep(await bulk.pay(payable, method))}
          />
        )}
        {cancelable.length > 0 && (
          <CancelEventsButton
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
            clearSelectedItems(selectedItems);
            bulk.close();
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
      {outcome && <BulkRefusals outcome={outcome} />}
    </section>
  );
}

function BulkRefusals({ outcome: { done, refused } }: { outcome: BulkOutcome }) {
  const t = useTranslation();
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
