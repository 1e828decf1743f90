/** The state of one form: values, what is wrong with them, and how far it is. Each change makes a new snapshot; nothing is changed in place. */
import type { Rules } from "./form-check.ts";
import { same, setIn, type Values } from "./form-values.ts";

export interface FieldError {
  /** `server`: stays until its field changes, and does not stand in the way of another try. */
  from: "rules" | "server";
  message: string;
}
export interface FormProgress {
  submitting: boolean;
  /** Submitted at least once, successfully or not. */
  submitted: boolean;
  successful: boolean;
  dirty: boolean;
  touched: boolean;
}
export interface Snapshot {
  values: Values;
  errors: Readonly<Record<string, FieldError>>;
  progress: FormProgress;
}
/** What is wrong, by the name of the field that shows it; or the parsed values. */
export type Verdict = { wrong: ReadonlyMap<string, string> } | { parsed: unknown };
export interface Conduct {
  /** Gets the rules of each field that is there, by its name. */
  check: (values: Values, rules: ReadonlyMap<string, Rules>) => Promise<Verdict>;
  /** @returns what the server found wrong, by the name of the field that shows it; nothing when it went well */
  send: (parsed: unknown) => Promise<ReadonlyMap<string, string> | undefined>;
  afterSubmit: "keep" | "clear";
}

const fresh: FormProgress = { submitting: false, submitted: false, successful: false, dirty: false, touched: false };

export class FormStore {
  #defaults: Values;
  #snapshot: Snapshot;
  #conduct: Conduct | undefined;
  #checks = 0;
  #element: HTMLFormElement | null = null;
  readonly #fields = new Set<{ name: string; rules: Rules }>();
  readonly #listeners = new Set<() => void>();

  constructor(defaults: Values) {
    this.#defaults = defaults;
    this.#snapshot = { values: defaults, errors: {}, progress: fresh };
  }

  /** How it validates and what it does with its values, as the latest render has it. */
  conduct(conduct: Conduct): void {
    this.#conduct = conduct;
  }
  /** A field appears under a name; what is returned makes it disappear. */
  enter(name: string, rules: Rules): () => void {
    const field = { name, rules };
    this.#fields.add(field);
    return () => this.#fields.delete(field);
  }
  get rules(): ReadonlyMap<string, Rules> {
    const rules = new Map<string, Rules>();
    for (const field of this.#fields) rules.set(field.name, { ...rules.get(field.name), ...field.rules });
    return rules;
  }
  attach(element: HTMLFormElement | null): void {
    this.#element = element;
  }
  /** Moves the focus to a field, or to the first that is wrong. */
  focus(name?: string): void {
    const place = name === undefined ? "" : `[data-field="${CSS.escape(name)}"] `;
    const control = name === undefined ? "[aria-invalid=true], [data-form-errors]" : ":is(input, select, textarea)";
    this.#element?.querySelector<HTMLElement>(place + control)?.focus();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): Snapshot => this.#snapshot;

  set(name: string, value: unknown): void {
    const values = setIn(this.#snapshot.values, name, value);
    this.#change({ values, errors: this.#without((key, { from }) => key === name && from === "server") }, { dirty: !same(values, this.#defaults) });
    // An error of one field may be mended by changing another, as with a password and its confirmation.
    void this.#recheck((key) => key === name || this.#snapshot.errors[key]?.from === "rules");
  }

  leave(name: string): void {
    if (!this.#snapshot.progress.touched && this.rules.has(name)) this.#change({}, { touched: true });
  }

  /** The defaults again, as if nothing had been typed. */
  reset(): void {
    this.#checks += 1;
    this.#change({ values: this.#defaults, errors: {} }, fresh);
  }

  /** @returns whether it went well; while one try is under way, another does nothing and counts as well */
  async submit(): Promise<boolean> {
    const { check, send, afterSubmit } = this.#conduct ?? {};
    if (!check || !send || this.#snapshot.progress.submitting) return true;
    this.#checks += 1;
    this.#change({}, { submitting: true });
    const { values } = this.#snapshot;
    const verdict = await check(values, this.rules);
    const wrong = "wrong" in verdict ? verdict.wrong : undefined;
    if (!wrong) this.#change({ errors: {} });
    const refused = "parsed" in verdict ? await send(verdict.parsed) : undefined;
    if (wrong || refused) {
      this.#change({ errors: asErrors(wrong ?? refused, wrong ? "rules" : "server") }, { submitting: false, submitted: true, successful: false });
      return false;
    }
    const now = this.#snapshot.values;
    if (afterSubmit === "keep") this.#defaults = values;
    // What was typed while it was being sent is kept, and is a change.
    const next = afterSubmit === "keep" ? now : this.#defaults;
    this.#change(
      { values: next, errors: {} },
      { submitting: false, submitted: true, successful: true, touched: false, dirty: !same(next, this.#defaults) },
    );
    return true;
  }

  async #recheck(concerns: (name: string) => boolean): Promise<void> {
    const turn = (this.#checks += 1);
    const verdict = await this.#conduct?.check(this.#snapshot.values, this.rules);
    // An answer about older values is no news.
    if (!verdict || turn !== this.#checks) return;
    const found = "wrong" in verdict ? asErrors(verdict.wrong, "rules") : {};
    const shown = Object.entries(found).filter(([name]) => concerns(name) && this.rules.has(name));
    const kept = Object.entries(this.#without((name, { from }) => from === "rules" && this.rules.has(name) && concerns(name)));
    this.#change({ errors: Object.fromEntries([...kept, ...shown]) });
  }

  #without(drop: (name: string, error: FieldError) => boolean): Snapshot["errors"] {
    return Object.fromEntries(Object.entries(this.#snapshot.errors).filter(([name, error]) => !drop(name, error)));
  }

  #change(change: Partial<Omit<Snapshot, "progress">>, progress: Partial<FormProgress> = {}): void {
    const next = { ...this.#snapshot.progress, ...progress };
    const steady = same(next, this.#snapshot.progress);
    this.#snapshot = { ...this.#snapshot, ...change, progress: steady ? this.#snapshot.progress : next };
    for (const listener of this.#listeners) listener();
  }
}

const asErrors = (messages: ReadonlyMap<string, string> | undefined, from: FieldError["from"]): Record<string, FieldError> =>
  Object.fromEntries([...(messages ?? [])].map(([name, message]) => [name, { from, message }]));
