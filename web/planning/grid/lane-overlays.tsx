/** Overlays of a lane: the keyboard's cursor, drafts of bookings, the ghost of a drag. */
import "./lane-overlays.css";
import { Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import type { ObservableValue } from "#web/kit/render/observable-value.ts";
import { type Board, type BoardItem, isSlotUnavailable, type Lane } from "./board.ts";
import { type DragState, type GridCursor, useFindObstacle } from "./drag.ts";
import type { Formatters } from "./event-block.tsx";
import { colorAttributes } from "./event-colors.ts";
import { eventTitle } from "./event-title.ts";
import { ariaColumnAt, type GridDraft, lanesOf, type Positioner } from "./geometry.ts";

interface OverlayProps {
  board: Board;
  index: number;
  place: Positioner;
  formatters: Formatters;
}

interface CursorCellProps extends OverlayProps {
  lane: Lane;
  items: readonly BoardItem[];
  cursor: ObservableValue<GridCursor>;
}

export function CursorCell({ board, index, lane, items, cursor, place, formatters }: CursorCellProps) {
  const at = useSyncExternalStore(cursor.subscribe, () => (cursor.get().lane === index ? cursor.get().at : undefined));
  if (at === undefined || items.some(({ from, to }) => from <= at && at < to)) return null;
  return (
    <div
      role="gridcell"
      aria-colindex={ariaColumnAt(at)}
      className="planner-cursor"
      style={place({ from: at, to: Math.min(board.span, at + lane.step) })}
    >
      <button
        type="button"
        data-cursor
        aria-label={formatters.t("planning.cellSaid", {
          field: lane.field.name,
          time: formatters.dates.time(lane.origin + at * 60_000),
        })}
      />
    </div>
  );
}

/** Shows the draft on its lanes; other free lanes get a button that adds them. */
export function DraftCell({
  board,
  index,
  draft,
  place,
  canAdd,
  formatters,
}: OverlayProps & { draft: GridDraft; canAdd: boolean }) {
  const { t, dates } = formatters;
  const lanes = lanesOf(draft);
  const at = (minutes: number) => dates.time((board.lanes[index]?.origin ?? 0) + minutes * 60_000);
  const name = board.lanes[index]?.field.name ?? "";
  const cell = { role: "gridcell", "aria-colindex": ariaColumnAt(draft.from) };
  if (lanes.includes(index))
    return (
      <>
        <div className="planner-draft" data-draft={draft.id} data-state={draft.state} style={place(draft)}>
          {draft.name && <strong>{draft.name}</strong>}
          <em>
            {at(draft.from)} – {at(draft.to)}
          </em>
        </div>
        {!draft.state && lanes.length > 1 && (
          <div {...cell} className="planner-toggle-lane" data-chosen style={place(draft)}>
            <button type="button" data-toggle-lane={index} aria-label={t("planning.notHere", { field: name })}>
              <X aria-hidden />
            </button>
          </div>
        )}
      </>
    );
  if (draft.state || !canAdd || isSlotUnavailable(board, { slot: { ...draft, lane: index } })) return null;
  return (
    <div {...cell} className="planner-toggle-lane" style={place(draft)}>
      <button type="button" data-toggle-lane={index} aria-label={t("planning.alsoHere", { field: name })}>
        <Plus aria-hidden />
      </button>
    </div>
  );
}

interface DragGhostProps extends OverlayProps {
  lane: Lane;
  drag: ObservableValue<DragState | null>;
  dragHint: ReactNode;
  /** Epoch milliseconds. */
  clock: number;
}

export function DragGhost({ board, index, lane, drag, clock, place, dragHint, formatters }: DragGhostProps) {
  const { t, dates } = formatters;
  const obstacleAt = useFindObstacle(board, clock);
  // Only lanes below the pointer render.
  const now = useSyncExternalStore(drag.subscribe, () => {
    const held = drag.get();
    return held && lanesOf(held.slot).includes(index) ? held : null;
  });
  const lifted = now?.operation.kind === "copy" ? undefined : now?.item?.id;
  useEffect(() => {
    // Sets the attribute on the element, so that the lane does not render.
    const block = lifted === undefined ? null : document.querySelector(`[data-item="${CSS.escape(lifted)}"]`);
    block?.toggleAttribute("data-lifted", true);
    return () => block?.removeAttribute("data-lifted");
  }, [lifted]);
  if (!now) return null;
  const { slot, item, operation } = now;
  if (operation.kind === "select") return <div className="planner-selection" style={place(slot)} />;
  const at = (minutes: number) => dates.time(lane.origin + minutes * 60_000);
  const held = { slot: { ...slot, lane: index }, item: operation.kind === "copy" ? undefined : item };
  const obstacle = obstacleAt(held);
  return (
    <div
      className="planner-ghost"
      data-taken={obstacle ? "" : undefined}
      {...(item ? colorAttributes(item.event, "type") : {})}
      style={place(slot)}
    >
      <em>
        {at(slot.from)} – {at(slot.to)}
      </em>
      {item && <strong>{eventTitle(item.event, t)}</strong>}
      {obstacle ? <span>{t(obstacle)}</span> : dragHint}
    </div>
  );
}
