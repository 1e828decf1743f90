/** The days themselves: the bars above the grid, the grid or the list, and what opens beside it. */
import { useNavigate } from "@tanstack/react-router";
import { CalendarX2 } from "lucide-react";
import { type ComponentProps, memo, type ReactNode, useState } from "react";
import type { Planning } from "#contract/planning.ts";
import { mayBook } from "#web/availability/may-book.ts";
import { clearMarks } from "#web/choosing/marks.ts";
import { afterPaint } from "#web/kit/after-paint.ts";
import { Button } from "#web/kit/button.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { Said } from "#web/kit/said.tsx";
import { useKept } from "#web/kit/kept.ts";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { toast } from "#web/kit/toast.ts";
import { redoLast, undoLast } from "#web/kit/undo.ts";
import { useWords } from "#web/kit/words.ts";
import { useMayMove, useStuck } from "#web/moving/may-move.ts";
import { useMoves } from "#web/moving/moving.ts";
import { withMoved } from "#web/moving/target.ts";
import { useAskWhileDragging, useVerdict } from "#web/moving/verdict.ts";
import { VerdictText } from "#web/moving/verdict-text.tsx";
import { PointedCard, usePointed } from "#web/panel/pointed.tsx";
import { boardOf, type Item, type PlanningSearch, type View } from "#web/planner/board.ts";
import { daysOn } from "#web/planner/days-nav.tsx";
import { useCursor, useDrag } from "#web/planner/drag.ts";
import { focusOn, itemSelector } from "#web/planner/grid-keys.ts";
import { Grid } from "#web/planner/grid.tsx";
import { usePresence } from "#web/quick/presence.ts";
import { loadQuick, QuickPopover } from "#web/quick/quick-popover.tsx";
import { draftedOn, useQuick } from "#web/quick/use-quick.ts";
import { sheetOf } from "#web/sheets/sheet-search.ts";
import { DayStrip, useSwipe } from "#web/looking/day-strip.tsx";
import { useLocked } from "#web/looking/display-menu.tsx";
import { drawingOf } from "#web/looking/drawing.ts";
import { NoFields } from "#web/looking/no-fields.tsx";
import type { Opened } from "#web/looking/opened.tsx";
import { shownOf, sportsOf } from "#web/looking/shown.ts";
import type { SetSearch } from "#web/looking/sight.ts";
import { useActs } from "./acts.ts";
import { Bars } from "./bars.tsx";
import { useHearChanges } from "./heard.ts";
import { Keys } from "./keys.tsx";
import { Agenda, BulkBar, CancelOne, EventPanel, FindBox, MoveBar, PayOne } from "./opened.tsx";
import { viewed } from "./toolbar.tsx";

interface PlanningViewProps extends Pick<ComponentProps<typeof Bars>, "facilities" | "onShow"> {
  data: Planning;
  search: PlanningSearch;
  set: SetSearch;
  view: View;
  dates: readonly string[];
  today: string;
  now: number;
  /** Of a week. */
  field: string | undefined;
  isStale: boolean;
  opened: Opened;
}

/** Back to an event on the grid or in the list, wherever the focus went meanwhile. */
const focusEvent = (id: string) => requestAnimationFrame(() => focusOn(document.body, `${itemSelector(id)} button`));

