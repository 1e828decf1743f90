/** The popup of a combobox: options, and the number of results. */
import { removeAccents } from "#messages/remove-accents.ts";
import { Check } from "lucide-react";
import { Fragment, type ReactNode, type RefObject } from "react";
import { MAX_SEARCH_RESULTS } from "#contract/kit.ts";
import { cx } from "./cx.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface SearchableOption<V extends string | number> {
  value: V;
  label: string;
  hint?: string;
  /** Options of a group must follow each other. */
  group?: string;
}

/** 0: the label begins with the text, 1: one of its words does, 2: it contains it, 3: only the hint does. */
function rankMatch(label: string, text: string): number {
  const place = label.indexOf(text);
  if (place <= 0) return place === 0 ? 0 : 3;
  return label.includes(` ${text}`) || label.includes(`-${text}`) ? 1 : 2;
}

/** Best matches first; ignores accents and case. */
export function filterOptions<O extends SearchableOption<string | number>>(
  options: readonly O[],
  text: string,
): readonly O[] {
  const normalized = removeAccents(text.trim());
  if (normalized === "") return options;
  return options
    .filter((option) => removeAccents(`${option.label} ${option.hint ?? ""}`).includes(normalized))
    .map((option) => ({ option, rank: rankMatch(removeAccents(option.label), normalized) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

interface OptionListProps<V extends string | number> {
  popup: RefObject<HTMLDivElement | null>;
  /** The id of the list; its options have `${id}-${index}`. */
  id: string;
  label: string;
  open: boolean;
  options: readonly SearchableOption<V>[];
  active: number;
  isChosen: (value: V) => boolean;
  isDisabled?: (value: V) => boolean;
  multiple?: boolean;
  searching: boolean;
  searched?: boolean;
  note?: string | undefined;
  onPick: (option: SearchableOption<V>) => void;
  onPoint: (index: number) => void;
  children?: ReactNode;
}

export function OptionList<V extends string | number>(props: OptionListProps<V>) {
  const {
    popup,
    id,
    label,
    open,
    options,
    active,
    isChosen,
    isDisabled: isOff,
    multiple,
    onPick,
    onPoint,
    children,
  } = props;
  const { searching, searched = false, note } = props;
  const t = useTranslation();
  const count = options.length;
  const found = t(searched && count >= MAX_SEARCH_RESULTS ? "kit.firstResults" : "kit.results", { count });
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
          <Fragment key={option.value}>
            {option.group && option.group !== options[index - 1]?.group && (
              <li role="presentation" className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">
                {option.group}
              </li>
            )}
            <OptionItem
              id={`${id}-${index}`}
              label={option.label}
              hint={option.hint}
              active={index === active}
              chosen={isChosen(option.value)}
              disabled={isOff?.(option.value) ?? false}
              onPick={() => onPick(option)}
              onPoint={() => onPoint(index)}
            />
          </Fragment>
        ))}
      </ul>
      <p role="status" className="border-t border-line px-3 py-2 text-xs text-ink-3" aria-busy={searching}>
        {searching ? t("kit.searching") : (note ?? (count === 0 ? t("kit.noOptions") : found))}
        {children}
      </p>
    </div>
  );
}

interface OptionItemProps {
  id: string;
  label: string;
  hint: string | undefined;
  active: boolean;
  chosen: boolean;
  disabled: boolean;
  onPick: () => void;
  onPoint: () => void;
}

const OptionItem = ({ id, label, hint, active, chosen, disabled, onPick, onPoint }: OptionItemProps) => (
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
