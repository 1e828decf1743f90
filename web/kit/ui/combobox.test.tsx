import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Combobox } from "./combobox.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

const zones = ["Europe/Paris", "Europe/Lisbon", "America/New_York"].map((value) => ({
  value,
  label: value.replace("_", " "),
}));

function Zones({ clearable = false }: { clearable?: boolean }) {
  const [value, setValue] = useState("Europe/Paris");
  return (
    <>
      <Combobox aria-label="Time zone" options={zones} value={value} onValueChange={setValue} clearable={clearable} />
      <output>{value}</output>
      <button type="button">After</button>
    </>
  );
}
/** Answers of the server arrive when the test clicks its button; until then the only option is a new customer. */
function Searched() {
  const [value, setValue] = useState("");
  const [text, setText] = useState("");
  const [answered, setAnswered] = useState("");
  const newcomer = { value: "new", label: "New customer" };
  return (
    <>
      <Combobox
        aria-label="Customer"
        options={answered === text && text ? [{ value: "ines", label: "Ines Morel" }, newcomer] : [newcomer]}
        searching={answered !== text}
        onSearch={setText}
        value={value}
        onValueChange={setValue}
      />
      <output>{value}</output>
      <button type="button" onClick={() => setAnswered(text)}>
        Answer
      </button>
    </>
  );
}
const chosen = () => document.querySelector("output")?.textContent;
const listed = () => [...document.querySelectorAll("[role=option]")].map((option) => option.textContent);
const input = page.getByRole("combobox");
const shown = () => (input.element() as HTMLInputElement).value;

afterEach(cleanup);

test("shows what is chosen, and all there is when it is opened", async () => {
  await renderInApp(() => <Zones />);
  await expect.poll(shown).toBe("Europe/Paris");
  await input.click();
  await expect.poll(listed).toHaveLength(3);
  expect(page.getByRole("option", { name: "Europe/Paris" }).element().getAttribute("aria-selected")).toBe("true");
});

test("typing finds, Enter chooses and closes", async () => {
  await renderInApp(() => <Zones />);
  await input.fill("new y");
  await expect.poll(listed).toEqual(["America/New York"]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(chosen).toBe("America/New_York");
  expect(shown()).toBe("America/New York");
  expect(input.element().getAttribute("aria-expanded")).toBe("false");
});

test("Enter waits for the answer to what is typed, and means what that brings; who types on takes it back", async () => {
  await renderInApp(() => <Searched />);
  await input.fill("ines m");
  await userEvent.keyboard("{Enter}o");
  // Click by script: a real press on the button would take the focus from the field.
  const answer = () => document.querySelector<HTMLElement>("output + button")?.click();
  answer();
  await expect.poll(listed).toEqual(["Ines Morel", "New customer"]);
  expect(chosen()).toBe("");
  await userEvent.keyboard("r{Enter}");
  expect(chosen()).toBe("");
  answer();
  await expect.poll(chosen).toBe("ines");
  expect(input.element().getAttribute("aria-expanded")).toBe("false");
});

test("Escape, and leaving, keep what was chosen", async () => {
  await renderInApp(() => <Zones />);
  await input.fill("lis");
  await userEvent.keyboard("{Escape}");
  await expect.poll(shown).toBe("Europe/Paris");
  await input.fill("lis");
  await userEvent.tab();
  await expect.poll(shown).toBe("Europe/Paris");
  expect(chosen()).toBe("Europe/Paris");
  expect(document.activeElement?.textContent).toBe("After");
});

test("the arrows move from what is chosen", async () => {
  await renderInApp(() => <Zones />);
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(chosen).toBe("Europe/Lisbon");
});

test("a choice that may be taken back has a button for it", async () => {
  await renderInApp(() => <Zones clearable />);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(chosen).toBe("");
  await expect.poll(() => document.querySelector("[aria-label=Clear]")).toBeNull();
});

test("where nothing matches it says so", async () => {
  await renderInApp(() => <Zones />);
  await input.fill("moon");
  await expect.poll(() => document.querySelector("p[role=status]")?.textContent).toBe("No options found.");
});
