/** The typed segments of a date or time (day, month, hour), by React Aria; loaded when needed. */
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
  /** Keys pressed before the segments were loaded; when set, the first segment takes the focus. */
  typedBefore: readonly string[] | undefined;
  onOpen?: (() => void) | undefined;
}

export const DateSegments = (props: SegmentsProps) => (
  <I18nProvider locale={languageTags[useLanguage()]}>
    <Parts {...props} />
  </I18nProvider>
);

const createCalendar = () => new GregorianCalendar();
/** An earlier year has digits that are not typed yet. */
const MIN_YEAR = 1900;

const editableOf = (state: DateFieldState) => state.segments.filter(({ isEditable }) => isEditable);

/** Whether all segments are filled and make a date that exists, unlike the 30th of February. */
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
  // React Aria would change the 30th of February to the 28th once the field is left.
  const state = { ...known, confirmPlaceholder: () => {} };
  const isWhole = isWholeField(state, own);
  const isEmpty = editableOf(state).every(({ isPlaceholder }) => isPlaceholder);
  const text = isWhole ? isoText(kind, own) : "";
  const isUnfinished = !isWhole && !isEmpty;

  /** `reported` are values whose echo is missing, because the URL changes late; any other value comes from outside. */
  const [{ seen, reported }, setTalk] = useState<{ seen: string; reported: readonly string[] }>({
    seen: value,
    reported: [],
  });
  if (value !== seen) {
    const at = reported.indexOf(value);
    setTalk({ seen: value, reported: reported.slice(at + 1) });
    if (at < 0 && isoText(kind, parseValue(kind, value)) !== text) setOwn(parseValue(kind, value));
  }
  const report = useRef<Report>({ text, isUnfinished });
  const reportChange = useEffectEvent((next: Report) => {
    const last = report.current;
    if (next.isUnfinished && isRevertedOnLeave) return;
    report.current = next;
    if (next.isUnfinished !== last.isUnfinished) onUnfinished?.(next.isUnfinished);
    const isKnown = reported.length === 0 && next.text === isoText(kind, parseValue(kind, value));
    if (next.text === last.text || isKnown) return;
    setTalk({ seen: value, reported: [...reported, next.text] });
    onValueChange(next.text);
  });
  useEffect(() => reportChange({ text, isUnfinished }), [text, isUnfinished]);

  const group = useRef<HTMLDivElement>(null);
  const { fieldProps } = useDateField(
    {
      ...field,
      onBlur: () => {
        setTalk({ seen: value, reported: [] });
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
    // React Aria's own handler treats Enter as a press.
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
        // There may be several separators, so only the index is unique.
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
  describedBy: string | undefined;
}

/** Puts the error before the value, by which React Aria describes every segment. */
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
        // The minimum target size for a finger (WCAG 2.2, 24 px).
        segment.isEditable && "min-w-6 px-0.5 text-center leading-6",
        segment.isPlaceholder && "text-ink-3",
      )}
    >
      {segment.text}
    </span>
  );
}

/** Submits the form as Enter in an input does, unless another handler prevents it. */
function submitAround({ currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>): void {
  const form = currentTarget.closest("form");
  queueMicrotask(() => {
    if (form && !nativeEvent.defaultPrevented && !form.querySelector("[type=submit]:disabled")) form.requestSubmit();
  });
}

function useTakenFocus(group: { current: HTMLElement | null }, typedBefore: readonly string[] | undefined): void {
  const [queue] = useState(() => typedBefore && [...typedBefore]);
  const stopQueue = useRef(() => {});
  // A layout effect: a key pressed before a plain effect runs would be lost.
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
  // A plain effect: the segments listen for keys from their own effects on.
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
