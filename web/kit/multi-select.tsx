/** Several of many: type to find, Enter to choose, Backspace to take the last back, up to a limit. */
import { Check, ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { inputFrame } from "./input.tsx";
import { useFloating } from "./floating.ts";
import { useWords } from "./words.ts";

export interface MultiSelectOption<V extends string | number> {
  value: V;
  label: string;
  /** A second line: an address, an email. */
  hint?: string;
}

export interface MultiSelectProps<V extends string | number> {
  options: readonly MultiSelectOption<V>[];
  value: readonly V[];
  onValueChange: (value: V[]) => void;
  /** How many may be chosen. */
  max?: number;
  placeholder?: string;
  /** Where the server searches: gets what is typed, and `options` are its answer. Else the labels are searched here. */
  onSearch?: (text: string) => void;
  /** What was chosen before, for its labels, where a searching server may not name it. */
  known?: readonly MultiSelectOption<V>[];
  searching?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
  id?: string;
  "aria-label"?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-required"?: boolean | undefined;
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function MultiSelect<V extends string | number>(props: MultiSelectProps<V>) {
  const {
    options,
    value,
    onValueChange,
    max = Infinity,
    placeholder,
    onSearch,
    known = [],
    searching = false,
    disabled = false,
    onBlur,
    id,
    ...aria
  } = props;
  const t = useWords();
  const listId = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  // With a searching server, what is chosen may not be among its latest answers: labels once seen are kept.
  const [labels, setLabels] = useState<ReadonlyMap<V, string>>(new Map());
  const box = useRef<HTMLDivElement>(null);
  const popup = useFloating(box, open);

  const labelOf = (chosen: V) =>
    [...options, ...known].find((option) => option.value === chosen)?.label ?? labels.get(chosen) ?? String(chosen);
  const shown = onSearch
    ? options
    : options.filter((option) => plain(`${option.label} ${option.hint ?? ""}`).includes(plain(text)));
  const full = value.length >= max;
  const current = Math.min(active, shown.length - 1);

  const search = (next: string) => {
    setText(next);
    setActive(0);
    setOpen(true);
    onSearch?.(next);
  };
  const toggle = (option: MultiSelectOption<V>) => {
    if (value.includes(option.value)) onValueChange(value.filter((other) => other !== option.value));
    else if (full) return;
    else {
      setLabels(new Map(labels).set(option.value, option.label));
      onValueChange([...value, option.value]);
      if (text) search("");
    }
  };
  const remove = (chosen: V) => onValueChange(value.filter((other) => other !== chosen));
  const move = (to: number) => {
    setOpen(true);
    setActive(Math.max(0, Math.min(to, shown.length - 1)));
    document.getElementById(`${listId}-${to}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = shown[current];
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(open ? current + 1 : current),
      ArrowUp: () => move(open ? current - 1 : current),
      Home: open ? () => move(0) : undefined,
      End: open ? () => move(shown.length - 1) : undefined,
      Enter: open && option ? () => toggle(option) : undefined,
      Escape: open ? () => setOpen(false) : undefined,
      Backspace: text === "" && value.length > 0 ? () => onValueChange(value.slice(0, -1)) : undefined,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    // Escape closes this list, and not the dialog around it.
    if (event.key === "Escape") event.stopPropagation();
    act();
  };
  const leave = () => {
    setOpen(false);
    setText("");
    onBlur?.();
  };
  return (
    <div
      ref={box}
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      }}
    >
      <div
        data-invalid={aria["aria-invalid"] || undefined}
        className={cx(
          inputFrame,
          "flex min-h-9 cursor-text flex-wrap items-center gap-1 py-1 pr-9 pl-1.5 focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/20 data-invalid:border-danger pointer-coarse:min-h-11",
          disabled && "pointer-events-none bg-sunken text-ink-3",
        )}
        onClick={(event) => event.currentTarget.querySelector("input")?.focus()}
      >
        {value.map((chosen) => (
          <Chip key={chosen} label={labelOf(chosen)} disabled={disabled} onRemove={() => remove(chosen)} />
        ))}
        <input
          {...aria}
          id={id}
          role="combobox"
          autoComplete="off"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && current >= 0 ? `${listId}-${current}` : undefined}
          disabled={disabled}
          placeholder={value.length === 0 ? (placeholder ?? t("kit.choose")) : undefined}
          value={text}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
          onClick={() => setOpen(true)}
          className="h-6.5 min-w-16 flex-1 bg-transparent px-1.5 text-sm outline-none max-md:text-base"
        />
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
          aria-hidden
        />
      </div>
      <div
        ref={popup}
        popover="manual"
        // Keeps the focus in the input.
        onMouseDown={(event) => event.preventDefault()}
        className="floating flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-pop"
        hidden={!open}
      >
        <ul
          role="listbox"
          id={listId}
          aria-multiselectable
          aria-label={t("kit.choose")}
          className="min-h-0 flex-1 overflow-y-auto p-1"
          tabIndex={-1}
        >
          {shown.map((option, index) => (
            <Item
              key={option.value}
              id={`${listId}-${index}`}
              label={option.label}
              hint={option.hint}
              active={index === current}
              chosen={value.includes(option.value)}
              disabled={full && !value.includes(option.value)}
              onPick={() => toggle(option)}
              onPoint={() => setActive(index)}
            />
          ))}
        </ul>
        <p role="status" className="border-t border-line px-3 py-2 text-xs text-ink-3" aria-busy={searching}>
          {searching
            ? `${t("kit.loading")}…`
            : shown.length === 0
              ? t("kit.noOptions")
              : t("kit.results", { count: shown.length })}
          {full && <span className="block text-ink-2">{t("kit.maxItems", { max })}</span>}
        </p>
      </div>
    </div>
  );
}

function Chip({ label, disabled, onRemove }: { label: string; disabled: boolean; onRemove: () => void }) {
  const t = useWords();
  return (
    <span className="inline-flex h-6.5 max-w-full items-center rounded-sm bg-gray-bg pl-2 text-13 font-medium text-gray-fg">
      <span className="truncate">{label}</span>
      <button
        type="button"
        tabIndex={-1}
        disabled={disabled}
        aria-label={t("kit.remove", { name: label })}
        onClick={onRemove}
        className="grid h-full w-6.5 shrink-0 place-items-center rounded-sm hover:text-ink pointer-coarse:w-8"
      >
        <X className="size-3" aria-hidden />
      </button>
    </span>
  );
}

interface ItemProps {
  id: string;
  label: string;
  hint: string | undefined;
  active: boolean;
  chosen: boolean;
  disabled: boolean;
  onPick: () => void;
  onPoint: () => void;
}

const Item = ({ id, label, hint, active, chosen, disabled, onPick, onPoint }: ItemProps) => (
  <li
    id={id}
    role="option"
    aria-selected={chosen}
    aria-disabled={disabled}
    onClick={onPick}
    onMouseMove={onPoint}
    className={cx(
      "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 text-13 aria-disabled:opacity-50 pointer-coarse:min-h-10",
      active && "bg-active",
    )}
  >
    <Check className={cx("size-4 shrink-0 text-accent-ink", !chosen && "invisible")} aria-hidden />
    <span className="min-w-0 flex-1">
      <span className="block truncate">{label}</span>
      {hint && <span className="block truncate text-xs text-ink-3">{hint}</span>}
    </span>
  </li>
);
