/** Date and time fields, typed part by part. */
import { expect, type Locator, type Page } from "@playwright/test";

type Around = Page | Locator;

export const dateField = (around: Around, name: string): Locator =>
  around.locator("[data-date-input]").getByRole("group", { name, exact: true });

export const firstPart = (around: Around, name: string): Locator =>
  dateField(around, name).getByRole("spinbutton").first();

const isFrench = async (field: Locator) => (await field.page().locator("html").getAttribute("lang")) === "fr";

function shownText(iso: string, french: boolean): string {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)/.exec(iso) ?? [];
  if (year) return french ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
  const [hour = "", minute = ""] = iso.split(":");
  const hours = Number(hour);
  return french ? iso : `${String(hours % 12 || 12).padStart(2, "0")}:${minute} ${hours < 12 ? "AM" : "PM"}`;
}

/** Invisible direction marks around the parts of a time. */
const unseen = "[\\u2066\\u2069]*";
const asPattern = (text: string) =>
  new RegExp(`^${unseen}${[...text].map((sign) => (sign === " " ? "\\s" : `${sign}${unseen}`)).join("")}$`);

/** @param iso `2031-05-06` or `18:00` */
export async function expectDate(around: Around, name: string, iso: string): Promise<void> {
  const field = dateField(around, name);
  await expect(field).toHaveText(asPattern(shownText(iso, await isFrench(field))));
}

/** @param iso `2031-05-06` or `18:00` */
export async function fillDate(around: Around, name: string, iso: string): Promise<void> {
  const field = dateField(around, name);
  // Filters load their parts on hover or focus.
  await field.hover();
  await firstPart(around, name).focus();
  const keys = shownText(iso, await isFrench(field)).replaceAll(/\W/g, "");
  await field.page().keyboard.type(keys);
  await expectDate(around, name, iso);
}

export async function jumpTo(page: Page, name: string, iso: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await fillDate(page.getByRole("dialog", { name, exact: true }), name, iso);
  await page.keyboard.press("Enter");
}
