/** A lane of the grid: its events, what is behind them, and what is in hand above them. */
import { Home, Lightbulb, Plus, Sun, X } from "lucide-react";
import { memo, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { formatter } from "#web/kit/dates.ts";
import { useKept } from "#web/kit/kept.ts";
import type { LiveValue } from "#web/kit/live-value.ts";
import { percentOf } from "#web/kit/percent.ts";
import { locale, type Translate } from "#web/kit/words.ts";
import { Behind } from "./behind.tsx";
import { Block, type Writing } from "./block.tsx";
import { type Board, isInTheWay, type Item, type Lane, minutesOf } from "./board.ts";
import { type Cursor, type Drag, type Hold, useObstacleAt } from "./drag.ts";
import { alone, columnOf, type Drafted, lanesOf, pack, type Place, placeIn, type Slot } from "./geometry.ts";
import { type Coloring, colorOf, titleOf } from "./look.ts";

interface LaneBodyProps {
  board: Board;
  index: number;
  lane: Lane;
  items: readonly Item[];
  /** How each event may be taken hold of. */
  holds: string;
  isVertical: boolean;
  /** Pixels of an hour. */
  hour: number;
  coloring: Coloring;
  currency: string;
  now: number;
  drag: LiveValue<Drag | null>;
  /** Where the keys are. */
  cursor: LiveValue<Cursor>;
  drafts: readonly Drafted[];
  presences: readonly (Slot & { id: string; name: string })[];
  mayCreate: boolean;
  verdict: ReactNode;
  writing: Writing;
}

/** How long an hour is on what has this style. */
export const hourStyle = (hour: number) => ({ "--hour": `${hour}px` }) as object;

/** A lane that is not drawn yet. */
export const BareLane = ({ hour }: { hour: number }) => (
  <div data-lane role="presentation" className="planner-body" style={hourStyle(hour)} />
);

/** A letter for each event: `a`ll of it may be moved, its `e`nd alone, or it `s`tays. A text, so that it is the same while nothing of it changes. */
export const holdsOf = (items: readonly Item[], mayMove: (item: Item, hold?: Hold) => boolean): string =>
  items.map((item) => (mayMove(item) ? "a" : mayMove(item, "end") ? "e" : "s")).join("");

/** The column of each event, of how many: canceled ones may stand beside others. */
function columnsOf(items: readonly Item[]): [number, number][] {
  const packed = pack(items);
  return items.map(({ id }) => packed.get(id) ?? alone);
}

export const LaneBody = memo(function LaneBody(props: LaneBodyProps) {
  const { board, index, lane, items, isVertical, hour, now, drag, writing } = props;
  const { span } = board;
  const place = placeIn(span, isVertical);
  const columns = useKept(columnsOf(items));
  const current = minutesOf(lane, now, span);
  const past = current ?? (now > lane.origin ? span : 0);
  return (
    <div
      data-lane
      role="presentation"
      className="planner-body"
      style={hourStyle(hour)}
      data-closed={lane.field.status === "closed" ? "" : undefined}
    >
      <Behind {...{ board, index, lane, items, place, past, hour, writing }} currency={props.currency} />
      {items.map((item, at) => (
        <Block
          key={item.id}
          {...{ item, place, isVertical, hour, writing }}
          {...{ coloring: props.coloring, currency: props.currency }}
          field={lane.field.name}
          column={columns[at] ?? alone}
          isMovable={props.holds[at] === "a"}
          isResizable={props.holds[at] !== "s"}
        />
      ))}
      <Here {...{ board, index, lane, items, place, writing }} cursor={props.cursor} />
      {props.presences
        .filter((presence) => presence.lane === index)
        .map((presence) => (
          <div key={presence.id} className="planner-presence" style={place(presence)}>
            <span>{presence.name}</span>
          </div>
        ))}
      {props.drafts.map((draft) => (
        <Draft key={draft.id} {...{ board, index, draft, place, writing }} mayAdd={props.mayCreate} />
      ))}
      {current !== undefined && <div className="planner-now" style={place({ from: current, to: current })} />}
      <Ghost {...{ board, index, lane, drag, place, writing }} clock={now} verdict={props.verdict} />
    </div>
  );
});

interface OnLane extends Pick<LaneBodyProps, "board" | "index" | "writing"> {
  place: Place;
}

interface HereProps extends OnLane, Pick<LaneBodyProps, "lane" | "items" | "cursor"> {}

/** The cell that the keys are at, while it is free and on this lane. */
function Here({ board, index, lane, items, cursor, place, writing }: HereProps) {
  const at = useSyncExternalStore(cursor.subscribe, () => (cursor.get().lane === index ? cursor.get().at : undefined));
  if (at === undefined || items.some(({ from, to }) => from <= at && at < to)) return null;
  return (
    <div
      role="gridcell"
      aria-colindex={columnOf(at)}
      className="planner-cursor"
      style={place({ from: at, to: Math.min(board.span, at + lane.step) })}
    >
      <button
        type="button"
        data-cursor
        aria-label={writing.t("planning.cellSaid", {
          field: lane.field.name,
          time: writing.dates.time(lane.origin + at * 60_000),
        })}
      />
    </div>
  );
}

/** What is being booked here; and, where it could be here too, the way to that. */
function Draft({ board, index, draft, place, mayAdd, writing }: OnLane & { draft: Drafted; mayAdd: boolean }) {
  const { t, dates } = writing;
  const lanes = lanesOf(draft);
  const at = (minutes: number) => dates.time((board.lanes[index]?.origin ?? 0) + minutes * 60_000);
  const name = board.lanes[index]?.field.name ?? "";
  const cell = { role: "gridcell", "aria-colindex": columnOf(draft.from) };
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
          <div {...cell} className="planner-also" data-chosen style={place(draft)}>
            <button type="button" data-also={index} aria-label={t("planning.notHere", { field: name })}>
              <X aria-hidden />
            </button>
          </div>
        )}
      </>
    );
  if (draft.state || !mayAdd || isInTheWay(board, { slot: { ...draft, lane: index } })) return null;
  return (
    <div {...cell} className="planner-also" style={place(draft)}>
      <button type="button" data-also={index} aria-label={t("planning.alsoHere", { field: name })}>
        <Plus aria-hidden />
      </button>
    </div>
  );
}

