import { createClub } from "./clubs.ts";
import { addDays, toInstant, createBooking, createCourt } from "./courts.ts";
import {
  eventBlock,
  quickBookingDialog,
  clickLane,
  planningDate,
  dragTo,
  listApprovedEvents,
  hourPx,
  findEventByName,
  openPlanning,
  createSecondCourt,
  pointOnLane,
} from "./planning-steps.ts";
import { expect, hoverUndoButton, test, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

test("at the desk one books by a click and by drawing, at a price that is seen, and takes the next free slot where somebody was faster", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createSecondCourt(club, court);
  const page = await another({ token: club.token });
  await openPlanning(page, club);

  await clickLane(page, 0, 10);
  await expect(quickBookingDialog(page).getByText("€18.00", { exact: true })).toBeVisible();
  await expectAccessible(page, "the small box");
  await page.emulateMedia({ colorScheme: "light" });
  await quickBookingDialog(page).getByRole("button", { name: "New customer" }).click();
  await quickBookingDialog(page).getByLabel("Customer’s name").fill("Ines Morel");
  await page.keyboard.press("Enter");
  await expect(eventBlock(page, /^Ines Morel, Court A, 10:00 AM to 11:00 AM/)).toBeVisible();
  expect(await findEventByName(club, "Ines Morel")).toMatchObject({
    price: 1800,
    startTime: new Date(toInstant(planningDate, "10:00")).toISOString(),
  });

  const [from, to] = [await pointOnLane(page, 0, 12), await pointOnLane(page, 0, 13.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 8, { steps: 6 });
  await page.mouse.up();
  await expect(quickBookingDialog(page).getByRole("button", { name: /1 h 30 min/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(quickBookingDialog(page).getByText("€25.00", { exact: true })).toBeVisible();
  await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(eventBlock(page, /^Free play, Court A, 12:00 PM to 1:30 PM/)).toBeVisible();

  await clickLane(page, 0, 15);
  await quickBookingDialog(page).getByRole("button", { name: "New customer" }).click();
  await quickBookingDialog(page).getByLabel("Customer’s name").fill("Hugo Petit");
  await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, "15:00"), name: "Faster" });
  await page.keyboard.press("Enter");
  await expect(quickBookingDialog(page).getByRole("group", { name: "Next free:" })).toBeVisible();
  await expect(eventBlock(page, /^Faster, Court A, 3:00 PM/)).toBeVisible();
  await expect(quickBookingDialog(page).getByLabel("Customer’s name")).toHaveValue("Hugo Petit");
  await quickBookingDialog(page)
    .getByRole("button", { name: /3:00 PM.*Court B/ })
    .click();
  await expect(quickBookingDialog(page).getByText("€24.00", { exact: true })).toBeVisible();
  await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(eventBlock(page, /^Hugo Petit, Court B, 3:00 PM/)).toBeVisible();
});

test("a move asks which price, can be taken back, and goes back by itself where it is refused", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const other = await createSecondCourt(club, court);
  const startTime = toInstant(planningDate, "10:00");
  await createBooking(club, court, { token: club.token, startTime, name: "Lesson" });
  await createBooking(club, other, { token: club.token, startTime: toInstant(planningDate, "13:00"), name: "Match" });
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  const bar = page.getByRole("dialog", { name: "Move" });
  const lesson = (place: string) => eventBlock(page, new RegExp(`^Lesson, ${place}`));
  // Browsers cache a layer only with an opaque background, which must look like the page's.
  const ground = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground(".planner")).toBe(await ground("main"));

  await dragTo(page, lesson("Court A, 10:00 AM"), await pointOnLane(page, 1, 10));
  await expect(bar).toContainText("€18.00");
  await expect(bar).toContainText("€24.00");
  await bar.getByText("Keep the agreed one").click();
  await bar.getByRole("button", { name: "Move" }).click();
  const undo = await hoverUndoButton(page, "Moved to Court B, 10:00 AM");
  expect(await findEventByName(club, "Lesson")).toMatchObject({ fieldId: other.fieldId, price: 1800 });
  await undo.click();
  await expect(lesson("Court A, 10:00 AM")).toBeVisible();
  await expect.poll(async () => (await findEventByName(club, "Lesson"))?.fieldId).toBe(court.fieldId);

  await dragTo(page, lesson("Court A, 10:00 AM"), await pointOnLane(page, 1, 15));
  await bar.getByRole("button", { name: "Move" }).click();
  await expect.poll(async () => (await findEventByName(club, "Lesson"))?.price).toBe(2400);
  await expect(lesson("Court B, 3:00 PM")).toBeVisible();

  await dragTo(page, lesson("Court B, 3:00 PM"), await pointOnLane(page, 1, 13));
  await expect(page.getByRole("alert")).toContainText("Taken: Match, 1:00 PM – 2:00 PM");
  await expect(lesson("Court B, 3:00 PM")).toBeVisible();
  expect(await findEventByName(club, "Lesson")).toMatchObject({
    startTime: new Date(toInstant(planningDate, "15:00")).toISOString(),
  });
  await page.getByRole("alert").getByRole("button", { name: "Close" }).click();

  const pulled = page.locator("[data-item][data-edges=both]").filter({ hasText: "Lesson" });
  const bounds = await pulled.boundingBox();
  if (!bounds) throw new Error("It has no edge");
  const [middle, edge] = [bounds.x + bounds.width / 2, bounds.y + bounds.height - 4];
  await page.mouse.move(middle, edge);
  await expect(pulled).toHaveAttribute("data-hovered");
  expect(await pulled.evaluate((element) => getComputedStyle(element, "::after").cursor)).toBe("ns-resize");
  await page.mouse.down();
  await page.mouse.move(middle, edge + hourPx / 2, { steps: 4 });
  await page.mouse.up();
  await expect(bar).toContainText("€36.00");
  await bar.getByText("Another price").click();
  await bar.getByLabel(/Customized price/).fill("30");
  await bar.getByLabel("Reason for this price").fill("As agreed on the phone");
  await bar.getByRole("button", { name: "Move" }).click();
  await expect.poll(async () => (await findEventByName(club, "Lesson"))?.price).toBe(3000);
});

