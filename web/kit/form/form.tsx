/** A form that validates with the contract's schema, as the server does. */
import { lazy, type PointerEvent, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import type { Schema } from "#contract/kit.ts";
import { ApiError, showFailure } from "#web/kit/data/api.ts";
import { Button, type ButtonProps } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { validateForm, formLevelKey, mapErrorsToFields } from "./form-validation.ts";
import { FormContext, useFormStore, useFormProgress, useFormSnapshot } from "./form-context.ts";
import { FormStore } from "./form-store.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export { useFieldValue, useFocusField, useFormProgress, useSetField } from "./form-context.ts";

// If the guard fails to load, the form works without it.
const UnsavedChangesGuard = lazy(() => import("./unsaved-changes-guard.tsx").catch(() => ({ default: () => <></> })));

export type InitialValues<S extends Schema> = { [K in keyof z.input<S>]?: z.input<S>[K] | null | "" };

interface FormProps<S extends Schema> {
  schema: S;
  /** Field errors of a thrown `ApiError` appear on the fields; returning `false` means nothing was done. */
  onSubmit: (values: z.output<S>) => unknown;
  afterSubmit?: "keep" | "clear";
  /** Whether leaving asks for confirmation when changed, or always. Off for login and similar forms. */
  guard?: boolean | "always";
  /** A search parameter whose change also leaves the form. */
  within?: string;
  label?: string;
  className?: string;
  children: ReactNode;
}

type FormSource<S extends Schema> =
  /** An edit form passes the record's values, and a `key` that changes with the record. */
  | { defaultValues: InitialValues<S>; store?: never }
  /** For values that live outside and are read while the form is filled in. */
  | { store: FormStore; defaultValues?: never };

export function Form<S extends Schema>({
  schema,
  defaultValues,
  store: givenStore,
  onSubmit,
  afterSubmit = "keep",
  guard = true,
  within,
  label,
  className,
  children,
}: FormProps<S> & FormSource<S>) {
  const [store] = useState(() => givenStore ?? new FormStore(defaultValues));
  const [refusals, setRefusals] = useState(0);
  const element = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    store.attach(element.current);
    store.configure({
      afterSubmit,
      check: (values, rules) => validateForm(schema, values, rules),
      send: async (parsed) => {
        try {
          if ((await onSubmit(parsed as z.output<S>)) === false) return new Map();
        } catch (error) {
          return serverErrorsByField(error, [...store.rules.keys()]);
        }
      },
    });
  });
  useEffect(() => {
    if (refusals > 0) store.focus();
  }, [refusals, store]);

  return (
    <FormContext value={store}>
      {guard && (
        <Suspense>
          <UnsavedChangesGuard always={guard === "always"} within={within} />
        </Suspense>
      )}
      <form
        ref={element}
        noValidate
        aria-label={label}
        className={cx("grid gap-5", className)}
        onSubmit={(event) => {
          event.preventDefault();
          // React events of a form in a dialog also reach the form that opened the dialog.
          event.stopPropagation();
          void store.submit().then((well) => {
            if (!well) setRefusals((count) => count + 1);
          });
        }}
      >
        <FormErrors />
        {children}
      </form>
    </FormContext>
  );
}

function serverErrorsByField(error: unknown, names: readonly string[]): Map<string, string> {
  // Any other error is a bug: show it like a failure and report it to the error log.
  if (!(error instanceof ApiError)) {
    showFailure(new ApiError(0, error instanceof Error ? error.message : String(error)));
    reportError(error);
    return new Map();
  }
  // A conflict without a field is shown in the form.
  const entries = Object.entries(error.errors ?? (error.status === 409 ? { "": [error.message] } : {}));
  return mapErrorsToFields(
    entries.map(([path, messages]) => [path, messages.join(" ")]),
    names,
  );
}

function FormErrors() {
  const message = useFormSnapshot(({ errors }) => errors[formLevelKey]?.message);
  if (message === undefined) return null;
  return (
    <p
      role="alert"
      tabIndex={-1}
      data-form-errors
      className="rounded-md bg-rose-bg px-3 py-2 text-13 whitespace-pre-line text-rose-fg outline-none"
    >
      {message}
    </p>
  );
}

/** How far a resting pointer may move, in pixels. */
const MAX_PRESS_MOVE_PX = 4;

/** Submits although late content moved the button away from the pressed pointer: the browser sends no click then. */
function clickDespiteLayoutShift(press: PointerEvent<HTMLButtonElement>): void {
  const { currentTarget: button, pointerId, clientX, clientY } = press;
  if (press.button !== 0) return;
  const over = new AbortController();
  const release = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    over.abort();
    const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) < MAX_PRESS_MOVE_PX;
    if (isStill && event.target instanceof Node && !button.contains(event.target)) button.click();
  };
  addEventListener("pointerup", release, { signal: over.signal });
  addEventListener("pointercancel", () => over.abort(), { signal: over.signal });
}

export function SubmitButton({ children, ...props }: ButtonProps) {
  const t = useTranslation();
  const { submitting } = useFormProgress();
  return (
    <Button type="submit" variant="primary" pending={submitting} onPointerDown={clickDespiteLayoutShift} {...props}>
      {children ?? t("kit.save")}
    </Button>
  );
}

export function ResetButton({ children, disabled, ...props }: ButtonProps) {
  const t = useTranslation();
  const { submitting } = useFormProgress();
  const store = useFormStore();
  return (
    <Button {...props} disabled={disabled || submitting} onClick={() => store.reset()}>
      {children ?? t("kit.reset")}
    </Button>
  );
}

export const FormActions = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx("flex flex-wrap items-center justify-end gap-2", className)}>{children}</div>
);

export const FormRow = ({ children }: { children: ReactNode }) => (
  <div data-row className="grid items-start gap-5 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
    {children}
  </div>
);
