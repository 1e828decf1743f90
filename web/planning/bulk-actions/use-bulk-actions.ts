/** Runs one action on several events in order; each succeeds or fails alone, and undo reverts all. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { events } from "#contract/events.ts";
import { payments, type manualPaymentMethods } from "#contract/payments.ts";
import { invalidateEventQueries, refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { toUndoMoveBody } from "#web/events/event-draft.ts";
import { ApiError, call, firstErrorMessage } from "#web/kit/data/api.ts";
import { getDateFormats } from "#web/kit/format/date-formats.ts";
import { announce } from "#web/kit/ui/live-region.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { wasMovedMeanwhile } from "#web/planning/reschedule/move-target.ts";
import { type Board, instantAt, type BoardItem } from "#web/planning/grid/board.ts";
import { eventTitle } from "#web/planning/grid/event-title.ts";

export interface BulkRefusal {
  id: string;
  name: string;
  reason: string;
}
export interface BulkOutcome {
  done: number;
  refused: readonly BulkRefusal[];
}
export interface MoveOffset {
  minutes: number;
  fields: number;
}

interface CompletedAction {
  item: BoardItem;
  undo: (() => Promise<unknown>) | undefined;
}
type BulkAction = (item: BoardItem & { event: { id: string } }) => Promise<(() => Promise<unknown>) | undefined>;

type RecordedMethod = (typeof manualPaymentMethods)[number];
const quiet = { quiet: true } as const;

/** Orders moves so that no event blocks the next one. */
function sortForMove(items: readonly BoardItem[], { minutes, fields }: MoveOffset): BoardItem[] {
  return items.toSorted(
    (one, other) => (other.from - one.from) * Math.sign(minutes) || (other.lane - one.lane) * Math.sign(fields),
  );
}

async function undoAll(cache: QueryClient, deeds: readonly CompletedAction[]) {
  const failures: unknown[] = [];
  for (const { undo } of deeds.toReversed()) await undo?.().catch((error: unknown) => failures.push(error));
  invalidateEventQueries(cache);
  if (failures.length > 0) throw new AggregateError(failures);
}

export function useBulkActions(board: Board) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [progress, setProgress] = useState<{ at: number; of: number }>();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const paramsOf = (eventId: string) => ({ organizationId, eventId });

  /** @param note said after the number of events that it was done to */
  const run = async (
    items: readonly BoardItem[],
    each: BulkAction,
    note: () => string | undefined = () => undefined,
  ): Promise<BulkOutcome> => {
    setOutcome(undefined);
    const [deeds, refused]: [CompletedAction[], BulkRefusal[]] = [[], []];
    for (const item of items) {
      setProgress({ at: deeds.length + refused.length, of: items.length });
      const { id } = item.event;
      if (id === null) continue;
      try {
        deeds.push({ item, undo: await each({ ...item, event: { ...item.event, id } }) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push({ id: item.id, name: eventTitle(item.event, t), reason: firstErrorMessage(error) });
      }
    }
    setProgress(undefined);
    invalidateEventQueries(cache);
    const found = { done: deeds.length, refused };
    setOutcome(refused.length > 0 ? found : undefined);
    const text = [t("planning.bulkDone", { count: deeds.length }), note()].filter(Boolean).join(". ");
    if (deeds.some(({ undo }) => undo)) offerUndo(text, () => undoAll(cache, deeds));
    else if (deeds.length > 0) toast({ description: text, variant: "success" });
    announce(
      [text, refused.length > 0 && t("planning.bulkRefused", { count: refused.length })].filter(Boolean).join(". "),
    );
    return found;
  };

  const approve = (items: readonly BoardItem[]) =>
    run(items, async ({ event }) => {
      const params = paramsOf(event.id);
      await call(events.approve, { params, body: {} }, quiet);
      return () => call(events.restore, { params, body: {} }, { quiet: "reason" });
    });
  const pay = async (items: readonly BoardItem[], method: RecordedMethod) => {
    const addresses = new Set<string>();
    const record: BulkAction = async ({ event }) => {
      const params = paramsOf(event.id);
      const { due } = (await call(payments.ofEvent, { params }, quiet)).data;
      // The event is paid, or waits for an online payment.
      if (due <= 0) throw new ApiError(409, t("planning.nothingDue"));
      const { receiptTo } = (await call(payments.record, { params, body: { method, amount: due } }, quiet)).data;
      if (receiptTo) addresses.add(receiptTo);
      return undefined;
    };
    const found = await run(items, record, () =>
      addresses.size > 0 ? t("payments.receiptSentTo", { addresses: [...addresses].join(", ") }) : undefined,
    );
    await refetchPaymentQueries(cache);
    return found;
  };
  const cancel = (items: readonly BoardItem[], how: { reason: string; notify: boolean }) =>
    run(items, async ({ event }) => {
      const params = paramsOf(event.id);
      await call(events.cancel, { params, body: { ...how, reason: how.reason || null } }, quiet);
      return () => call(events.restore, { params, body: { notify: how.notify } });
    });
  const move = (items: readonly BoardItem[], shift: MoveOffset) =>
    run(sortForMove(items, shift), async ({ event, lane, from }) => {
      const target = board.lanes[lane + shift.fields];
      const origin = board.lanes[lane];
      if (!target || !origin) throw new ApiError(422, t("planning.noFieldThere"));
      const params = paramsOf(event.id);
      const place = {
        ...(target.field.id === event.fieldId ? {} : { fieldId: target.field.id }),
        startTime: instantAt(target, from + shift.minutes),
      };
      const { data: before } = await call(events.read, { params }, quiet);
      if (wasMovedMeanwhile({ initial: event }, before)) {
        const time = getDateFormats(before.timezone).time(before.startTime);
        throw new ApiError(409, t("planning.movedMeanwhile", { name: before.name, field: before.field.name, time }));
      }
      const { data: after } = await call(events.update, { params, body: { ...place, seen: before.updated_at } }, quiet);
      const back = { ...toUndoMoveBody(before, after, true), notify: false, seen: after.updated_at };
      return () => call(events.update, { params, body: back }, { quiet: "reason" });
    });
  return { progress, outcome, close: () => setOutcome(undefined), approve, pay, cancel, move };
}