test("dates of a series move together, and back together", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createSecondCourt(club, court);
  const dates = [0, 1, 2].map((weeks) => addDays(planningDate, 7 * weeks));
  const weekday = Temporal.PlainDate.from(planningDate).dayOfWeek;
  const template = {
    fieldId: court.fieldId,
    startTime: toInstant(planningDate, "10:00"),
    duration: 60,
    name: "School",
    type: "training",
  };
  const body = { template, rule: { weekdays: [weekday], count: 3 }, dates: dates.map((on) => ({ date: on })) };
  await callApi("POST", `/organizations/${club.id}/event-series`, { token: club.token, body });
  const hoursOf = async () => {
    const all = await Promise.all(dates.map((on) => listApprovedEvents(club, on)));
    return all
      .flat()
      .map(({ startTime }, index) => startTime === new Date(toInstant(dates[index] ?? "", "12:00")).toISOString());
  };
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  await dragTo(page, eventBlock(page, /^School, Court A, 10:00 AM/), await pointOnLane(page, 0, 12));
  const bar = page.getByRole("dialog", { name: "Move" });
  await bar.getByText("This and the following").click();
  await bar.getByRole("button", { name: "Move" }).click();
  const undo = await hoverUndoButton(page, "3 events saved");
  await expect(eventBlock(page, /^School, Court A, 12:00 PM/)).toBeVisible();
  expect(await hoursOf()).toEqual([true, true, true]);
  await undo.click();
  await expect(eventBlock(page, /^School, Court A, 10:00 AM/)).toBeVisible();
  await expect.poll(hoursOf).toEqual([false, false, false]);
});

