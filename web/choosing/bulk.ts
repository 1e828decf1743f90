/** One act on several events: one after the other, each done or refused for itself, and taken back together. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { events } from "#contract/events.ts";
import { payments, type recordedMethods } from "#contract/payments.ts";
import { refreshEvents, refreshMoney } from "#web/availability/refresh.ts";
import { backFrom } from "#web/events/event-draft.ts";
import { ApiError, call, reasonOf } from "#web/kit/api.ts";
import { dates } from "#web/kit/dates.ts";
import { announce } from "#web/kit/said.tsx";
import { useScope } from "#web/kit/scope.ts";
import { toast } from "#web/kit/toast.ts";
import { offerUndo } from "#web/kit/undo.ts";
import { useWords } from "#web/kit/words.ts";
import { isElsewhereBy } from "#web/moving/target.ts";
import { type Board, instantAt, type Item } from "#web/planner/board.ts";
import { titleOf } from "#web/planner/look.ts";

export interface Refusal {
  id: string;
  name: string;
  reason: string;
}
export interface Outcome {
  done: number;
  refused: readonly Refusal[];
}
/** How far all are moved. */
export interface Shift {
  minutes: number;
  /** Lanes further on. */
  fields: number;
}

/** What one act did, and how it is taken back. */
interface Deed {
  item: Item;
  undo: (() => Promise<unknown>) | undefined;
}
type Each = (item: Item & { event: { id: string } }) => Promise<(() => Promise<unknown>) | undefined>;

type RecordedMethod = (typeof recordedMethods)[number];
const quiet = { quiet: true } as const;

/** Nobody stands in the way of who goes first: what goes later, or to later lanes, begins with the last. */
function inOrder(items: readonly Item[], { minutes, fields }: Shift): Item[] {
  return items.toSorted(
    (one, other) => (other.from - one.from) * Math.sign(minutes) || (other.lane - one.lane) * Math.sign(fields),
  );
}

async function takeBack(cache: QueryClient, deeds: readonly Deed[]) {
  // In the other order: what came last makes room again.
  const failures: unknown[] = [];
  for (const { undo } of deeds.toReversed()) await undo?.().catch((error: unknown) => failures.push(error));
  refreshEvents(cache);
  if (failures.length > 0) throw new AggregateError(failures);
}

export function useBulk(board: Board) {
  const t = useWords();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [progress, setProgress] = useState<{ at: number; of: number }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const paramsOf = (eventId: string) => ({ organizationId, eventId });

  const run = async (items: readonly Item[], each: Each): Promise<Outcome> => {
    setOutcome(undefined);
    const [deeds, refused]: [Deed[], Refusal[]] = [[], []];
    for (const item of items) {
      setProgress({ at: deeds.length + refused.length, of: items.length });
      const { id } = item.event;
      if (id === null) continue;
      try {
        deeds.push({ item, undo: await each({ ...item, event: { ...item.event, id } }) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push({ id: item.id, name: titleOf(item.event, t), reason: reasonOf(error) });
      }
    }
    setProgress(undefined);
    refreshEvents(cache);
    const found = { done: deeds.length, refused };
    setOutcome(refused.length > 0 ? found : undefined);
    const said = t("planning.bulkDone", { count: deeds.length });
    if (deeds.some(({ undo }) => undo)) offerUndo(said, () => takeBack(cache, deeds));
    else if (deeds.length > 0) toast({ description: said, variant: "success" });
    announce(
      [said, refused.length > 0 && t("planning.bulkRefused", { count: refused.length })].filter(Boolean).join(". "),
    );
    return found;
  };

  const approve = (items: readonly Item[]) =>
    run(items, async ({ event }) => {
      await call(events.approve, { params: paramsOf(event.id), body: {} }, quiet);
      // Whoever was told yes is not told maybe again.
      return undefined;
    });
  /** What is due for each, at the desk. */
  const pay = async (items: readonly Item[], method: RecordedMethod) => {
    const found = await run(items, async ({ event }) => {
      const params = paramsOf(event.id);
      const { due } = (await call(payments.ofEvent, { params }, quiet)).data;
      // Somebody else was quicker, or it waits for its payment online.
      if (due <= 0) throw new ApiError(409, t("planning.nothingDue"));
      await call(payments.record, { params, body: { method, amount: due } }, quiet);
      return undefined;
    });
    refreshMoney(cache);
    return found;
  };
  const cancel = (items: readonly Item[], how: { reason: string; notify: boolean }) =>
    run(items, async ({ event }) => {
      const params = paramsOf(event.id);
      await call(events.cancel, { params, body: { ...how, reason: how.reason || null } }, quiet);
      return () => call(events.restore, { params, body: {} });
    });
  const move = (items: readonly Item[], shift: Shift) =>
    run(inOrder(items, shift), async ({ event, lane, from }) => {
      const target = board.lanes[lane + shift.fields];
      const origin = board.lanes[lane];
      if (!target || !origin) throw new ApiError(422, t("planning.noFieldThere"));
      const params = paramsOf(event.id);
      const place = {
        ...(target.field.id === event.fieldId ? {} : { fieldId: target.field.id }),
        startTime: instantAt(target, from + shift.minutes),
      };
      const { data: before } = await call(events.read, { params }, quiet);
      if (isElsewhereBy({ was: event }, before)) {
        const time = dates(before.timezone).time(before.startTime);
        throw new ApiError(409, t("planning.movedMeanwhile", { name: before.name, field: before.field.name, time }));
      }
      const { data: after } = await call(events.update, { params, body: { ...place, seen: before.updated_at } }, quiet);
      const back = { ...backFrom(before, after, true), notify: false, seen: after.updated_at };
      return () => call(events.update, { params, body: back }, { quiet: "reason" });
    });
  return { progress, outcome, close: () => setOutcome(undefined), approve, pay, cancel, move };
}
