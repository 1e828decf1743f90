/** Date picker, time picker (datepicker): an input for a date, a time or both, typed in segments or picked. */
import { CalendarDays, Clock } from "lucide-react";
import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { type DateInputProps, type DateKind, groupFrame, formatDateInput } from "./date-kinds.ts";
import type { SegmentsProps } from "./date-segments.tsx";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";
import { Popover } from "#web/kit/ui/popover.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";

export type { DateInputProps } from "./date-kinds.ts";

let segments: ComponentType<SegmentsProps> | undefined;
const loadSegments = async () => {
  segments = (await import("./date-segments.tsx")).DateSegments;
};
const loadCalendar = () => import("./date-calendar.tsx");
const DateCalendar = lazy(async () => ({ default: (await loadCalendar()).DateCalendar }));
const loadTimes = () => import("./time-list.tsx");
const TimeList = lazy(async () => ({ default: (await loadTimes()).TimeList }));

interface DatePartsProps extends DateInputProps {
  kind: DateKind;
  /** Loads the segments only on focus or hover, as on a list that has a filter by date. */
  isLazy: boolean;
  onOpen?: (() => void) | undefined;
}

/** Shows a text that looks the same until the segments are loaded. */
export function DateParts({ isLazy, ...props }: DatePartsProps) {
  const language = useLanguage();
  const [Parts, setParts] = useState(() => segments);
  const [isWanted, setWanted] = useState(!isLazy);
  /** Keys pressed while the segments load; undefined without focus. */
  const [typed, setTyped] = useState<readonly string[]>();
  const goOn = useEffectEvent((came: boolean) => {
    setWanted(false);
    if (came) setParts(() => segments);
  });
  useEffect(() => {
    if (isWanted) void loadWithToast(loadSegments).then((came) => goOn(came));
  }, [isWanted]);
  if (Parts) return <Parts {...props} typedBefore={typed} />;
  const want = () => setWanted(true);
  const press = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    // Otherwise the segments type the key twice when they take the focus between a key and its input event.
    event.preventDefault();
    setTyped((before = []) => [...before, event.key]);
  };
  const { kind, value, disabled } = props;
  return (
    <div
      id={props.id}
      role="group"
      aria-label={props["aria-label"]}
      aria-labelledby={props["aria-labelledby"]}
      className="flex h-full min-w-0 flex-1 items-center overflow-hidden whitespace-pre"
      onPointerEnter={want}
    >
      <span
        role="textbox"
        aria-readonly
        aria-label={props["aria-label"]}
        aria-labelledby={props["aria-labelledby"]}
        aria-describedby={props["aria-describedby"]}
        aria-invalid={props["aria-invalid"] || undefined}
        tabIndex={disabled ? undefined : 0}
        className={cx("flex h-full flex-1 items-center tnum outline-none", value === "" && "text-ink-3")}
        onFocus={() => {
          want();
          setTyped([]);
        }}
        onBlur={() => setTyped(undefined)}
        onKeyDown={press}
      >
        {formatDateInput(kind, value, language)}
      </span>
    </div>
  );
}

interface PickerProps {
  label: string;
  icon: ReactNode;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  disabled?: boolean | undefined;
  children: ReactNode;
}

export const PickerButton = ({ label, icon, isOpen, setOpen, disabled, children }: PickerProps) => (
  <Popover
    open={isOpen}
    onOpenChange={setOpen}
    label={label}
    wide
    trigger={
      <button
        type="button"
        aria-label={label}
        disabled={disabled}
        className="grid h-full w-8 shrink-0 place-items-center rounded-r-md text-ink-3 outline-none hover:text-ink focus-visible:text-ink focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring pointer-coarse:w-10 [&_svg]:size-4"
      >
        {icon}
      </button>
    }
  >
    {children}
  </Popover>
);

interface BareProps {
  onLeave?: () => void;
  isBare?: boolean;
  isLazy?: boolean;
}

export function DateInput({
  kind = "date",
  isBare = false,
  isLazy = false,
  onLeave,
  className,
  ...props
}: DateInputProps & BareProps) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { value, onValueChange, min, max, disabled } = props;
  const choose = (next: string) => {
    onValueChange(next);
    setOpen(false);
  };
  return (
    <div
      data-date-input
      className={cx(groupFrame, isBare && "pr-3", className)}
      data-invalid={props["aria-invalid"] || undefined}
      data-disabled={disabled || undefined}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave?.()}
    >
      <DateParts {...props} kind={kind} isLazy={isLazy} onOpen={isBare ? undefined : () => setOpen(true)} />
      {!isBare && kind === "time" && (
        <PickerButton label={t("kit.openTimes")} icon={<Clock aria-hidden />} {...{ isOpen, setOpen, disabled }}>
          <LazyPart load={loadTimes} onFailed={() => setOpen(false)}>
            <TimeList value={value} min={min} max={max} onChoose={choose} />
          </LazyPart>
        </PickerButton>
      )}
      {!isBare && kind !== "time" && (
        <PickerButton
          label={t("kit.openCalendar")}
          icon={<CalendarDays aria-hidden />}
          {...{ isOpen, setOpen, disabled }}
        >
          <LazyPart load={loadCalendar} onFailed={() => setOpen(false)}>
            <DateCalendar value={value} min={min} max={max} onChoose={choose} />
          </LazyPart>
        </PickerButton>
      )}
    </div>
  );
}