test("times are taken out of sale and weeks are booked from the same small box, and an event is edited beside the grid", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createSecondCourt(club, court);
  await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, "09:00"), name: "Lesson" });
  const page = await another({ token: club.token });
  await openPlanning(page, club);

  await clickLane(page, 1, 11);
  await quickBookingDialog(page).getByText("Block", { exact: true }).first().click();
  await quickBookingDialog(page).getByRole("button", { name: "Maintenance" }).click();
  await quickBookingDialog(page).getByLabel("Text for customers").fill("The floor is being waxed");
  await quickBookingDialog(page).getByRole("button", { name: "Block", exact: true }).click();
  await expect(eventBlock(page, /^Maintenance, Court B, 11:00 AM/)).toBeVisible();
  expect(await findEventByName(club, "Maintenance")).toMatchObject({
    kind: "block",
    description: "The floor is being waxed",
  });

  await clickLane(page, 0, 13);
  await quickBookingDialog(page).getByText("Series", { exact: true }).click();
  await quickBookingDialog(page).getByLabel("Number of dates").fill("3");
  await expect(quickBookingDialog(page).getByText("3 free")).toBeVisible();
  await expect(quickBookingDialog(page).getByText("Total €54.00")).toBeVisible();
  await quickBookingDialog(page).getByRole("button", { name: "Book the series" }).click();
  await expect(toast(page, "Series created")).toBeVisible();
  await expect(eventBlock(page, /^Free play, Court A, 1:00 PM/)).toBeVisible();
  expect(await listApprovedEvents(club, addDays(planningDate, 14))).toHaveLength(1);

  await dragTo(page, eventBlock(page, /^Free play, Court A, 1:00 PM/), await pointOnLane(page, 0, 15));
  const bar = page.getByRole("dialog", { name: "Move" });
  await expect(bar.getByRole("radio", { name: "This one" })).toBeChecked();
  await bar.getByText("This and the following").click();
  await bar.getByRole("button", { name: "Move" }).click();
  await expect(toast(page, "3 events saved")).toBeVisible();
  await expect(eventBlock(page, /^Free play, Court A, 3:00 PM/)).toBeVisible();
  const later = new Date(toInstant(addDays(planningDate, 14), "15:00")).toISOString();
  expect(await listApprovedEvents(club, addDays(planningDate, 14))).toMatchObject([{ startTime: later }]);

  await eventBlock(page, /^Lesson, Court A, 9:00 AM/).click();
  const panel = page.getByRole("complementary", { name: "Event", exact: true });
  await expect(panel).toContainText("€18.00");
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByLabel("People").fill("3");
  await panel.getByLabel("Name", { exact: true }).fill("Private lesson");
  const { data } = await callApi<{ id: string }[]>(
    "GET",
    `/organizations/${club.id}/events?date=${planningDate}&search=Lesson`,
    {
      token: club.token,
    },
  );
  const path = `/organizations/${club.id}/events/${data[0]?.id}`;
  await callApi("PATCH", path, { token: club.token, body: { notes: "Bring shoes" } });
  await expect(panel.getByText("Somebody has changed this meanwhile")).toBeVisible();
  await panel.getByRole("button", { name: "Keep what I typed" }).click();
  const dialog = page.getByRole("alertdialog");
  await eventBlock(page, /^Free play, Court A, 3:00 PM/).click();
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await expect(panel.getByLabel("People")).toHaveValue("3");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await page.getByText("Week", { exact: true }).click();
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(eventBlock(page, /^Private lesson, Court A, 9:00 AM/)).toBeVisible();
  const { data: saved } = await callApi("GET", path, { token: club.token });
  expect(saved).toMatchObject({ name: "Private lesson", people: 3, notes: "Bring shoes" });
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByLabel("People").fill("4");
  await eventBlock(page, /^Free play, Court A, 3:00 PM/).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(panel.getByRole("heading", { name: "Free play" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("the panel moves a booking to a free time, keeps its duration, and offers what is free instead of a time that is taken", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const other = await createSecondCourt(club, court);
  const book = (hour: string, name: string) =>
    createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, hour), name });
  await book("10:00", "Lesson");
  await book("12:00", "Match");
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  await eventBlock(page, /^Lesson/).click();
  const panel = page.getByRole("complementary", { name: "Event", exact: true });
  await panel.getByRole("button", { name: "Move" }).click();
  const free = panel.getByRole("group", { name: "Free times" });
  await expect(free.getByRole("button", { name: /^10:00 AM/, pressed: true })).toBeVisible();
  await expect(free.getByRole("button", { name: /^12:00 PM/ })).toHaveCount(0);
  await expectAccessible(page, "the panel that moves a booking");
  await free.getByRole("button", { name: /^2:00 PM/ }).click();
  await book("14:00", "Faster");
  await panel.getByRole("button", { name: "Move", exact: true }).click();
  await expect(panel.getByText("No slot available for this date and this facility.").first()).toBeVisible();
  const instead = panel.getByRole("group", { name: "Free instead:" });
  await instead.getByRole("button", { name: /2:00 PM\s*Court B/ }).click();
  await panel.getByRole("button", { name: "Move", exact: true }).click();
  await expect(eventBlock(page, /^Lesson, Court B, 2:00 PM/)).toBeVisible();
  const startTime = new Date(toInstant(planningDate, "14:00")).toISOString();
  expect(await findEventByName(club, "Lesson")).toMatchObject({ fieldId: other.fieldId, startTime, duration: 60 });
});

test("the card of an event opens where one points, and not under a pointer that rests when a dialog closes", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createBooking(club, court, {
    token: club.token,
    startTime: toInstant(planningDate, "10:00"),
    name: "Lesson",
  });
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  const block = eventBlock(page, /^Lesson/);
  const card = page.locator(".animate-fade-in").filter({ hasText: "Lesson" });
  await block.hover();
  await expect(card).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(card).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.waitForTimeout(700);
  await expect(card).toBeHidden();
  await page.mouse.move(5, 5);
  await block.hover();
  await expect(card).toBeVisible();
});
