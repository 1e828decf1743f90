/** The planning (calendar) with its data: live updates, grid or agenda, panel, bookings. */
import { useNavigate } from "@tanstack/react-router";
import { CalendarX2 } from "lucide-react";
import { type ComponentProps, memo, type ReactNode, use } from "react";
import type { Planning, PlanningField } from "#contract/planning.ts";
import { canBook } from "#web/availability/can-book.ts";
import { clearSelectedItems } from "./bulk-actions/selected-items.ts";
import { afterPaint } from "#web/kit/render/after-paint.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ObstaclesByReason } from "#web/fields/field-obstacles.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { LiveRegion } from "#web/kit/ui/live-region.tsx";
import { useStable } from "#web/kit/render/use-stable.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { openSearch } from "#web/kit/ui/search-opener.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import { redoLast, undoLast } from "#web/kit/ui/undo.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useCanMove, useExplainImmovable, useMoveLock } from "./reschedule/use-can-move.ts";
import { useMoves } from "./reschedule/use-moves.ts";
import { applyMove } from "./reschedule/move-target.ts";
import { usePreviewWhileDragging, useMovePreview } from "./reschedule/move-preview.ts";
import { MovePreviewText } from "./reschedule/move-preview-text.tsx";
import { HoveredEventCard, useHoveredEvent } from "./event-panel/hovered-event.tsx";
import { buildBoard, type BoardItem } from "./grid/board.ts";
import { addDays } from "./view-settings/date-navigation.tsx";
import { useGridCursor, useDragState } from "./grid/drag.ts";
import { focusElement, itemSelector } from "./grid/use-grid-keyboard.ts";
import { PlanningGrid } from "./grid/planning-grid.tsx";
import { usePresence } from "./quick-booking/use-presence.ts";
import { BlockHost, useBlockDrafts } from "./quick-booking/block-host.tsx";
import { preloadQuickBooking, QuickBookingPopovers } from "./quick-booking/quick-booking-popovers.tsx";
import { useRequestedBooking } from "./quick-booking/use-requested-booking.ts";
import { useBookings, useBookingStore, useGridDrafts } from "./quick-booking/booking-store.ts";
import { printSearchFor } from "./print/print-search.ts";
import { DayStrip, useSwipe } from "./view-settings/day-strip.tsx";
import { resolveDisplaySettings } from "./view-settings/display-settings.ts";
import { NoFields } from "./view-settings/no-fields.tsx";
import type { OpenEventId } from "./event-panel/open-event.tsx";
import { filterFields, distinctSports } from "./view-settings/shown-fields.ts";
import type { SetSearch } from "./view-settings/use-planning-search.ts";
import { usePlanningActions } from "./use-planning-actions.ts";
import { PlanningPartsContext } from "./planning-parts.ts";
import { PlanningToolbars } from "./planning-toolbars.tsx";
import { regionToBlock } from "./quick-booking/open-at-region.ts";
import { type useAskedBlock, useBlockRequest } from "./use-block-request.ts";
import { useChangeAnnouncements } from "./use-change-announcements.ts";
import { PlanningShortcuts } from "./keyboard-shortcuts.tsx";
import { Agenda, BulkActionsBar, CancelEventByIdDialog, EventPanel, MoveBar } from "./lazy-parts.tsx";
import { type PlanningSearch, type DaysViewMode, viewSearch } from "#web/views/planning-search.ts";

interface PlanningViewProps extends Pick<ComponentProps<typeof PlanningToolbars>, "facilities" | "onShow"> {
  data: Planning;
  search: PlanningSearch;
  set: SetSearch;
  view: DaysViewMode;
  dates: readonly string[];
  today: string;
  now: number;
  field: string | undefined;
  isStale: boolean;
  opened: OpenEventId;
  askedBlock: ReturnType<typeof useAskedBlock>;
}

const focusEventBlock = (id: string) =>
  requestAnimationFrame(() => focusElement(document.body, `${itemSelector(id)} button`));

