import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { AfterFirstPaint } from "./after-first-paint.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

afterEach(cleanup);

let first = "";
const remember = (element: HTMLElement | null) => {
  if (element) first = element.textContent;
};

test("deferred parts follow the first commit; immediate ones are in it", async () => {
  await renderInApp(() => (
    <p ref={remember}>
      Day <AfterFirstPaint>Legend</AfterFirstPaint> <AfterFirstPaint immediate>Totals</AfterFirstPaint>
    </p>
  ));
  expect(first.split(/\s+/)).toEqual(["Day", "Totals"]);
  await expect.element(page.getByText("Day Legend Totals")).toBeVisible();
});
