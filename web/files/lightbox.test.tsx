import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Photo } from "#contract/files.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import Lightbox from "./lightbox.tsx";

const drawn = (colour: string) =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="${colour}"/></svg>`)}`;
const photos = ["red", "green", "blue"].map((colour, position): Photo => {
  const url = drawn(colour);
  return {
    id: colour,
    type: "facility",
    facilityId: null,
    fieldId: null,
    default: position === 0,
    position,
    created_at: "2026-06-01T08:00:00.000Z",
    url,
    width: 40,
    height: 30,
    sizes: [{ width: 40, height: 30, webp: url, avif: url }],
  };
});

function Opened({ some = photos }: { some?: Photo[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Lightbox name="The park" photos={some} first="green" onClose={() => setOpen(false)} />}
    </>
  );
}
const open = () => page.getByRole("button", { name: "Open" }).click();
const dialog = page.getByRole("dialog", { name: "Photos of The park" });
const shown = () => document.querySelector("dialog img:not([alt=''])")?.getAttribute("alt");
const focused = () => document.activeElement?.getAttribute("aria-label");

afterEach(cleanup);

test("begins with the photo that was opened, says which it is, and has its neighbours ready", async () => {
  await renderInApp(() => <Opened />);
  await open();
  await expect.element(dialog).toBeVisible();
  expect(shown()).toBe("The park, photo 2 of 3");
  await expect.element(page.getByText("2 / 3")).toBeVisible();
  const ready = [...document.querySelectorAll<HTMLImageElement>("dialog [hidden] img")];
  expect(ready.map(({ src }) => src).toSorted()).toEqual([drawn("red"), drawn("blue")].toSorted());
  await expect.poll(() => ready.every(({ complete }) => complete)).toBe(true);
  const picture = document.querySelector("dialog picture");
  expect([...(picture?.querySelectorAll("source") ?? [])].map(({ type }) => type)).toEqual([
    "image/avif",
    "image/webp",
  ]);
  expect(picture?.querySelector("img")).toMatchObject({ width: innerWidth, height: innerHeight });
});

test("arrow keys and buttons lead round", async () => {
  await renderInApp(() => <Opened />);
  await open();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(shown).toBe("The park, photo 3 of 3");
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(shown).toBe("The park, photo 1 of 3");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(shown).toBe("The park, photo 3 of 3");
  await page.getByRole("button", { name: "Next photo" }).click();
  await expect.poll(shown).toBe("The park, photo 1 of 3");
  await page.getByRole("button", { name: "Previous photo" }).click();
  await expect.poll(shown).toBe("The park, photo 3 of 3");
});

test("the focus stays inside until Escape, and then is where it was", async () => {
  await renderInApp(() => <Opened />);
  await open();
  await expect.element(dialog).toBeVisible();
  const seen: unknown[] = [];
  for (let step = 0; step < 4; step += 1) {
    seen.push(focused());
    await userEvent.keyboard("{Tab}");
  }
  expect(seen).toEqual(["Close", "Previous photo", "Next photo", "Close"]);
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}{Shift>}{Tab}{/Shift}");
  await expect.poll(focused).toBe("Next photo");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("dialog")).toBe(null);
  expect(document.activeElement?.textContent).toBe("Open");
});

test("the page behind it stays still, and the button closes it too", async () => {
  await renderInApp(() => <Opened />);
  await open();
  await expect.poll(() => getComputedStyle(document.documentElement).overflowY).toBe("hidden");
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => document.querySelector("dialog")).toBe(null);
});

test("a finger that moves sideways turns the page, one that moves up does not", async () => {
  await renderInApp(() => <Opened />);
  await open();
  const swipe = (dx: number, dy: number) => {
    const image = document.querySelector("dialog img");
    const touch = (kind: string, clientX: number, clientY: number) =>
      image?.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: "touch", clientX, clientY }));
    touch("pointerdown", 300, 300);
    touch("pointerup", 300 + dx, 300 + dy);
  };
  swipe(-120, 10);
  await expect.poll(shown).toBe("The park, photo 3 of 3");
  swipe(120, 10);
  await expect.poll(shown).toBe("The park, photo 2 of 3");
  swipe(60, 200);
  swipe(20, 0);
  expect(shown()).toBe("The park, photo 2 of 3");
});

test("of one photo there is nowhere to go", async () => {
  await renderInApp(() => <Opened some={photos.slice(1, 2)} />);
  await open();
  await expect.element(dialog).toBeVisible();
  expect(page.getByRole("button", { name: "Next photo" }).query()).toBe(null);
  expect(shown()).toBe("The park, photo 1 of 1");
});
