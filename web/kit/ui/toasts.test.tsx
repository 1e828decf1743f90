import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { offerUndo, UNDO_TOAST_MS } from "./undo.ts";
import { dismissToast, OUTCOME_TOAST_MS, removeDelayMs, toast } from "./toast-store.ts";

declare module "vitest/browser" {
  interface BrowserCommands {
    drag: (selector: string, dx: number) => Promise<void>;
  }
}

const shown = () =>
  [...document.querySelectorAll("ol > li")]
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((item) => item.querySelector("[class*=flex-1]")?.textContent);

beforeEach(async () => {
  await renderInApp(() => <h1>Here</h1>);
});
afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
});

test("the newest toast stands first", async () => {
  toast({ description: "one" });
  await expect.poll(shown, { timeout: 5000 }).toEqual(["one"]);
  toast({ description: "two" });
  await expect.poll(shown).toEqual(["two", "one"]);
});

test("of five toasts the oldest is gone", async () => {
  for (const description of ["one", "two", "three", "four", "five"]) toast({ description });
  await expect.poll(shown).toEqual(["five", "four", "three", "two"]);
});

test("a toast leaves after five seconds, and the outcome of a request after three", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  toast({ description: "slow" });
  toast({ description: "quick", duration: OUTCOME_TOAST_MS });
  await expect.poll(shown).toEqual(["quick", "slow"]);
  vi.advanceTimersByTime(2900);
  await expect.poll(shown).toEqual(["quick", "slow"]);
  vi.advanceTimersByTime(200);
  vi.advanceTimersByTime(removeDelayMs);
  await expect.poll(shown).toEqual(["slow"]);
  vi.advanceTimersByTime(2000);
  vi.advanceTimersByTime(removeDelayMs);
  await expect.poll(shown).toEqual([]);
});

test("a dismissed toast is marked closed, and removed a moment later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const id = toast({ description: "one" });
  await expect.poll(shown).toEqual(["one"]);
  dismissToast(id);
  await expect.poll(() => document.querySelector("ol > li")?.getAttribute("data-state") ?? "gone").not.toBe("open");
  vi.advanceTimersByTime(removeDelayMs);
  await expect.poll(shown).toEqual([]);
});

test("a toast with a known id changes in its place", async () => {
  toast({ id: "saving", description: "Saving" });
  toast({ description: "Another" });
  await expect.poll(shown).toEqual(["Another", "Saving"]);
  toast({ id: "saving", description: "Saved" });
  await expect.poll(shown).toEqual(["Another", "Saved"]);
});

test("swiped 40 px to the right a toast stays, swiped 60 px it leaves", async () => {
  toast({ description: "one", duration: 60_000 });
  await expect.poll(shown).toEqual(["one"]);
  await commands.drag("ol > li", 40);
  expect(shown()).toEqual(["one"]);
  await commands.drag("ol > li", 60);
  await expect.poll(shown).toEqual([]);
});

test("F8 leads to the notifications, and the button there takes one away", async () => {
  toast({ description: "one" });
  await expect.poll(shown).toEqual(["one"]);
  await userEvent.keyboard("{F8}");
  expect(document.activeElement?.tagName).toBe("OL");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(shown).toEqual([]);
});

test("what was done can be taken back for ten seconds, by the keyboard too, and only once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const undo = vi.fn(() => Promise.resolve());
  offerUndo("Event canceled", undo);
  await expect.poll(shown).toEqual(["Event canceled"]);
  vi.advanceTimersByTime(9800);
  await expect.poll(shown).toEqual(["Event canceled"]);
  await userEvent.keyboard("{F8}{Tab}{Tab}");
  await expect.element(page.getByRole("button", { name: "Undo" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(undo).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(removeDelayMs);
  await expect.poll(shown).toEqual([]);
});

test("a double click takes back once", async () => {
  const undo = vi.fn(() => Promise.resolve());
  offerUndo("Field deleted", undo);
  await page.getByRole("button", { name: "Undo" }).dblClick();
  await expect.poll(shown).toEqual([]);
  expect(undo).toHaveBeenCalledOnce();
});

test("what nobody takes back stays done after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const undo = vi.fn(() => Promise.resolve());
  offerUndo("Event moved", undo);
  await expect.poll(shown).toEqual(["Event moved"]);
  vi.advanceTimersByTime(UNDO_TOAST_MS);
  vi.advanceTimersByTime(removeDelayMs);
  await expect.poll(shown).toEqual([]);
  expect(undo).not.toHaveBeenCalled();
});

const placeOfUndo = async () => {
  offerUndo("Zoé Chevalier’s request is approved", () => Promise.resolve());
  await expect.element(page.getByRole("button", { name: "Undo" })).toBeVisible();
  const toast = document.querySelector("ol > li");
  if (!toast) throw new Error("A toast is shown.");
  await Promise.all(toast.getAnimations().map(({ finished }) => finished));
  return toast.getBoundingClientRect();
};

test("on a desktop an undo lies over the sidebar of 15 rem, not over the page", async () => {
  await page.viewport(1440, 900);
  const { right, bottom } = await placeOfUndo();
  expect(right).toBeLessThanOrEqual(240);
  expect(bottom).toBeLessThanOrEqual(900);
});

test("on a phone an undo covers neither the header of 3.25 rem nor the primary button at the bottom", async () => {
  await page.viewport(390, 844);
  const button = document.createElement("button");
  button.className = "bg-accent";
  Object.assign(button.style, { position: "fixed", bottom: "12px", left: "12px", height: "40px" });
  button.textContent = "Book";
  document.body.append(button);
  const { top, right } = await placeOfUndo();
  expect(top).toBeGreaterThan(52);
  expect(right).toBeLessThanOrEqual(390);
  const bottomOf = () => document.querySelector("ol > li")?.getBoundingClientRect().bottom;
  await expect.poll(bottomOf).toBeLessThanOrEqual(button.getBoundingClientRect().top);
  button.remove();
  await expect.poll(bottomOf).toBeGreaterThan(800);
});
