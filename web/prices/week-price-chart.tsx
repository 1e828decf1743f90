import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { type AmountNotation, formatEditableAmount } from "./parse-amount.ts";
import { useWeekdayFormats, weekdays } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface PriceBlock {
  weekday: number;
  /** Half hours since midnight; `to` is excluded. */
  from: number;
  to: number;
  price: number;
}
export interface WeekTime {
  weekday: number;
  /** `HH:MM`. */
  time: string;
}

const halfHours = 48;
export const halfHourToTime = (half: number) =>
  `${String(Math.floor(half / 2) % 24).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`;

export function toPriceBlocks(week: readonly (readonly (number | null)[])[]): PriceBlock[] {
  const blocks: PriceBlock[] = [];
  week.forEach((day, index) =>
    day.forEach((price, half) => {
      const last = blocks.at(-1);
      if (price === null) return;
      if (last?.weekday === index + 1 && last.to === half && last.price === price) last.to = half + 1;
      else blocks.push({ weekday: index + 1, from: half, to: half + 1, price });
    }),
  );
  return blocks;
}

/** Low prices are pale, high ones saturated. @param share from 0 to 1 */
const blockStyle = (share: number) => ({
  backgroundColor: `color-mix(in oklab, var(--ring) ${Math.round(18 + 42 * share)}%, var(--surface))`,
});

export interface PriceBlocksProps {
  blocks: readonly PriceBlock[];
  shareOf: (price: number) => number;
  money: AmountNotation;
}

export function WeekPriceChart({
  blocks,
  shareOf,
  money,
  onPick,
}: PriceBlocksProps & { onPick: (moment: WeekTime) => void }) {
  const { short, time } = useWeekdayFormats();
  const first = Math.floor(Math.min(...blocks.map(({ from }) => from)) / 2) * 2;
  const last = Math.min(halfHours, Math.ceil(Math.max(...blocks.map(({ to }) => to)) / 2) * 2);
  const hours = Array.from({ length: Math.ceil((last - first) / 4) }, (_, index) => first + index * 4);
  const rowOf = (half: number) => half - first + 2;
  return (
    <div
      aria-hidden
      className="grid overflow-hidden rounded-xl border border-line bg-sunken text-2xs tnum"
      style={{
        gridTemplateColumns: "auto repeat(7, minmax(0, 1fr))",
        gridTemplateRows: `2rem repeat(${last - first}, minmax(0.6875rem, auto))`,
      }}
    >
      {weekdays.map((weekday) => (
        <span
          key={weekday}
          className="grid place-items-center border-b border-l border-line text-xs font-medium text-ink-2 first-letter:uppercase"
          style={{ gridColumn: weekday + 1, gridRow: 1 }}
        >
          {short(weekday)}
        </span>
      ))}
      {hours.map((half) => (
        <span
          key={half}
          className="border-t border-line px-2 pt-0.5 whitespace-nowrap text-ink-3 max-sm:px-1"
          style={{ gridColumn: 1, gridRow: `${rowOf(half)} / span ${Math.min(4, last - half)}` }}
        >
          {time(halfHourToTime(half))}
        </span>
      ))}
      {weekdays.map((weekday) => (
        <span
          key={weekday}
          className="border-l border-line bg-surface"
          style={{ gridColumn: weekday + 1, gridRow: `2 / span ${last - first}` }}
        />
      ))}
      {blocks.map(({ weekday, from, to, price }) => (
        <button
          key={`${weekday} ${from}`}
          type="button"
          // Keyboards and screen readers use the table and the fields below.
          tabIndex={-1}
          onClick={(event) => {
            const { top, height } = event.currentTarget.getBoundingClientRect();
            const down = Math.floor(((event.clientY - top) / height) * (to - from));
            onPick({ weekday, time: halfHourToTime(from + Math.max(0, Math.min(down, to - from - 1))) });
          }}
          className="m-px overflow-hidden rounded-sm px-0.5 text-center leading-3 font-medium text-ink outline-ring hover:outline-2"
          style={{ ...blockStyle(shareOf(price)), gridColumn: weekday + 1, gridRow: `${rowOf(from)} / ${rowOf(to)}` }}
        >
          {formatEditableAmount(price, money)}
        </button>
      ))}
    </div>
  );
}

const MAX_SWATCHES = 8;

export function PriceLegend({
  prices,
  shareOf,
  money,
}: Omit<PriceBlocksProps, "blocks"> & { prices: readonly number[] }) {
  const t = useTranslation();
  const format = useAmountFormat();
  const say = (price: number) => (price === 0 ? t("prices.free") : format(price, money.currency));
  const [least = 0, most = 0] = [prices[0], prices.at(-1)];
  const swatch = "size-3.5 shrink-0 rounded-sm ring-1 ring-line ring-inset";
  return (
    <ul
      aria-label={t("prices.legend")}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs text-ink-2 tnum"
    >
      {prices.length <= MAX_SWATCHES ? (
        prices.map((price) => (
          <li key={price} className="flex items-center gap-1.5">
            <span className={swatch} style={blockStyle(shareOf(price))} aria-hidden />
            {say(price)}
          </li>
        ))
      ) : (
        <li className="flex items-center gap-1.5">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share} className={swatch} style={blockStyle(share)} aria-hidden />
          ))}
          {t("prices.range", { least: say(least), most: say(most) })}
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span className={`${swatch} bg-surface`} aria-hidden />
        {t("prices.notSoldCell")}
      </li>
    </ul>
  );
}
