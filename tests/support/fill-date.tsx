import { expect } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";

type Around = Pick<Locator, "getByRole">;

export const dateGroup = (name: string, around: Around = page): Locator =>
  around.getByRole("group", { name, exact: true });
export const firstPart = (name: string, around: Around = page): Locator =>
  dateGroup(name, around).getByRole("spinbutton").first();

function shownText(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(iso) ?? [];
  if (year) return `${month}/${day}/${year}`;
  const [hours = 0, minutes = 0] = iso.split(":").map(Number);
  return `${String(hours % 12 || 12).padStart(2, "0")}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
}

/** @param iso `2031-05-06` or `18:00` */
export const expectDate = (name: string, iso: string, around?: Around): Promise<void> =>
  expect
    .poll(() =>
      (dateGroup(name, around).element().textContent ?? "").replaceAll(/[\u2066\u2069]/g, "").replaceAll(/\s/g, " "),
    )
    .toBe(shownText(iso));

/** @param iso `2031-05-06` or `18:00`; an empty string clears the first part */
export async function fillDate(name: string, iso: string, around?: Around): Promise<void> {
  await dateGroup(name, around).hover();
  const first = firstPart(name, around);
  await expect.element(first).toBeVisible();
  const element = first.element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard(iso === "" ? "{Backspace}{Backspace}" : shownText(iso).replaceAll(/\W/g, ""));
  if (iso !== "") await expectDate(name, iso, around);
}
