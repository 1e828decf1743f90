/** The parts of a date or a time, each typed by itself: by React Aria, loaded by `date-input.tsx` when they are wanted. */
import { GregorianCalendar } from "@internationalized/date";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { I18nProvider } from "react-aria/I18nProvider";
import { useDateField, useDateSegment } from "react-aria/useDateField";
import { type DateFieldState, type DateSegment, useDateFieldState } from "react-stately/useDateFieldState";
import { languageTags } from "#messages/dates.ts";
import { cx } from "#web/kit/ui/cx.ts";
import type { DateInputProps, DateKind } from "./date-kinds.ts";
import { type DateValue, isoText, parseValue, pastedText } from "./date-values.ts";
import { useLanguage } from "#web/kit/format/translation.ts";

export interface SegmentsProps extends DateInputProps {
  kind: DateKind;
  /** Keys that were pressed before the parts were there: with them the first part takes the focus. */
  typedBefore: readonly string[] | undefined;
  /** Alt and the arrow down. */
  onOpen?: (() => void) | undefined;
}

export const DateSegments = (props: SegmentsProps) => (
  <I18nProvider locale={languageTags[useLanguage()]}>
    <Parts {...props} />
  </I18nProvider>
);

const createCalendar = () => new GregorianCalendar();
/** A year before it is one of which not all digits are typed. */
const MIN_YEAR = 1900;

const editableOf = (state: DateFieldState) => state.segments.filter(({ isEditable }) => isEditable);

/** All parts are there, and they are a date that exists: the 30th of February is none. */
function isWholeField(state: DateFieldState, own: DateValue | null): boolean {
  return editableOf(state).every(({ type, value, isPlaceholder }) => {
    if (isPlaceholder || !own) return false;
    if (type === "year") return value === own.year && own.year >= MIN_YEAR;
    return (type !== "month" && type !== "day") || value === own[type];
  });
}

interface Report {
  text: string;
  isUnfinished: boolean;
}

function Parts(props: SegmentsProps) {
  const { kind, value, min, max, isRevertedOnLeave = false, onValueChange, onUnfinished } = props;
  const language = useLanguage();
  const [own, setOwn] = useState(() => parseValue(kind, value));
  const field = {
    id: props.id,
    "aria-label": props["aria-label"],
    "aria-labelledby": props["aria-labelledby"],
    "aria-describedby": props["aria-describedby"],
    isDisabled: props.disabled ?? false,
    isRequired: props["aria-required"] ?? false,
    isInvalid: props["aria-invalid"] || undefined,
    validationBehavior: "aria" as const,
  };
  const known = useDateFieldState({
    ...field,
    value: own,
    onChange: (next) => setOwn(next as DateValue | null),
    locale: languageTags[language],
    createCalendar,
    granularity: kind === "date" ? "day" : "minute",
    maxGranularity: kind === "time" ? "hour" : "year",
    shouldForceLeadingZeros: true,
    minValue: min ? parseValue(kind, min) : null,
    maxValue: max ? parseValue(kind, max) : null,
  } as Parameters<typeof useDateFieldState>[0]);
  // React Aria would make the 30th of February the 28th once the field is left.
  const state = { ...known, confirmPlaceholder: () => {} };
  const isWhole = isWholeField(state, own);
  const isEmpty = editableOf(state).every(({ isPlaceholder }) => isPlaceholder);
  const text = isWhole ? isoText(kind, own) : "";
  const isUnfinished = !isWhole && !isEmpty;

  /** The value as it was taken last, and what was told since and has not come back yet, as from an address that changes late. */
  const [{ seen, told }, setTalk] = useState<{ seen: string; told: readonly string[] }>({ seen: value, told: [] });
  if (value !== seen) {
    const at = told.indexOf(value);
    setTalk({ seen: value, told: told.slice(at + 1) });
    if (at < 0 && isoText(kind, parseValue(kind, value)) !== text) setOwn(parseValue(kind, value));
  }
  const report = useRef<Report>({ text, isUnfinished });
  const tell = useEffectEvent((next: Report) => {
    const last = report.current;
    if (next.isUnfinished && isRevertedOnLeave) return;
    report.current = next;
    if (next.isUnfinished !== last.isUnfinished) onUnfinished?.(next.isUnfinished);
    const isKnown = told.length === 0 && next.text === isoText(kind, parseValue(kind, value));
    if (next.text === last.text || isKnown) return;
    setTalk({ seen: value, told: [...told, next.text] });
    onValueChange(next.text);
  });
  useEffect(() => tell({ text, isUnfinished }), [text, isUnfinished]);

  const group = useRef<HTMLDivElement>(null);
  const { fieldProps } = useDateField(
    {
      ...field,
      onBlur: () => {
        setTalk({ seen: value, told: [] });
        // Two digits of a year mean this century.
        if (own && own.year < 100) setOwn(own.set({ year: own.year + 2000 }));
        else if (isRevertedOnLeave && !isWhole && !isEmpty) setOwn(parseValue(kind, value));
      },
    },
    state,
    group,
  );
  useTakenFocus(group, props.typedBefore);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // React Aria's own handler takes Enter for a press.
    if (event.key === "Enter") return submitAround(event);
    if (event.altKey && event.key === "ArrowDown" && props.onOpen) {
      event.preventDefault();
      event.stopPropagation();
      return props.onOpen();
    }
    fieldProps.onKeyDown?.(event);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const pasted = pastedText(kind, event.clipboardData.getData("text"), language);
    if (pasted !== undefined) setOwn(parseValue(kind, pasted));
  };
  const copy = (event: ClipboardEvent) => {
    if (!isWhole) return;
    event.preventDefault();
    event.clipboardData.setData("text", text);
  };
  return (
    <div
      {...fieldProps}
      ref={group}
      data-invalid={state.isInvalid || undefined}
      className="flex h-full min-w-0 flex-1 items-center overflow-hidden whitespace-pre"
      onKeyDown={press}
      onPaste={paste}
      onCopy={copy}
    >
      {state.segments.map((segment, index) => (
        // Parts have no other name than their place: there may be several separators.
        <Segment
          key={`${segment.type} ${index}`}
          segment={segment}
          state={state}
          describedBy={props["aria-describedby"]}
        />
      ))}
    </div>
  );
}

