/** Dialog that searches the events of the planning, and jumps to one. */
import { foldText } from "#messages/fold-text.ts";
import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Board, BoardItem } from "./grid/board.ts";
import { colorAttributes, eventTitle } from "./grid/event-appearance.ts";

const MAX_RESULTS = 30;

interface FindEventDialogProps {
  board: Board;
  hidesDim: boolean;
  open: boolean;
  /** Text that was typed while this part was loading. */
  typed: string;
  onOpenChange: (open: boolean) => void;
  onFound: (item: BoardItem) => void;
}

export function FindEventDialog({ open, onOpenChange, ...rest }: FindEventDialogProps) {
  const t = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("planning.find")}>
      <EventFinder
        {...rest}
        onFound={(item) => {
          onOpenChange(false);
          rest.onFound(item);
        }}
      />
    </Dialog>
  );
}

type EventFinderProps = Pick<FindEventDialogProps, "board" | "hidesDim" | "typed" | "onFound">;

function EventFinder({ board, hidesDim, typed, onFound }: EventFinderProps) {
  const t = useTranslation();
  const id = useId();
  const { timeRange, date } = useDateFormats(board.timezone);
  const [text, setText] = useState(typed);
  const [active, setActive] = useState(0);
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const nameOf = ({ lane }: BoardItem) => board.lanes[lane]?.field.name ?? "";
  const found = board.items
    .filter((item) => {
      const all = foldText([eventTitle(item.event, t), item.event.creator, nameOf(item)].filter(Boolean).join(" "));
      return item.event.id !== null && !(hidesDim && item.isDimmed) && words.every((word) => all.includes(word));
    })
    .toSorted((one, other) => Date.parse(one.event.startTime) - Date.parse(other.event.startTime))
    .slice(0, MAX_RESULTS);
  const current = Math.min(active, found.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[current];
    if (by === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (by !== undefined) setActive(Math.max(0, Math.min(found.length - 1, current + by)));
    else if (chosen) onFound(chosen);
  };
  return (
    <div className="grid gap-3 pb-4">
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
          aria-hidden
        />
        <Input
          role="combobox"
          aria-label={t("planning.find")}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          className="pl-9"
          placeholder={t("planning.findHint")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul id={id} role="listbox" aria-label={t("planning.find")} className="grid max-h-80 overflow-y-auto">
        {found.map((item, index) => (
          <li
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            {...colorAttributes(item.event, "type")}
            ref={(row) => {
              if (index === current) row?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => onFound(item)}
            onPointerMove={() => setActive(index)}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 py-1 text-13 aria-selected:bg-hover"
          >
            <span className="h-7 w-1 rounded-full bg-(--ev-bar)" aria-hidden />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{eventTitle(item.event, t)}</span>
              <span className="block truncate text-xs text-ink-3">
                {[nameOf(item), item.event.creator !== item.event.name && item.event.creator]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <span className="text-right text-xs text-ink-2 tnum">
              {timeRange(item.event.startTime, item.event.endTime)}
              {board.lanes.some((lane) => lane.date !== board.lanes[0]?.date) && (
                <span className="block text-ink-3">{date(item.event.startTime)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className={found.length === 0 ? "px-2 text-13 text-ink-2" : "sr-only"}>
        {found.length === 0 ? t("kit.noResults") : t("planning.foundCount", { count: found.length })}
      </p>
    </div>
  );
}
