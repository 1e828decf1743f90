/** Actions on an event of the planning: open, copy, cancel, approve, by menu or shortcut. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { events } from "#contract/events.ts";
import type { PlanningField } from "#contract/planning.ts";
import { readLastChoice } from "#web/availability/last-choice.ts";
import type { BookingStore } from "./quick-booking/booking-store.ts";
import { copyEvent, pasteEvent } from "./quick-booking/copy-event.ts";
import { resolveRegionAction } from "./quick-booking/open-at-region.ts";
import { selectItemsWithin, toggleSelectedItem, useSelectedItems } from "./bulk-actions/selected-items.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { summarizeEvent } from "#web/events/summarize-event.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { announce } from "#web/kit/ui/live-region.tsx";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Moves } from "./reschedule/use-moves.ts";
import { buildMoveTarget } from "./reschedule/move-target.ts";
import type { Board, BoardItem } from "./grid/board.ts";
import type { DragState, GridCursor } from "./grid/drag.ts";
import type { GridRegion } from "./grid/geometry.ts";
import { isApprovable, isCancelable, isActiveEvent, isUnpaid } from "./grid/event-criteria.ts";
import type { ItemAction } from "./grid/use-grid-keyboard.ts";
import { eventTitle } from "./grid/event-title.ts";
import type { QuickKind } from "./quick-booking/quick-draft.ts";

/** Minutes. */
const DEFAULT_DURATION = 60;

interface PlanningActionsOptions {
  board: Board;
  /** Includes fields that are not shown. */
  fields: readonly PlanningField[];
  bookingStore: BookingStore;
  moves: Moves;
  onOpen: (eventId: string | undefined) => void;
}

export function usePlanningActions({ board, fields, bookingStore, moves, onOpen }: PlanningActionsOptions) {
  const t = useTranslation();
  const scope = useScope();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { organizationId, can, path } = scope;
  const selectedItems = useSelectedItems();
  const copyContext = { store: bookingStore, organizationId, cache, t };
  const paste = (at: GridCursor) => void pasteEvent(at, { ...copyContext, board, fields });
  const [cancelingId, setCanceling] = useState<string>();
  const [payingId, setPaying] = useState<string>();

  const create = (region: GridRegion, kind?: QuickKind) => {
    const { leftOut, ...decision } = resolveRegionAction(board, region, {
      kind,
      isTeam: isTeamMember(scope),
      defaultDuration: readLastChoice(organizationId).duration ?? DEFAULT_DURATION,
      now: Date.now(),
    });
    if (leftOut.length > 0)
      toast({ id: "left-out", description: t("planning.leftOut", { names: leftOut.join(", ") }) });
    if (decision.action === "refuse") return void toast({ id: "not-sold", description: t(decision.message) });
    onOpen(undefined);
    if (decision.action === "open") bookingStore.open(decision.booking, fields);
    else void navigate({ to: path("/events/create"), search: decision.place ?? {} });
  };
  const open = ({ event }: BoardItem) => {
    bookingStore.closeOpen();
    if (event.id) onOpen(event.id);
  };
  const drop = ({ item, slot, operation, isByKeys }: DragState) => {
    if (operation.kind === "select") return selectItemsWithin(selectedItems, board, slot);
    if (!item) return create(slot);
    const isMoved =
      slot.lane !== operation.initial.lane || slot.from !== operation.initial.from || slot.to !== operation.initial.to;
    if (!isMoved) return;
    if (operation.kind === "copy") {
      copyEvent(item, copyContext);
      return paste({ lane: slot.lane, at: slot.from });
    }
    const target = buildMoveTarget(board, item, slot);
    if (target) moves.start({ ...target, isByKeys });
  };
  const approve = async (eventId: string) => {
    try {
      const params = { organizationId, eventId };
      const { message = "", data } = await call(events.approve, { params, body: {} }, { quiet: true });
      invalidateEventQueries(cache);
      offerUndo(t("events.doneNamed", { what: summarizeEvent(data), done: message }), async () => {
        await call(events.restore, { params, body: {} });
        invalidateEventQueries(cache);
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ description: error.message, variant: "error" });
    }
  };
  const cancel = ({ id, seriesId }: BoardItem["event"]) => {
    // The series page asks the team which dates to cancel.
    if (seriesId && isTeamMember(scope)) void navigate({ to: path(`/series/${seriesId}`), search: { cancel: id } });
    else setCanceling(id ?? undefined);
  };
  const act = (item: BoardItem, what: ItemAction) => {
    const { event, id } = item;
    const name = eventTitle(event, t);
    if (event.id === null) return;
    if (what === "copy") return copyEvent(item, copyContext);
    if (what === "select") {
      toggleSelectedItem(selectedItems, id);
      const count = selectedItems.get().size;
      return announce(
        selectedItems.get().has(id) ? t("planning.marked", { name, count }) : t("planning.unmarked", { name }),
      );
    }
    const may =
      what === "approve" ? can(events.approve) : isTeamMember(scope) ? can("events.update") : event.isOwn === true;
    const isFit = what === "approve" ? isApprovable(event) : isCancelable(event);
    if (!may || !isFit) return void toast({ id: "not-now", description: t("planning.notNow", { name }) });
    if (what === "approve") void approve(event.id);
    else cancel(event);
  };
  const pay = (openId: string | undefined) => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-item]")?.dataset["item"];
    const item = board.items.find(({ id, event }) => (focused ? id === focused : event.id === openId));
    if (!item?.event.id) return;
    const { event } = item;
    if (can("payments.record") && isUnpaid(event) && isActiveEvent(event)) setPaying(item.event.id);
    else toast({ id: "not-now", description: t("planning.notNow", { name: eventTitle(event, t) }) });
  };
  return {
    ...{ create, open, drop, act, selectedItems, pay, payingId },
    paste,
    toggleDraftLane: (lane: number) => bookingStore.toggleLane(lane, board, fields),
    cancelingId,
    closeCancel: () => setCanceling(undefined),
    closePay: () => setPaying(undefined),
  };
}
export type PlanningActions = ReturnType<typeof usePlanningActions>;