interface GhostProps extends OnLane, Pick<LaneBodyProps, "lane" | "drag" | "verdict"> {
  /** In epoch milliseconds. */
  clock: number;
}

/** What is in hand, while it is above this lane. */
function Ghost({ board, index, lane, drag, clock, place, verdict, writing }: GhostProps) {
  const { t, dates } = writing;
  const obstacleAt = useObstacleAt(board, clock);
  // Only the lanes that it is above draw anew.
  const now = useSyncExternalStore(drag.subscribe, () => {
    const held = drag.get();
    return held && lanesOf(held.slot).includes(index) ? held : null;
  });
  const lifted = now?.pull.kind === "copy" ? undefined : now?.item?.id;
  useEffect(() => {
    // Said to the element itself: its lane need not render for it.
    const block = lifted === undefined ? null : document.querySelector(`[data-item="${CSS.escape(lifted)}"]`);
    block?.toggleAttribute("data-lifted", true);
    return () => block?.removeAttribute("data-lifted");
  }, [lifted]);
  if (!now) return null;
  const { slot, item, pull } = now;
  if (pull.kind === "mark") return <div className="planner-marking" style={place(slot)} />;
  const at = (minutes: number) => dates.time(lane.origin + minutes * 60_000);
  const held = { slot: { ...slot, lane: index }, item: pull.kind === "copy" ? undefined : item };
  const obstacle = obstacleAt(held);
  return (
    <div
      className="planner-ghost"
      data-taken={obstacle ? "" : undefined}
      {...(item ? colorOf(item.event, "type") : {})}
      style={place(slot)}
    >
      <em>
        {at(slot.from)} – {at(slot.to)}
      </em>
      {item && <strong>{titleOf(item.event, t)}</strong>}
      {obstacle ? <span>{t(obstacle)}</span> : verdict}
    </div>
  );
}

const dayIn = (tag: string) => formatter(tag, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

interface LaneHeaderProps {
  /** The lane is not drawn yet: its name alone. */
  isBare: boolean;
  /** Days are the lanes, instead of fields. */
  isWeek: boolean;
  isToday: boolean;
  lane: Lane;
  t: Translate;
}

/** The field, what it is like and how full it is; in a week, the day. */
export const LaneHeader = memo(function LaneHeader({ lane, isBare, isWeek, isToday, t }: LaneHeaderProps) {
  const tag = locale();
  const { field, depth, date } = lane;
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-current={isToday ? "date" : undefined}
      className="planner-head"
      data-depth={depth > 0 && !isWeek ? Math.min(depth, 3) : undefined}
    >
      <span className="planner-name" title={field.name}>
        {isWeek ? dayIn(tag).format(new Date(`${date}T12:00:00Z`)) : field.name}
      </span>
      {!isBare && <Likeness {...{ lane, isWeek, t }} />}
    </div>
  );
});

/** What a field is like, and how full it is. */
function Likeness({ lane, isWeek, t }: Pick<LaneHeaderProps, "lane" | "isWeek" | "t">) {
  const { field, load, open } = lane;
  const percent = percentOf(load, t);
  const isClosed = field.status === "closed";
  return (
    <>
      {isClosed ? (
        <span className="planner-percent">{t("planning.closed")}</span>
      ) : (
        open.length > 0 && (
          <span className="planner-percent" title={t("planning.taken", { percent })}>
            {percent}
          </span>
        )
      )}
      <span className="planner-like">
        {!isWeek && field.space === "indoor" && <Home role="img" aria-label={t("planning.indoor")} />}
        {!isWeek && field.space === "outdoor" && <Sun role="img" aria-label={t("planning.outdoor")} />}
        {!isWeek && field.lights && <Lightbulb role="img" aria-label={t("planning.lights")} />}
        {open.length > 0 && !isClosed && (
          <span className="planner-load" aria-hidden style={{ "--load": `${Math.round(load * 100)}%` } as object} />
        )}
      </span>
    </>
  );
}
