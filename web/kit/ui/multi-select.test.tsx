import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MultiSelect } from "./multi-select.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

const sports = ["Badminton", "Pétanque", "Padel", "Tennis", "Table tennis"];
const options = sports.map((label, value) => ({ value, label }));

function Sports({ max }: { max?: number }) {
  const [value, setValue] = useState<number[]>([]);
  return (
    <>
      <MultiSelect
        aria-label="Sports"
        options={options}
        value={value}
        onValueChange={setValue}
        {...(max ? { max } : {})}
      />
      <output>{value.map((index) => sports[index]).join(", ")}</output>
      <button type="button">After</button>
    </>
  );
}
const chosen = () => document.querySelector("output")?.textContent;
const listed = () => [...document.querySelectorAll("[role=option]")].map((option) => option.textContent);
const status = () => document.querySelector("[role=status].border-t, p[role=status][aria-busy]")?.textContent;
const input = page.getByRole("combobox");
const active = () => {
  const id = input.element().getAttribute("aria-activedescendant");
  return id ? document.getElementById(id)?.textContent : undefined;
};

afterEach(cleanup);

test("typing finds options whatever their accents, and says how many", async () => {
  await renderInApp(() => <Sports />);
  await input.fill("pet");
  await expect.poll(listed).toEqual(["Pétanque"]);
  expect(status()).toBe("1 result");
  await input.fill("tennis");
  await expect.poll(status).toBe("2 results");
});

test("what begins with the text comes before what only has it", async () => {
  const named = ["Beach tennis", "Paratennis", "Table tennis", "Tennis"].map((label, value) => ({ value, label }));
  await renderInApp(() => <MultiSelect aria-label="Sports" options={named} value={[]} onValueChange={() => {}} />);
  await input.fill("tenn");
  await expect.poll(listed).toEqual(["Tennis", "Beach tennis", "Table tennis", "Paratennis"]);
});

test("where nothing matches it says so", async () => {
  await renderInApp(() => <Sports />);
  await input.fill("chess");
  await expect.poll(status).toBe("No options found.");
});

test("the keyboard alone opens, moves, chooses, takes back and closes", async () => {
  await renderInApp(() => <Sports />);
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(active).toBe("Badminton");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(chosen).toBe("Padel");
  await userEvent.keyboard("{End}{Enter}");
  await expect.poll(chosen).toBe("Padel, Table tennis");
  await userEvent.keyboard("{Home}{Enter}");
  await expect.poll(chosen).toBe("Padel, Table tennis, Badminton");
  await userEvent.keyboard("{Backspace}");
  await expect.poll(chosen).toBe("Padel, Table tennis");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => input.element().getAttribute("aria-expanded")).toBe("false");
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("After");
});

test("at the maximum it says so and takes no more, and a chip makes room again", async () => {
  await renderInApp(() => <Sports max={2} />);
  await input.click();
  await page.getByRole("option", { name: "Tennis", exact: true }).click();
  await page.getByRole("option", { name: "Padel" }).click();
  await expect.poll(status).toContain("You can only select 2 options.");
  expect(page.getByRole("option", { name: "Badminton" }).element().getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("{Home}{Enter}");
  expect(chosen()).toBe("Tennis, Padel");
  await page.getByRole("button", { name: "Remove Tennis" }).click();
  await expect.poll(chosen).toBe("Padel");
  expect(status()).not.toContain("You can only");
});

test("its list lies above what would cut it off, as wide as the field, and inside the window", async () => {
  await renderInApp(() => (
    <div style={{ height: "100vh", overflow: "hidden", display: "grid", alignItems: "end", padding: "8px" }}>
      <Sports />
    </div>
  ));
  await input.click();
  const list = document.querySelector(".floating");
  await expect
    .poll(() => list?.getBoundingClientRect().width)
    .toBe(document.querySelector(".floating")?.parentElement?.getBoundingClientRect().width);
  const { top, bottom } = list?.getBoundingClientRect() ?? { top: -1, bottom: Infinity };
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
});