interface SegmentProps {
  segment: DateSegment;
  state: DateFieldState;
  /** Ids of the error and the hint. */
  describedBy: string | undefined;
}

/** The error comes before the whole value, which React Aria describes every part by. */
const errorFirst = (all: string | undefined, first: string | undefined) =>
  all && first ? [first, ...all.split(" ").filter((id) => !first.split(" ").includes(id))].join(" ") : all;

function Segment({ segment, state, describedBy }: SegmentProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const { segmentProps } = useDateSegment(segment, state, ref);
  return (
    <span
      {...segmentProps}
      ref={ref}
      aria-describedby={errorFirst(segmentProps["aria-describedby"], describedBy)}
      className={cx(
        "rounded-xs tnum outline-none focus:bg-accent focus:text-on-accent",
        // As large as a finger wants its targets at least.
        segment.isEditable && "min-w-6 px-0.5 text-center leading-6",
        segment.isPlaceholder && "text-ink-3",
      )}
    >
      {segment.text}
    </span>
  );
}

/** As Enter does in an input, unless something around has another use for it. */
function submitAround({ currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>): void {
  const form = currentTarget.closest("form");
  queueMicrotask(() => {
    if (form && !nativeEvent.defaultPrevented && !form.querySelector("[type=submit]:disabled")) form.requestSubmit();
  });
}

/** Gives the focus to the first part, and types the keys that came before it was there. */
function useTakenFocus(group: { current: HTMLElement | null }, typedBefore: readonly string[] | undefined): void {
  const [queue] = useState(() => typedBefore && [...typedBefore]);
  const stopQueue = useRef(() => {});
  // In the commit itself: a key between it and an effect would reach nothing.
  useLayoutEffect(() => {
    const element = group.current;
    if (!queue || !element) return undefined;
    element.querySelector<HTMLElement>("[contenteditable]")?.focus();
    // Keys that arrive meanwhile go to the end of the queue: typed at once, they would overtake it.
    const queueKeys = (event: InputEvent) => {
      if (!event.isTrusted || event.data === null) return;
      event.preventDefault();
      event.stopPropagation();
      queue.push(...event.data);
    };
    element.addEventListener("beforeinput", queueKeys, true);
    const stop = () => element.removeEventListener("beforeinput", queueKeys, true);
    stopQueue.current = stop;
    return stop;
  }, [group, queue]);
  // In an effect: the parts listen for keys from theirs on.
  useEffect(() => {
    if (!queue) return undefined;
    const timer = setInterval(() => {
      const data = queue.shift();
      const part = document.activeElement;
      if (data === undefined || !group.current?.contains(part)) {
        clearInterval(timer);
        return stopQueue.current();
      }
      const how = { data, inputType: "insertText", bubbles: true, cancelable: true };
      part?.dispatchEvent(new InputEvent("beforeinput", how));
    });
    return () => clearInterval(timer);
  }, [group, queue]);
}
