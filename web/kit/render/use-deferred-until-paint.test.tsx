import { useEffect, useRef, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { dragInProgress, useDeferredUntilPaint, useDeferredLiveValue } from "./use-deferred-until-paint.ts";
import { createLiveValue } from "./live-value.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

afterEach(async () => {
  dragInProgress.set(false);
  await cleanup();
});

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
let drawings = 0;

/** Shows a value and the same value later; a press gives the next one. */
function TestPage() {
  "use no memo";
  const [day, setDay] = useState(1);
  // Equal, but made anew with each drawing: not all that pages hand down is kept for them.
  const later = useDeferredUntilPaint({ day, dates: [day] });
  const drawn = useRef(0);
  useEffect(() => {
    drawn.current += 1;
    drawings = drawn.current;
  });
  return (
    <button type="button" onClick={() => setDay(day + 1)}>
      {day} and later {later.dates[0]}
    </button>
  );
}
const shown = page.getByRole("button");

test("a value follows once the other is seen, and then all is quiet", async () => {
  await renderInApp(() => <TestPage />);
  await shown.click();
  await expect.element(shown).toHaveTextContent("2 and later 2");
  // Follow-up renders may take some frames.
  for (let count = 0; count < 5; count += 1) await frame();
  const before = drawings;
  for (let count = 0; count < 10; count += 1) await frame();
  expect(drawings).toBe(before);
});

test("while something is in hand it waits", async () => {
  await renderInApp(() => <TestPage />);
  await expect.element(shown).toHaveTextContent("1 and later 1");
  dragInProgress.set(true);
  await shown.click();
  await expect.element(shown).toHaveTextContent("2 and later 1");
  for (let count = 0; count < 5; count += 1) await frame();
  await expect.element(shown).toHaveTextContent("2 and later 1");
  dragInProgress.set(false);
  await expect.element(shown).toHaveTextContent("2 and later 2");
});

test("a value from outside follows once the rest is seen, waits for what is in hand, and is gone at once", async () => {
  const live = createLiveValue<string | undefined>(undefined);
  function Following() {
    return <output>{useDeferredLiveValue(live) ?? "none"}</output>;
  }
  await renderInApp(() => <Following />);
  const said = page.getByRole("status");
  dragInProgress.set(true);
  live.set("one");
  for (let count = 0; count < 5; count += 1) await frame();
  await expect.element(said).toHaveTextContent("none");
  dragInProgress.set(false);
  await expect.element(said).toHaveTextContent("one");
  live.set("two");
  live.set(undefined);
  for (let count = 0; count < 5; count += 1) await frame();
  await expect.element(said).toHaveTextContent("none");
});
