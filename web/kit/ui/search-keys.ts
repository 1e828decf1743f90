/**
 * Keys that open the search: `/` outside of text fields, and Ctrl or ⌘ K. What is typed before the shell has rendered is
 * kept, so that it goes into the box and is no shortcut of a page: `app.html` loads this file as a script of its own.
 */
import { token } from "#web/kit/data/session.ts";

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=textbox]") !== null);

export function isSearchKey(event: KeyboardEvent): boolean {
  if (event.altKey || event.defaultPrevented) return false;
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") return true;
  return event.key === "/" && !event.metaKey && !event.ctrlKey && !isTextField(event.target);
}

let typed: string | undefined;

function keepEarlyKey(event: KeyboardEvent): void {
  if (typed === undefined) {
    if (!isSearchKey(event)) return;
    typed = "";
  } else if (isTextField(event.target) || event.key === "Escape") {
    typed = undefined;
    return;
  } else if (event.metaKey || event.ctrlKey || event.altKey) return;
  else if (event.key === "Backspace") typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The login has no search.
if (token.get() !== null) addEventListener("keydown", keepEarlyKey, { capture: true });

/** @returns text typed after the key that opens the search; undefined if nobody pressed it */
export function takeEarlyKeys(): string | undefined {
  removeEventListener("keydown", keepEarlyKey, { capture: true });
  const kept = typed;
  typed = undefined;
  return kept;
}
