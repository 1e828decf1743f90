/** Decides several events of the list in order; each succeeds or fails alone, and undo takes back all. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Attendance, type Event, events } from "#contract/events.ts";
import type { Draft } from "#contract/kit.ts";
import { ApiError, call, firstErrorMessage } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { announce } from "#web/kit/ui/live-region.tsx";
import { offerUndo } from "#web/kit/ui/undo.ts";

export interface BulkRefusal {
  event: Event;
  reason: string;
}
export interface BulkOutcome {
  done: number;
  refused: readonly BulkRefusal[];
}
const quiet = { quiet: true } as const;

export function useBulkDecisions() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { isPlatform, organizationId } = useScope();
  const [progress, setProgress] = useState<{ at: number; of: number }>();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const paramsOf = (event: Event) => ({
    organizationId: isPlatform ? event.organizationId : organizationId,
    eventId: event.id,
  });
  const restore = (notify?: boolean) => (event: Event) =>
    call(events.restore, { params: paramsOf(event), body: { notify } }, { quiet: "reason" });
  const mark = (attendance: Attendance | null) => (event: Event) =>
    call(events.markAttendance, { params: paramsOf(event), body: { attendance } }, quiet);

  /** @param takeBack undoes it for one event */
  const run = async (
    chosen: readonly Event[],
    decide: (event: Event) => Promise<unknown>,
    takeBack: (event: Event) => Promise<unknown> = restore(true),
  ) => {
    setOutcome(undefined);
    const [done, refused]: [Event[], BulkRefusal[]] = [[], []];
    for (const event of chosen) {
      setProgress({ at: done.length + refused.length + 1, of: chosen.length });
      try {
        await decide(event);
        done.push(event);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push({ event, reason: firstErrorMessage(error) });
      }
    }
    setProgress(undefined);
    invalidatePaymentQueries(cache);
    if (refused.length > 0) setOutcome({ done: done.length, refused });
    const text = t("planning.bulkDone", { count: done.length });
    const undo = async () => {
      const failures: unknown[] = [];
      for (const event of done.toReversed()) await takeBack(event).catch((error: unknown) => failures.push(error));
      invalidatePaymentQueries(cache);
      if (failures.length > 0) throw new AggregateError(failures);
    };
    if (done.length > 0) offerUndo(text, undo);
    const refusals = refused.length > 0 ? [t("planning.bulkRefused", { count: refused.length })] : [];
    announce([text, ...refusals].join(". "));
    return refused.map(({ event }) => event.id);
  };

  return {
    progress,
    outcome,
    close: () => setOutcome(undefined),
    approve: (chosen: readonly Event[]) =>
      run(chosen, (event) => call(events.approve, { params: paramsOf(event), body: {} }, quiet)),
    reject: (chosen: readonly Event[], body: Draft<typeof events.reject>) =>
      run(chosen, (event) => call(events.reject, { params: paramsOf(event), body }, quiet), restore(body.notify)),
    cancel: (chosen: readonly Event[], body: Draft<typeof events.cancel>) =>
      run(chosen, (event) => call(events.cancel, { params: paramsOf(event), body }, quiet), restore(body.notify)),
    markAttendance: (chosen: readonly Event[], attendance: Attendance) =>
      run(chosen, mark(attendance), (event) => mark(event.attendance)(event)),
  };
}