export const PlanningView = memo(function PlanningView(props: PlanningViewProps) {
  const { search, set, view, dates, now, today, isStale, opened, askedBlock } = props;
  const t = useTranslation();
  const scope = useScope();
  const navigate = useNavigate();
  const { RecordPaymentDialog } = use(PlanningPartsContext);
  const moves = useMoves();
  useChangeAnnouncements(props.data);
  const data = applyMove(props.data, moves.moved);
  const shown =
    view === "week" ? data.fields.filter(({ id }) => id === props.field) : filterFields(data.fields, search);
  const drawing = resolveDisplaySettings(search, set, { lanes: shown.length * dates.length, view });
  const board = useStable(buildBoard(data, shown, { ...search, dates, now, allHours: drawing.allHours }));
  const [drag, cursor, preview] = [useDragState(), useGridCursor(), useMovePreview()];
  const dragHint = <MovePreviewText preview={preview} currency={data.currency} />;
  usePreviewWhileDragging(drag, preview, board);
  const bookingStore = useBookingStore();
  const hasOpenBooking = useBookings(bookingStore).some(({ state }) => state !== "saving");
  const drafts = useGridDrafts(bookingStore, board, data.fields);
  const blockDrafts = useBlockDrafts(bookingStore, board);
  const presences = usePresence(
    board,
    drafts.find(({ state }) => state !== "saving"),
  );
  useRequestedBooking(bookingStore, { fields: data.fields, dates, isStale });
  const { canMove, whyNot } = useCanMove(board, now);
  const [isLocked] = useMoveLock();
  const onImmovableDrag = useExplainImmovable(whyNot);
  const { pointed, onPoint, clear } = useHoveredEvent();
  const acts = usePlanningActions({ board, fields: data.fields, bookingStore, moves, onOpen: opened.set });
  const at = (date: string) => ({ date: date === today ? undefined : date });
  const to = (date: string) => set(at(date));
  const onBy = (days: number) => set((sight) => at(addDays(sight.date ?? today, days)));
  const days = view === "week" ? 7 : 1;
  const [date = today] = view === "week" ? [search.date ?? today] : dates;
  const swipe = useSwipe(onBy);
  const close = () => {
    const item = board.items.find(({ event }) => event.id === opened.get());
    opened.set(undefined);
    if (item) focusEventBlock(item.id);
  };
  const escape = () => {
    moves.cancel();
    if (hasOpenBooking) bookingStore.closeOpen();
    else if (opened.get()) close();
    else clearSelectedItems(acts.selectedItems);
  };
  const askForSlots = () =>
    openSearch({
      asksForSlots: true,
      date,
      sportId: search.sportId === undefined ? undefined : Number(search.sportId),
    });
  useBlockRequest(askedBlock.isOpen && !isStale, () => {
    askedBlock.done();
    // The address loses the request: it keeps only what the planning knows.
    set({});
    const region = regionToBlock(board, now);
    if (region) acts.create(region, "block");
  });
  const begin = (kind: "event" | "block") => {
    const { lane, at } = cursor.get();
    if (canBook(scope)) acts.create({ lane, from: at, to: at }, kind);
  };
  const orSay = (isDone: boolean, otherwise: string) => isDone || toast({ id: "undo", description: otherwise });
  const seen = {
    ...{ board, coloring: drawing.coloring, currency: data.currency, now, openEventId: opened },
    label: t("planning.title"),
    canCreate: canBook(scope),
    onOpen: (item: BoardItem) => {
      clear();
      acts.open(item);
    },
    onCreate: (...given: Parameters<typeof acts.create>) => {
      clear();
      acts.create(...given);
    },
  };
  const isClosedDay =
    board.lanes.every((one) => one.open.length === 0) && board.items.length === 0 && !drawing.allHours;
  return (
    <PlanningShortcuts
      keys={{
        t: () => to(today),
        ArrowLeft: () => onBy(-days),
        ArrowRight: () => onBy(days),
        "shift+ArrowLeft": () => onBy(-7),
        "shift+ArrowRight": () => onBy(7),
        g: () => document.querySelector<HTMLElement>("[data-go-to-date]")?.click(),
        d: () => set(viewSearch("day")),
        w: () => set(viewSearch("week")),
        m: () => set(viewSearch("month")),
        l: () => set(viewSearch("list")),
        f: () => document.querySelector<HTMLElement>("[data-filter-menu]")?.click(),
        n: () => begin("event"),
        b: () => begin("block"),
        p: () => acts.pay(opened.get()),
        s: canBook(scope) ? askForSlots : undefined,
        "mod+p": () =>
          void navigate({
            to: scope.path("/planning/print"),
            search: printSearchFor(view, { facilityId: search.facilityId, fieldId: props.field }, date),
          }),
        "mod+z": () => orSay(undoLast(), t("planning.nothingToUndo")),
        "mod+shift+z": () => orSay(redoLast(), t("planning.nothingToRedo")),
        "mod+y": () => orSay(redoLast(), t("planning.nothingToRedo")),
        "+": () => drawing.onZoom(1),
        "=": () => drawing.onZoom(1),
        "-": () => drawing.onZoom(-1),
        Escape: escape,
      }}
    >
      <LiveRegion />
      {view !== "week" && <DayStrip {...{ date, today }} onChoose={to} onSwipe={onBy} />}
      <PlanningToolbars
        {...{ board, now, view, set, date }}
        sports={distinctSports(data.fields)}
        makers={data.makers}
        facilities={props.facilities}
        fieldId={props.field}
        onAskForSlots={canBook(scope) ? askForSlots : undefined}
        onBlock={isTeamMember(scope) && canBook(scope) ? askedBlock.open : undefined}
        onShow={props.onShow}
      />
      <div
        // On low screens the page scrolls on at the end of the grid.
        className="flex min-h-0 flex-1 low:h-[85dvh] low:flex-none low:[&_.planner]:overscroll-y-auto!"
        inert={isStale}
        aria-busy={isStale}
        onPointerEnter={({ pointerType }) => pointerType !== "mouse" && isTeamMember(scope) && preloadQuickBooking()}
        // Keyboard users preload by focus; a press has its own preload.
        onFocus={({ target }) =>
          isTeamMember(scope) && target.matches(":focus-visible") && afterPaint(preloadQuickBooking)
        }
        onPointerLeave={clear}
      >
        <div className="relative flex min-w-0 flex-1">
          <PlanningContent
            {...{ shown, isClosedDay, set }}
            hasFields={props.facilities.some(({ fields }) => fields.length > 0)}
            onAllHours={drawing.onAllHours}
          >
            {view === "list" ? (
              <div className="flex min-h-0 min-w-0 flex-1" {...swipe}>
                <Agenda {...seen} {...{ search, set }} />
              </div>
            ) : (
              <PlanningGrid
                {...seen}
                hidesDim={search.hide === "true"}
                {...{ drag, cursor, presences }}
                drafts={blockDrafts.length > 0 ? [...drafts, ...blockDrafts] : drafts}
                onHover={(item, element) => {
                  // Preload over free cells: most clicks there open a booking.
                  if (!item && isTeamMember(scope) && element.closest("[data-lane]")) preloadQuickBooking();
                  onPoint(item, element);
                }}
                {...{ isVertical: drawing.isVertical, zoom: drawing.zoom, isWeek: view === "week" }}
                selectedItems={acts.selectedItems}
                canSelect={isTeamMember(scope)}
                canMove={(item, hold) => !isLocked && canMove(item, hold)}
                {...(isLocked ? {} : { onImmovableDrag })}
                onDrop={acts.drop}
                onItemAction={acts.act}
                onToggleDraftLane={acts.toggleDraftLane}
                onPaste={acts.paste}
                onOpenPage={({ event }) => event.id && void navigate({ to: scope.path(`/events/${event.id}`) })}
                dragHint={dragHint}
              />
            )}
          </PlanningContent>
          <MoveBar moves={moves} board={board} />
          <BulkActionsBar {...{ board, canMove, selectedItems: acts.selectedItems }} />
        </div>
        <EventPanel {...{ opened }} onClose={close} />
      </div>
      {!hasOpenBooking && !moves.question && <HoveredEventCard {...{ pointed, opened }} />}
      <QuickBookingPopovers store={bookingStore} board={board} fields={data.fields} />
      <BlockHost store={bookingStore} board={board} fields={data.fields} />
      {acts.payingId && <RecordPaymentDialog eventId={acts.payingId} onClose={acts.closePay} />}
      {acts.cancelingId && <CancelEventByIdDialog eventId={acts.cancelingId} onClose={acts.closeCancel} />}
    </PlanningShortcuts>
  );
});

interface PlanningContentProps {
  shown: readonly PlanningField[];
  hasFields: boolean;
  isClosedDay: boolean;
  set: SetSearch;
  onAllHours: () => void;
  children: ReactNode;
}

function PlanningContent({ shown, hasFields, isClosedDay, set, onAllHours, children }: PlanningContentProps) {
  const t = useTranslation();
  if (shown.length === 0) return <NoFields {...{ hasFields, set }} />;
  if (!isClosedDay) return children;
  return (
    <div className="m-auto">
      <EmptyState
        icon={CalendarX2}
        title={t("events.noSlots")}
        action={<Button onClick={onAllHours}>{t("planning.closedHours")}</Button>}
      >
        {shown.some(({ obstacles = [] }) => obstacles.some((one) => one !== "closedDay")) ? (
          <ObstaclesByReason fields={shown} />
        ) : (
          t("planning.closedDay")
        )}
      </EmptyState>
    </div>
  );
}
