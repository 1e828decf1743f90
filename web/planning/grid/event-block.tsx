/** Block of an event on the grid of the planning (calendar): title, time, signs, colors. */
import "./event-block.css";
import { Hourglass, Lock, MessageSquareText, Repeat, UserRoundCheck, UserRoundX, Wrench } from "lucide-react";
import { memo } from "react";
import type { PlanningEvent } from "#contract/planning.ts";
import { paymentStatusLabels } from "#web/events/labels.ts";
import type { DateFormats } from "#web/kit/format/date-formats.ts";
import type { Translate } from "#web/kit/format/translation.ts";
import type { BoardItem } from "./board.ts";
import { ariaColumnAt, type Positioner } from "./geometry.ts";
import { type ColorBy, colorAttributes, paymentSigns, onSiteSign, typeSigns } from "./event-colors.ts";
import { describeEvent, eventTitle } from "./event-title.ts";

/** Passed down, because hundreds of blocks would each call the hooks. */
export interface Formatters {
  t: Translate;
  dates: DateFormats;
  money: (minor: number, currency?: string) => string;
}

interface BlockContentProps {
  event: PlanningEvent;
  currency: string;
  formatters: Formatters;
  lines: number;
  isNarrow: boolean;
}

/** One box for all lines, because each box that clips its text costs every frame. */
function renderBlockContent({ event, currency, formatters, lines, isNarrow }: BlockContentProps) {
  const { t, dates, money } = formatters;
  const { creator, people, maxPeople, price, paymentStatus = "none", startTime, endTime } = event;
  const title = eventTitle(event, t);
  const crowd = maxPeople === undefined ? people : `${people ?? 0}/${maxPeople}`;
  return (
    <span className="contents" aria-hidden>
      {paymentSigns[paymentStatus] && (
        <span
          className="planner-payment-sign"
          data-payment={paymentStatus}
          title={t(event.isOnSite ? "events.onSite" : paymentStatusLabels[paymentStatus])}
        >
          {event.isOnSite ? onSiteSign : paymentSigns[paymentStatus]}
        </span>
      )}
      {event.kind === "block" && <Wrench />}
      {event.offeredUntil && <Hourglass />}
      {event.isFirst && <span className="planner-first-booking" title={t("planning.firstBooking")} />}
      <strong>{title}</strong>
      {lines > 1 && (
        <span className="planner-event-time">
          {event.offeredUntil
            ? t("planning.offeredUntil", { until: dates.time(event.offeredUntil) })
            : isNarrow
              ? dates.time(startTime)
              : dates.timeRange(startTime, endTime)}
        </span>
      )}
      {lines > 3 && creator && creator !== title && <span className="planner-event-customer">{creator}</span>}
      {lines > 2 && (
        <span
          className="planner-event-details"
          data-sign={event.type && event.kind !== "block" ? typeSigns[event.type] : undefined}
        >
          {crowd !== undefined && <span>{crowd}</span>}
          {price !== undefined && <span>{money(price, currency)}</span>}
          {event.seriesId && <Repeat />}
          {event.confidentiality === "private" && <Lock />}
          {event.hasNotes && <MessageSquareText />}
          {event.attendance && (event.attendance === "arrived" ? <UserRoundCheck /> : <UserRoundX />)}
        </span>
      )}
    </span>
  );
}

const LINE_PX = 16;
const MIN_LINE_PX = 12;
const MIN_TIME_RANGE_PX = 116;

interface EventBlockProps {
  isVertical: boolean;
  /** Pixels per hour. */
  hour: number;
  coloring: ColorBy;
  currency: string;
  item: BoardItem;
  place: Positioner;
  field: string;
  formatters: Formatters;
  column: [number, number];
  isMovable: boolean;
  isResizable: boolean;
}

/** Memoized, because hundreds are drawn. */
export const EventBlock = memo(function Block({
  item,
  place,
  field,
  formatters,
  column,
  isMovable,
  isResizable,
  ...look
}: EventBlockProps) {
  const { event, from, to } = item;
  const px = ((to - from) / 60) * look.hour - 6;
  const lines = look.isVertical ? Math.max(1, Math.min(4, Math.floor(px / LINE_PX))) : 2;
  const isNarrow = !look.isVertical && px < MIN_TIME_RANGE_PX;
  return (
    <div
      role="gridcell"
      aria-colindex={ariaColumnAt(from)}
      aria-colspan={Math.max(1, ariaColumnAt(to - 1) - ariaColumnAt(from) + 1)}
      data-item={item.id}
      {...colorAttributes(event, look.coloring)}
      data-status={event.status ?? "busy"}
      data-pending={event.pendingReason}
      data-kind={event.kind}
      data-lines={lines}
      data-thin={look.isVertical && px < MIN_LINE_PX ? "" : undefined}
      data-dim={item.isDimmed ? "" : undefined}
      data-edges={isMovable ? "both" : isResizable ? "end" : undefined}
      className="planner-item"
      style={place(item, column)}
    >
      <button type="button" tabIndex={-1} className="planner-event">
        <span className="planner-event-text">
          <span className="planner-event-label">
            {describeEvent(event, field, { t: formatters.t, time: formatters.dates.time })}
          </span>
          {renderBlockContent({ event, formatters, lines, isNarrow, currency: look.currency })}
        </span>
      </button>
    </div>
  );
});
