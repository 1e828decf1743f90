import { found } from "./clubs.ts";
import { at, book, openCourt } from "./courts.ts";
import { block, box, date, named, openDesk, openOther, pointAt } from "./desk.ts";
import { expect, type Page, test, toast } from "./journey.ts";

test.slow();

async function draw(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 8, { steps: 8 });
  await page.mouse.up();
  await expect(box(page)).toBeVisible();
}

test("drawn over several courts, a booking says which of them is taken, and a block stands around it", async ({
  another,
}) => {
  const club = await found();
  const court = await openCourt(club);
  const other = await openOther(club, court);
  await book(club, court, { token: club.token, startTime: at(date, "12:00"), name: "Adagio" });
  const page = await another({ token: club.token });
  await openDesk(page, club);

  await draw(page, await pointAt(page, 0, 10), await pointAt(page, 1, 13));
  await expect(toast(page, "Taken then and left out: Court A")).toBeVisible();
  await expect(box(page).getByRole("button", { name: "Book", exact: true })).toBeVisible();
  await box(page).getByText("Block", { exact: true }).click();
  await expect(box(page).getByText("1 booking is inside")).toBeVisible();
  await expect(box(page).getByRole("button", { name: "Block (2)" })).toBeVisible();
  await page.keyboard.press("Escape");

  await book(club, other, { token: club.token, startTime: at(date, "10:00"), name: "Bourrée" });
  await expect(block(page, /^Bourrée, Court B/)).toBeVisible();
  await draw(page, await pointAt(page, 0, 9), await pointAt(page, 1, 13));
  await box(page).getByText("Block", { exact: true }).click();
  await expect(box(page).getByRole("button", { name: "Block (2)" })).toBeVisible();
  expect(await named(club, "Adagio")).toBeDefined();
});
