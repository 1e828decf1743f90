import { type Club, createClub } from "#tests/journeys/clubs.ts";
import { createBooking, createCourt, toInstant } from "#tests/journeys/courts.ts";
import { createSecondCourt, findEventByName, hourPx, planningDate } from "#tests/journeys/planning-steps.ts";
import { callApi } from "#tests/journeys/people.ts";
import type { Point } from "./browser.ts";
import { expect, telephone, test } from "./browser-test.ts";
import type { Locator, Page } from "./page.ts";

const firstHour = 8;
/** The finger rests longer than what makes a press a drag. */
const longPressMs = 700;

const eventBlock = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("button", { name });
const quickBooking = (page: Page) => page.getByRole("dialog", { name: /Create event|Créer un événement/ });
const moveBar = (page: Page) => page.getByRole("dialog", { name: "Move" });
const startOf = async (club: Club, name: string) => (await findEventByName(club, name))?.startTime;
const at = (time: string) => new Date(toInstant(planningDate, time)).toISOString();

async function createCourts() {
  const club = await createClub();
  const court = await createCourt(club);
  const second = await createSecondCourt(club, court);
  return { club, court, second };
}

async function openPlanning(page: Page, club: Club): Promise<void> {
  await page.goto(`/organizations/${club.id}/planning?date=${planningDate}&view=day`);
  await page.getByRole("grid").waitFor();
  await page.waitUntilLoaded();
}

async function pointOnLane(page: Page, index: number, hour: number): Promise<Point> {
  const { box } = await page.locator("[data-lane]").nth(index).waitFor();
  return { x: Math.round(box.x + 60), y: Math.round(box.y + (hour - firstHour) * hourPx + 6) };
}

async function pointOn(block: Locator): Promise<Point> {
  const { box } = await block.waitFor();
  return { x: Math.round(box.x + 60), y: Math.round(box.y + Math.min(6, box.height / 2)) };
}

test("by pointer one books by a click and by drawing, moves by dragging, and takes it back", async ({ open }) => {
  const { club, court, second } = await createCourts();
  const page = await open({ token: club.token });
  await openPlanning(page, club);

  await page.click(await pointOnLane(page, 0, 10));
  await quickBooking(page).getByText("€18.00", { exact: true }).waitFor();
  await quickBooking(page).getByRole("button", { name: "New customer" }).click();
  await quickBooking(page).getByLabel("Customer’s name").fill("Inès Morel");
  await page.press("Enter");
  await eventBlock(page, /^Inès Morel, Court A, 10:00 AM to 11:00 AM/).waitFor();
  expect(await findEventByName(club, "Inès Morel")).toMatchObject({ price: 1800, startTime: at("10:00") });

  const [from, to] = [await pointOnLane(page, 0, 12), await pointOnLane(page, 0, 13.5)];
  await page.drag(from, { ...to, y: to.y - 8 });
  const duration = quickBooking(page).getByRole("button", { name: /1 h 30 min/ });
  await duration.waitFor(({ attributes }) => attributes["aria-pressed"] === "true", "is pressed");
  await quickBooking(page).getByText("€25.00", { exact: true }).waitFor();
  await page.waitUntilLoaded();
  await quickBooking(page).getByRole("button", { name: "Book", exact: true }).click();
  await eventBlock(page, /^Free play, Court A, 12:00 PM to 1:30 PM/).waitFor();

  await page.drag(await pointOn(eventBlock(page, /^Inès Morel/)), await pointOnLane(page, 1, 15));
  await moveBar(page).waitForText("€24.00");
  await moveBar(page).getByText("Keep the agreed one").click();
  await moveBar(page).getByRole("button", { name: "Move" }).click();
  await eventBlock(page, /^Inès Morel, Court B, 3:00 PM/).waitFor();
  const moved = { fieldId: second.fieldId, price: 1800, startTime: at("15:00") };
  await expect.poll(() => findEventByName(club, "Inès Morel")).toMatchObject(moved);
  await page.getByRole("button", { name: "Undo" }).click();
  await eventBlock(page, /^Inès Morel, Court A, 10:00 AM/).waitFor();
  await expect.poll(async () => (await findEventByName(club, "Inès Morel"))?.fieldId).toBe(court.fieldId);

  const { box } = await page.locator("[data-item][data-edges=both]").withText("Inès Morel").waitFor();
  const edge = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height - 4) };
  await page.drag(edge, { ...edge, y: edge.y + hourPx / 2 });
  await moveBar(page).getByRole("button", { name: "Move" }).click();
  await eventBlock(page, /^Inès Morel, Court A, 10:00 AM to 11:30 AM/).waitFor();
});

test("by touch one books by a tap, moves after a long press, and a swipe moves nothing", async ({ open }) => {
  const { club } = await createCourts();
  const page = await open({ token: club.token, hasTouch: true, viewport: { width: 1024, height: 768 } });
  await openPlanning(page, club);

  await page.browser.touch([await pointOnLane(page, 0, 10)], 0);
  // The box moves when it has its price.
  await quickBooking(page).getByText("€18.00", { exact: true }).waitFor();
  await page.waitUntilLoaded();
  await quickBooking(page).getByRole("button", { name: "New customer" }).tap();
  await quickBooking(page).getByLabel("Customer’s name").fill("Hugo Petit");
  await quickBooking(page).getByRole("button", { name: "Book", exact: true }).tap();
  const hugo = eventBlock(page, /^Hugo Petit, Court A, 10:00 AM/);
  await hugo.waitFor();

  const start = await pointOn(hugo);
  const to = (x: number, y: number) => [0.25, 0.5, 0.75, 1].map((part) => stepBetween(start, { x, y }, part));
  await page.browser.touch([start, ...to(start.x, start.y + hourPx)], 0);
  expect(await moveBar(page).count()).toBe(0);
  expect(await startOf(club, "Hugo Petit")).toBe(at("10:00"));

  const { x, y } = await pointOnLane(page, 0, 12);
  await page.browser.touch([await pointOn(hugo), ...to(x, y)], longPressMs);
  await moveBar(page).getByRole("button", { name: "Move" }).tap();
  await eventBlock(page, /^Hugo Petit, Court A, 12:00 PM/).waitFor();
  await expect.poll(() => startOf(club, "Hugo Petit")).toBe(at("12:00"));
});

