import { found, join, member } from "./clubs.ts";
import { at, book, inDays, openCourt } from "./courts.ts";
import { expect, type Page, test } from "./journey.ts";
import { expectAccessible, expectFitting, settled } from "./looks.ts";
import { ask } from "./people.ts";

test.slow();

/** A day of the month after this one, so that all of the month is still to come. */
function laterDay(): string {
  return Temporal.PlainDate.from(inDays(0)).with({ day: 1 }).add({ months: 1, days: 9 }).toString();
}
const cell = (page: Page, date: string) => page.getByRole("grid").locator(`a[data-date="${date}"]`);

test("a month says how full its days are, hears of bookings at once, and leads to each day by click and by key", async ({
  another,
}) => {
  const club = await found();
  const court = await openCourt(club);
  const date = laterDay();
  // Open from eight to ten in the evening: an hour of fourteen.
  await book(club, court, { token: club.token, startTime: at(date, "09:00") });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/planning?date=${date}`);
  await expect(page.getByRole("radio", { name: "Day" })).toBeChecked();
  await settled(page);

  await test.step("by its key, with the same month in the address", async () => {
    await page.keyboard.press("m");
    await expect(page).toHaveURL(/view=month/);
    await expect(cell(page, date)).toHaveText("7");
    await expect(cell(page, date)).toHaveAccessibleName(/^Court A, .+: 7% booked$/);
    const days = Temporal.PlainDate.from(date).daysInMonth;
    await expect(page.getByRole("grid").getByRole("link")).toHaveCount(days);
    await settled(page);
    await expectAccessible(page, "the month");
    await page.emulateMedia({ colorScheme: "light" });
  });

  await test.step("what is booked elsewhere shows without asking", async () => {
    for (const time of ["10:00", "11:00", "12:00"])
      await book(club, court, { token: club.token, startTime: at(date, time) });
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
  const club = await found();
  const { facilityId } = await openCourt(club);
  const body = { name: "Terrain 2", facilityId, space: "outdoor", lights: true };
  await ask("POST", `/organizations/${club.id}/fields`, { token: club.token, body });
  const page = await another({ token: club.token });
  const month = `/organizations/${club.id}/planning?view=month&date=${laterDay()}`;
  const rows = page.getByRole("grid").locator('th[scope="row"]');
  await page.goto(`${month}&space=outdoor&type=game`);
  await expect(rows).toHaveText(["Terrain 2"]);
  await settled(page);
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
  // Of events a month has none, and the days have theirs still.
  expect(new URL(page.url()).searchParams.get("type")).toBe("game");

  const gone = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  await page.goto(`${month}&fields=${gone}`);
  await expect(rows).toHaveText(["All fields", "Court A", "Terrain 2"]);
  await page.keyboard.press("d");
  await expect(page.getByRole("rowheader")).toHaveText([/^Court A/, /^Terrain 2/]);
  await expect(page.getByRole("button", { name: "All fields" })).toBeVisible();
});

test("members see the month too; it fits a French telephone", async ({ another }) => {
  const club = await found();
  const court = await openCourt(club);
  const date = laterDay();
  await book(club, court, { token: club.token, startTime: at(date, "09:00") });
  const { token } = await join(club, member);
  const page = await another({
    ...{ token, locale: "fr-FR", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  });
  await page.goto(`/organizations/${club.id}/planning?view=month&date=${date}`);
  await expect(cell(page, date)).toHaveAccessibleName(/^Court A, .+\s: 7\s%\sréservé$/);
  await settled(page);
  await expectFitting(page, "the month");
  await page.getByRole("button", { name: "Mois suivant" }).tap();
  await expect(cell(page, date)).toHaveCount(0);
  await page.getByRole("button", { name: "Mois précédent" }).tap();
  await cell(page, date).tap();
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  await expect(page).not.toHaveURL(/view=month/);
});
