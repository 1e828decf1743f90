/** The moves themselves; loaded with the first. */
import type { QueryClient } from "@tanstack/react-query";
import type { Dispatch, SetStateAction } from "react";
import { flushSync } from "react-dom";
import { availability } from "#contract/availability.ts";
import { type Event, events } from "#contract/events.ts";
import { isCompletedBy } from "#contract/events-rules.ts";
import { series, type SeriesScope } from "#contract/series.ts";
import { type FreeSlot, nextFree, wallClockOf } from "#web/availability/slots.ts";
import { refreshEvents } from "#web/availability/refresh.ts";
import { backFrom, type Changes } from "#web/events/event-draft.ts";
import { ApiError, call, reasonOf, sayFailure } from "#web/kit/api.ts";
import { dates } from "#web/kit/dates.ts";
import { toast } from "#web/kit/toast.ts";
import { offerUndo } from "#web/kit/undo.ts";
import type { Translate } from "#web/kit/words.ts";
import type { WordKey } from "#words/keys.ts";
import { movedBack } from "#web/series/series-draft.ts";
import { slideBack } from "./going-back.ts";
import { type Manner, type Question, sayPutBack } from "./moving.ts";
import { showPlanned } from "./planned.ts";
import { changesTo, isElsewhereBy, seriesChangesOf, type Target } from "./target.ts";

/** Who moves, where, and what shows it. */
export interface Moving {
  t: Translate;
  cache: QueryClient;
  organizationId: string;
  team: boolean;
  userId: string;
  /** What was taken hold of last: it alone is shown where it is to be, and asked about. */
  latest: () => Target | undefined;
  setMoved: Dispatch<SetStateAction<Target | undefined>>;
  setQuestion: Dispatch<SetStateAction<Question | undefined>>;
}

/** What has to be known before something is moved to a time that has passed. */
function warningOf(before: Event, after: Event): WordKey | undefined {
  const [was, is] = [Date.parse(before.startTime), Date.parse(after.startTime)];
  if (was === is || is > Date.now()) return undefined;
  return isCompletedBy(after, Date.now()) ? "planning.staysGone" : "planning.isGone";
}

const isCoarse = () => matchMedia("(pointer: coarse)").matches;
const paramsOf = ({ organizationId }: Moving, { eventId }: Target) => ({ organizationId, eventId });

/** What is sent of a move; why it is outside of the hours is kept with what else is noted. @param before as the server knows it */
function bodyOf({ t }: Moving, target: Target, before: Event): Changes {
  const { because: reason } = target;
  const noted = reason && [before.internalNotes, t("planning.outsideBecause", { reason })].filter(Boolean).join("\n");
  return { ...changesTo(target, before), ...(noted ? { internalNotes: noted } : {}) };
}

/** Says what was done, with the way back: as long as nobody has changed it meanwhile. */
function done({ cache, organizationId, team, t }: Moving, before: Event, after: Event, body: Changes): void {
  showPlanned(cache, after);
  refreshEvents(cache);
  const params = { organizationId, eventId: after.id };
  let seen = after.updated_at;
  const send = async (changes: Changes) => {
    const { data } = await call(events.update, { params, body: { ...changes, seen } }, { quiet: "reason" });
    seen = data.updated_at;
    showPlanned(cache, data);
    refreshEvents(cache);
  };
  const lengthOf = ({ startTime, endTime }: Event) => Date.parse(endTime) - Date.parse(startTime);
  const isResized = before.field.id === after.field.id && lengthOf(before) !== lengthOf(after);
  const { time, timeRange } = dates(after.timezone);
  const said = isResized
    ? t("planning.resized", { name: after.name, range: timeRange(after.startTime, after.endTime) })
    : t("planning.moved", { field: after.field.name, time: time(after.startTime) });
  // What is completed by then cannot be moved any more, not even back.
  if (isCompletedBy(after, Date.now())) return void toast({ description: said, variant: "success" });
  const noted = body.internalNotes === undefined ? {} : { internalNotes: before.internalNotes };
  offerUndo(
    said,
    () => send({ ...backFrom(before, after, team), ...noted }),
    () => send(body),
  );
}

interface SeriesMove {
  before: Event;
  target: Target;
  scope: SeriesScope;
  notify: boolean | undefined;
}

/**
 * Moves dates of a series together; where they had all been at the same time and place, with the way back.
 * @throws ApiError where not one of them can be moved
 */
