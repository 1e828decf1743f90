import { useNavigate } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { inputFrame } from "./input.tsx";
import { Kbd } from "./kbd.tsx";
import { useWords } from "./words.ts";

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/**
 * Each input writes `q` into the address, in place, and clears `page`; `/` focuses it.
 * @param q as the address has it
 * @param label such as "Search facilities"
 */
export function SearchBox({ q, label }: { q: string; label: string }) {
  const t = useWords();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef<string[]>([]);
  const [text, setText] = useState(q);

  // The address follows the typing with a delay. What comes back of it is no news; anything else, such as the back button, is.
  useEffect(() => {
    const echo = sent.current.indexOf(q);
    if (echo >= 0) sent.current.splice(0, echo + 1);
    else {
      sent.current = [];
      setText(q);
    }
  }, [q]);

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.metaKey || event.ctrlKey || event.altKey || typing(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);

  const write = (next: string) => {
    setText(next);
    sent.current.push(next);
    const search = (now: object) => ({ ...now, q: next || undefined, page: undefined });
    // Every list has `q` and `page`; which list this is, only the router knows.
    void navigate({ to: ".", search: search as never, replace: true });
  };
  return (
    <div role="search" className="relative w-full sm:w-72">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={`${label}…`}
        value={text}
        maxLength={200}
        onChange={(event) => write(event.target.value)}
        className={cx(
          inputFrame,
          "h-8 pr-8.5 pl-8.5 md:text-13 pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden",
        )}
      />
      {text ? (
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
      ) : (
        <span
          className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center pointer-coarse:hidden"
          aria-hidden
        >
          <Kbd>/</Kbd>
        </span>
      )}
    </div>
  );
}
