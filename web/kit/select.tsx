/** The browser's own select, dressed: on phones nothing is better. */
import { ChevronDown } from "lucide-react";
import { type ComponentProps, Fragment } from "react";
import { cx } from "./cx.ts";
import { inputFrame } from "./input.tsx";

export type OptionValue = string | number | boolean | null;
export interface Option<V extends OptionValue = OptionValue> {
  value: V;
  label: string;
  disabled?: boolean;
  /** What it stands under; options of one group follow each other. */
  group?: string;
}

interface SelectProps<V extends OptionValue> extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  options: readonly Option<V>[];
  value: V | undefined;
  onValueChange: (value: V) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

export function Select<V extends OptionValue>({
  options,
  value,
  onValueChange,
  placeholder,
  className,
  ...props
}: SelectProps<V>) {
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <span className={cx("relative block", className)}>
      <select
        {...props}
        value={chosen}
        onChange={(event) => {
          const option = options[Number(event.target.value)];
          if (option) onValueChange(option.value);
        }}
        className={cx(inputFrame, "h-9 appearance-none truncate pr-9 pointer-coarse:h-11", chosen < 0 && "text-ink-3")}
      >
        {chosen < 0 && (
          <option value={-1} disabled hidden>
            {placeholder}
          </option>
        )}
        {grouped(options).map(([group, members]) => {
          const entries = members.map(({ option, index }) => (
            <option key={String(option.value)} value={index} disabled={option.disabled} className="text-ink">
              {option.label}
            </option>
          ));
          return group === undefined ? (
            <Fragment key="">{entries}</Fragment>
          ) : (
            <optgroup key={group} label={group} className="text-ink">
              {entries}
            </optgroup>
          );
        })}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
    </span>
  );
}

type Indexed<V extends OptionValue> = { option: Option<V>; index: number };

/** The options by group, in their order; each knows its place among all. */
function grouped<V extends OptionValue>(
  options: readonly Option<V>[],
): [group: string | undefined, members: Indexed<V>[]][] {
  const groups = new Map<string | undefined, Indexed<V>[]>();
  options.forEach((option, index) => {
    const members = groups.get(option.group) ?? [];
    members.push({ option, index });
    groups.set(option.group, members);
  });
  return [...groups];
}
