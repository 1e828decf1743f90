import type { Locator } from "@playwright/test";
import { createClub, addMember, memberRoleId } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { expectDate, fillDate, firstPart } from "./date-fields.ts";

test.slow();

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const free = (page: Page, field: string) => page.getByRole("group", { name: `Free times of ${field}` });
/** @param place 0 is today */
const day = (page: Page, place: number) => page.getByRole("group", { name: "Day" }).getByRole("button").nth(place);
/** Times are pressed once they are those of the day. */
async function chooseDay(page: Page, place: number): Promise<void> {
  await day(page, place).click();
  await expect(day(page, place)).toHaveAttribute("aria-pressed", "true");
}
const fact = (page: Page, name: string) =>
  page.locator("dl > div").filter({ has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) });

test("a member books a free time on a telephone in five taps at most, and takes a cancel back", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const { token } = await addMember(club, memberRoleId);
  const page = await another({ token, ...telephone });
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };

  await test.step("from opening the app to booked", async () => {
    const methods = Promise.withResolvers<void>();
    await page.route("**/payment-methods", async (route) => {
      await methods.promise;
      await route.continue();
    });
    await page.goto("/overview");
    await tap(page.getByRole("link", { name: "Book" }).first());
    // Today is already selected, but cancellation needs a later date.
    await page.getByLabel("Day", { exact: true }).selectOption(dateInDays(2));
    await page.getByLabel("About", { exact: true }).selectOption("10:00");
    await page.getByLabel("Duration", { exact: true }).selectOption("60");
    await tap(page.getByRole("list", { name: "Free", exact: true }).getByRole("link", { name: /^10:00 AM/ }));
    const order = page.getByRole("dialog");
    await expect(order.getByText("€18.00", { exact: true }).first()).toBeVisible();
    // The button says nothing of the payment, and books nothing, while nobody knows how it can be paid.
    await expect(order.getByRole("button", { name: "Book", exact: true })).toBeDisabled();
    methods.resolve();
    await tap(page.getByText("Pay on site", { exact: true }));
    await tap(page.getByRole("button", { name: "Book, €18.00 to pay on site" }));
    await expect(page.getByRole("heading", { name: "Your booking", level: 1 })).toBeVisible();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    expect(taps).toBe(4);
  });

  await test.step("among one's own bookings it is canceled, after a look at what that means", async () => {
    await page.getByRole("button", { name: "Open navigation" }).tap();
    const links = page.getByRole("dialog").getByRole("navigation", { name: "Main navigation" }).getByRole("link");
    await expect(links).toHaveText(["Overview", "Find a slot", "My bookings", "Planning", "The club"]);
    await links.getByText("My bookings").tap();
    const card = page.getByRole("region", { name: "To come" }).getByRole("listitem");
    await expect(card).toContainText("Court A");
    await card.getByRole("button", { name: "Cancel" }).tap();
    const dialog = page.getByRole("dialog", { name: "Cancel this booking?" });
    await expect(dialog.getByText("Nothing was paid, so nothing is refunded.")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel booking" }).tap();
    await expect(card.getByText("Canceled", { exact: true })).toBeVisible();
    await toast(page, "Booking canceled").getByRole("button", { name: "Undo" }).tap();
    await expect(toast(page, "Your booking is back")).toBeVisible();
    await expect(card.getByText("Confirmed", { exact: true })).toBeVisible();
  });

  await test.step("the calendar's address is told once", async () => {
    await page.getByRole("button", { name: "Add to calendar" }).tap();
    const dialog = page.getByRole("dialog", { name: "Your bookings in your calendar" });
    await dialog.getByRole("button", { name: "Create the address" }).tap();
    await expect(dialog.getByLabel("Secret address")).toHaveValue(/\/api\/v1\/calendars\/.+\.ics$/);
    await dialog.getByRole("button", { name: "Close" }).tap();
    await page.getByRole("button", { name: "Add to calendar" }).tap();
    await expect(dialog.getByRole("button", { name: "New address" })).toBeVisible();
    await expect(dialog.getByLabel("Secret address")).toHaveCount(0);
  });
});

test("a time that somebody else takes meanwhile is said, and another one is a tap away", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const { token } = await addMember(club, memberRoleId);
  const page = await another({ token });
  const tomorrow = dateInDays(1);
  const packs = Promise.withResolvers<void>();
  await page.route("**/pack-offers?*", async (route) => {
    await packs.promise;
    await route.continue();
  });
  await page.goto(`/organizations/${club.id}/events/create`);
  await chooseDay(page, 1);
  await free(page, "Court A")
    .getByRole("button", { name: /^2:00 PM/ })
    .click();
  await page.getByLabel("Name").fill("With the beginners");
  await page.getByRole("radio", { name: "Pay on site" }).check();
  // A pack of one's own would pay instead, so nothing is booked while nobody knows of one.
  await expect(page.getByRole("button", { name: "Book", exact: true })).toBeDisabled();
  packs.resolve();
  await createBooking(club, court, { token: club.token, startTime: toInstant(tomorrow, "14:00") });
  await page.getByRole("button", { name: "Book", exact: true }).dblclick();
  const refusal = page.getByRole("alert").filter({ hasText: "No slot available for this date and this facility." });
  await expect(refusal).toBeVisible();
  await refusal.getByRole("button", { name: /^3:00 PM/ }).click();
  await expect(page.getByLabel("Name")).toHaveValue("With the beginners");
  await page.getByRole("button", { name: "Book", exact: true }).dblclick();
  await expect(page.getByRole("heading", { name: "Your booking", level: 1 })).toBeVisible();
  await expect(page.getByText("With the beginners")).toBeVisible();
  await page.goto("/my-bookings");
  await expect(page.getByRole("link", { name: "With the beginners" })).toHaveCount(1);
});