export const PlanningView = memo(function PlanningView(props: PlanningViewProps) {
  const { search, set, view, dates, now, today, isStale, opened } = props;
  const t = useWords();
  const scope = useScope();
  const navigate = useNavigate();
  const moves = useMoves();
  useHearChanges(props.data);
  const data = withMoved(props.data, moves.moved);
  const shown = view === "week" ? data.fields.filter(({ id }) => id === props.field) : shownOf(data.fields, search);
  const drawing = drawingOf(search, set, { lanes: shown.length * dates.length, view });
  const board = useKept(boardOf(data, shown, { ...search, dates, now, allHours: drawing.allHours }));
  const [drag, cursor, verdict] = [useDrag(), useCursor(), useVerdict()];
  const verdictText = <VerdictText verdict={verdict} currency={data.currency} />;
  useAskWhileDragging(drag, verdict, board);
  const [isFinding, setFinding] = useState(false);
  const quick = useQuick(board);
  const presences = usePresence(board, quick.open && draftedOn(board, quick.open));
  const { mayMove, whyNot } = useMayMove(board, now);
  const [isLocked] = useLocked();
  const onStuck = useStuck(whyNot);
  const { pointed, onPoint, clear } = usePointed();
  const acts = useActs({ board, quick, moves, onOpen: opened.set });
  const at = (date: string) => ({ date: date === today ? undefined : date });
  const to = (date: string) => set(at(date));
  const onBy = (days: number) => set((sight) => at(daysOn(sight.date ?? today, days)));
  const days = view === "week" ? 7 : 1;
  const [date = today] = view === "week" ? [search.date ?? today] : dates;
  const swipe = useSwipe(onBy);
  const close = () => {
    const item = board.items.find(({ event }) => event.id === opened.get());
    opened.set(undefined);
    if (item) focusEvent(item.id);
  };
  const escape = () => {
    moves.giveUp();
    if (quick.open) quick.closeOpen();
    else if (opened.get()) close();
    else clearMarks(acts.marks);
  };
  const found = (item: Item) => {
    cursor.set({ lane: item.lane, at: item.from });
    focusEvent(item.id);
  };
  const begin = (kind: "event" | "block") => {
    const { lane, at } = cursor.get();
    if (mayBook(scope)) acts.create({ lane, from: at, to: at }, kind);
  };
  const orSay = (isDone: boolean, otherwise: string) => isDone || toast({ id: "undo", description: otherwise });
  const seen = {
    ...{ board, coloring: drawing.coloring, currency: data.currency, now, opened },
    label: t("planning.title"),
    mayCreate: mayBook(scope),
    onOpen: (item: Item) => {
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
    <Keys
      keys={{
        t: () => to(today),
        ArrowLeft: () => onBy(-days),
        ArrowRight: () => onBy(days),
        "shift+ArrowLeft": () => onBy(-7),
        "shift+ArrowRight": () => onBy(7),
        g: () => document.querySelector<HTMLInputElement>("[data-go-to-date]")?.showPicker(),
        d: () => set(viewed("day")),
        w: () => set(viewed("week")),
        m: () => set(viewed("month")),
        l: () => set(viewed("list")),
        f: () => document.querySelector<HTMLElement>("[data-filter-menu]")?.click(),
        n: () => begin("event"),
        b: () => begin("block"),
        p: () => acts.pay(opened.get()),
        "/": () => setFinding(true),
        "mod+k": () => setFinding(true),
        "mod+p": () =>
          void navigate({
            to: scope.path("/planning/print"),
            search: sheetOf(view, { facilityId: search.facilityId, fieldId: props.field }, date),
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
      <Said />
      {view !== "week" && <DayStrip {...{ date, today }} onChoose={to} onSwipe={onBy} />}
      <Bars
        {...{ board, now, view, set, date }}
        sports={sportsOf(data.fields)}
        makers={data.makers}
        facilities={props.facilities}
        fieldId={props.field}
        onFind={() => setFinding(true)}
        onShow={props.onShow}
      />
      <div
        // On a low screen the page scrolls, and takes over where the grid is at its end.
        className="flex min-h-0 flex-1 low:h-[85dvh] low:flex-none low:[&_.planner]:overscroll-y-auto!"
        inert={isStale}
        aria-busy={isStale}
        onPointerEnter={({ pointerType }) => pointerType !== "mouse" && isTeam(scope) && loadQuick()}
        // By its keys nothing enters: the focus comes. That of a press is no way to a cell.
        onFocus={({ target }) => isTeam(scope) && target.matches(":focus-visible") && afterPaint(loadQuick)}
        onPointerLeave={clear}
      >
        <div className="relative flex min-w-0 flex-1">
          <Content
            {...{ shown: shown.length, isClosedDay, set }}
            hasFields={props.facilities.some(({ fields }) => fields.length > 0)}
            onAllHours={drawing.onAllHours}
          >
            {view === "list" ? (
              <div className="flex min-h-0 min-w-0 flex-1" {...swipe}>
                <Agenda {...seen} {...{ search, set }} />
              </div>
            ) : (
              <Grid
                {...seen}
                hidesDim={search.hide === "true"}
                {...{ drag, cursor, presences, drafts: quick.drafted }}
                onPoint={(item, element) => {
                  // Whoever is over a free cell may want it; not who takes hold of an event.
                  if (!item && isTeam(scope) && element.closest("[data-lane]")) loadQuick();
                  onPoint(item, element);
                }}
                {...{ isVertical: drawing.isVertical, zoom: drawing.zoom, isWeek: view === "week" }}
                marked={acts.marks}
                mayMark={isTeam(scope)}
                mayMove={(item, hold) => !isLocked && mayMove(item, hold)}
                {...(isLocked ? {} : { onStuck })}
                onDrop={acts.drop}
                onAct={acts.act}
                onAlso={acts.also}
                onPaste={acts.paste}
                onDetail={({ event }) => event.id && void navigate({ to: scope.path(`/events/${event.id}`) })}
                verdict={verdictText}
              />
            )}
          </Content>
          <MoveBar moves={moves} board={board} />
          <BulkBar {...{ board, mayMove, marks: acts.marks }} />
        </div>
        <EventPanel {...{ opened }} onClose={close} />
      </div>
      {!quick.open && !moves.question && <PointedCard {...{ pointed, opened }} />}
      <QuickPopover quick={quick} board={board} fields={data.fields} />
      <FindBox
        {...{ board }}
        hidesDim={search.hide === "true"}
        open={isFinding}
        onOpenChange={setFinding}
        onFound={found}
      />
      {acts.payingId && <PayOne eventId={acts.payingId} onClose={acts.closePay} />}
      {acts.cancelingId && <CancelOne eventId={acts.cancelingId} onClose={acts.closeCancel} />}
    </Keys>
  );
});

interface ContentProps {
  shown: number;
  /** Whether there are any, shown or not. */
  hasFields: boolean;
  isClosedDay: boolean;
  set: SetSearch;
  onAllHours: () => void;
  children: ReactNode;
}

function Content({ shown, hasFields, isClosedDay, set, onAllHours, children }: ContentProps) {
  const t = useWords();
  if (shown === 0) return <NoFields {...{ hasFields, set }} />;
  if (!isClosedDay) return children;
  return (
    <div className="m-auto">
      <EmptyState
        icon={CalendarX2}
        title={t("events.noSlots")}
        action={<Button onClick={onAllHours}>{t("planning.closedHours")}</Button>}
      >
        {t("planning.closedDay")}
      </EmptyState>
    </div>
  );
}
