import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface CheckBoxProps {
  label: ReactNode;
  note?: ReactNode;
  checked: boolean;
  /** Set when some, but not all, of the items that it stands for are on. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

export const CheckBox = ({
  label,
  note,
  checked,
  mixed = false,
  onChange,
  disabled = false,
  className,
}: CheckBoxProps) => (
  <label
    className={cx(
      "flex min-w-0 cursor-pointer items-start gap-2.5 py-1.5 text-13 has-disabled:cursor-not-allowed pointer-coarse:py-3",
      className,
    )}
  >
    <span className="relative mt-px grid size-4 shrink-0 place-items-center">
      <input
        type="checkbox"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-[4px] border border-line-strong bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
      />
      {mixed ? (
        <Minus className="pointer-events-none relative size-3 stroke-3 text-on-accent" aria-hidden />
      ) : (
        <Check
          className="pointer-events-none relative size-3 stroke-3 text-on-accent opacity-0 peer-checked:opacity-100"
          aria-hidden
        />
      )}
    </span>
    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      {label}
      {note && <span className="block text-xs font-normal text-ink-3">{note}</span>}
    </span>
  </label>
);
