/** What is done on the planning: by the pointer, by keys, and to several events at once. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { events } from "#contract/events.ts";
import { useCopying } from "#web/choosing/copying.ts";
import { markWithin, toggleMark, useMarks } from "#web/choosing/marks.ts";
import { refreshEvents } from "#web/availability/refresh.ts";
import { ApiError, call } from "#web/kit/api.ts";
import { announce } from "#web/kit/said.tsx";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { toast } from "#web/kit/toast.ts";
import { useWords } from "#web/kit/words.ts";
import type { Moves } from "#web/moving/moving.ts";
import { targetOf } from "#web/moving/target.ts";
import { type Board, instantAt, type Item, isInTheWay } from "#web/planner/board.ts";
import type { Drag } from "#web/planner/drag.ts";
import { lanesOf, type Region, type Stretch } from "#web/planner/geometry.ts";
import { isApprovable, isCancelable, isStanding, isUnpaid } from "#web/planner/filters.ts";
import type { ItemAct } from "#web/planner/grid-keys.ts";
import { titleOf } from "#web/planner/look.ts";
import type { QuickKind } from "#web/quick/quick-draft.ts";
import type { Quick } from "#web/quick/use-quick.ts";
import type { WordKey } from "#words/keys.ts";

interface Doing {
  board: Board;
  quick: Quick;
  moves: Moves;
  onOpen: (eventId: string | undefined) => void;
}

/** Why nothing can begin there for those who are not of the team, as far as the grid knows by itself. */
function whyNotSold({ lanes }: Board, { lane, from }: { lane: number; from: number }): WordKey | undefined {
  const track = lanes[lane];
  if (!track) return undefined;
  const isIn = (stretches: readonly Stretch[]) => stretches.some((one) => one.from <= from && from < one.to);
  if (Date.parse(instantAt(track, from)) < Date.now()) return "planning.isGone";
  if (!isIn(track.open)) return "events.outsideHours";
  return isIn(track.staffOnly) ? "planning.staffOnly" : undefined;
}

export function useActs({ board, quick, moves, onOpen }: Doing) {
  const t = useWords();
  const scope = useScope();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { organizationId, can, path } = scope;
  const marks = useMarks();
  const copying = useCopying(board, quick);
  const [cancelingId, setCanceling] = useState<string>();
  const [payingId, setPaying] = useState<string>();

  const create = (region: Region, kind?: QuickKind) => {
    const all = lanesOf(region).filter((lane) => board.lanes[lane]?.field.status !== "closed");
    if (all.length === 0) return void toast({ id: "not-sold", description: t("events.fieldClosed") });
    // Of several, those that are taken are left out; a block may stand around what is taken.
    const untaken = all.filter((lane) => !isInTheWay(board, { slot: { ...region, lane } }));
    const free = kind === "block" || untaken.length === 0 || all.length === 1 ? all : untaken;
    const leftOut = all.filter((lane) => !free.includes(lane));
    if (leftOut.length > 0) {
      const names = leftOut.map((lane) => board.lanes[lane]?.field.name);
      toast({ id: "left-out", description: t("planning.leftOut", { names: names.join(", ") }) });
    }
    const why = isTeam(scope) ? undefined : whyNotSold(board, { lane: free[0] ?? region.lane, from: region.from });
    if (why) return void toast({ id: "not-sold", description: t(why) });
    onOpen(undefined);
    if (!isTeam(scope)) {
      const [place] = quick.placesOn({ ...region, lane: free[0] ?? region.lane, lanes: free });
      return void navigate({ to: path("/events/create"), search: place ?? {} });
    }
    quick.begin({ ...region, lane: free[0] ?? region.lane, lanes: free }, kind, leftOut);
  };
  const open = ({ event }: Item) => {
    quick.closeOpen();
    if (event.id) onOpen(event.id);
  };
  const drop = ({ item, slot, pull, isByKeys }: Drag) => {
    if (pull.kind === "mark") return markWithin(marks, board, slot);
    if (!item) return create(slot);
    const isMoved = slot.lane !== pull.from.lane || slot.from !== pull.from.from || slot.to !== pull.from.to;
    if (!isMoved) return;
    if (pull.kind === "copy") {
      copying.take(item);
      return copying.put({ lane: slot.lane, at: slot.from });
    }
    const target = targetOf(board, item, slot);
    if (target) moves.start({ ...target, isByKeys });
  };
  const approve = async (eventId: string) => {
    try {
      const params = { organizationId, eventId };
      const { message = "" } = await call(events.approve, { params, body: {} }, { quiet: true });
      refreshEvents(cache);
      toast({ description: message, variant: "success" });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ description: error.message, variant: "error" });
    }
  };
  const cancel = ({ id, seriesId }: Item["event"]) => {
    // The team is asked there which of its dates are meant.
    if (seriesId && isTeam(scope)) void navigate({ to: path(`/series/${seriesId}`), search: { cancel: id } });
    else setCanceling(id ?? undefined);
  };
  const act = (item: Item, what: ItemAct) => {
    const { event, id } = item;
    const name = titleOf(event, t);
    if (event.id === null) return;
    if (what === "copy") return copying.take(item);
    if (what === "mark") {
      toggleMark(marks, id);
      const count = marks.get().size;
      return announce(marks.get().has(id) ? t("planning.marked", { name, count }) : t("planning.unmarked", { name }));
    }
    const may = what === "approve" ? can(events.approve) : isTeam(scope) ? can("events.update") : event.isOwn === true;
    const isFit = what === "approve" ? isApprovable(event) : isCancelable(event);
    if (!may || !isFit) return void toast({ id: "not-now", description: t("planning.notNow", { name }) });
    if (what === "approve") void approve(event.id);
    else cancel(event);
  };
  /** Asks what was paid at the desk for the event that has the focus, or else for the open one. */
  const pay = (openId: string | undefined) => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-item]")?.dataset["item"];
    const item = board.items.find(({ id, event }) => (focused ? id === focused : event.id === openId));
    if (!item?.event.id) return;
    const { event } = item;
    if (can("payments.record") && isUnpaid(event) && isStanding(event)) setPaying(item.event.id);
    else toast({ id: "not-now", description: t("planning.notNow", { name: titleOf(event, t) }) });
  };
  /** A begun booking is on a lane too, or no longer. */
  const also = (lane: number) => {
    const one = quick.open;
    const drafted = quick.drafted.find(({ id }) => id === one?.id);
    if (!one || !drafted) return;
    const lanes = lanesOf(drafted);
    const next = lanes.includes(lane) ? lanes.filter((other) => other !== lane) : [...lanes, lane];
    quick.change(one.id, { places: quick.placesOn({ ...drafted, lanes: next }) });
  };
  return {
    ...{ create, open, drop, act, also, marks, pay, payingId },
    paste: copying.put,
    cancelingId,
    closeCancel: () => setCanceling(undefined),
    closePay: () => setPaying(undefined),
  };
}
export type Acts = ReturnType<typeof useActs>;
