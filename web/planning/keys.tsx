/** The keys of the planning, wherever the focus is on the page; `?` shows them all. */
import { lazy, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Dialog } from "#web/kit/dialog.tsx";
import { WhenLoaded } from "#web/kit/when-loaded.tsx";
import { useWords } from "#web/kit/words.ts";

/**
 * What keys do, by what they write, so that every keyboard's letters are where it has them: `t`, `shift+ArrowLeft`,
 * `mod+z` (Ctrl, or ⌘). The ⇧ that a sign itself needs, such as `?` or `/` on some keyboards, does not count.
 */
export type PageKeys = Record<string, (() => void) | undefined>;

const loadList = () => import("#web/looking/key-list.tsx");
const KeyList = lazy(async () => ({ default: (await loadList()).KeyList }));

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null);

/** What was pressed, as `PageKeys` names it. */
function nameOf({ key, shiftKey, metaKey, ctrlKey }: KeyboardEvent): string {
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isCommand = metaKey || ctrlKey;
  const isCapital = key.length === 1 && !isCommand;
  return `${isCommand ? "mod+" : ""}${shiftKey && !isSign && !isCapital ? "shift+" : ""}${name}`;
}

export function Keys({ keys, children }: { keys: PageKeys; children?: ReactNode }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    // Whatever closes something of its own with Escape keeps it to itself.
    if (event.key !== "Escape" && isTyping(event.target)) return;
    const name = nameOf(event);
    if (name === "?") setOpen(true);
    const act = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (!act) return;
    if (event.key !== "Escape") event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      {children}
      <Dialog open={open} onOpenChange={setOpen} title={t("planning.keys")} size="large">
        <WhenLoaded load={loadList} onFailed={() => setOpen(false)}>
          <KeyList />
        </WhenLoaded>
      </Dialog>
    </>
  );
}
