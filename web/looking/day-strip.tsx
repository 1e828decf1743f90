/** On phones: the days of the week under the title; a swipe along it goes to the day before or after. */
import { type TouchEvent, useRef } from "react";
import { formatter } from "#web/kit/dates.ts";
import { useIsPhone } from "#web/kit/media.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { weekOf } from "#web/planner/days-nav.tsx";

/** How far a finger goes for another day, in pixels. */
const swipePx = 48;

/** What a finger that goes across means. @param onSwipe 1 to what follows, -1 back */
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
      if (Math.abs(across) < swipePx || Math.abs(across) < 2 * Math.abs(down)) return;
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

export const DayStrip = (props: DayStripProps) => useIsPhone() && <Days {...props} />;

function Days({ date, today, onChoose, onSwipe }: DayStripProps) {
  const t = useWords();
  const tag = useLocale();
  const swipe = useSwipe(onSwipe);
  const part = (options: Intl.DateTimeFormatOptions) => formatter(tag, { ...options, timeZone: "UTC" });
  const [short, whole] = [part({ weekday: "narrow" }), part({ weekday: "long", day: "numeric", month: "long" })];
  return (
    <div
      role="group"
      aria-label={t("planning.days")}
      className="grid touch-pan-y grid-cols-7 gap-1 border-b border-line px-3 py-1.5"
      {...swipe}
    >
      {weekOf(date).map((day) => {
        const noon = new Date(`${day}T12:00:00Z`);
        return (
          <button
            key={day}
            type="button"
            aria-current={day === date ? "date" : undefined}
            onClick={() => onChoose(day)}
            className="grid h-12 place-items-center content-center rounded-lg text-15 tnum text-ink aria-[current=date]:bg-accent aria-[current=date]:text-on-accent"
          >
            <span className="sr-only">{whole.format(noon)}</span>
            <span aria-hidden className="text-[0.6875rem] leading-4 opacity-70">
              {short.format(noon)}
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
