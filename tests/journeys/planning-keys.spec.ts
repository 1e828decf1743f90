import { type Club, createClub } from "./clubs.ts";
import { addDays, toInstant, createBooking, type Court, dateInDays, createCourt } from "./courts.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";
import { pointOnLane, quickBookingDialog } from "./planning-steps.ts";

test.slow();

const date = dateInDays(5);
const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function openBeside(club: Club, { facilityId }: Court): Promise<Court> {
  const post = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body })).data.id;
  const name = "Court B";
  const fieldId = await post("/fields", { name, facilityId, bookable: false, maxPeopleByEvent: 4, space: "outdoor" });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "22:00" }));
  await post("/opening-hour-patterns", { name: "All week, B", hours, fieldIds: [fieldId] });
  return { facilityId, fieldId, name };
}

async function openTwo() {
  const club = await createClub();
  const first = await createCourt(club);
  return { club, first, second: await openBeside(club, first) };
}

const planning = (club: Club, search = "") => `/organizations/${club.id}/planning?date=${date}${search}`;
const block = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("button", { name });
const cell = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const search = (page: Page) => new URL(page.url()).searchParams;

test("a front desk works by keys alone: looks round, selects, books, moves, takes back and cancels", async ({
  another,
}) => {
  const { club, first } = await openTwo();
  await createBooking(club, first, { token: club.token, name: "Badinage", startTime: toInstant(date, "10:00") });
  await createBooking(club, first, { token: club.token, name: "Marivaux", startTime: toInstant(date, "12:00") });
  const page = await another({ token: club.token });
  await page.goto(planning(club));
  await expect(block(page, /^Badinage/)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => search(page).get("date")).toBe(addDays(date, 1));
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => search(page).get("date")).toBe(addDays(date, -6));
  await page.keyboard.press("t");
  await expect.poll(() => search(page).get("date")).toBeNull();
  await page.goto(planning(club));
  await expect(block(page, /^Badinage/)).toBeVisible();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Select several times and fields");
  await page.keyboard.press("Escape");
  // In a dialog, keys have other meanings: wait until it is closed.
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search everything" }).fill("marivaux");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary").getByRole("heading", { name: "Marivaux" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(block(page, /^Marivaux, Court A, 12:00 PM to 1:00 PM/)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(block(page, /^Badinage/)).toBeFocused();

  await page.keyboard.press("m");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Put back where it was")).toBeAttached();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(block(page, /^Badinage, Court B, 10:00 AM/)).toBeVisible();
  // The price is lower there, so a confirmation appears and has the focus.
  await expect(page.getByRole("button", { name: "Move", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Badinage: Moved to Court B, 10:00 AM", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(block(page, /^Badinage, Court A, 10:00 AM/)).toBeVisible();

  await block(page, /^Badinage/).focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, "Court B, 10:00 AM, free")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("b");
  const box = page.getByRole("dialog", { name: "Create event" });
  await expect(box.getByRole("button", { name: "Block (2)" })).toBeVisible();
  await box.getByRole("textbox", { name: "Reason" }).first().fill("Sweeping");
  await page.keyboard.press("Enter");
  await expect(block(page, /^Sweeping, Court A/)).toBeVisible();
  await expect(block(page, /^Sweeping, Court B/)).toBeVisible();
  // Focus goes to the event created in the free cell.
  await expect(block(page, /^Sweeping, Court A, 9:30 AM/)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(cell(page, "Court A, 8:30 AM, free")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box.locator(":focus")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(block(page, /^Free play, Court A, 8:30 AM/)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(block(page, /^Sweeping, Court A, 9:30 AM/)).toBeFocused();

  await block(page, /^Marivaux/).focus();
  await page.keyboard.press("c");
  const question = page.getByRole("dialog", { name: /Marivaux/ });
  // The dialog is ready when it has the focus and shows the refund.
  await expect(question.locator(":focus")).toBeVisible();
  await expect(question).toContainText("Nothing was paid, so nothing is refunded.");
  await page.keyboard.press("Escape");
  await expect(block(page, /^Marivaux/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Event" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(block(page, /^Marivaux/)).toBeFocused();
  await expectAccessible(page, "the grid with events");
});

test("several events go together: what is refused says why, the others are moved, and all are taken back", async ({
  another,
}) => {
  const { club, first, second } = await openTwo();
  for (const [court, name, time] of [
    [first, "Adagio", "09:00"],
    [first, "Bolero", "10:00"],
    [second, "Calypso", "09:00"],
    [second, "Disco", "10:30"],
  ] as const)
    await createBooking(club, court, { token: club.token, name, startTime: toInstant(date, time) });
  const page = await another({ token: club.token });
  await page.goto(planning(club));
  await block(page, /^Adagio/).click({ modifiers: ["Shift"] });
  await block(page, /^Bolero/).click({ modifiers: ["Shift"] });
  await block(page, /^Calypso/).focus();
  await page.keyboard.press("Space");
  const bar = page.getByRole("region", { name: "Selected events" });
  await expect(bar).toContainText("3 events selected");
  await bar.getByRole("button", { name: "Move…" }).click();
  await page.getByLabel("By minutes").fill("60");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(block(page, /^Bolero, Court A, 11:00 AM/)).toBeVisible();
  await expect(block(page, /^Adagio, Court A, 10:00 AM/)).toBeVisible();
  await expect(bar.getByRole("alert")).toContainText("2 events done · 1 refused");
  await expect(bar.getByRole("alert")).toContainText("Calypso:");
  await page.keyboard.press("Control+z");
  await expect(block(page, /^Adagio, Court A, 9:00 AM/)).toBeVisible();
  await expect(block(page, /^Bolero, Court A, 10:00 AM/)).toBeVisible();

  await expect(bar).toContainText("1 event selected");
  await bar.getByRole("button", { name: "Cancel 1…" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Flooded");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel 1…" }).click();
  await expect(block(page, /^Calypso/)).toHaveCount(0);
  // The live change hides the event before the response arrives, and only then can it be undone.
  await expect(toast(page, "1 event done")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(block(page, /^Calypso, Court B, 9:00 AM/)).toBeVisible();

  await block(page, /^Disco/).focus();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+v");
  const box = page.getByRole("dialog", { name: "Create event" });
  await expect(box).toBeVisible();
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect(block(page, /^Disco, Court A/)).toBeVisible();
});

test("a copied address shows another browser the same sight, and a view is found again by its name", async ({
  another,
}) => {
  const { club, first } = await openTwo();
  const eventId = await createBooking(club, first, {
    token: club.token,
    name: "Badinage",
    startTime: toInstant(date, "10:00"),
  });
  const page = await another({ token: club.token });
  await page.goto(planning(club));
  await page.getByRole("button", { name: "Fields as rows" }).click();
  await page.keyboard.press("+");
  await page.getByRole("combobox", { name: "Colors" }).selectOption({ label: "By status" });
  await page.keyboard.press("f");
  await page.getByRole("combobox", { name: "Indoor or outdoor" }).selectOption({ label: "Outdoor" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Game" });
  await page.getByLabel("Hide all others").check();
  await page.keyboard.press("Escape");
  await expect(block(page, /^Badinage/)).toHaveCount(0);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Free play" });
  await page.keyboard.press("Escape");
  await block(page, /^Badinage/).click();
  await expect
    .poll(() => Object.fromEntries(search(page)))
    .toEqual({ ...{ date, axis: "rows", zoom: "2", colors: "status", type: "free_play", hide: "true", eventId } });
  const other = await another({ token: club.token });
  await other.goto(page.url());
  await expect(other.getByRole("complementary", { name: "Event" })).toContainText("Badinage");
  await expect(other.getByRole("button", { name: "Fields as columns" })).toBeVisible();
  await expect(other.getByRole("combobox", { name: "Colors" })).toHaveValue("2");

  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Free play in rows");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Save this view" })).toBeHidden();
  await page.goto(planning(club, "&view=list"));
  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("button", { name: "Free play in rows", exact: true }).click();
  await expect.poll(() => search(page).get("axis")).toBe("rows");
  expect(search(page).get("view")).toBe("day");

  // Dates that are impossible, or that the server refuses, are ignored.
  for (const none of ["0000-01-01", "9999-12-31", "2026-02-31"]) {
    await page.goto(`/organizations/${club.id}/planning?date=${none}&view=day`);
    await expect(page.getByRole("rowheader")).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Today" })).toHaveAttribute("aria-current", "date");
  }
});

test("on a phone there is a list with what is free, days go by a swipe, and nothing moves by accident", async ({
  another,
}) => {
  const { club, first } = await openTwo();
  await createBooking(club, first, { token: club.token, name: "Badinage", startTime: toInstant(date, "10:00") });
  const page = await another({ token: club.token, locale: "fr-FR", ...telephone });
  await page.goto(planning(club));
  await waitUntilLoaded(page);
  await expect(page.getByRole("button", { name: /Badinage/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /08:00 – 10:00 libre\s*Court A/ })).toBeVisible();
  await expectNoOverflow(page, "the list");
  await expectAccessible(page, "the list on a phone");
  const days = page.getByRole("group", { name: "Jours de la semaine" });
  await expect(days.getByRole("button")).toHaveCount(7);
  const swipe = (by: number) =>
    days.evaluate((element, distance) => {
      const touch = (x: number) => new Touch({ identifier: 1, target: element, clientX: x, clientY: 10 });
      const fire = (type: string, x: number) =>
        element.dispatchEvent(
          new TouchEvent(type, {
            ...{ bubbles: true, changedTouches: [touch(x)] },
            touches: type === "touchend" ? [] : [touch(x)],
          }),
        );
      fire("touchstart", 200);
      fire("touchend", 200 + distance);
    }, by);
  await swipe(-90);
  await expect.poll(() => search(page).get("date")).toBe(addDays(date, 1));
  await swipe(90);
  await expect.poll(() => search(page).get("date")).toBe(date);

  await page.goto(planning(club, "&view=day"));
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the grid");
  await page.getByRole("button", { name: "Affichage" }).tap();
  await page.getByLabel("Verrouiller le planning").check();
  await page.keyboard.press("Escape");
  const event = page.locator("[data-item]").filter({ hasText: "Badinage" });
  await expect(event).toBeVisible();
  await expect(event).not.toHaveAttribute("data-edges");
});

test("what is typed while the booking box loads goes into its first field, and is no shortcut", async ({ another }) => {
  const { club } = await openTwo();
  const page = await another({ token: club.token });
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
  await page.goto(planning(club));
  await expect(page.locator("[data-lane]").first()).toBeVisible();
  await page.route("**/assets/*.js", async (route) => {
    await isTyped;
    await route.continue();
  });
  const { x, y } = await pointOnLane(page, 0, 10);
  await page.mouse.click(x, y);
  await expect(page.locator("[data-draft]")).toBeVisible();
  // M, B and N are shortcuts of the planning.
  await page.keyboard.type("Marbn");
  await page.keyboard.press("Backspace");
  goOn();
  const customer = quickBookingDialog(page).getByRole("combobox", { name: "Customer" });
  await expect(customer).toBeFocused();
  await expect(customer).toHaveValue("Marb");
  await page.keyboard.type("le");
  await expect(customer).toHaveValue("Marble");
  expect(search(page).get("view")).toBeNull();
});
