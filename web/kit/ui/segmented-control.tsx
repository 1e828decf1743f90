/** Segmented choices built on radio buttons, so that arrow keys, labels and forms work. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface SegmentedControlProps<V extends string | boolean | null> {
  name: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V | undefined;
  onValueChange: (value: V) => void;
  disabled?: boolean;
  /** Takes the whole width, in equal parts. */
  wide?: boolean;
  onBlur?: () => void;
  "aria-labelledby"?: string;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean;
}

export function SegmentedControl<V extends string | boolean | null>({
  name,
  options,
  value,
  onValueChange,
  disabled = false,
  wide = false,
  onBlur,
  ...aria
}: SegmentedControlProps<V>) {
  const { "aria-invalid": invalid, ...labels } = aria;
  return (
    <div
      role="radiogroup"
      {...labels}
      aria-invalid={invalid}
      className={cx(
        "flex max-w-full rounded-md bg-active p-0.5",
        wide ? "w-full *:grow *:justify-center *:px-1.5" : "w-fit",
        invalid && "ring-1 ring-danger",
      )}
    >
      {options.map((option) => (
        <label
          key={String(option.value)}
          className="relative flex min-h-8 cursor-pointer items-center rounded-[5px] px-3 text-13 font-medium text-ink-2 transition-colors hover:text-ink has-checked:bg-thumb has-checked:text-ink has-checked:shadow-xs has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring pointer-coarse:min-h-10"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onValueChange(option.value)}
            onBlur={onBlur}
            className="absolute inset-0 m-0 cursor-[inherit] appearance-none outline-none"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

export function TriState(props: Omit<SegmentedControlProps<boolean | null>, "options">) {
  const t = useTranslation();
  const options = [
    { value: true, label: t("kit.yes") },
    { value: false, label: t("kit.no") },
    { value: null, label: t("kit.unset") },
  ];
  return <SegmentedControl {...props} value={props.value ?? null} options={options} />;
}
