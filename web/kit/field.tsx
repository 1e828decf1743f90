/** What every field of a form is made of: its name, its label, its hint, its error. */
import { type ReactNode, useEffect, useId } from "react";
import { cx } from "./cx.ts";
import type { Rules } from "./form-check.ts";
import { useFieldValue, useForm, useSnapshot } from "./form-context.ts";
import { useWords } from "./words.ts";

export interface FieldProps extends Rules {
  /** The path in the form's values: `name`, `hours.0.start`. */
  name: string;
  label: string;
  hint?: ReactNode;
  /** To the right of the label: a link. */
  action?: ReactNode;
  /** Says so beside the label. */
  optional?: boolean;
  /** Keeps the label for those who listen, and hides it from those who see. */
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
}

interface Field {
  id: string;
  value: unknown;
  change: (value: unknown) => void;
  leave: () => void;
  error: string | undefined;
  /** For the control itself. */
  control: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined; "aria-required": boolean | undefined };
}

/** Ties a control to the form around it. */
export function useField({ name, hint, required, min, max, minLength, maxLength, pattern, validate }: Omit<FieldProps, "label">): Field {
  if (!name) throw new Error("name is required");
  const id = useId();
  const form = useForm();
  const value = useFieldValue(name);
  const error = useSnapshot(({ errors }) => errors[name]?.message);
  useEffect(
    () => form.enter(name, { required, min, max, minLength, maxLength, pattern, validate }),
    [form, name, required, min, max, minLength, maxLength, pattern, validate],
  );
  return {
    id,
    value,
    change: (next) => form.set(name, next),
    leave: () => form.leave(name),
    error,
    control: {
      id,
      "aria-invalid": error !== undefined,
      "aria-describedby": cx(error && `${id}-error`, hint ? `${id}-hint` : undefined) || undefined,
      "aria-required": required || undefined,
    },
  };
}

interface FrameProps extends Pick<FieldProps, "name" | "label" | "hint" | "action" | "optional" | "hideLabel" | "className"> {
  id: string;
  error: string | undefined;
  /** A label for one control, or a legend for a group of them. */
  as?: "label" | "group";
  children: ReactNode;
}

export function FieldFrame({ id, name, label, hint, action, optional = false, hideLabel = false, error, as = "label", className, children }: FrameProps) {
  const t = useWords();
  const text = (
    <>
      {label}
      {optional && <span className="ml-1.5 font-normal text-ink-3">{t("kit.optional")}</span>}
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
          <span id={`${id}-label`} className="text-13 font-medium">
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
