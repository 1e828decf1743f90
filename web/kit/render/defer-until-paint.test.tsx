import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { DeferUntilPaint, DeferUntilPaintProvider } from "./defer-until-paint.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

afterEach(cleanup);

/** Text of the first render, before the paint. */
let first = "";
const remember = (element: HTMLElement | null) => {
  if (element) first = element.textContent;
};

test("what follows is drawn once the rest is seen; what does not know its room, with the rest", async () => {
  await renderInApp(() => (
    <DeferUntilPaintProvider>
      <p ref={remember}>
        Day <DeferUntilPaint>Legend</DeferUntilPaint> <DeferUntilPaint immediate>Totals</DeferUntilPaint>
      </p>
    </DeferUntilPaintProvider>
  ));
  expect(first.split(/\s+/)).toEqual(["Day", "Totals"]);
  await expect.element(page.getByText("Day Legend Totals")).toBeVisible();
});

test("outside of such a page nothing is waited for", async () => {
  await renderInApp(() => (
    <p ref={remember}>
      <DeferUntilPaint>Legend</DeferUntilPaint>
    </p>
  ));
  expect(first).toBe("Legend");
});
