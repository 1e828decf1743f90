/** Keyboard shortcuts (hotkeys) of the planning page. */
import { lazy, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

/** Keys are the typed characters, on every keyboard layout: `t`, `shift+ArrowLeft`, `mod+z` (Ctrl or ⌘). */
export type PageShortcuts = Record<string, (() => void) | undefined>;

const loadShortcutList = () => import("./keyboard-shortcut-list.tsx");
const ShortcutList = lazy(async () => ({ default: (await loadShortcutList()).ShortcutList }));

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("input, textarea, select, [role=textbox], [role=dialog], [role=menu], dialog") !== null);

/** The search closes by Escape itself. */
const isInSearch = (target: EventTarget | null) => target instanceof HTMLElement && target.closest("dialog") !== null;

function shortcutName({ key, shiftKey, metaKey, ctrlKey }: KeyboardEvent): string {
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isCommand = metaKey || ctrlKey;
  const isCapital = key.length === 1 && !isCommand;
  return `${isCommand ? "mod+" : ""}${shiftKey && !isSign && !isCapital ? "shift+" : ""}${name}`;
}

interface PlanningShortcutsProps {
  keys: PageShortcuts;
  children?: ReactNode;
}

export function PlanningShortcuts({ keys, children }: PlanningShortcutsProps) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isInSearch(event.target)) return;
    // Dialogs handle their own Escape.
    if (event.key !== "Escape" && isTyping(event.target)) return;
    const name = shortcutName(event);
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
        <LazyPart load={loadShortcutList} onFailed={() => setOpen(false)}>
          <ShortcutList />
        </LazyPart>
      </Dialog>
    </>
  );
}
