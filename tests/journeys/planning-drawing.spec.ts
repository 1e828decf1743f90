import { createClub } from "./clubs.ts";
import { toInstant, createBooking, createCourt } from "./courts.ts";
import {
  eventBlock,
  quickBookingDialog,
  planningDate,
  findEventByName,
  openPlanning,
  createSecondCourt,
  pointOnLane,
} from "./planning-steps.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";

test.slow();

async function draw(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 8, { steps: 8 });
  await page.mouse.up();
  await expect(quickBookingDialog(page)).toBeVisible();
}

test("drawn over several courts, a booking says which of them is taken, and a block stands around it", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const other = await createSecondCourt(club, court);
  await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, "12:00"), name: "Adagio" });
  const page = await another({ token: club.token });
  await openPlanning(page, club);

  await draw(page, await pointOnLane(page, 0, 10), await pointOnLane(page, 1, 13));
  await expect(toast(page, "Not free at that time, so not selected: Court A")).toBeVisible();
  await expect(quickBookingDialog(page).getByRole("button", { name: "Book", exact: true })).toBeVisible();
  await quickBookingDialog(page).getByText("Block", { exact: true }).click();
  await expect(quickBookingDialog(page).getByText("1 booking is inside")).toBeVisible();
  await expect(quickBookingDialog(page).getByRole("button", { name: "Block (2)" })).toBeVisible();
  await page.keyboard.press("Escape");

  await createBooking(club, other, { token: club.token, startTime: toInstant(planningDate, "10:00"), name: "Bourrée" });
  await expect(eventBlock(page, /^Bourrée, Court B/)).toBeVisible();
  await draw(page, await pointOnLane(page, 0, 9), await pointOnLane(page, 1, 13));
  await quickBookingDialog(page).getByText("Block", { exact: true }).click();
  await expect(quickBookingDialog(page).getByRole("button", { name: "Block (2)" })).toBeVisible();
  expect(await findEventByName(club, "Adagio")).toBeDefined();
});

test("a block is begun by a button of the planning, by the search and on the page of its field", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createSecondCourt(club, court);
  const page = await another({ token: club.token });
  const form = quickBookingDialog(page);
  const isBlock = () => expect(form.getByRole("textbox", { name: "Reason" })).toBeVisible();
  await page.goto(`/organizations/${club.id}/planning`);
  await page.getByRole("button", { name: "Block time" }).click();
  await isBlock();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("block time");
  await page.getByRole("option", { name: "Block time", exact: true }).click();
  await isBlock();
  await expect(page).toHaveURL(/planning$/);
  await page.keyboard.press("Escape");
  await page.goto(`/organizations/${club.id}/fields/${court.fieldId}`);
  await expect(page.getByRole("term").filter({ hasText: "Now" })).toBeVisible();
  await page.getByRole("link", { name: "Block time" }).click();
  await isBlock();
  await expect(form).toContainText("Court A");
  await form.getByRole("button", { name: "Weather" }).click();
  await form.getByRole("button", { name: "Block", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("grid").getByRole("button", { name: /Weather/ })).toBeVisible();
});
