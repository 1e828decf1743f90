import { useEffect, useRef, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { inHand, useLater, useLiveLater } from "./later.ts";
import { liveValue } from "./live-value.ts";
import { stage, strike } from "./stage.tsx";

afterEach(() => {
  inHand.set(false);
  strike();
});

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
let drawings = 0;

/** Shows a value and the same value later; a press gives the next one. */
function Shown() {
  "use no memo";
  const [day, setDay] = useState(1);
  // Equal, but made anew with each drawing: not all that pages hand down is kept for them.
  const later = useLater({ day, dates: [day] });
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
  await stage(() => <Shown />);
  await shown.click();
  await expect.element(shown).toHaveTextContent("2 and later 2");
  // What hangs on that drawing may come some frames later.
  for (let count = 0; count < 5; count += 1) await frame();
  const before = drawings;
  for (let count = 0; count < 10; count += 1) await frame();
  expect(drawings).toBe(before);
});

test("while something is in hand it waits", async () => {
  await stage(() => <Shown />);
  await expect.element(shown).toHaveTextContent("1 and later 1");
  inHand.set(true);
  await shown.click();
  await expect.element(shown).toHaveTextContent("2 and later 1");
  for (let count = 0; count < 5; count += 1) await frame();
  await expect.element(shown).toHaveTextContent("2 and later 1");
  inHand.set(false);
  await expect.element(shown).toHaveTextContent("2 and later 2");
});

test("a value from outside follows once the rest is seen, waits for what is in hand, and is gone at once", async () => {
  const live = liveValue<string | undefined>(undefined);
  function Following() {
    return <output>{useLiveLater(live) ?? "none"}</output>;
  }
  await stage(() => <Following />);
  const said = page.getByRole("status");
  inHand.set(true);
  live.set("one");
  for (let count = 0; count < 5; count += 1) await frame();
  await expect.element(said).toHaveTextContent("none");
  inHand.set(false);
  await expect.element(said).toHaveTextContent("one");
  live.set("two");
  live.set(undefined);
  for (let count = 0; count < 5; count += 1) await frame();
  await expect.element(said).toHaveTextContent("none");
});
