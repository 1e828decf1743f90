import { addMember, type Club, createClub, memberRoleId } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitForRequests, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

const phone = "04 72 00 12 34";
const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const wide = { viewport: { width: 1440, height: 900 } };

/** A zone where it is day: late in the evening no court is free today. */
function findZoneByDay(): string {
  const hour = new Date().getUTCHours();
  return hour >= 4 && hour < 18 ? "Europe/Paris" : "Pacific/Auckland";
}

async function createPhonedClub(): Promise<Club> {
  const club = await createClub();
  await callApi("PATCH", `/organizations/${club.id}`, { token: club.token, body: { phone } });
  return club;
}
const wish = (page: Page, name: string) => page.getByRole("group", { name: "What you look for" }).getByLabel(name);
const free = (page: Page) => page.getByRole("list", { name: "Free", exact: true }).getByRole("link");
const sheet = (page: Page) => page.getByRole("dialog");
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("on a telephone, three taps from the start page book a free court; going back keeps what was looked for", async ({
  another,
}) => {
  const club = await createPhonedClub();
  const body = { timezone: findZoneByDay() };
  await callApi("PATCH", `/organizations/${club.id}`, { token: club.token, body });
  const court = await createCourt(club);
  await callApi("PATCH", `/organizations/${club.id}/fields/${court.fieldId}`, {
    token: club.token,
    body: { pricePatternIds: [] },
  });
  const page = await another({ token: (await addMember(club, memberRoleId)).token, ...telephone });

  await test.step("wishes are remembered on the device", async () => {
    await page.goto("/find");
    await wish(page, "Day").selectOption(dateInDays(2));
    await wish(page, "Duration").selectOption("60");
    await wish(page, "About").selectOption("11:00");
    await waitUntilLoaded(page);
    await expectNoOverflow(page, "the finder");
    await expectAccessible(page, "the finder");
    await page.goto(`/organizations/${club.id}/find?date=${dateInDays(9)}`);
    await expect(wish(page, "About")).toHaveValue("11:00");
    await expect(wish(page, "Duration")).toHaveValue("60");
  });

  await test.step("the sheet is closed by going back", async () => {
    await free(page).first().tap();
    await expect(sheet(page)).toContainText("11:00 AM – 12:00 PM");
    await waitForRequests(page);
    await expectAccessible(page, "the sheet of a start");
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);
    await expect(wish(page, "About")).toHaveValue("11:00");
    await expect(free(page).first()).toContainText("11:00 AM");
  });

  await test.step("three taps", async () => {
    await page.goto("/overview");
    await page.getByRole("link", { name: "Book", exact: true }).first().tap();
    await free(page).first().tap();
    await sheet(page).getByRole("button", { name: "Book", exact: true }).tap();
    await expect(title(page, "Your booking")).toBeVisible();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    await waitUntilLoaded(page);
    await expectNoOverflow(page, "the booking");
    await expectAccessible(page, "the booking");
    await page.goBack();
    await expect(title(page, "Find a slot")).toBeVisible();
    await expect(sheet(page)).toHaveCount(0);
  });
});

test("where nothing fits, the closest is proposed with why, or the telephone; the bars are moved by keys", async ({
  another,
}) => {
  const club = await createPhonedClub();
  const court = await createCourt(club);
  const day = dateInDays(6);
  const path = `/organizations/${club.id}/events`;
  const block = { fieldId: court.fieldId, kind: "block", name: "Works", type: "other" };
  for (const [date, start, duration] of [
    [day, "08:00", 540],
    [dateInDays(7), "08:00", 840],
  ] as const)
    await callApi("POST", path, {
      token: club.token,
      body: { ...block, startTime: toInstant(date, start), duration },
    });
  const page = await another({ token: (await addMember(club, memberRoleId)).token, ...wide });
  await page.goto(`/organizations/${club.id}/find?date=${day}&time=10:00&duration=60`);
  await expect(page.getByRole("heading", { name: "Nothing free around 10:00 AM. This is closest:" })).toBeVisible();
  const proposed = page.getByRole("list", { name: "Also possible" }).getByRole("link");
  await expect(proposed.first()).toContainText("5:00 PM");
  await expect(proposed.first()).toContainText("next free");
  const choice = page.getByRole("region", { name: "Your choice" });
  await expect(choice).toContainText("5:00 – 6:00 PM");
  await waitUntilLoaded(page);
  await expectAccessible(page, "the finder on a wide screen");

  const bars = page.getByRole("listbox", { name: "Free fields by time" });
  await expect(bars.getByRole("option", { selected: true })).toHaveAccessibleName("10:00 AM, 0 free");
  await bars.focus();
  await bars.press("End");
  await expect(wish(page, "About")).toHaveValue("21:00");
  await bars.press("ArrowLeft");
  await expect(bars.getByRole("option", { selected: true })).toHaveAccessibleName("8:30 PM, 1 free");
  await expect(free(page).first()).toContainText("8:30 PM");

  await page.goto(`/organizations/${club.id}/find?date=${dateInDays(7)}&time=10:00&duration=90`);
  await callApi("PATCH", `/organizations/${club.id}/fields/${court.fieldId}`, {
    token: club.token,
    body: { status: "closed" },
  });
  await page.reload();
  await expect(page.getByText("No free times on this day.")).toBeVisible();
  await expect(page.getByRole("link", { name: `Call ${phone}` })).toHaveAttribute("href", "tel:0472001234");
});

