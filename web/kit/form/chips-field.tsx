/** A field for several short texts, such as emails, each shown as a chip (tag). */
import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";
import { inputClass } from "#web/kit/ui/input.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

interface ChipsFieldProps extends FieldProps {
  split: (typed: string) => string[];
  wrong?: readonly string[];
  inputMode?: "email" | "text";
  placeholder?: string;
}

export function ChipsField({
  split,
  wrong = [],
  inputMode = "text",
  placeholder,
  disabled = false,
  ...props
}: ChipsFieldProps) {
  const t = useTranslation();
  const { id, value, change, leave, error, control } = useField(props);
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const texts = Array.isArray(value) ? (value as string[]) : [];

  const add = (more: string) => {
    const added = split(more).filter((text, index, all) => !texts.includes(text) && all.indexOf(text) === index);
    if (added.length > 0) change([...texts, ...added]);
    setTyped("");
  };
  const without = (removed: string) => texts.filter((text) => text !== removed);
  const edit = (text: string) => {
    const rest = [...without(text), ...split(typed)];
    change([...new Set(rest)]);
    setTyped(text);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = texts.at(-1);
    if (event.key === "Backspace" && typed === "" && last !== undefined) {
      event.preventDefault();
      edit(last);
    } else if (["Enter", ",", ";", " "].includes(event.key) && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    if (split(pasted).length < 2) return;
    event.preventDefault();
    add(`${typed} ${pasted}`);
  };
  return (
    <FieldFrame {...props} id={id} error={error}>
      <div
        data-invalid={error !== undefined || undefined}
        className={cx(
          inputClass,
          "flex max-h-40 min-h-9 cursor-text flex-wrap items-center gap-1 overflow-y-auto py-1 pr-1.5 pl-1.5 focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/20 data-invalid:border-danger pointer-coarse:min-h-11",
          disabled && "pointer-events-none bg-sunken text-ink-3",
        )}
        onClick={(event) => {
          if (event.target === event.currentTarget) input.current?.focus();
        }}
      >
        {texts.map((text) => (
          <span
            key={text}
            className={cx(
              "inline-flex h-6.5 max-w-full items-center rounded-sm text-13 font-medium pointer-coarse:h-8",
              wrong.includes(text) ? "bg-rose-bg text-rose-fg" : "bg-gray-bg text-gray-fg",
            )}
          >
            <button
              type="button"
              disabled={disabled}
              aria-label={t("kit.change", { name: text })}
              onClick={() => edit(text)}
              className="h-full min-w-0 truncate rounded-sm pl-2"
            >
              {text}
            </button>
            <button
              type="button"
              disabled={disabled}
              aria-label={t("kit.remove", { name: text })}
              onClick={() => {
                change(without(text));
                input.current?.focus();
              }}
              className="grid h-full w-6.5 shrink-0 place-items-center rounded-sm hover:text-ink pointer-coarse:w-8"
            >
              <X className="size-3" aria-hidden />
            </button>
          </span>
        ))}
        <input
          {...control}
          ref={input}
          // With `email` the browser would validate and trim lists while they are typed.
          type="text"
          name={props.name}
          inputMode={inputMode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={disabled}
          placeholder={texts.length === 0 ? placeholder : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            add(typed);
            leave();
          }}
          className="h-6.5 min-w-40 flex-1 bg-transparent px-1.5 text-sm outline-none max-md:text-base"
        />
      </div>
    </FieldFrame>
  );
}
