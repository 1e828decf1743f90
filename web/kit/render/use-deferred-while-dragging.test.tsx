import { useEffect, useRef, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { dragInProgress, useDeferredWhileDragging } from "./use-deferred-while-dragging.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

afterEach(async () => {
  dragInProgress.set(false);
  await cleanup();
});

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
let renders = 0;

function TestPage() {
  "use no memo";
  const [day, setDay] = useState(1);
  // Equal but new in each render, because pages do not memoize all that they pass.
  const later = useDeferredWhileDragging({ day, dates: [day] });
  const count = useRef(0);
  useEffect(() => {
    count.current += 1;
    renders = count.current;
  });
  return (
    <button type="button" onClick={() => setDay(day + 1)}>
      {day} and later {later.dates[0]}
    </button>
  );
}
const shown = page.getByRole("button");

test("the deferred value follows, and rendering then ends", async () => {
  await renderInApp(() => <TestPage />);
  await shown.click();
  await expect.element(shown).toHaveTextContent("2 and later 2");
  for (let count = 0; count < 5; count += 1) await frame();
  const before = renders;
  for (let count = 0; count < 10; count += 1) await frame();
  expect(renders).toBe(before);
});

test("during a drag the last value stays", async () => {
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