const stepBetween = (from: Point, to: Point, part: number): Point => ({
  x: Math.round(from.x + (to.x - from.x) * part),
  y: Math.round(from.y + (to.y - from.y) * part),
});

test("by keys one finds, moves, takes back, books, and cancels", async ({ open }) => {
  const { club, court } = await createCourts();
  for (const [name, time] of [
    ["Badinage", "10:00"],
    ["Marivaux", "12:00"],
  ] as const)
    await createBooking(club, court, { token: club.token, name, startTime: toInstant(planningDate, time) });
  const page = await open({ token: club.token });
  await openPlanning(page, club);
  const cell = (name: string) => page.getByRole("button", { name, exact: true });
  await eventBlock(page, /^Badinage/).waitFor();

  await page.press("/");
  await page.getByRole("combobox", { name: "Search everything" }).waitForFocus();
  await page.type("marivaux");
  await page.press("Enter");
  await page.getByRole("heading", { name: "Marivaux", exact: true }).waitFor();
  await page.press("Escape");
  await eventBlock(page, /^Marivaux, Court A, 12:00 PM to 1:00 PM/).waitForFocus();
  await page.press("Shift+Tab");
  await eventBlock(page, /^Badinage/).waitForFocus();

  await page.press("m");
  await page.press("ArrowRight");
  await page.press("Enter");
  await page.getByRole("button", { name: "Move", exact: true }).waitForFocus();
  await page.press("Enter");
  await page.getByText("Moved to Court B, 10:00 AM", { exact: true }).waitFor();
  await page.press("Control+z");
  await eventBlock(page, /^Badinage, Court A, 10:00 AM/).waitFor();

  await eventBlock(page, /^Badinage/).focus();
  await page.press("ArrowRight");
  await cell("Court B, 10:00 AM, free").waitForFocus();
  await page.press("Enter");
  await quickBooking(page).waitForFocus();
  await page.press("Enter");
  await eventBlock(page, /^Free play, Court B, 10:00 AM/).waitForFocus();

  await eventBlock(page, /^Marivaux/).focus();
  await page.press("c");
  const question = page.getByRole("dialog", { name: /Marivaux/ });
  await question.waitForFocus();
  await question.waitForText("Nothing was paid, so nothing is refunded.");
  await page.press("Escape");
  await eventBlock(page, /^Marivaux/).waitForFocus();
  await page.press("c");
  await question.waitForFocus();
  await question.getByLabel("Reason").fill("Rain");
  await page.press("Enter");
  await eventBlock(page, /^Marivaux/).waitUntilGone();
});

test("on a telephone the team books by a finger, in French", async ({ open }) => {
  const { club } = await createCourts();
  const page = await open({ token: club.token, hasTouch: true, viewport: telephone, language: "fr" });
  await openPlanning(page, club);
  await page.browser.touch([await pointOnLane(page, 0, 10)], 0);
  await quickBooking(page)
    .getByText(/18,00\s€/)
    .first()
    .waitFor();
  await quickBooking(page).getByRole("button", { name: "Nouveau client" }).tap();
  await quickBooking(page).getByLabel("Nom du client").fill("Inès Morel");
  await quickBooking(page).getByRole("button", { name: "Réserver", exact: true }).tap();
  await eventBlock(page, /^Inès Morel, Court A/).waitFor();
  expect(await findEventByName(club, "Inès Morel")).toMatchObject({ price: 1800 });
});

test("what was paid is canceled from the planning with its refund, which can be taken back", async ({ open }) => {
  const { club, court } = await createCourts();
  const startTime = toInstant(planningDate, "11:00");
  const eventId = await createBooking(club, court, { token: club.token, startTime, name: "Paid hour" });
  const path = `/organizations/${club.id}/events/${eventId}`;
  await callApi("POST", `${path}/payments`, { token: club.token, body: { method: "cash", amount: 1800 } });
  const page = await open({ token: club.token });
  await openPlanning(page, club);
  await eventBlock(page, /^Paid hour/).click();
  const panel = page.getByRole("complementary", { name: "Event", exact: true });
  await panel.waitForText("€18.00");
  await panel.getByRole("button", { name: "Cancel event" }).click();
  const question = page.getByRole("dialog", { name: /Paid hour/ });
  await question.waitForText("all of it is refunded until");
  await question.getByRole("radio", { name: "In full" }).waitFor(({ isChecked }) => isChecked, "is chosen");
  await question.getByLabel("Reason").fill("The court is under water");
  await question.getByRole("button", { name: "Cancel event" }).click();
  await page.getByText("Event canceled. Refund of €18.00 under way.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await eventBlock(page, /^Paid hour/).waitFor();
  await expect.poll(() => startOf(club, "Paid hour")).toBe(at("11:00"));
});
