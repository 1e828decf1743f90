/** The planning's day as a list by hour (agenda), for phones and screen readers. */
import { Link } from "@tanstack/react-router";
import { Lock, Plus, Repeat, Wrench } from "lucide-react";
import { useContext, useEffect, useRef, useState } from "react";
import { canBook } from "#web/availability/can-book.ts";
import { pendingReasonLabels, paymentStatusLabels, statusLabels, typeLabels } from "#web/events/labels.ts";
import { Badge, statusTone } from "#web/kit/ui/badge.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useObservableValue } from "#web/kit/render/observable-value.ts";
import { useIsPhone } from "#web/kit/render/use-media-query.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type ColorBy, colorAttributes } from "./grid/event-colors.ts";
import { eventTitle } from "./grid/event-title.ts";
import { type Board, instantAt, type BoardItem, type Lane } from "./grid/board.ts";
import type { GridSlot } from "./grid/geometry.ts";
import { noFilters } from "./view-settings/filter-menu.tsx";
import type { OpenEventId } from "./event-panel/open-event.tsx";
import { ChosenSearchContext, type SetSearch } from "./view-settings/use-planning-search.ts";
import { findFreeIntervals, type FreeTimeOptions } from "./grid/free-times.ts";
import type { PlanningSearch } from "#web/views/planning-search.ts";

interface AgendaProps {
  board: Board;
  label: string;
  coloring: ColorBy;
  currency: string;
  now: number;
  openEventId: OpenEventId;
  search: PlanningSearch;
  set: SetSearch;
  canCreate: boolean;
  onOpen: (item: BoardItem) => void;
  onCreate: (slot: GridSlot) => void;
}

type AgendaRow = { id: string; from: number; lane: Lane } & ({ item: BoardItem } | { free: GridSlot });

function buildAgendaRows(board: Board, free: FreeTimeOptions | undefined): AgendaRow[] {
  const { lanes, items } = board;
  const rows = items.flatMap((item): AgendaRow[] => {
    const lane = lanes[item.lane];
    return lane && !item.isDimmed ? [{ id: item.id, from: item.from, lane, item }] : [];
  });
  if (free)
    for (const [index, lane] of lanes.entries())
      for (const { from, to } of findFreeIntervals(board, index, free))
        rows.push({ id: `${lane.id} ${from}`, from, lane, free: { lane: index, from, to } });
  return rows.toSorted((one, other) => one.lane.origin + one.from * 60_000 - (other.lane.origin + other.from * 60_000));
}

