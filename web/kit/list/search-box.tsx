/** Search box of a list: filters with every key. */
import { useNavigate } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { inputClass } from "#web/kit/ui/input.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function SearchBox({ q, label }: { q: string; label: string }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef<string[]>([]);
  const [text, setText] = useState(q);

  // The URL changes late: ignore values that this box has sent, take others, such as those of the back button.
  useEffect(() => {
    const echo = sent.current.indexOf(q);
    if (echo >= 0) sent.current.splice(0, echo + 1);
    else {
      sent.current = [];
      setText(q);
    }
  }, [q]);

  const write = (next: string) => {
    setText(next);
    sent.current.push(next);
    const search = (now: object) => ({ ...now, q: next || undefined, page: undefined });
    void navigate({ to: ".", search: search as never, replace: true });
  };
  return (
    <div role="search" className="relative w-full sm:w-80">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={`${label}…`}
        value={text}
        maxLength={200}
        onChange={(event) => write(event.target.value)}
        className={cx(
          inputClass,
          "h-8 pr-8.5 pl-8.5 md:text-13 pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden",
        )}
      />
      {text && (
        <button
          type="button"
          aria-label={t("kit.clear")}
          onClick={() => {
            write("");
            input.current?.focus();
          }}
          className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-md text-ink-3 hover:text-ink pointer-coarse:w-11"
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </div>
  );
}
