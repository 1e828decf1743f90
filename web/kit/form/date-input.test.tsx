import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DateInput } from "./date-input.tsx";
import { DateRangeInput } from "./date-range-input.tsx";
import { findViolations } from "#tests/support/find-violations.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

const chosen = vi.fn<(date: string) => void>();
afterEach(cleanup);
beforeEach(() => chosen.mockClear());

/** Returns the chosen value late, as the URL does. */
function Filter({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  const keep = (date: string) => {
    chosen(date);
    setTimeout(() => setValue(date), 50);
  };
  return (
    <>
      <DateInput aria-label="On the day" value={value} onValueChange={keep} isRevertedOnLeave isLazy />
      <button type="button" onClick={() => setValue("")}>
        Clear
      </button>
      <output>{value}</output>
    </>
  );
}
const group = page.getByRole("group", { name: "On the day" });
const kept = page.getByRole("status");
const shown = () => group.element().textContent ?? "";
const focus = () => (group.element().querySelector("[tabindex='0']") as HTMLElement).focus();

test("keys that come before the parts are loaded are typed into them", async () => {
  await renderInApp(() => <Filter first="" />);
  expect(shown()).toBe("mm/dd/yyyy");
  focus();
  // The segments type a kept key themselves.
  const key = new KeyboardEvent("keydown", { key: "0", bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(key);
  expect(key.defaultPrevented).toBe(true);
  await userEvent.keyboard("6152027");
  await expect.element(kept).toHaveTextContent("2027-06-15");
  await expect.poll(shown).toBe("06/15/2027");
  expect(chosen.mock.calls).toEqual([["2027-06-15"]]);
});

test("what is changed elsewhere shows, and what is left half typed is as it was", async () => {
  await renderInApp(() => <Filter first="2027-06-15" />);
  await group.hover();
  await expect.element(group.getByRole("spinbutton").first()).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(shown).toBe("mm/dd/yyyy");
  focus();
  await userEvent.keyboard("01022031");
  await expect.element(kept).toHaveTextContent("2031-01-02");
  focus();
  await userEvent.keyboard("{Backspace}{Backspace}");
  await expect.poll(shown).toBe("mm/02/2031");
  await page.getByRole("button", { name: "Clear" }).hover();
  (document.activeElement as HTMLElement).blur();
  await expect.poll(shown).toBe("01/02/2031");
  await expect.element(kept).toHaveTextContent("2031-01-02");
});

function Period() {
  const [range, setRange] = useState({ from: "2026-12-07", to: "2026-12-13" });
  return (
    <>
      <DateRangeInput
        {...range}
        labels={{ from: "From", to: "To" }}
        onValueChange={(change) => setRange({ ...range, ...change })}
      />
      <output>{`${range.from} ${range.to}`}</output>
    </>
  );
}

test("the two dates of a period are typed by themselves, or picked together", async () => {
  await renderInApp(() => <Period />);
  const to = page.getByRole("group", { name: "To" });
  await to.hover();
  await expect.element(to.getByRole("spinbutton").first()).toBeVisible();
  (to.getByRole("spinbutton").first().element() as HTMLElement).focus();
  await userEvent.keyboard("12202026");
  await expect.element(kept).toHaveTextContent("2026-12-07 2026-12-20");
  await page.getByRole("button", { name: "Open the calendar" }).click();
  await page.getByRole("button", { name: /December 14, 2026/ }).click();
  await page.getByRole("button", { name: /December 16, 2026/ }).click();
  await expect.element(kept).toHaveTextContent("2026-12-14 2026-12-16");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(await findViolations()).toEqual([]);
});
