/** Reschedules events (drag and drop); loaded with the first move. */
import type { QueryClient } from "@tanstack/react-query";
import type { Dispatch, SetStateAction } from "react";
import { flushSync } from "react-dom";
import { availability } from "#contract/availability.ts";
import { type Event, events } from "#contract/events.ts";
import { isAutoCompleted } from "#contract/events-states-rules.ts";
import { series, type SeriesScope } from "#contract/series.ts";
import { type FreeSlot, findAlternativeSlots, toWallClock } from "#web/availability/slots.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { toUndoMoveBody, type EventChanges } from "#web/events/event-draft.ts";
import { ApiError, call, firstErrorMessage, showFailure } from "#web/kit/data/api.ts";
import { getDateFormats } from "#web/kit/format/date-formats.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import type { Translate } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import { toUndoMoveChanges } from "#web/series/series-draft.ts";
import { animateReturn } from "./animate-return.ts";
import { type MoveOptions, type MoveQuestion, toastPutBack } from "./use-moves.ts";
import { updateCachedPlannings } from "#web/planning/planning-cache.ts";
import { changesForMove, wasMovedMeanwhile, seriesChangesForMove, type MoveTarget } from "./move-target.ts";

export interface MoveContext {
  t: Translate;
  cache: QueryClient;
  organizationId: string;
  isTeam: boolean;
  userId: string;
  /** Only the latest move is shown at its target and asked about. */
  latest: () => MoveTarget | undefined;
  setMoved: Dispatch<SetStateAction<MoveTarget | undefined>>;
  setQuestion: Dispatch<SetStateAction<MoveQuestion | undefined>>;
}

function pastMoveWarning(before: Event, after: Event): MessageKey | undefined {
  const [was, is] = [Date.parse(before.startTime), Date.parse(after.startTime)];
  if (was === is || is > Date.now()) return undefined;
  return isAutoCompleted(after, Date.now()) ? "planning.staysGone" : "planning.isGone";
}

const hasCoarsePointer = () => matchMedia("(pointer: coarse)").matches;
const eventParams = ({ organizationId }: MoveContext, { eventId }: MoveTarget) => ({ organizationId, eventId });

function buildMoveChanges({ t }: MoveContext, target: MoveTarget, before: Event): EventChanges {
  const { overrideReason: reason } = target;
  const noted = reason && [before.internalNotes, t("planning.outsideBecause", { reason })].filter(Boolean).join("\n");
  return { ...changesForMove(target, before), ...(noted ? { internalNotes: noted } : {}) };
}

/** Shows the outcome with an undo that works until somebody changes the event. */
function reportMoved(
  { cache, organizationId, isTeam: team, t }: MoveContext,
  before: Event,
  after: Event,
  body: EventChanges,
): void {
  updateCachedPlannings(cache, after);
  invalidateEventQueries(cache);
  const params = { organizationId, eventId: after.id };
  let seen = after.updated_at;
  const send = async (changes: EventChanges) => {
    const { data } = await call(events.update, { params, body: { ...changes, seen } }, { quiet: "reason" });
    seen = data.updated_at;
    updateCachedPlannings(cache, data);
    invalidateEventQueries(cache);
  };
  const lengthOf = ({ startTime, endTime }: Event) => Date.parse(endTime) - Date.parse(startTime);
  const isResized = before.field.id === after.field.id && lengthOf(before) !== lengthOf(after);
  const { time, timeRange } = getDateFormats(after.timezone);
  const said = isResized
    ? t("planning.resized", { name: after.name, range: timeRange(after.startTime, after.endTime) })
    : t("events.doneNamed", {
        what: after.customer?.name ?? after.name,
        done: t("planning.moved", { field: after.field.name, time: time(after.startTime) }),
      });
  // Completed events cannot be moved back.
  if (isAutoCompleted(after, Date.now())) return void toast({ description: said, variant: "success" });
  const noted = body.internalNotes === undefined ? {} : { internalNotes: before.internalNotes };
  offerUndo(
    said,
    () => send({ ...toUndoMoveBody(before, after, team), ...noted }),
    () => send(body),
  );
}

interface SeriesMoveOptions {
  before: Event;
  target: MoveTarget;
  scope: SeriesScope;
  notify: boolean | undefined;
}

/** @throws ApiError if no date can be moved */
async function moveSeries(
  { cache, t }: MoveContext,
  { before, target, scope, notify }: SeriesMoveOptions,
): Promise<void> {
  const { organizationId, id: eventId, seriesId } = before;
  const { changes } = seriesChangesForMove(target, before);
  const which = { eventId, scope, ...(notify === undefined ? {} : { notify }) };
  const params = { organizationId, seriesId: seriesId ?? "" };
  const send = async (sent: typeof changes, quiet: true | "reason" = "reason") => {
    const { data } = await call(series.update, { params, body: { ...which, changes: sent } }, { quiet });
    invalidateEventQueries(cache);
    return data;
  };
  const dates = await call(series.read, { params }, { quiet: true });
  const { updated, skipped } = await send(changes, true);
  const [first] = skipped;
  if (updated.length === 0 && first) throw new ApiError(409, first.reason);
  const left = skipped.length > 0 ? ` ${t("series.someStay", { count: skipped.length })}` : "";
  const said = t("series.changedCount", { count: updated.length }) + left;
  const back = toUndoMoveChanges(dates.data, before, { ...which, changes });
  if (!back) return void toast({ description: said, variant: "success" });
  const undo = async () => {
    const { skipped: stay } = await send(back);
    if (stay.length > 0) toast({ description: t("series.someStay", { count: stay.length }), variant: "error" });
  };
  offerUndo(said, undo, () => send(changes));
}

