/** What was done can be taken back for a while: a toast offers it, and pages with keys do so by Ctrl or ⌘ Z. */
import { dismissToast, toast } from "./toast.ts";
import { t } from "./words.ts";

/** How long taking back is offered, in milliseconds. */
export const undoDuration = 10_000;
/** How long keys still reach what was done, in milliseconds: later, nobody remembers what it was. */
const keptMs = 300_000;
const mostKept = 50;

interface Deed {
  said: string;
  undo: () => Promise<unknown>;
  redo: (() => Promise<unknown>) | undefined;
  at: number;
  toastId: string;
}
let done: Deed[] = [];
let undone: Deed[] = [];

const isFresh = ({ at }: Deed) => Date.now() - at < keptMs;

/** @returns whether it could be */
async function takeBack(deed: Deed): Promise<boolean> {
  // The button is still there while the toast leaves.
  if (!done.includes(deed)) return false;
  done = done.filter((one) => one !== deed);
  dismissToast(deed.toastId);
  try {
    await deed.undo();
  } catch {
    // What went wrong was said in a toast of its own.
    return false;
  }
  if (deed.redo) undone = [...undone, { ...deed, at: Date.now() }];
  return true;
}

/**
 * Says what was done, with a button that takes it back. The request itself is to be quiet about its outcome:
 * `write(events.cancel, { quiet: "outcome" })`.
 * @param said what was done, such as the answer's `message`
 * @param undo takes it back; what it says or throws is told by its own requests
 * @param redo does it again; without it, what was taken back stays so
 */
export function offerUndo(said: string, undo: () => Promise<unknown>, redo?: () => Promise<unknown>): void {
  undone = [];
  offer(said, undo, redo);
}

function offer(said: string, undo: () => Promise<unknown>, redo: (() => Promise<unknown>) | undefined): void {
  const deed: Deed = { said, undo, redo, at: Date.now(), toastId: "" };
  deed.toastId = toast({
    description: said,
    variant: "success",
    duration: undoDuration,
    action: { label: t("kit.undo"), run: () => void takeBack(deed) },
  });
  done = [...done.filter(isFresh), deed].slice(-mostKept);
}

/** Takes back the last deed that can be. @returns whether there was one */
export function undoLast(): boolean {
  const deed = done.findLast(isFresh);
  if (!deed) return false;
  void takeBack(deed).then((isDone) => isDone && toast({ description: t("kit.undone", { what: deed.said }) }));
  return true;
}

/** Does again what was last taken back. @returns whether there was anything */
export function redoLast(): boolean {
  const deed = undone.findLast(isFresh);
  if (!deed?.redo) return false;
  undone = undone.filter((one) => one !== deed);
  // What went wrong was said in a toast of its own.
  deed.redo().then(
    () => offer(deed.said, deed.undo, deed.redo),
    () => {},
  );
  return true;
}
