/** Menu of the planning's display: zoom, closed hours, prices, lock. */
import { Columns3, Rows3, Settings2, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Popover } from "#web/kit/ui/popover.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useMoveLock } from "#web/planning/reschedule/use-can-move.ts";
import type { DisplaySettings } from "./display-settings.ts";

export function ZoomButtons({ drawing }: { drawing: DisplaySettings }) {
  const t = useTranslation();
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
  drawing: DisplaySettings;
  /** A list has only the legend. */
  isGrid: boolean;
  children?: ReactNode;
}

export function DisplayMenu({ drawing, isGrid, children }: DisplayMenuProps) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  const [isLocked, lock] = useMoveLock();
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
