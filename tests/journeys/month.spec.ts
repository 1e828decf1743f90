import { createClub, addMember, memberRoleId } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

/** A day of next month, so that the whole month is in the future. */
function laterDay(): string {
  return Temporal.PlainDate.from(dateInDays(0)).with({ day: 1 }).add({ months: 1, days: 9 }).toString();
}
const cell = (page: Page, date: string) => page.getByRole("grid").locator(`a[data-date="${date}"]`);

test("a month says how full its days are, hears of bookings at once, and leads to each day by click and by key", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = laterDay();
  // One of fourteen open hours (8 to 22) is booked.
  await createBooking(club, court, { token: club.token, startTime: toInstant(date, "09:00") });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/planning?date=${date}`);
  await expect(page.getByRole("radio", { name: "Day" })).toBeChecked();
  await waitUntilLoaded(page);

  await test.step("by its key, with the same month in the address", async () => {
    await page.keyboard.press("m");
    await expect(page).toHaveURL(/view=month/);
    await expect(cell(page, date)).toHaveText("7");
    await expect(cell(page, date)).toHaveAccessibleName(/^Court A, .+: 7% booked$/);
    const days = Temporal.PlainDate.from(date).daysInMonth;
    await expect(page.getByRole("grid").getByRole("link")).toHaveCount(days);
    await waitUntilLoaded(page);
    await expectAccessible(page, "the month");
    await page.emulateMedia({ colorScheme: "light" });
  });

  await test.step("what is booked elsewhere shows without asking", async () => {
    for (const time of ["10:00", "11:00", "12:00"])
      await createBooking(club, court, { token: club.token, startTime: toInstant(date, time) });
    await expect(cell(page, date)).toHaveText("29");
  });

  await test.step("arrows go from day to day, the page keys from month to month, Enter to the day", async () => {
    const first = `${date.slice(0, 7)}-01`;
    await cell(page, first).focus();
    await page.keyboard.press("ArrowRight");
    await expect(cell(page, `${date.slice(0, 7)}-02`)).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await expect(cell(page, first)).toBeFocused();
    await page.keyboard.press("PageDown");
    await expect(cell(page, date)).toHaveCount(0);
    await page.getByRole("button", { name: "Previous month" }).click();
    await cell(page, date).focus();
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(/view=month/);
    await expect(page).toHaveURL(new RegExp(`date=${date}`));
    await expect(page.getByRole("button", { name: /^Badminton/ })).toHaveCount(4);
  });

  await test.step("and a click does the same", async () => {
    await page.getByText("Month", { exact: true }).click();
    await cell(page, date).click();
    await expect(page.getByRole("button", { name: /^Badminton/ })).toHaveCount(4);
  });
});

test("a month shows the fields that the filters mean, says which they are and lets go of them; what is gone is passed over", async ({
  another,
}) => {
  const club = await createClub();
  const { facilityId } = await createCourt(club);
  const body = { name: "Terrain 2", facilityId, space: "outdoor", lights: true };
  await callApi("POST", `/organizations/${club.id}/fields`, { token: club.token, body });
  const page = await another({ token: club.token });
  const month = `/organizations/${club.id}/planning?view=month&date=${laterDay()}`;
  const rows = page.getByRole("grid").locator('th[scope="row"]');
  await page.goto(`${month}&space=outdoor&type=game`);
  await expect(rows).toHaveText(["Terrain 2"]);
  await waitUntilLoaded(page);
  await page.keyboard.press("f");
  const filters = page.getByRole("dialog", { name: "Filters" });
  await expect(filters.getByRole("combobox")).toHaveCount(1);
  await filters.getByRole("combobox", { name: "Indoor or outdoor" }).selectOption({ label: "Indoor and outdoor" });
  await expect(rows).toHaveText(["All fields", "Court A", "Terrain 2"]);
  await filters.getByLabel("With lights").check();
  await expect(rows).toHaveText(["Terrain 2"]);
  await expectAccessible(page, "the filters of a month");
  await filters.getByRole("button", { name: "Clear the filters" }).click();
  await expect(rows).toHaveCount(3);
  // A month ignores filters of events; days keep them.
  expect(new URL(page.url()).searchParams.get("type")).toBe("game");

  const gone = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  await page.goto(`${month}&fields=${gone}`);
  await expect(rows).toHaveText(["All fields", "Court A", "Terrain 2"]);
  await page.keyboard.press("d");
  await expect(page.getByRole("rowheader")).toHaveText([/^Court A/, /^Terrain 2/]);
  await expect(page.getByRole("button", { name: "All fields" })).toBeVisible();
});

test("members see the month too; it fits a French telephone", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = laterDay();
  await createBooking(club, court, { token: club.token, startTime: toInstant(date, "09:00") });
  const { token } = await addMember(club, memberRoleId);
  const page = await another({
    ...{ token, locale: "fr-FR", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  });
  await page.goto(`/organizations/${club.id}/planning?view=month&date=${date}`);
  await expect(cell(page, date)).toHaveAccessibleName(/^Court A, .+\s: 7\s%\sréservé$/);
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the month");
  await page.getByRole("button", { name: "Mois suivant" }).tap();
  await expect(cell(page, date)).toHaveCount(0);
  await page.getByRole("button", { name: "Mois précédent" }).tap();
  await cell(page, date).tap();
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  await expect(page).not.toHaveURL(/view=month/);
});
