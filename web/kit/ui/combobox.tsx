/** A searchable select (autocomplete, dropdown, typeahead): Enter chooses, Escape keeps the value. */
import { ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { useFloating } from "./use-floating.ts";
import { inputClass } from "./input.tsx";
import { type SearchableOption, OptionList, filterOptions } from "./option-list.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface ComboboxProps {
  options: readonly SearchableOption<string>[];
  value: string;
  onValueChange: (value: string) => void;
  /** Needed when the options may lack the value. */
  chosenLabel?: string | undefined;
  placeholder?: string;
  clearable?: boolean;
  /** Receives the typed text when the server searches the options. Without it, the labels are searched. */
  onSearch?: (text: string) => void;
  searching?: boolean;
  note?: string | undefined;
  disabled?: boolean;
  onBlur?: () => void;
  className?: string;
  id?: string;
  "aria-label"?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-required"?: boolean | undefined;
}

export function Combobox(props: ComboboxProps) {
  const {
    options,
    value,
    onValueChange,
    chosenLabel,
    placeholder,
    clearable = false,
    onSearch,
    searching = false,
    note,
  } = props;
  const { disabled = false, onBlur, className, id, ...aria } = omitOwnProps(props);
  const t = useTranslation();
  const listId = useId();
  const [text, setText] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** Enter was pressed before the server's answer: choose its first option when it arrives. */
  const [isAwaited, setAwaited] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const popup = useFloating(box, open);

  const label = options.find((option) => option.value === value)?.label ?? chosenLabel ?? value;
  const shown = onSearch ? options : filterOptions(options, text ?? "");
  const current = Math.min(active, shown.length - 1);

  const search = (next: string) => {
    setText(next);
    setActive(0);
    setOpen(true);
    setAwaited(false);
    onSearch?.(next);
  };
  const show = () => {
    setOpen(true);
    setActive(
      Math.max(
        0,
        shown.findIndex((option) => option.value === value),
      ),
    );
  };
  const close = () => {
    setOpen(false);
    setAwaited(false);
    if (text !== undefined) {
      setText(undefined);
      onSearch?.("");
    }
  };
  const choose = (next: string) => {
    onValueChange(next);
    close();
  };
  const chooseAwaited = useEffectEvent(() => {
    const found = shown[current];
    if (found) choose(found.value);
    else setAwaited(false);
  });
  useEffect(() => {
    if (!isAwaited || searching) return undefined;
    const timer = setTimeout(() => chooseAwaited());
    return () => clearTimeout(timer);
  }, [isAwaited, searching]);
  const move = (to: number) => {
    setOpen(true);
    setAwaited(false);
    setActive(Math.max(0, Math.min(to, shown.length - 1)));
    document.getElementById(`${listId}-${to}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = shown[current];
    const awaits = open && searching && text !== undefined && active === 0;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (open ? move(current + 1) : show()),
      ArrowUp: () => (open ? move(current - 1) : show()),
      Enter: awaits ? () => setAwaited(true) : open && option ? () => choose(option.value) : undefined,
      Escape: open ? close : undefined,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    // Escape must close only this list and not the dialog around it; an awaited Enter must not submit the form.
    if (event.key === "Escape" || (event.key === "Enter" && awaits)) event.stopPropagation();
    act();
  };
  return (
    <div
      ref={box}
      className={cx("relative", className)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        close();
        onBlur?.();
      }}
    >
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
        placeholder={placeholder ?? t("kit.choose")}
        value={text ?? label}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (text === undefined) event.currentTarget.select();
          show();
        }}
        className={cx(inputClass, "h-9 truncate pr-9 pointer-coarse:h-11")}
      />
      {clearable && value !== "" && !disabled ? (
        <button
          type="button"
          aria-label={t("kit.clear")}
          onClick={() => choose("")}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-ink-3 hover:text-ink pointer-coarse:w-11"
        >
          <X className="size-3.5" aria-hidden />
        </button>
      ) : (
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
          aria-hidden
        />
      )}
      <OptionList
        popup={popup}
        id={listId}
        label={aria["aria-label"] ?? t("kit.choose")}
        open={open}
        options={shown}
        active={current}
        isChosen={(option) => option === value}
        searching={searching}
        searched={onSearch !== undefined}
        note={note}
        onPick={(option) => choose(option.value)}
        onPoint={setActive}
      />
    </div>
  );
}

function omitOwnProps(props: ComboboxProps) {
  const {
    options: _options,
    value: _value,
    onValueChange: _change,
    chosenLabel: _label,
    placeholder: _placeholder,
    ...rest
  } = props;
  const { clearable: _clearable, onSearch: _search, searching: _searching, note: _note, ...left } = rest;
  return left;
}
