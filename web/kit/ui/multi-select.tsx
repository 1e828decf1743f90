/** A searchable select of several options: Enter chooses, Backspace removes the last. */
import { ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { inputClass } from "./input.tsx";
import { useFloating } from "./use-floating.ts";
import { type SearchableOption, OptionList, filterOptions } from "./option-list.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export type MultiSelectOption<V extends string | number> = SearchableOption<V>;

export interface MultiSelectProps<V extends string | number> {
  options: readonly MultiSelectOption<V>[];
  value: readonly V[];
  onValueChange: (value: V[]) => void;
  max?: number;
  placeholder?: string;
  /** The server searches the options. Default: the labels are searched. */
  onSearch?: (text: string) => void;
  /** Options of earlier choices, whose labels the server's answer may lack. */
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
  const t = useTranslation();
  const listId = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [labels, setLabels] = useState<ReadonlyMap<V, string>>(new Map());
  const box = useRef<HTMLDivElement>(null);
  const popup = useFloating(box, open);

  const labelOf = (chosen: V) =>
    [...options, ...known].find((option) => option.value === chosen)?.label ?? labels.get(chosen) ?? String(chosen);
  const shown = onSearch ? options : filterOptions(options, text);
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
    // Escape must close only this list and not the dialog around it.
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
          inputClass,
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
      <OptionList
        popup={popup}
        id={listId}
        label={t("kit.choose")}
        open={open}
        options={shown}
        active={current}
        isChosen={(option) => value.includes(option)}
        isDisabled={(option) => full && !value.includes(option)}
        multiple
        searching={searching}
        searched={onSearch !== undefined}
        onPick={toggle}
        onPoint={setActive}
      >
        {full && <span className="block text-ink-2">{t("kit.maxItems", { max })}</span>}
      </OptionList>
    </div>
  );
}

function Chip({ label, disabled, onRemove }: { label: string; disabled: boolean; onRemove: () => void }) {
  const t = useTranslation();
  return (
    <span className="inline-flex h-6.5 max-w-full items-center rounded-sm bg-gray-bg px-2 text-13 font-medium text-gray-fg">
      <span className="truncate">{label}</span>
      {!disabled && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t("kit.remove", { name: label })}
          onClick={onRemove}
          className="-mr-2 grid h-full w-6.5 shrink-0 place-items-center rounded-sm hover:text-ink pointer-coarse:w-8"
        >
          <X className="size-3" aria-hidden />
        </button>
      )}
    </span>
  );
}
