/** Undo and redo for recent actions: by the button of a toast, and by Ctrl or ⌘ Z on pages with shortcuts. */
import { dismissToast, toast } from "./toast-store.ts";
import { t } from "#web/kit/format/translation.ts";

export const UNDO_TOAST_MS = 10_000;
/** The shortcut does not undo older actions, which people no longer remember. */
const undoMaxAgeMs = 300_000;
const MAX_UNDO_ACTIONS = 50;

interface UndoableAction {
  message: string;
  undo: () => Promise<unknown>;
  redo: (() => Promise<unknown>) | undefined;
  at: number;
  toastId: string;
}
let undoStack: UndoableAction[] = [];
let redoStack: UndoableAction[] = [];

const isRecent = ({ at }: UndoableAction) => Date.now() - at < undoMaxAgeMs;

async function undoAction(action: UndoableAction): Promise<boolean> {
  // The button can still be clicked while the toast leaves.
  if (!undoStack.includes(action)) return false;
  undoStack = undoStack.filter((one) => one !== action);
  dismissToast(action.toastId);
  try {
    await action.undo();
  } catch {
    // The request has shown the failure in its own toast.
    return false;
  }
  if (action.redo) redoStack = [...redoStack, { ...action, at: Date.now() }];
  return true;
}

/**
 * The request itself must not show its outcome: use `{ quiet: "outcome" }`.
 * @param undo its requests show their own failures
 * @param redo without it, the action cannot be redone
 * @returns withdraws the offer, because the action was undone in another way
 */
export function offerUndo(message: string, undo: () => Promise<unknown>, redo?: () => Promise<unknown>): () => void {
  redoStack = [];
  const action = pushAction(message, undo, redo);
  return () => {
    undoStack = undoStack.filter((one) => one !== action);
    dismissToast(action.toastId);
  };
}

function pushAction(
  message: string,
  undo: () => Promise<unknown>,
  redo: (() => Promise<unknown>) | undefined,
): UndoableAction {
  const action: UndoableAction = { message, undo, redo, at: Date.now(), toastId: "" };
  action.toastId = toast({
    description: message,
    variant: "success",
    duration: UNDO_TOAST_MS,
    action: { label: t("kit.undo"), run: () => void undoAction(action) },
  });
  undoStack = [...undoStack.filter(isRecent), action].slice(-MAX_UNDO_ACTIONS);
  return action;
}

export function undoLast(): boolean {
  const action = undoStack.findLast(isRecent);
  if (!action) return false;
  void undoAction(action).then((isDone) => isDone && toast({ description: t("kit.undone", { what: action.message }) }));
  return true;
}

export function redoLast(): boolean {
  const action = redoStack.findLast(isRecent);
  if (!action?.redo) return false;
  redoStack = redoStack.filter((one) => one !== action);
  action.redo().then(
    () => pushAction(action.message, action.undo, action.redo),
    () => {},
  );
  return true;
}
