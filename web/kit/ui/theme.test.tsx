import { expect, test } from "vitest";
import { renderInApp } from "#tests/support/render-in-app.tsx";
import { setTheme } from "./theme.ts";

test("with reduced motion a new theme applies without transitions", async () => {
  await renderInApp(() => (
    <div>
      <div>
        <p>Deep</p>
      </div>
    </div>
  ));
  const colour = () => getComputedStyle(document.querySelector("p") ?? document.body).color;
  const light = colour();
  setTheme("dark");
  const dark = colour();
  expect(dark).not.toBe(light);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(colour()).toBe(dark);
  setTheme("system");
  expect(colour()).toBe(light);
});
