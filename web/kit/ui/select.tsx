/** A native select with our style, because phones have no better one. */
import { ChevronDown } from "lucide-react";
import { type ComponentProps, Fragment } from "react";
import { cx } from "./cx.ts";
import { inputClass } from "./input.tsx";

export type SelectValue = string | number | boolean | null;
export interface SelectOption<V extends SelectValue = SelectValue> {
  value: V;
  label: string;
  disabled?: boolean;
  /** Options of a group must follow each other. */
  group?: string;
}

interface SelectProps<V extends SelectValue> extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  options: readonly SelectOption<V>[];
  value: V | undefined;
  onValueChange: (value: V) => void;
  placeholder?: string;
}

export function Select<V extends SelectValue>({
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
        className={cx(inputClass, "h-9 appearance-none truncate pr-9 pointer-coarse:h-11", chosen < 0 && "text-ink-3")}
      >
        {chosen < 0 && (
          <option value={-1} disabled hidden>
            {placeholder}
          </option>
        )}
        {groupOptions(options).map(([group, members]) => {
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

type IndexedOption<V extends SelectValue> = { option: SelectOption<V>; index: number };

function groupOptions<V extends SelectValue>(
  options: readonly SelectOption<V>[],
): [group: string | undefined, members: IndexedOption<V>[]][] {
  const groups = new Map<string | undefined, IndexedOption<V>[]>();
  options.forEach((option, index) => {
    const members = groups.get(option.group) ?? [];
    members.push({ option, index });
    groups.set(option.group, members);
  });
  return [...groups];
}
