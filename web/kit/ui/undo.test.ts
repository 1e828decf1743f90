import { beforeEach, expect, test, vi } from "vitest";
import { currentToasts, removeToast } from "./toast-store.ts";
import { offerUndo, redoLast, undoLast } from "./undo.ts";
import { setLanguage } from "#web/kit/format/translation.ts";

beforeEach(async () => {
  await setLanguage("en", { persist: false });
  while (undoLast()) await Promise.resolve();
  removeToast();
});

const said = () => currentToasts().flatMap(({ open, description }) => (open ? [description] : []));

test("what was done last is taken back first, and done again in turn", async () => {
  const [undo, redo, earlier] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn(async () => {})];
  offerUndo("Moved one", earlier);
  offerUndo("Moved two", undo, redo);
  expect(undoLast()).toBe(true);
  await vi.waitFor(() => expect(said()).toContain("Undone: Moved two"));
  expect(undo).toHaveBeenCalledOnce();
  expect(earlier).not.toHaveBeenCalled();
  expect(redoLast()).toBe(true);
  await vi.waitFor(() => expect(said()).toContain("Moved two"));
  expect(redo).toHaveBeenCalledOnce();
  expect(redoLast()).toBe(false);
  expect([undoLast(), undoLast(), undoLast()]).toEqual([true, true, false]);
});

test("what could not be taken back cannot be done again, and a new deed ends what was taken back", async () => {
  offerUndo("Moved", () => Promise.reject(new Error("taken")), vi.fn());
  undoLast();
  await vi.waitFor(() => expect(said()).not.toContain("Moved"));
  await Promise.resolve();
  expect(redoLast()).toBe(false);
  offerUndo("Moved", async () => {}, vi.fn());
  undoLast();
  await vi.waitFor(() => expect(said()).toContain("Undone: Moved"));
  offerUndo("Booked", async () => {});
  expect(redoLast()).toBe(false);
});
