/** The one form of the product: the contract's schema on every change and on submit, and the server's errors beside their fields. */
import { lazy, type PointerEvent, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import type { Schema } from "#contract/kit.ts";
import { ApiError, sayFailure } from "./api.ts";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./cx.ts";
import { checkForm, formLevel, placeErrors } from "./form-check.ts";
import { FormContext, useForm, useFormProgress, useSnapshot } from "./form-context.ts";
import { FormStore } from "./form-store.ts";
import { useWords } from "./words.ts";

export { useFieldValue, useFocusField, useFormProgress, useSetField } from "./form-context.ts";

// A form that cannot ask is still better than none.
const LeaveGuard = lazy(() => import("./leave-guard.tsx").catch(() => ({ default: () => <></> })));

/** What a form starts with: what its schema takes, or nothing yet. */
export type Initial<S extends Schema> = { [K in keyof z.input<S>]?: z.input<S>[K] | null | "" };

interface FormProps<S extends Schema> {
  schema: S;
  /** One for every field; an edit form gives the record's, and a `key` that changes with the record. */
  defaultValues: Initial<S>;
  /** Gets the parsed values. An `ApiError` it throws lands on the fields; `false` means that nothing was done after all. */
  onSubmit: (values: z.output<S>) => unknown;
  /** What the form holds after success: the new values, or the defaults again. */
  afterSubmit?: "keep" | "clear";
  /** Whether leaving it changed asks first, or even unchanged. Not for signing in and its like. */
  guard?: boolean | "always";
  /** A member of the address's search that the form does not outlive: another one leaves it, too. */
  within?: string;
  /** Its name, where no heading says it. */
  label?: string;
  className?: string;
  children: ReactNode;
}

export function Form<S extends Schema>({
  schema,
  defaultValues,
  onSubmit,
  afterSubmit = "keep",
  guard = true,
  within,
  label,
  className,
  children,
}: FormProps<S>) {
  const [store] = useState(() => new FormStore(defaultValues));
  const [refusals, setRefusals] = useState(0);
  const element = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    store.attach(element.current);
    store.conduct({
      afterSubmit,
      check: (values, rules) => checkForm(schema, values, rules),
      send: async (parsed) => {
        try {
          if ((await onSubmit(parsed as z.output<S>)) === false) return new Map();
        } catch (error) {
          return refusalOf(error, [...store.rules.keys()]);
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
          <LeaveGuard always={guard === "always"} within={within} />
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

/** What the server found wrong, beside the fields that are there. */
function refusalOf(error: unknown, names: readonly string[]): Map<string, string> {
  // What is not the server's answer is a mistake of ours: said like any failure, and left for the error log.
  if (!(error instanceof ApiError)) {
    sayFailure(new ApiError(0, error instanceof Error ? error.message : String(error)));
    reportError(error);
    return new Map();
  }
  // A conflict about no field in particular stays readable where it arose.
  const entries = Object.entries(error.errors ?? (error.status === 409 ? { "": [error.message] } : {}));
  return placeErrors(
    entries.map(([path, messages]) => [path, messages.join(" ")]),
    names,
  );
}

function FormErrors() {
  const message = useSnapshot(({ errors }) => errors[formLevel]?.message);
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

/** How far a pointer that stays where it is may tremble, in pixels. */
const still = 4;

/** What comes late above it may move a button from beneath a pointer that presses it: the browser makes no click of that. */
function pressed(press: PointerEvent<HTMLButtonElement>): void {
  const { currentTarget: button, pointerId, clientX, clientY } = press;
  if (press.button !== 0) return;
  const over = new AbortController();
  const release = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    over.abort();
    const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) < still;
    if (isStill && event.target instanceof Node && !button.contains(event.target)) button.click();
  };
  addEventListener("pointerup", release, { signal: over.signal });
  addEventListener("pointercancel", () => over.abort(), { signal: over.signal });
}

/** Says "Save" unless told otherwise, and turns a spinner while submitting. */
export function SubmitButton({ children, ...props }: ButtonProps) {
  const t = useWords();
  const { submitting } = useFormProgress();
  return (
    <Button type="submit" variant="primary" pending={submitting} onPointerDown={pressed} {...props}>
      {children ?? t("kit.save")}
    </Button>
  );
}

/** Restores the defaults. */
export function ResetButton({ children, disabled, ...props }: ButtonProps) {
  const t = useWords();
  const { submitting } = useFormProgress();
  const store = useForm();
  return (
    <Button {...props} disabled={disabled || submitting} onClick={() => store.reset()}>
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
  <div data-row className="grid items-start gap-5 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
    {children}
  </div>
);