test("the team books for a member, sees why it costs what it does, and takes a move back", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const { person } = await addMember(club, memberRoleId, "Agathe");
  const page = await another({ token: club.token });
  const date = dateInDays(3);

  await test.step("for somebody found by email, at a free time, for the price of the plan", async () => {
    await page.goto(`/organizations/${club.id}/events/create`);
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court A");
    await fillDate(page, "Date", date);
    await page
      .getByRole("group", { name: "Free times" })
      .getByRole("button", { name: /^5:30 PM/ })
      .click();
    await expectDate(page, "Start time", "17:30");
    await page.getByRole("combobox", { name: "Duration" }).selectOption({ label: "1 h 30 min · €25.00" });
    await page.getByLabel("Name", { exact: true }).fill("Lesson");
    await page.getByRole("combobox", { name: "Customer" }).fill(person.email);
    await page.getByRole("option", { name: /Agathe/ }).click();
    await expect(page.getByLabel("Customer’s name")).toHaveCount(0);
    await page.getByText("Why this price?").click();
    await expect(page.getByText(/5:30\sPM is in the timeslot “Day”/)).toBeVisible();
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(toast(page, /^Court A, .*: booked/)).toBeVisible();
    await expect(fact(page, "Customer")).toContainText("Agathe");
    await expect(fact(page, "Total")).toContainText("€25.00");
  });

  await test.step("moved into the evening, with the difference before it is saved", async () => {
    await page.getByRole("link", { name: "Move" }).click();
    const freeTime = (name: RegExp) => page.getByRole("group", { name: "Free times" }).getByRole("button", { name });
    // In the evening an hour and a half is not sold.
    await expect(freeTime(/^6:30 PM/)).toBeDisabled();
    await freeTime(/^4:30 PM/).click();
    await expectDate(page, "Start time", "16:30");
    await expect(page.getByText("Ends at 6:00 PM")).toBeVisible();
    await fillDate(page, "Start time", "18:00");
    await page.getByRole("combobox", { name: "Duration" }).selectOption({ label: "1 h · €24.00" });
    await expect(page.getByRole("status").filter({ hasText: "Price after the move" })).toContainText("−€1.00");
    await page.getByRole("button", { name: "Move" }).click();
    await hoverUndoButton(page, "Event saved");
    await expect(fact(page, "Total")).toContainText("€24.00");
    const moved = page.getByRole("main").getByRole("listitem").filter({ hasText: "moved" });
    await expect(moved).toContainText(/ from 5:30 PM to 6:00 PM/);
  });

  await test.step("and back, by the keyboard", async () => {
    await expect(toast(page, "Event saved")).toBeVisible();
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(toast(page, "Event saved").getByRole("button", { name: "Undo" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(fact(page, "Total")).toContainText("€25.00");
    await expect(page.getByText("5:30 PM").first()).toBeVisible();
  });

  await test.step("a price of the team’s own, for a walk-in outside the hours", async () => {
    await page.goto(`/organizations/${club.id}/events/create`);
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court A");
    await fillDate(page, "Date", date);
    await fillDate(page, "Start time", "23:00");
    await page.getByLabel("Name", { exact: true }).fill("Night match");
    await page.getByRole("button", { name: "New customer" }).click();
    await page.getByLabel("Customer’s name").fill("Jean Walk-in");
    await page.getByLabel("Customized price").fill("10");
    await page.getByLabel("Reason for this price").fill("Friend of the club");
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(firstPart(page, "Start time")).toHaveAccessibleDescription(/Outside the opening hours/);
    await page.getByRole("switch", { name: "Book outside the opening hours" }).click();
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(page.getByRole("heading", { name: "Night match", level: 1 })).toBeVisible();
    await expect(fact(page, "Total")).toContainText("€10.00");
  });

  await test.step("the list is narrowed down in its address", async () => {
    await page.goto(`/organizations/${club.id}/events`);
    await expect(page.getByRole("link", { name: "Lesson", exact: true })).toBeVisible();
    await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("Game");
    await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
    await expect(page).toHaveURL(/type=game/);
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("button", { name: "Dates: Any date" }).click();
    await fillDate(page, "From", date);
    await fillDate(page, "To", date);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(new RegExp(`from=${date}&to=${date}`));
    await expect(page.getByRole("link", { name: "Lesson", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Night match", exact: true })).toBeVisible();
  });
});

test("the screens of a booking fit a French telephone", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const { token } = await addMember(club, memberRoleId);
  const eventId = await createBooking(club, court, { token, startTime: toInstant(dateInDays(5), "10:00") });
  const page = await another({ token, ...telephone, locale: "fr-FR" });
  await page.goto(`/organizations/${club.id}/events/create`);
  await page.getByRole("group", { name: "Jour" }).getByRole("button").nth(2).tap();
  await page.getByRole("group", { name: "Horaires libres de Court A" }).getByRole("button").nth(3).tap();
  await page.getByText("Pourquoi ce prix ?").tap();
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the booking");
  await page.goto(`/organizations/${club.id}/events/${eventId}/edit`);
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the change");
  await page.goto("/my-bookings");
  await page.getByRole("button", { name: "Annuler", exact: true }).tap();
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the cancel");
});
