/** Form fields for a date or a time; the form holds ISO texts. */
import { useRef } from "react";
import { DateInput } from "./date-input.tsx";
import type { DateKind } from "./date-kinds.ts";
import { getDateFormats, noonOf } from "#web/kit/format/date-formats.ts";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";
import { t } from "#web/kit/format/translation.ts";

interface DateFieldProps extends Omit<FieldProps, "min" | "max" | "minLength" | "maxLength" | "pattern"> {
  /** ISO texts, both included. */
  min?: string | undefined;
  max?: string | undefined;
  onLeave?: () => void;
}

const unfinishedTexts = {
  date: "kit.unfinishedDate",
  time: "kit.unfinishedTime",
} as const;

export const DateField = (props: DateFieldProps) => <MomentField {...props} kind="date" />;
export const TimeField = (props: DateFieldProps) => <MomentField {...props} kind="time" />;

function formatLimit(kind: DateKind, limit: string): string {
  const write = getDateFormats("UTC");
  return kind === "date" ? write.date(noonOf(limit)) : write.time(`2024-01-01T${limit}Z`);
}

/** Connects a `DateInput` to its form: half-typed input is an error once the field is left or sent. */
export function useMoment(kind: DateKind, props: Parameters<typeof useField>[0]) {
  const isUnfinished = useRef(false);
  const { id, value, change, leave, recheck, error, control } = useField({
    ...props,
    unfinished: () => (isUnfinished.current ? t(unfinishedTexts[kind]) : undefined),
  });
  const input = {
    ...control,
    kind,
    value: (value as string | null | undefined) ?? "",
    onValueChange: change,
    onUnfinished: (is: boolean) => {
      isUnfinished.current = is;
      if (!is) recheck();
    },
    onLeave: () => {
      leave();
      if (isUnfinished.current) recheck();
    },
  };
  return { id, error, input };
}

function MomentField({ kind, min, max, onLeave, ...props }: DateFieldProps & { kind: DateKind }) {
  const { name, label, hint, action, optional, hideLabel, className, disabled, required, validate } = props;
  const check: typeof validate = (value, values) => {
    if (typeof value === "string" && value !== "") {
      if (min && value < min) return t("kit.minDate", { min: formatLimit(kind, min) });
      if (max && value > max) return t("kit.maxDate", { max: formatLimit(kind, max) });
    }
    return validate?.(value, values);
  };
  const { id, error, input } = useMoment(kind, { name, hint, required, validate: check });
  return (
    <FieldFrame {...{ id, name, label, hint, action, optional, hideLabel, error, className }} as="parts">
      <DateInput
        {...input}
        aria-labelledby={`${id}-label`}
        min={min}
        max={max}
        disabled={disabled}
        onLeave={() => {
          input.onLeave();
          onLeave?.();
        }}
      />
    </FieldFrame>
  );
}
