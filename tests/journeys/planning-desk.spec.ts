import { found } from "./clubs.ts";
import { at, book, inDays, openCourt } from "./courts.ts";
import { block, box, clickAt, date, drag, eventsOf, hourPx, named, openDesk, openOther, pointAt } from "./desk.ts";
import { expect, holdUndo, test, toast } from "./journey.ts";
import { expectAccessible } from "./looks.ts";
import { ask } from "./people.ts";

test.slow();

test("at the desk one books by a click and by drawing, at a price that is seen, and takes the next free slot where somebody was faster", async ({
  another,
}) => {
  const club = await found();
  const court = await openCourt(club);
  await openOther(club, court);
  const page = await another({ token: club.token });
  await openDesk(page, club);

  await clickAt(page, 0, 10);
  await expect(box(page).getByText("€18.00", { exact: true })).toBeVisible();
  await expectAccessible(page, "the small box");
  await page.emulateMedia({ colorScheme: "light" });
  await box(page).getByRole("button", { name: "New customer" }).click();
  await box(page).getByLabel("Customer’s name").fill("Ines Morel");
  await page.keyboard.press("Enter");
  await expect(block(page, /^Ines Morel, Court A, 10:00 AM to 11:00 AM/)).toBeVisible();
  expect(await named(club, "Ines Morel")).toMatchObject({
    price: 1800,
    startTime: new Date(at(date, "10:00")).toISOString(),
  });

  const [from, to] = [await pointAt(page, 0, 12), await pointAt(page, 0, 13.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 8, { steps: 6 });
  await page.mouse.up();
  await expect(box(page).getByRole("button", { name: /1 h 30 min/ })).toHaveAttribute("aria-pressed", "true");
  await expect(box(page).getByText("€25.00", { exact: true })).toBeVisible();
  await box(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(block(page, /^Free play, Court A, 12:00 PM to 1:30 PM/)).toBeVisible();

  await clickAt(page, 0, 15);
  await box(page).getByRole("button", { name: "New customer" }).click();
  await box(page).getByLabel("Customer’s name").fill("Hugo Petit");
  await book(club, court, { token: club.token, startTime: at(date, "15:00"), name: "Faster" });
  await page.keyboard.press("Enter");
  await expect(box(page).getByRole("group", { name: "Next free:" })).toBeVisible();
  await expect(block(page, /^Faster, Court A, 3:00 PM/)).toBeVisible();
  await expect(box(page).getByLabel("Customer’s name")).toHaveValue("Hugo Petit");
  await box(page)
    .getByRole("button", { name: /3:00 PM.*Court B/ })
    .click();
  await expect(box(page).getByText("€24.00", { exact: true })).toBeVisible();
  await box(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(block(page, /^Hugo Petit, Court B, 3:00 PM/)).toBeVisible();
});

test("a move asks which price, can be taken back, and goes back by itself where it is refused", async ({ another }) => {
  const club = await found();
  const court = await openCourt(club);
  const other = await openOther(club, court);
  const startTime = at(date, "10:00");
  await book(club, court, { token: club.token, startTime, name: "Lesson" });
  await book(club, other, { token: club.token, startTime: at(date, "13:00"), name: "Match" });
  const page = await another({ token: club.token });
  await openDesk(page, club);
  const bar = page.getByRole("dialog", { name: "Move" });
  const lesson = (place: string) => block(page, new RegExp(`^Lesson, ${place}`));
  // Opaque, for only then browsers keep a picture of it; and nobody is to see that.
  const ground = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground(".planner")).toBe(await ground("main"));

  await drag(page, lesson("Court A, 10:00 AM"), await pointAt(page, 1, 10));
  await expect(bar).toContainText("€18.00");
  await expect(bar).toContainText("€24.00");
  await bar.getByText("Keep the agreed one").click();
  await bar.getByRole("button", { name: "Move" }).click();
  const undo = await holdUndo(page, "Moved to Court B, 10:00 AM");
  expect(await named(club, "Lesson")).toMatchObject({ fieldId: other.fieldId, price: 1800 });
  await undo.click();
  await expect(lesson("Court A, 10:00 AM")).toBeVisible();
  await expect.poll(async () => (await named(club, "Lesson"))?.fieldId).toBe(court.fieldId);

  await drag(page, lesson("Court A, 10:00 AM"), await pointAt(page, 1, 15));
  await bar.getByRole("button", { name: "Move" }).click();
  await expect.poll(async () => (await named(club, "Lesson"))?.price).toBe(2400);
  await expect(lesson("Court B, 3:00 PM")).toBeVisible();

  await drag(page, lesson("Court B, 3:00 PM"), await pointAt(page, 1, 13));
  await expect(page.getByRole("alert")).toContainText("Taken: Match, 1:00 PM – 2:00 PM");
  await expect(lesson("Court B, 3:00 PM")).toBeVisible();
  expect(await named(club, "Lesson")).toMatchObject({ startTime: new Date(at(date, "15:00")).toISOString() });
  await page.getByRole("alert").getByRole("button", { name: "Close" }).click();

  const pulled = page.locator("[data-item][data-edges=both]").filter({ hasText: "Lesson" });
  const bounds = await pulled.boundingBox();
  if (!bounds) throw new Error("It has no edge");
  const [middle, edge] = [bounds.x + bounds.width / 2, bounds.y + bounds.height - 4];
  await page.mouse.move(middle, edge);
  await expect(pulled).toHaveAttribute("data-near");
  expect(await pulled.evaluate((its) => getComputedStyle(its, "::after").cursor)).toBe("ns-resize");
  await page.mouse.down();
  await page.mouse.move(middle, edge + hourPx / 2, { steps: 4 });
  await page.mouse.up();
  await expect(bar).toContainText("€36.00");
  await bar.getByText("Another price").click();
  await bar.getByLabel(/Customized price/).fill("30");
  await bar.getByLabel("Reason for this price").fill("As agreed on the phone");
  await bar.getByRole("button", { name: "Move" }).click();
  await expect.poll(async () => (await named(club, "Lesson"))?.price).toBe(3000);
});

test("dates of a series move together, and back together", async ({ another }) => {
  const club = await found();
  const court = await openCourt(club);
  await openOther(club, court);
  const dates = [0, 1, 2].map((weeks) => inDays(4 + 7 * weeks));
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const template = {
    fieldId: court.fieldId,
    startTime: at(date, "10:00"),
    duration: 60,
    name: "School",
    type: "training",
  };
  const body = { template, rule: { weekdays: [weekday], count: 3 }, dates: dates.map((on) => ({ date: on })) };
  await ask("POST", `/organizations/${club.id}/event-series`, { token: club.token, body });
  const hoursOf = async () => {
    const all = await Promise.all(dates.map((on) => eventsOf(club, on)));
    return all
      .flat()
      .map(({ startTime }, index) => startTime === new Date(at(dates[index] ?? "", "12:00")).toISOString());
  };
  const page = await another({ token: club.token });
  await openDesk(page, club);
  await drag(page, block(page, /^School, Court A, 10:00 AM/), await pointAt(page, 0, 12));
  const bar = page.getByRole("dialog", { name: "Move" });
  await bar.getByText("This and the following").click();
  await bar.getByRole("button", { name: "Move" }).click();
  const undo = await holdUndo(page, "3 events saved");
  await expect(block(page, /^School, Court A, 12:00 PM/)).toBeVisible();
  expect(await hoursOf()).toEqual([true, true, true]);
  await undo.click();
  await expect(block(page, /^School, Court A, 10:00 AM/)).toBeVisible();
  await expect.poll(hoursOf).toEqual([false, false, false]);
});

test("times are taken out of sale and weeks are booked from the same small box, and an event is edited beside the grid", async ({
  another,
}) => {
  const club = await found();
  const court = await openCourt(club);
  await openOther(club, court);
  await book(club, court, { token: club.token, startTime: at(date, "09:00"), name: "Lesson" });
  const page = await another({ token: club.token });
  await openDesk(page, club);

  await clickAt(page, 1, 11);
  await box(page).getByText("Block", { exact: true }).first().click();
  await box(page).getByRole("button", { name: "Maintenance" }).click();
  await box(page).getByLabel("Text for customers").fill("The floor is being waxed");
  await box(page).getByRole("button", { name: "Block", exact: true }).click();
  await expect(block(page, /^Maintenance, Court B, 11:00 AM/)).toBeVisible();
  expect(await named(club, "Maintenance")).toMatchObject({ kind: "block", description: "The floor is being waxed" });

  await clickAt(page, 0, 13);
  await box(page).getByText("Series", { exact: true }).click();
  await box(page).getByLabel("Number of dates").fill("3");
  await expect(box(page).getByText("3 free")).toBeVisible();
  await expect(box(page).getByText("Total €54.00")).toBeVisible();
  await box(page).getByRole("button", { name: "Book the series" }).click();
  await expect(toast(page, "Series created")).toBeVisible();
  await expect(block(page, /^Free play, Court A, 1:00 PM/)).toBeVisible();
  expect(await eventsOf(club, inDays(18))).toHaveLength(1);

  await drag(page, block(page, /^Free play, Court A, 1:00 PM/), await pointAt(page, 0, 15));
  const bar = page.getByRole("dialog", { name: "Move" });
  await expect(bar.getByRole("radio", { name: "This one" })).toBeChecked();
  await bar.getByText("This and the following").click();
  await bar.getByRole("button", { name: "Move" }).click();
  await expect(toast(page, "3 events saved")).toBeVisible();
  await expect(block(page, /^Free play, Court A, 3:00 PM/)).toBeVisible();
  const later = new Date(at(inDays(18), "15:00")).toISOString();
  expect(await eventsOf(club, inDays(18))).toMatchObject([{ startTime: later }]);

  await block(page, /^Lesson, Court A, 9:00 AM/).click();
  const panel = page.getByRole("complementary", { name: "Event", exact: true });
  await expect(panel).toContainText("€18.00");
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByLabel("People").fill("3");
  await panel.getByLabel("Name", { exact: true }).fill("Private lesson");
  // Meanwhile a colleague writes something else.
  const { data } = await ask<{ id: string }[]>("GET", `/organizations/${club.id}/events?date=${date}&search=Lesson`, {
    token: club.token,
  });
  const path = `/organizations/${club.id}/events/${data[0]?.id}`;
  await ask("PATCH", path, { token: club.token, body: { notes: "Bring shoes" } });
  await expect(panel.getByText("Somebody has changed this meanwhile")).toBeVisible();
  await panel.getByRole("button", { name: "Keep what I typed" }).click();
  // What is typed there is not given up unasked.
  const asked = page.getByRole("alertdialog");
  await block(page, /^Free play, Court A, 3:00 PM/).click();
  await asked.getByRole("button", { name: "Stay here" }).click();
  await expect(panel.getByLabel("People")).toHaveValue("3");
  await page.keyboard.press("Escape");
  await asked.getByRole("button", { name: "Stay here" }).click();
  await page.getByText("Week", { exact: true }).click();
  await asked.getByRole("button", { name: "Stay here" }).click();
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(block(page, /^Private lesson, Court A, 9:00 AM/)).toBeVisible();
  const { data: saved } = await ask("GET", path, { token: club.token });
  expect(saved).toMatchObject({ name: "Private lesson", people: 3, notes: "Bring shoes" });
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByLabel("People").fill("4");
  await block(page, /^Free play, Court A, 3:00 PM/).click();
  await asked.getByRole("button", { name: "Leave" }).click();
  await expect(panel.getByRole("heading", { name: "Free play" })).toBeVisible();
  await expect(asked).toHaveCount(0);
});
