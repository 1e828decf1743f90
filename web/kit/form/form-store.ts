/** Holds the state of one form: values, errors and progress, as immutable snapshots. */
import type { FieldRules } from "./form-validation.ts";
import { isSameValue, setIn, type FormValues } from "./form-values.ts";

export interface FieldError {
  /** A `server` error stays until its field changes, and does not block another submit. */
  from: "rules" | "server";
  message: string;
}
export interface FormProgress {
  submitting: boolean;
  submitted: boolean;
  successful: boolean;
  dirty: boolean;
  touched: boolean;
}
export interface FormSnapshot {
  values: FormValues;
  errors: Readonly<Record<string, FieldError>>;
  progress: FormProgress;
}
export type ValidationResult = { wrong: ReadonlyMap<string, string> } | { parsed: unknown };
export interface FormBehavior {
  /** @param rules of the mounted fields, by name */
  check: (values: FormValues, rules: ReadonlyMap<string, FieldRules>) => Promise<ValidationResult>;
  /** @returns the server's errors by the name of the field that shows them; undefined on success */
  send: (parsed: unknown) => Promise<ReadonlyMap<string, string> | undefined>;
  afterSubmit: "keep" | "clear";
}

const initialProgress: FormProgress = {
  submitting: false,
  submitted: false,
  successful: false,
  dirty: false,
  touched: false,
};

const stores = new WeakMap<HTMLFormElement, FormStore>();

/** Whether something was filled in that is neither saved nor on its way. */
export const isUnsaved = (form: HTMLFormElement): boolean => {
  const { dirty = false, submitting = false } = stores.get(form)?.snapshot().progress ?? {};
  return dirty && !submitting;
};

export class FormStore {
  #defaults: FormValues;
  #snapshot: FormSnapshot;
  #conduct: FormBehavior | undefined;
  #checks = 0;
  /** Names of the fields that the person has changed since the form was sent. */
  readonly #edited = new Set<string>();
  #element: HTMLFormElement | null = null;
  readonly #fields = new Set<{ name: string; rules: FieldRules }>();
  readonly #listeners = new Set<() => void>();

  constructor(defaults: FormValues) {
    this.#defaults = defaults;
    this.#snapshot = { values: defaults, errors: {}, progress: initialProgress };
  }

  configure(behavior: FormBehavior): void {
    this.#conduct = behavior;
  }
  registerField(name: string, rules: FieldRules): () => void {
    const field = { name, rules };
    this.#fields.add(field);
    return () => this.#fields.delete(field);
  }
  get rules(): ReadonlyMap<string, FieldRules> {
    const rules = new Map<string, FieldRules>();
    for (const field of this.#fields) rules.set(field.name, { ...rules.get(field.name), ...field.rules });
    return rules;
  }
  attach(element: HTMLFormElement | null): void {
    this.#element = element;
    if (element) stores.set(element, this);
  }
  focus(name?: string): void {
    const place = name === undefined ? "" : `[data-field="${CSS.escape(name)}"] `;
    const control =
      name === undefined
        ? "[aria-invalid=true], [data-form-errors]"
        : ":is(input, select, textarea, [role=spinbutton], [role=textbox])";
    const found = this.#element?.querySelector<HTMLElement>(place + control);
    // A group is invalid as a whole, but only a control in it can be focused.
    (found?.querySelector<HTMLElement>("input:checked") ?? found?.querySelector("input") ?? found)?.focus();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): FormSnapshot => this.#snapshot;

  /** As `set`, by the person: an answer that comes late does not refuse what is changed meanwhile. */
  edit(name: string, value: unknown): void {
    this.#edited.add(name);
    this.set(name, value);
  }

  set(name: string, value: unknown): void {
    const values = setIn(this.#snapshot.values, name, value);
    this.#change(
      { values, errors: this.#without((key, { from }) => key === name && from === "server") },
      { dirty: !isSameValue(values, this.#defaults) },
    );
    // Changing one field may fix another's error, as with a password and its confirmation.
    void this.#recheck((key) => key === name || this.#snapshot.errors[key]?.from === "rules");
  }

  recheck(name: string): void {
    void this.#recheck((key) => key === name);
  }

  markTouched(name: string): void {
    if (!this.#snapshot.progress.touched && this.rules.has(name)) this.#change({}, { touched: true });
  }

  reset(): void {
    this.#checks += 1;
    this.#change({ values: this.#defaults, errors: {} }, initialProgress);
  }

  /** @returns whether it succeeded; a call during another submit does nothing and returns true */
  async submit(): Promise<boolean> {
    const { check, send, afterSubmit } = this.#conduct ?? {};
    if (!check || !send || this.#snapshot.progress.submitting) return true;
    this.#checks += 1;
    this.#edited.clear();
    this.#change({}, { submitting: true });
    const { values } = this.#snapshot;
    const verdict = await check(values, this.rules);
    const wrong = "wrong" in verdict ? verdict.wrong : undefined;
    if (!wrong) this.#change({ errors: {} });
    const refused = "parsed" in verdict ? await send(verdict.parsed) : undefined;
    if (wrong || refused) {
      const errors = Object.entries(toFieldErrors(wrong ?? refused, wrong ? "rules" : "server"));
      const current = errors.filter(([name, { from }]) => from === "rules" || !this.#edited.has(name));
      this.#change({ errors: Object.fromEntries(current) }, { submitting: false, submitted: true, successful: false });
      return false;
    }
    const now = this.#snapshot.values;
    if (afterSubmit === "keep") this.#defaults = values;
    const next = afterSubmit === "keep" ? now : this.#defaults;
    this.#change(
      { values: next, errors: {} },
      {
        submitting: false,
        submitted: true,
        successful: true,
        touched: false,
        dirty: !isSameValue(next, this.#defaults),
      },
    );
    return true;
  }

  async #recheck(concerns: (name: string) => boolean): Promise<void> {
    const turn = (this.#checks += 1);
    const verdict = await this.#conduct?.check(this.#snapshot.values, this.rules);
    if (!verdict || turn !== this.#checks) return;
    const found = "wrong" in verdict ? toFieldErrors(verdict.wrong, "rules") : {};
    const shown = Object.entries(found).filter(([name]) => concerns(name) && this.rules.has(name));
    const kept = Object.entries(
      this.#without((name, { from }) => from === "rules" && this.rules.has(name) && concerns(name)),
    );
    this.#change({ errors: Object.fromEntries([...kept, ...shown]) });
  }

  #without(drop: (name: string, error: FieldError) => boolean): FormSnapshot["errors"] {
    return Object.fromEntries(Object.entries(this.#snapshot.errors).filter(([name, error]) => !drop(name, error)));
  }

  #change(change: Partial<Omit<FormSnapshot, "progress">>, progress: Partial<FormProgress> = {}): void {
    const next = { ...this.#snapshot.progress, ...progress };
    const steady = isSameValue(next, this.#snapshot.progress);
    this.#snapshot = { ...this.#snapshot, ...change, progress: steady ? this.#snapshot.progress : next };
    for (const listener of this.#listeners) listener();
  }
}

const toFieldErrors = (
  messages: ReadonlyMap<string, string> | undefined,
  from: FieldError["from"],
): Record<string, FieldError> =>
  Object.fromEntries([...(messages ?? [])].map(([name, message]) => [name, { from, message }]));