async function moveSeries({ cache, t }: Moving, { before, target, scope, notify }: SeriesMove): Promise<void> {
  const { organizationId, id: eventId, seriesId } = before;
  const { changes } = seriesChangesOf(target, before);
  const which = { eventId, scope, ...(notify === undefined ? {} : { notify }) };
  const params = { organizationId, seriesId: seriesId ?? "" };
  const send = async (its: typeof changes, quiet: true | "reason" = "reason") => {
    const { data } = await call(series.update, { params, body: { ...which, changes: its } }, { quiet });
    refreshEvents(cache);
    return data;
  };
  const dates = await call(series.read, { params }, { quiet: true });
  const { updated, skipped } = await send(changes, true);
  const [first] = skipped;
  if (updated.length === 0 && first) throw new ApiError(409, first.reason);
  const left = skipped.length > 0 ? ` ${t("series.someStay", { count: skipped.length })}` : "";
  const said = t("series.changedCount", { count: updated.length }) + left;
  const back = movedBack(dates.data, before, { ...which, changes });
  if (!back) return void toast({ description: said, variant: "success" });
  const undo = async () => {
    const { skipped: stay } = await send(back);
    if (stay.length > 0) toast({ description: t("series.someStay", { count: stay.length }), variant: "error" });
  };
  offerUndo(said, undo, () => send(changes));
}

/** The event goes back to where it was, and it is said why. */
export function takeBack(moving: Moving, target: Target, reason: string | undefined): void {
  const { t, setMoved, setQuestion } = moving;
  if (moving.latest() !== target) {
    // It is back already, and the other one is not to be lost.
    if (reason !== undefined) toast({ description: reason, variant: "error" });
    return;
  }
  slideBack(target.eventId, () =>
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

/** @param before as the server knows it */
async function refuse(moving: Moving, target: Target, error: unknown, before?: Event): Promise<void> {
  const { cache, organizationId } = moving;
  if (!(error instanceof ApiError)) {
    takeBack(moving, target, undefined);
    throw error;
  }
  // What has no answer has no reason to be shown beside the grid.
  const isLost = error.status === 0 || error.status >= 500;
  takeBack(moving, target, isLost ? undefined : reasonOf(error));
  if (isLost) return sayFailure(error);
  refreshEvents(cache);
  const offer = (free: readonly FreeSlot[]) =>
    moving.setQuestion((now) => (now?.kind === "refused" && now.target === target ? { ...now, free } : now));
  // What is over or canceled is not moved to another time either.
  if (before && !before.actions.some((action) => action === "edit" || action === "move")) return offer([]);
  const query = {
    date: wallClockOf(target.startTime, target.timezone).date,
    eventId: target.eventId,
    ...(before?.sport ? { sportId: before.sport.id } : before ? { facilityId: before.facility.id } : {}),
  };
  const day = await call(availability.read, { params: { organizationId }, query }, { quiet: true }).catch(
    () => undefined,
  );
  offer(day ? nextFree(day.data, target, 3) : []);
}

/** Does it, as it was chosen to be done. @param before as the server knows it */
export async function commit(
  moving: Moving,
  { target, before, manner: { scope: asked = "this", ...manner } }: { target: Target; before: Event; manner: Manner },
): Promise<void> {
  moving.setQuestion((now) => (now?.target === target ? undefined : now));
  try {
    if (asked !== "this" && before.seriesId) {
      await moveSeries(moving, { before, target, scope: asked, notify: manner.notify });
    } else {
      const body = { ...bodyOf(moving, target, before), ...manner };
      const asked = { params: paramsOf(moving, target), body: { ...body, seen: before.updated_at } };
      const { data } = await call(events.update, asked, { quiet: true });
      done(moving, before, data, body);
    }
    moving.setMoved((now) => (now === target ? undefined : now));
  } catch (error) {
    await refuse(moving, target, error, before);
  }
}

/** Asks the server what it would be like, and the person where that matters to somebody; else does it. */
export async function start(moving: Moving, target: Target): Promise<void> {
  const { t, userId, setQuestion } = moving;
  const params = paramsOf(moving, target);
  let known: Event | undefined;
  try {
    const { data: before } = await call(events.read, { params }, { quiet: true });
    known = before;
    if (isElsewhereBy(target, before)) {
      const time = dates(before.timezone).time(before.startTime);
      const said = t("planning.movedMeanwhile", { name: before.name, field: before.field.name, time });
      return await refuse(moving, target, new ApiError(409, said), before);
    }
    const body = { ...bodyOf(moving, target, before), seen: before.updated_at };
    const { data: after } = await call(events.update, { params, query: { dryRun: "true" }, body }, { quiet: true });
    const isOthers = before.customer !== null && before.customer.userId !== userId;
    const isPaid = before.paymentStatus === "paid" || before.paymentStatus === "partially_paid";
    const warning = warningOf(before, after);
    const isCounted = isOthers || isPaid || before.seriesId !== null || warning !== undefined;
    const asks = after.price !== before.price || isCounted || isCoarse();
    if (!asks) await commit(moving, { target, before, manner: {} });
    else if (moving.latest() === target) setQuestion({ kind: "ask", target, before, after, warning });
    else if (moving.latest()?.eventId !== target.eventId) sayPutBack(before, t);
  } catch (error) {
    await refuse(moving, target, error, known);
  }
}
