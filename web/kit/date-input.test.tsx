import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useDateInput } from "./date-input.ts";
import { stage, strike } from "./stage.tsx";

const chosen = vi.fn<(date: string) => void>();
afterEach(strike);
beforeEach(() => chosen.mockClear());

/** What is kept elsewhere comes back late, as from an address. */
function Filter({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  const keep = (date: string) => {
    chosen(date);
    setTimeout(() => setValue(date), 50);
  };
  return (
    <>
      <input type="date" aria-label="On the day" {...useDateInput(value, keep)} />
      <button type="button" onClick={() => setValue("")}>
        Clear
      </button>
      <output>{value}</output>
    </>
  );
}
const input = page.getByLabelText("On the day");
const kept = page.getByRole("status");

test("a date is typed sign by sign, and is one when its year is", async () => {
  await stage(() => <Filter first="" />);
  (input.element() as HTMLElement).focus();
  await userEvent.keyboard("06152027");
  await expect.element(kept).toHaveTextContent("2027-06-15");
  await expect.element(input).toHaveValue("2027-06-15");
  expect(chosen.mock.calls).toEqual([["2027-06-15"]]);
});

test("what is changed elsewhere shows, and what is left half typed is as it was", async () => {
  await stage(() => <Filter first="2027-06-15" />);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.element(input).toHaveValue("");
  await input.fill("2031-01-02");
  await expect.element(kept).toHaveTextContent("2031-01-02");
  (input.element() as HTMLElement).focus();
  await userEvent.keyboard("{Tab}{Tab}0");
  await page.getByRole("button", { name: "Clear" }).hover();
  (input.element() as HTMLElement).blur();
  await expect.element(input).toHaveValue("2031-01-02");
});
