/** The list below a field in which one types to find: options, and how many were found. */
import { Check } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { mostFound } from "#contract/kit.ts";
import { cx } from "./cx.ts";
import { useWords } from "./words.ts";

export interface ListedOption<V extends string | number> {
  value: V;
  label: string;
  /** A second line: an address, an email. */
  hint?: string;
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** How well a label answers a text: it begins with it, one of its words does, it occurs within, or only in the hint. */
function rankOf(label: string, text: string): number {
  const place = label.indexOf(text);
  if (place <= 0) return place === 0 ? 0 : 3;
  return label.includes(` ${text}`) || label.includes(`-${text}`) ? 1 : 2;
}

/** Options in whose words a text occurs, whatever its accents and capitals: the likeliest first, else in their order. */
export function optionsWith<O extends ListedOption<string | number>>(
  options: readonly O[],
  text: string,
): readonly O[] {
  const wanted = plain(text.trim());
  if (wanted === "") return options;
  return options
    .filter((option) => plain(`${option.label} ${option.hint ?? ""}`).includes(wanted))
    .map((option) => ({ option, rank: rankOf(plain(option.label), wanted) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

interface OptionListProps<V extends string | number> {
  /** What `useFloating` gave. */
  popup: RefObject<HTMLDivElement | null>;
  /** Of the list; its options are `${id}-${index}`. */
  id: string;
  label: string;
  open: boolean;
  options: readonly ListedOption<V>[];
  /** Where the arrows are. */
  active: number;
  isChosen: (value: V) => boolean;
  isOff?: (value: V) => boolean;
  multiple?: boolean;
  searching: boolean;
  /** By the server, which gives no more than so many. */
  searched?: boolean;
  /** Said instead of how many there are. */
  note?: string | undefined;
  onPick: (option: ListedOption<V>) => void;
  onPoint: (index: number) => void;
  /** What else there is to say. */
  children?: ReactNode;
}

export function OptionList<V extends string | number>(props: OptionListProps<V>) {
  const { popup, id, label, open, options, active, isChosen, isOff, multiple, onPick, onPoint, children } = props;
  const { searching, searched = false, note } = props;
  const t = useWords();
  const count = options.length;
  const found = t(searched && count >= mostFound ? "kit.firstResults" : "kit.results", { count });
  return (
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
        id={id}
        aria-multiselectable={multiple}
        aria-label={label}
        className="min-h-0 flex-1 overflow-y-auto p-1"
        tabIndex={-1}
      >
        {options.map((option, index) => (
          <Item
            key={option.value}
            id={`${id}-${index}`}
            label={option.label}
            hint={option.hint}
            active={index === active}
            chosen={isChosen(option.value)}
            disabled={isOff?.(option.value) ?? false}
            onPick={() => onPick(option)}
            onPoint={() => onPoint(index)}
          />
        ))}
      </ul>
      <p role="status" className="border-t border-line px-3 py-2 text-xs text-ink-3" aria-busy={searching}>
        {searching ? `${t("kit.loading")}…` : (note ?? (count === 0 ? t("kit.noOptions") : found))}
        {children}
      </p>
    </div>
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
      {hint && <span className={cx("block truncate text-xs", active ? "text-ink-2" : "text-ink-3")}>{hint}</span>}
    </span>
  </li>
);