export function Agenda(props: AgendaProps) {
  const { board, label, now, canCreate, search, set } = props;
  const [t, scope] = [useTranslation(), useScope()];
  // Phones show free times by default, because they open on the list and not on the grid.
  const usual = useIsPhone() ? "true" : "false";
  const { free: chosen = usual } = useContext(ChosenSearchContext);
  const isWanted = canCreate && (search.free ?? usual) === "true";
  const { time } = useDateFormats(board.timezone);
  const rows = buildAgendaRows(board, isWanted ? { now, isTeam: isTeamMember(scope) } : undefined);
  const isEmpty = rows.length === 0 || (board.items.length > 0 && board.items.every(({ isDimmed }) => isDimmed));
  const list = useRef<HTMLDivElement>(null);
  const [start] = useState(now);
  const first = board.lanes[0]?.origin;
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelectorAll("section[data-past=false]")[0];
    // Scrolls only the list: scrollIntoView would also move the page on low screens.
    if (current?.previousElementSibling)
      box?.scrollBy({ top: current.getBoundingClientRect().top - box.getBoundingClientRect().top });
    else box?.scrollTo({ top: 0 });
  }, [first, start]);
  const hours = Map.groupBy(rows, ({ lane, from }) => lane.origin + Math.floor(from / 60) * 3_600_000);
  return (
    <div ref={list} className="min-h-0 flex-1 overflow-y-auto px-4 py-3 sm:px-5">
      <div className="mx-auto max-w-3xl">
        {canCreate && (
          <CheckBox
            label={t("planning.freeTimes")}
            checked={chosen === "true"}
            onChange={(on) => set({ free: String(on) === usual ? undefined : on ? "true" : "false" })}
          />
        )}
        {isEmpty && <EmptyAgenda {...{ search, set }} />}
        {rows.length > 0 && (
          <div role="group" aria-label={label}>
            {[...hours].map(([hour, hourRows]) => (
              <section key={hour} data-past={hour + 3_600_000 <= start} className="mt-2">
                <h2 className="sticky -top-3 z-1 bg-surface py-1.5 text-xs font-medium text-ink-3 tnum">
                  {time(hour)}
                </h2>
                <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
                  {hourRows.map((row) => (
                    <li key={row.id} data-item={"item" in row ? row.id : undefined}>
                      {"item" in row ? <EventRow {...props} {...row} /> : <FreeRow {...props} {...row} />}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function EmptyAgenda({ search, set }: Pick<AgendaProps, "search" | "set">) {
  const t = useTranslation();
  const isNarrowed = (Object.keys(noFilters) as (keyof PlanningSearch)[]).some((name) => search[name] !== undefined);
  const scope = useScope();
  if (!isNarrowed)
    return (
      <EmptyState
        title={t("kit.noResults")}
        action={
          canBook(scope) && (
            <Link to={scope.path("/events/create")} className={buttonClass()}>
              {t(isTeamMember(scope) ? "events.create" : "events.book")}
            </Link>
          )
        }
      >
        {t("planning.noEvents")}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t("kit.noResults")}
      action={<Button onClick={() => set(noFilters)}>{t("kit.clearFilters")}</Button>}
    >
      {t("events.noneFound")}
    </EmptyState>
  );
}

function EventRow({
  item,
  lane,
  board,
  coloring,
  currency,
  openEventId,
  onOpen,
}: AgendaProps & { item: BoardItem; lane: Lane }) {
  const [t, money] = [useTranslation(), useAmountFormat()];
  const { time } = useDateFormats(board.timezone);
  const { event } = item;
  const openId = useObservableValue(openEventId);
  const { kind, type, status, pendingReason, paymentStatus = "none", creator, price } = event;
  const isGone = status === "canceled" || status === "rejected";
  const title = eventTitle(event, t);
  return (
    <button
      type="button"
      {...colorAttributes(event, coloring)}
      disabled={event.id === null}
      onClick={() => onOpen(item)}
      className={cx(
        "flex min-h-14 w-full items-center gap-3 rounded-lg border border-line px-3 py-2 text-left hover:bg-hover disabled:hover:bg-transparent",
        status === "pending" && "border-dashed border-line-strong",
        event.id !== null && event.id === openId && "outline-2 outline-accent",
      )}
    >
      <span className="w-15 shrink-0 text-right text-xs text-ink-3 tnum">
        <span className="block text-13 font-medium text-ink">{time(event.startTime)}</span>
        {time(event.endTime)}
      </span>
      <span
        className={cx("w-1 self-stretch rounded-full bg-(--ev-bar)", status === "completed" && "opacity-50")}
        aria-hidden
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 text-13 font-medium [&_svg]:size-3 [&_svg]:shrink-0 [&_svg]:text-ink-3">
          {kind === "block" && <Wrench aria-hidden />}
          <span className={cx("truncate", isGone && "text-ink-2 line-through")}>{title}</span>
          {event.seriesId && <Repeat aria-hidden />}
          {event.confidentiality === "private" && <Lock aria-hidden />}
        </span>
        <span className="block truncate text-xs text-ink-3">
          {[lane.field.name, kind === "block" ? t("events.kindBlock") : type && t(typeLabels[type])]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {creator && creator !== title && <span className="block truncate text-xs text-ink-3">{creator}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        {price !== undefined && <span className="text-13 font-medium tnum">{money(price, currency)}</span>}
        {status && status !== "approved" && (
          <Badge tone={statusTone(status)} dot={status}>
            {t(status === "pending" && pendingReason ? pendingReasonLabels[pendingReason] : statusLabels[status])}
          </Badge>
        )}
        {(paymentStatus === "due" || paymentStatus === "partially_paid") && !isGone && (
          <Badge tone="outline">{t(paymentStatusLabels[paymentStatus])}</Badge>
        )}
      </span>
    </button>
  );
}

function FreeRow({ free, lane, board, onCreate }: AgendaProps & { free: GridSlot; lane: Lane }) {
  const [t, { time }] = [useTranslation(), useDateFormats(board.timezone)];
  const at = (minutes: number) => time(instantAt(lane, minutes));
  return (
    <button
      type="button"
      onClick={() => onCreate({ ...free, to: free.from })}
      className="flex min-h-10 w-full items-center gap-2 rounded-lg border border-dashed border-line-strong px-3 py-2 text-left text-13 text-ink-2 tnum hover:bg-hover"
    >
      <Plus className="size-4 shrink-0 text-ink-3" aria-hidden />
      {t("planning.free", { start: at(free.from), end: at(free.to) })}
      <span className="min-w-0 truncate text-ink-3">{lane.field.name}</span>
    </button>
  );
}