test("somebody else is faster: the sheet says so, and what is still free", async ({ another }) => {
  const club = await createPhonedClub();
  const court = await createCourt(club);
  const page = await another({ token: (await addMember(club, memberRoleId)).token, ...telephone });
  // The answer to the tap says it, not a change that is heard of before.
  await page.route("**/live*", (route) => route.abort());
  const day = dateInDays(4);
  await page.goto(`/organizations/${club.id}/find?date=${day}&time=14:00&duration=60`);
  await free(page).first().tap();
  await sheet(page).getByText("Pay on site", { exact: true }).tap();
  await createBooking(club, court, { token: club.token, startTime: toInstant(day, "14:00") });
  await sheet(page)
    .getByRole("button", { name: /^Book, / })
    .tap();
  await expect(page.getByRole("dialog", { name: "Somebody was faster" })).toBeVisible();
  await sheet(page).getByRole("button", { name: "See what is free" }).tap();
  await expect(sheet(page)).toHaveCount(0);
  await expect(free(page).first()).toContainText("3:00 PM");
});

test("a booking is moved where it costs the same, refused where it is dearer, canceled and taken back", async ({
  another,
}) => {
  const club = await createPhonedClub();
  const court = await createCourt(club);
  const { token } = await addMember(club, memberRoleId);
  const day = dateInDays(5);
  const eventId = await createBooking(club, court, { token, startTime: toInstant(day, "10:00") });
  const page = await another({ token, ...wide });

  await test.step("the address of the event leads to the booking", async () => {
    await page.goto(`/organizations/${club.id}/events/${eventId}`);
    await expect(page).toHaveURL(new RegExp(`/bookings/${eventId}$`));
    await expect(page.getByText(/^Free to cancel until /)).toBeVisible();
    for (const text of ["Creator", "History", "Minimum"]) await expect(page.getByText(text)).toHaveCount(0);
    await waitUntilLoaded(page);
    await expectAccessible(page, "a booking on a wide screen");
  });

  await test.step("its calendar file is downloaded", async () => {
    await page.getByRole("button", { name: "Calendar" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "File for a calendar (.ics)" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("booking.ics");
  });

  await test.step("moved", async () => {
    await page.getByRole("link", { name: "Move" }).click();
    await expect(title(page, "Move your booking")).toBeVisible();
    await expect(page.getByText("This is your present time.")).toBeVisible();
    await wish(page, "About").selectOption("18:00");
    await page
      .getByRole("link", { name: /^6:00 PM/ })
      .first()
      .click();
    await expect(page.getByText("This would cost more (€24.00). Please call the team.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Move here" })).toBeDisabled();
    await waitUntilLoaded(page);
    await expectAccessible(page, "a move that is refused");
    await wish(page, "About").selectOption("12:00");
    await page
      .getByRole("link", { name: /^12:00 PM/ })
      .first()
      .click();
    await expect(page.getByText("€18.00, unchanged")).toBeVisible();
    await page.getByRole("button", { name: "Move here" }).click();
    await expect(page.getByRole("region", { name: "When and where" })).toContainText("12:00 – 1:00 PM");
    await toast(page, "Booking moved").getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("region", { name: "When and where" })).toContainText("10:00 – 11:00 AM");
  });

  await test.step("canceled", async () => {
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this booking?" });
    await expect(dialog.getByText("Nothing was paid, so nothing is refunded.")).toBeVisible();
    await expectAccessible(page, "the question before canceling");
    await dialog.getByRole("button", { name: "Cancel booking" }).click();
    await expect(page.getByText("You canceled this booking")).toBeVisible();
    await toast(page, "Booking canceled").getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  });

  await test.step("again, a week later", async () => {
    await page.getByRole("link", { name: "Book again" }).click();
    await expect(wish(page, "Day")).toHaveValue(dateInDays(12));
    await expect(wish(page, "About")).toHaveValue("10:00");
    await expect(wish(page, "Duration")).toHaveValue("60");
  });
});

test("on a French telephone, past the deadline, the booking says why and whom to call", async ({ another }) => {
  const club = await createPhonedClub();
  const court = await createCourt(club, { cancellationDeadline: 240 });
  const { token } = await addMember(club, memberRoleId);
  const eventId = await createBooking(club, court, { token, startTime: toInstant(dateInDays(3), "10:00") });
  const page = await another({ token, ...telephone, locale: "fr-FR" });
  await page.goto(`/organizations/${club.id}/find?date=${dateInDays(3)}&time=12:00&duration=60`);
  await page.getByRole("list", { name: "Libre" }).getByRole("link").first().tap();
  await expect(sheet(page)).toContainText(/Commence dans moins de 240\sh\s: une fois réservé/);
  await waitForRequests(page);
  await expectNoOverflow(page, "the sheet");
  await expectAccessible(page, "the sheet");
  await page.goto(`/organizations/${club.id}/bookings/${eventId}`);
  await expect(page.getByRole("heading", { name: "Ne peut plus être annulée en ligne" })).toBeVisible();
  await expect(page.getByText(/Un empêchement\s\? Appelez le club, qui décide\./)).toBeVisible();
  await expect(page.getByRole("link", { name: `Appeler le ${phone}` })).toHaveAttribute("href", "tel:0472001234");
  await expect(page.getByRole("button", { name: "Annuler" })).toHaveCount(0);
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "a booking past the deadline");
  await expectAccessible(page, "a booking past the deadline");
});