export function revertMove(moving: MoveContext, target: MoveTarget, reason: string | undefined): void {
  const { t, setMoved, setQuestion } = moving;
  if (moving.latest() !== target) {
    // A later move is shown and must stay.
    if (reason !== undefined) toast({ description: reason, variant: "error" });
    return;
  }
  animateReturn(target.eventId, () =>
    flushSync(() => {
      setMoved(undefined);
      setQuestion(
        reason === undefined
          ? undefined
          : { kind: "refused", target, reason, free: undefined, isOutside: reason === t("events.outsideHours") },
      );
    }),
  );
}

/** @param before the server's version */
async function handleRefusal(moving: MoveContext, target: MoveTarget, error: unknown, before?: Event): Promise<void> {
  const { cache, organizationId } = moving;
  if (!(error instanceof ApiError)) {
    revertMove(moving, target, undefined);
    throw error;
  }
  const isLost = error.status === 0 || error.status >= 500;
  revertMove(moving, target, isLost ? undefined : firstErrorMessage(error));
  if (isLost) return showFailure(error);
  invalidateEventQueries(cache);
  const offer = (free: readonly FreeSlot[]) =>
    moving.setQuestion((now) => (now?.kind === "refused" && now.target === target ? { ...now, free } : now));
  // Completed and canceled events have no alternatives.
  if (before && !before.actions.some((action) => action === "edit" || action === "move")) return offer([]);
  const query = {
    date: toWallClock(target.startTime, target.timezone).date,
    eventId: target.eventId,
    ...(before?.sport ? { sportId: before.sport.id } : before ? { facilityId: before.facility.id } : {}),
  };
  const day = await call(availability.read, { params: { organizationId }, query }, { quiet: true }).catch(
    () => undefined,
  );
  offer(day ? findAlternativeSlots(day.data, target, 3) : []);
}

/** @param before the server's version */
export async function commitMove(
  moving: MoveContext,
  {
    target,
    before,
    manner: { scope: asked = "this", ...manner },
  }: { target: MoveTarget; before: Event; manner: MoveOptions },
): Promise<void> {
  moving.setQuestion((now) => (now?.target === target ? undefined : now));
  try {
    if (asked !== "this" && before.seriesId) {
      await moveSeries(moving, { before, target, scope: asked, notify: manner.notify });
    } else {
      const body = { ...buildMoveChanges(moving, target, before), ...manner };
      const asked = { params: eventParams(moving, target), body: { ...body, seen: before.updated_at } };
      const { data } = await call(events.update, asked, { quiet: true });
      reportMoved(moving, before, data, body);
    }
    moving.setMoved((now) => (now === target ? undefined : now));
  } catch (error) {
    await handleRefusal(moving, target, error, before);
  }
}

/** Previews the move on the server, asks the user if it affects somebody, and executes it. */
export async function startMove(moving: MoveContext, target: MoveTarget): Promise<void> {
  const { t, userId, setQuestion } = moving;
  const params = eventParams(moving, target);
  let known: Event | undefined;
  try {
    const { data: before } = await call(events.read, { params }, { quiet: true });
    known = before;
    if (wasMovedMeanwhile(target, before)) {
      const time = getDateFormats(before.timezone).time(before.startTime);
      const said = t("planning.movedMeanwhile", { name: before.name, field: before.field.name, time });
      return await handleRefusal(moving, target, new ApiError(409, said), before);
    }
    const body = { ...buildMoveChanges(moving, target, before), seen: before.updated_at };
    const { data: after } = await call(events.update, { params, query: { dryRun: "true" }, body }, { quiet: true });
    const isOthers = before.customer !== null && before.customer.userId !== userId;
    const isPaid = before.paymentStatus === "paid" || before.paymentStatus === "partially_paid";
    const warning = pastMoveWarning(before, after);
    const isCounted = isOthers || isPaid || before.seriesId !== null || warning !== undefined;
    const asks = after.price !== before.price || isCounted || hasCoarsePointer();
    if (!asks) await commitMove(moving, { target, before, manner: {} });
    else if (moving.latest() === target) setQuestion({ kind: "ask", target, before, after, warning });
    else if (moving.latest()?.eventId !== target.eventId) toastPutBack(before, t);
  } catch (error) {
    await handleRefusal(moving, target, error, known);
  }
}
