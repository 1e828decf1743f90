/** The one form of the product: the contract's schema on every change and on submit, and the server's errors beside their fields. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { type FieldValues, FormProvider, type Path, useForm, useFormContext, useFormState, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import type { Schema } from "#contract/kit.ts";
import { ApiError, sayFailure } from "./api.ts";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./cx.ts";
import { formLevel, placeErrors, schemaResolver } from "./form-resolver.ts";
import { useWords } from "./words.ts";

const LeaveGuard = lazy(() => import("./leave-guard.tsx"));

/** What a form starts with: what its schema takes, or nothing yet. */
export type Initial<S extends Schema> = { [K in keyof z.input<S>]?: z.input<S>[K] | null | "" };

interface FormProps<S extends Schema> {
  schema: S;
  /** One for every field; an edit form gives the record's, and a `key` that changes with the record. */
  defaultValues: Initial<S>;
  /** Gets the parsed values. An `ApiError` it throws lands on the fields. */
  onSubmit: (values: z.output<S>) => unknown;
  /** What the form holds after success: the new values, or the defaults again. */
  afterSubmit?: "keep" | "clear";
  /** Whether leaving it changed asks first. Not for signing in and its like. */
  guard?: boolean;
  /** Its name, where no heading says it. */
  label?: string;
  className?: string;
  children: ReactNode;
}

export function Form<S extends Schema>({ schema, defaultValues, onSubmit, afterSubmit = "keep", guard = true, label, className, children }: FormProps<S>) {
  const form = useForm<FieldValues>({
    mode: "onChange",
    resolver: schemaResolver(schema),
    defaultValues: defaultValues as FieldValues,
    shouldFocusError: false,
  });
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-form-errors]")?.focus();
  }, [refusals]);

  // An error of one field may be mended by changing another, as with a password and its confirmation.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!name) return;
          const wrong = mountedNames(element.current).filter((other) => other !== name && form.getFieldState(other).error?.type === "invalid");
          if (wrong.length > 0) void form.trigger(wrong);
        },
      }),
    [form],
  );

  const send = async (values: FieldValues): Promise<boolean> => {
    try {
      await onSubmit(values as z.output<S>);
      return true;
    } catch (error) {
      refuse(error);
      return false;
    }
  };
  const refuse = (error: unknown) => {
    // What is not the server's answer is a mistake of ours: said like any failure, and left for the error log.
    if (!(error instanceof ApiError)) {
      sayFailure(new ApiError(0, error instanceof Error ? error.message : String(error)));
      reportError(error);
    }
    const errors = error instanceof ApiError ? Object.entries(error.errors ?? {}) : [];
    const placed = placeErrors(
      errors.map(([path, messages]) => [path, messages.join(" ")]),
      mountedNames(element.current),
    );
    for (const [name, message] of placed) form.setError(name, { type: "server", message });
    form.setError("root.server", { type: "server" });
  };
  const submit = async () => {
    let accepted = false;
    await form.handleSubmit(async (values) => {
      accepted = await send(values);
    })();
    if (!accepted) return setRefusals((count) => count + 1);
    form.reset(afterSubmit === "keep" ? form.getValues() : undefined, {
      keepFieldsRef: true,
      keepIsSubmitted: true,
      keepIsSubmitSuccessful: true,
      keepSubmitCount: true,
    });
  };
  return (
    <FormProvider {...form}>
      {guard && (
        <Suspense>
          <LeaveGuard />
        </Suspense>
      )}
      <form
        ref={element}
        noValidate
        aria-label={label}
        className={cx("grid gap-5", className)}
        onSubmit={(event) => {
          event.preventDefault();
          // A form inside a dialog is, to React, also inside the form that opened the dialog.
          event.stopPropagation();
          if (!form.control._formState.isSubmitting) void submit();
        }}
      >
        <FormErrors />
        {children}
      </form>
    </FormProvider>
  );
}

const mountedNames = (form: HTMLFormElement | null): string[] =>
  [...(form?.querySelectorAll<HTMLElement>("[data-field]") ?? [])].flatMap((field) => field.dataset["field"] ?? []);

function FormErrors() {
  const { errors } = useFormState({ name: formLevel });
  const message = errors[formLevel]?.message;
  if (typeof message !== "string") return null;
  return (
    <p role="alert" tabIndex={-1} data-form-errors className="rounded-md bg-rose-bg px-3 py-2 text-13 whitespace-pre-line text-rose-fg outline-none">
      {message}
    </p>
  );
}

export interface FormProgress {
  submitting: boolean;
  /** Submitted at least once, successfully or not. */
  submitted: boolean;
  successful: boolean;
  dirty: boolean;
  touched: boolean;
}

/** How far the form around is. */
export function useFormProgress(): FormProgress {
  // react-hook-form changes its record of touched fields in place, which the compiler would take for unchanged.
  "use no memo";
  const { isSubmitting, isSubmitted, isSubmitSuccessful, isDirty, touchedFields } = useFormState();
  return {
    submitting: isSubmitting,
    submitted: isSubmitted,
    successful: isSubmitSuccessful,
    dirty: isDirty,
    touched: Object.keys(touchedFields).length > 0,
  };
}

/** The value of a field of the form around, as it changes. */
export const useFieldValue = (name: string): unknown => useWatch({ name });

/** Changes a field of the form around, as if the person had. */
export function useSetField(): (name: string, value: unknown) => void {
  const { setValue } = useFormContext();
  return (name, value) => setValue(name as Path<FieldValues>, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
}

/** Says "Save" unless told otherwise, and turns a spinner while submitting. */
export function SubmitButton({ children, ...props }: ButtonProps) {
  const t = useWords();
  const { submitting } = useFormProgress();
  return (
    <Button type="submit" variant="primary" pending={submitting} {...props}>
      {children ?? t("kit.save")}
    </Button>
  );
}

/** Restores the defaults. */
export function ResetButton({ children, disabled, ...props }: ButtonProps) {
  const t = useWords();
  const { submitting } = useFormProgress();
  const { reset } = useFormContext();
  return (
    <Button {...props} disabled={disabled || submitting} onClick={() => reset(undefined, { keepFieldsRef: true })}>
      {children ?? t("kit.reset")}
    </Button>
  );
}

/** The buttons at the end of a form: submit, reset, and the like. */
export const FormActions = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx("flex flex-wrap items-center justify-end gap-2", className)}>{children}</div>
);

/** Fields side by side where there is room. */
export const FormRow = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-5 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">{children}</div>
);
