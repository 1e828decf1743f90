import { type TouchEvent, useRef } from "react";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useIsPhone } from "#web/kit/render/use-media-query.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { datesOfWeek } from "./date-navigation.tsx";

const MIN_SWIPE_PX = 48;

/** @param onSwipe 1 forward, -1 back */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const began = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0);
      began.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0);
      const from = began.current;
      began.current = undefined;
      if (!touch || !from) return;
      const [across, down] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(across) < MIN_SWIPE_PX || Math.abs(across) < 2 * Math.abs(down)) return;
      onSwipe(across < 0 ? 1 : -1);
    },
  };
}

interface DayStripProps {
  date: string;
  today: string;
  onChoose: (date: string) => void;
  onSwipe: (by: 1 | -1) => void;
}

export const DayStrip = (props: DayStripProps) => useIsPhone() && <DayStripButtons {...props} />;

function DayStripButtons({ date, today, onChoose, onSwipe }: DayStripProps) {
  const t = useTranslation();
  const swipe = useSwipe(onSwipe);
  const { weekdayNarrow, longDay } = useDateFormats("UTC");
  return (
    <div
      role="group"
      aria-label={t("planning.days")}
      className="grid touch-pan-y grid-cols-7 gap-0.5 border-b border-line px-2"
      {...swipe}
    >
      {datesOfWeek(date).map((day) => {
        const noon = noonOf(day);
        return (
          <button
            key={day}
            type="button"
            aria-current={day === date ? "date" : undefined}
            onClick={() => onChoose(day)}
            className="flex h-7.5 items-center justify-center gap-1 rounded-md text-sm tnum text-ink aria-[current=date]:bg-accent aria-[current=date]:text-on-accent"
          >
            <span className="sr-only">{longDay(noon)}</span>
            <span aria-hidden className="text-[0.6875rem] opacity-80">
              {weekdayNarrow(noon)}
            </span>
            <span aria-hidden className={day === today ? "font-semibold underline underline-offset-4" : "font-medium"}>
              {noon.getUTCDate()}
            </span>
          </button>
        );
      })}
    </div>
  );
}
