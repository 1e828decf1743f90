/** Frame of every form field: label, hint, and the validation error beside it (aria-describedby). */
import { type ComponentProps, type ReactNode, useEffect, useId } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import type { FieldRules } from "./form-validation.ts";
import { useFieldValue, useFormStore, useFormSnapshot } from "./form-context.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface FieldProps extends FieldRules {
  /** The path in the form's values: `name`, `hours.0.start`. */
  name: string;
  label: string;
  hint?: ReactNode;
  action?: ReactNode;
  optional?: boolean;
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
}

/** Props of a native element that the form does not set itself. */
export type NativeProps<Tag extends "input" | "textarea"> = Omit<
  ComponentProps<Tag>,
  | keyof FieldProps
  | "id"
  | "value"
  | "defaultValue"
  | "onChange"
  | "ref"
  | "aria-invalid"
  | "aria-describedby"
  | "aria-required"
>;

interface FieldBinding {
  id: string;
  value: unknown;
  change: (value: unknown) => void;
  leave: () => void;
  recheck: () => void;
  error: string | undefined;
  control: {
    id: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
    "aria-required": boolean | undefined;
  };
}

export function useField({
  name,
  hint,
  required,
  min,
  max,
  minLength,
  maxLength,
  pattern,
  validate,
  unfinished,
}: Omit<FieldProps, "label">): FieldBinding {
  if (!name) throw new Error("name is required");
  const id = useId();
  const form = useFormStore();
  const value = useFieldValue(name);
  const error = useFormSnapshot(({ errors }) => errors[name]?.message);
  useEffect(
    () => form.registerField(name, { required, min, max, minLength, maxLength, pattern, validate, unfinished }),
    [form, name, required, min, max, minLength, maxLength, pattern, validate, unfinished],
  );
  return {
    id,
    value,
    change: (next) => form.edit(name, next),
    leave: () => form.markTouched(name),
    recheck: () => form.recheck(name),
    error,
    control: {
      id,
      "aria-invalid": error !== undefined,
      "aria-describedby": cx(error && `${id}-error`, hint ? `${id}-hint` : undefined) || undefined,
      "aria-required": required || undefined,
    },
  };
}

interface FieldFrameProps extends Pick<
  FieldProps,
  "name" | "label" | "hint" | "action" | "optional" | "hideLabel" | "className"
> {
  id: string;
  error: string | undefined;
  /** `group` makes the label a legend; `parts` labels a control with several parts. */
  as?: "label" | "group" | "parts";
  children: ReactNode;
}

const focusFirst = (id: string) => document.getElementById(id)?.querySelector<HTMLElement>("[tabindex='0']")?.focus();

export function FieldFrame({
  id,
  name,
  label,
  hint,
  action,
  optional = false,
  hideLabel = false,
  error,
  as = "label",
  className,
  children,
}: FieldFrameProps) {
  const t = useTranslation();
  const text = (
    <>
      {label} {optional && <span className="ml-0.5 font-normal text-ink-3">{t("kit.optional")}</span>}
    </>
  );
  return (
    <div data-field={name} className={cx("grid min-w-0 gap-1.5", className)}>
      <div className={cx("flex flex-wrap items-baseline justify-between gap-x-3", hideLabel && "sr-only")}>
        {as === "label" ? (
          <label htmlFor={id} id={`${id}-label`} className="text-13 font-medium">
            {text}
          </label>
        ) : (
          <span
            id={`${id}-label`}
            className="text-13 font-medium"
            onClick={as === "parts" ? () => focusFirst(id) : undefined}
          >
            {text}
          </span>
        )}
        {action}
      </div>
      {children}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

export function FieldNotes({ id, error, hint }: { id: string; error: string | undefined; hint: ReactNode }) {
  return (
    <>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </div>
      )}
    </>
  );
}
