/** The calendar of a date picker for one date or a range, by React Aria; loaded when one opens. */
import { type CalendarDate, GregorianCalendar, parseDate } from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef } from "react";
import { I18nProvider } from "react-aria/I18nProvider";
import { useCalendar, useCalendarCell, useCalendarGrid } from "react-aria/useCalendar";
import { useRangeCalendar } from "react-aria/useRangeCalendar";
import type { AriaButtonProps } from "react-aria/useButton";
import { type CalendarState, useCalendarState } from "react-stately/useCalendarState";
import { type RangeCalendarState, useRangeCalendarState } from "react-stately/useRangeCalendarState";
import { languageTags } from "#messages/dates.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { getDateFormats, noonOf } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";

interface Limits {
  min?: string | undefined;
  max?: string | undefined;
}
interface DateCalendarProps extends Limits {
  value: string;
  onChoose: (date: string) => void;
  isAutoFocused?: boolean;
}
interface RangeCalendarProps extends Limits {
  from: string;
  to: string;
  onChoose: (range: { from: string; to: string }) => void;
}

const createCalendar = () => new GregorianCalendar();
function parse(text: string | undefined): CalendarDate | null {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) ? parseDate(text) : null;
}
const commonOf = (tag: string, { min, max }: Limits) => ({
  locale: tag,
  createCalendar,
  minValue: parse(min),
  maxValue: parse(max),
  // Weeks begin on Monday in both languages, as on the planning.
  firstDayOfWeek: "mon" as const,
  autoFocus: true,
});

export const DateCalendar = (props: DateCalendarProps) => (
  <I18nProvider locale={languageTags[useLanguage()]}>
    <OneDate {...props} />
  </I18nProvider>
);
export const RangeCalendar = (props: RangeCalendarProps) => (
  <I18nProvider locale={languageTags[useLanguage()]}>
    <SeveralDates {...props} />
  </I18nProvider>
);

function OneDate({ value, onChoose, isAutoFocused = true, ...limits }: DateCalendarProps) {
  const t = useTranslation();
  const props = {
    ...commonOf(languageTags[useLanguage()], limits),
    autoFocus: isAutoFocused,
    value: parse(value),
    onChange: (date: { toString: () => string }) => onChoose(date.toString()),
    "aria-label": t("kit.calendar"),
  };
  const state = useCalendarState(props);
  const { calendarProps, prevButtonProps, nextButtonProps } = useCalendar(props, state);
  return (
    <div {...calendarProps}>
      <Heading state={state} previous={prevButtonProps} next={nextButtonProps} />
      <Month state={state} />
    </div>
  );
}

function SeveralDates({ from, to, onChoose, ...limits }: RangeCalendarProps) {
  const t = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  const [start, end] = [parse(from) ?? parse(to), parse(to) ?? parse(from)];
  const props = {
    ...commonOf(languageTags[useLanguage()], limits),
    value: start && end ? { start, end } : null,
    onChange: (range: { start: { toString: () => string }; end: { toString: () => string } }) =>
      onChoose({ from: range.start.toString(), to: range.end.toString() }),
    "aria-label": t("kit.calendar"),
  };
  const state = useRangeCalendarState(props);
  const { calendarProps, prevButtonProps, nextButtonProps } = useRangeCalendar(props, state, ref);
  return (
    <div {...calendarProps} ref={ref}>
      <Heading state={state} previous={prevButtonProps} next={nextButtonProps} />
      <Month state={state} />
    </div>
  );
}

type State = CalendarState | RangeCalendarState;

interface HeadingProps {
  state: State;
  previous: AriaButtonProps;
  next: AriaButtonProps;
}

function Heading({ state, previous, next }: HeadingProps) {
  const { month } = getDateFormats("UTC", useLanguage());
  return (
    <div className="mb-2 flex items-center justify-between gap-1">
      <Turn {...previous}>
        <ChevronLeft aria-hidden />
      </Turn>
      <p aria-hidden className="text-13 font-medium first-letter:uppercase">
        {month(noonOf(state.visibleRange.start.toString()))}
      </p>
      <Turn {...next}>
        <ChevronRight aria-hidden />
      </Turn>
    </div>
  );
}

const Turn = (props: AriaButtonProps) => (
  <button
    type="button"
    aria-label={props["aria-label"]}
    disabled={props.isDisabled}
    onClick={() => props.onPress?.({} as never)}
    className={buttonClass("ghost", "icon")}
  >
    {props.children}
  </button>
);

function Month({ state }: { state: State }) {
  const { gridProps, headerProps, weekDays, weeksInMonth } = useCalendarGrid(
    { weekdayStyle: "narrow", firstDayOfWeek: "mon" },
    state,
  );
  return (
    <table {...gridProps} className="w-full border-collapse">
      <thead {...headerProps}>
        <tr>
          {weekDays.map((day, index) => (
            // Tuesday and Thursday have the same letter.
            <th key={`${day} ${index}`} className="pb-1 text-xs font-normal text-ink-3">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeksInMonth }, (_, week) => (
          <tr key={week}>
            {state.getDatesInWeek(week).map((date) => date && <Day key={date.toString()} state={state} date={date} />)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ state, date }: { state: State; date: CalendarDate }) {
  const ref = useRef<HTMLDivElement>(null);
  const { cellProps, buttonProps, isSelected, isDisabled, isOutsideVisibleRange, formattedDate } = useCalendarCell(
    { date },
    state,
    ref,
  );
  const isToday = date.toString() === Temporal.Now.plainDateISO().toString();
  return (
    <td {...cellProps} className="p-px text-center">
      <div
        {...buttonProps}
        ref={ref}
        hidden={isOutsideVisibleRange}
        className={cx(
          "grid h-9 cursor-pointer place-items-center rounded-md text-13 tnum outline-none focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-ring",
          isSelected ? "bg-accent text-on-accent" : "hover:bg-hover",
          isDisabled && "pointer-events-none opacity-40",
          isToday && "font-semibold underline underline-offset-4",
        )}
      >
        {formattedDate}
      </div>
    </td>
  );
}
