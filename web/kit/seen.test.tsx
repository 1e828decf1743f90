import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { Follows, SeenFirst } from "./seen.tsx";
import { stage, strike } from "./stage.tsx";

afterEach(strike);

/** What was drawn when the page was first put there, before anybody could see it. */
let first = "";
const remember = (element: HTMLElement | null) => {
  if (element) first = element.textContent;
};

test("what follows is drawn once the rest is seen; what does not know its room, with the rest", async () => {
  await stage(() => (
    <SeenFirst>
      <p ref={remember}>
        Day <Follows>Legend</Follows> <Follows atOnce>Totals</Follows>
      </p>
    </SeenFirst>
  ));
  expect(first.split(/\s+/)).toEqual(["Day", "Totals"]);
  await expect.element(page.getByText("Day Legend Totals")).toBeVisible();
});

test("outside of such a page nothing is waited for", async () => {
  await stage(() => (
    <p ref={remember}>
      <Follows>Legend</Follows>
    </p>
  ));
  expect(first).toBe("Legend");
});
