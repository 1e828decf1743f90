/** How the grid is drawn: how large, which way, and what else is on it. */
import { Columns3, Rows3, Settings2, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#web/kit/button.tsx";
import { CheckBox } from "#web/kit/check-box.tsx";
import { Popover } from "#web/kit/popover.tsx";
import { useRemembered } from "#web/kit/remembered.ts";
import { useWords } from "#web/kit/words.ts";
import type { Drawing } from "./drawing.ts";

/** Locked, nothing is moved by accident; this browser remembers it. */
export function useLocked(): [isLocked: boolean, lock: (on: boolean) => void] {
  const [locked, remember] = useRemembered("planning.locked");
  return [locked !== "", (on) => remember(on ? "true" : "")];
}

/** Larger and smaller, and the other way round. */
export function Zooming({ drawing }: { drawing: Drawing }) {
  const t = useWords();
  const { zoom, isVertical, onAxis } = drawing;
  const way = t(isVertical ? "planning.toRows" : "planning.toColumns");
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("planning.zoomOut")}
        disabled={zoom <= 0}
        onClick={() => drawing.onZoom(-1)}
      >
        <ZoomOut aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("planning.zoomIn")}
        disabled={zoom >= 2}
        onClick={() => drawing.onZoom(1)}
      >
        <ZoomIn aria-hidden />
      </Button>
      {onAxis && (
        <Button variant="ghost" size="icon-sm" aria-label={way} title={way} onClick={onAxis}>
          {isVertical ? <Rows3 aria-hidden /> : <Columns3 aria-hidden />}
        </Button>
      )}
    </>
  );
}

interface DisplayMenuProps {
  drawing: Drawing;
  /** A list has no more to choose than what colours mean. */
  isGrid: boolean;
  /** On phones, where there is no room for it elsewhere: how to read what is shown. */
  children?: ReactNode;
}

export function DisplayMenu({ drawing, isGrid, children }: DisplayMenuProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const [isLocked, lock] = useLocked();
  const trigger = (
    <Button variant="ghost" size="icon-sm" aria-label={t("planning.display")} title={t("planning.display")}>
      <Settings2 aria-hidden />
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label={t("planning.display")}>
      {children}
      {isGrid && (
        <>
          <CheckBox label={t("planning.closedHours")} checked={drawing.allHours} onChange={drawing.onAllHours} />
          <CheckBox label={t("planning.showPrices")} checked={drawing.withPrices} onChange={drawing.onPrices} />
          <CheckBox label={t("planning.lock")} note={t("planning.lockHint")} checked={isLocked} onChange={lock} />
        </>
      )}
    </Popover>
  );
}
