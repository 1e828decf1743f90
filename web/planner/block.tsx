/** An event on the grid: the less room, the less it says. */
import { Lock, MessageSquareText, Repeat, Wrench } from "lucide-react";
import { memo } from "react";
import type { PlanningEvent } from "#contract/planning.ts";
import { paymentLabels } from "#web/events/labels.ts";
import type { Dates } from "#web/kit/dates.ts";
import type { Translate } from "#web/kit/words.ts";
import type { Item } from "./board.ts";
import { columnOf, type Place } from "./geometry.ts";
import { type Coloring, colorOf, describe, marks, onSiteMark, titleOf, typeSigns } from "./look.ts";

/** How texts, times and amounts are written: handed down, for hundreds of blocks would ask for them one by one. */
export interface Writing {
  t: Translate;
  dates: Dates;
  money: (minor: number, currency?: string) => string;
}

interface ContentProps {
  event: PlanningEvent;
  currency: string;
  writing: Writing;
  lines: number;
  isNarrow: boolean;
}

/**
 * What a block says, as far as there is room for it: lines of one box, for each box that cuts its text off costs every
 * frame. Drawn with its block, for there are hundreds.
 */
function contentOf({ event, currency, writing, lines, isNarrow }: ContentProps) {
  const { t, dates, money } = writing;
  const { creator, people, maxPeople, price, paymentStatus = "none", startTime, endTime } = event;
  const title = titleOf(event, t);
  const crowd = maxPeople === undefined ? people : `${people ?? 0}/${maxPeople}`;
  return (
    <span className="contents" aria-hidden>
      {marks[paymentStatus] && (
        <span
          className="planner-mark"
          data-payment={paymentStatus}
          title={t(event.isOnSite ? "events.onSite" : paymentLabels[paymentStatus])}
        >
          {event.isOnSite ? onSiteMark : marks[paymentStatus]}
        </span>
      )}
      {event.kind === "block" && <Wrench />}
      {event.isFirst && <span className="planner-first" title={t("planning.firstBooking")} />}
      <strong>{title}</strong>
      {lines > 1 && (
        <span className="planner-time">{isNarrow ? dates.time(startTime) : dates.timeRange(startTime, endTime)}</span>
      )}
      {lines > 3 && creator && creator !== title && <span className="planner-who">{creator}</span>}
      {lines > 2 && (
        <span
          className="planner-more"
          data-sign={event.type && event.kind !== "block" ? typeSigns[event.type] : undefined}
        >
          {crowd !== undefined && <span>{crowd}</span>}
          {price !== undefined && <span>{money(price, currency)}</span>}
          {event.seriesId && <Repeat />}
          {event.confidentiality === "private" && <Lock />}
          {event.hasNotes && <MessageSquareText />}
        </span>
      )}
    </span>
  );
}

/** Pixels of a line of a block. */
const linePx = 16;
/** Below it there is no room for a line. */
const thinPx = 12;
/** Below it there is no room for a range of times. */
const narrowPx = 116;

interface BlockProps {
  isVertical: boolean;
  /** Pixels of an hour. */
  hour: number;
  coloring: Coloring;
  currency: string;
  item: Item;
  place: Place;
  field: string;
  writing: Writing;
  column: [number, number];
  isMovable: boolean;
  /** Its end can be pulled. */
  isResizable: boolean;
}

/** There are hundreds: only those that differ are drawn anew. */
export const Block = memo(function Block({
  item,
  place,
  field,
  writing,
  column,
  isMovable,
  isResizable,
  ...look
}: BlockProps) {
  const { event, from, to } = item;
  const px = ((to - from) / 60) * look.hour - 6;
  const lines = look.isVertical ? Math.max(1, Math.min(4, Math.floor(px / linePx))) : 2;
  const isNarrow = !look.isVertical && px < narrowPx;
  return (
    <div
      role="gridcell"
      aria-colindex={columnOf(from)}
      aria-colspan={Math.max(1, columnOf(to - 1) - columnOf(from) + 1)}
      data-item={item.id}
      {...colorOf(event, look.coloring)}
      data-status={event.status ?? "busy"}
      data-pending={event.pendingReason}
      data-kind={event.kind}
      data-lines={lines}
      data-thin={look.isVertical && px < thinPx ? "" : undefined}
      data-dim={item.isDim ? "" : undefined}
      data-edges={isMovable ? "both" : isResizable ? "end" : undefined}
      className="planner-item"
      style={place(item, column)}
    >
      <button type="button" tabIndex={-1} className="planner-event">
        <span className="planner-says">
          <span className="planner-said">{describe(event, field, { t: writing.t, time: writing.dates.time })}</span>
          {contentOf({ event, writing, lines, isNarrow, currency: look.currency })}
        </span>
      </button>
    </div>
  );
});
