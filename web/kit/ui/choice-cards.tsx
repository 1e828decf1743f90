import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: LucideIcon;
  lang?: string;
  picture?: ReactNode;
  hint?: ReactNode;
}

interface ChoiceCardsProps<Value extends string> {
  name: string;
  label: string;
  value: Value;
  onChoose: (value: Value) => void;
  choices: readonly Choice<Value>[];
}

export function ChoiceCards<Value extends string>({ name, label, value, onChoose, choices }: ChoiceCardsProps<Value>) {
  const id = useId();
  return (
    <div role="radiogroup" aria-label={label} className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      {choices.map(({ value: choice, label: text, icon: Icon, lang, picture, hint }) => (
        <label
          key={choice}
          lang={lang}
          className="group cursor-pointer overflow-hidden rounded-xl border border-line-strong/80 bg-raised text-13 font-medium shadow-xs transition-colors hover:border-line-strong has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          {picture}
          <span className="flex min-h-10 items-center gap-2.5 px-3 py-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={`${name}${id}`}
              value={choice}
              checked={choice === value}
              onChange={() => onChoose(choice)}
              className="grid size-4 shrink-0 appearance-none place-items-center rounded-full border border-line-strong bg-surface outline-none before:size-1.5 before:scale-0 before:rounded-full before:bg-on-accent before:transition-transform checked:border-accent checked:bg-accent checked:before:scale-100"
            />
            <span className="flex-1">
              {text}
              {hint && <span className="mt-0.5 block text-xs font-normal text-ink-3">{hint}</span>}
            </span>
            {Icon && <Icon className="size-4 text-ink-3" aria-hidden />}
          </span>
        </label>
      ))}
    </div>
  );
}
