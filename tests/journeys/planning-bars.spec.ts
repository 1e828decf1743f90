import { type Club, createClub } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { createLargeFacility } from "./large-facility.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const date = dateInDays(5);
const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const planning = (club: Club, search: string) => `/organizations/${club.id}/planning?date=${date}${search}`;
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("counters count each event once, and only what a click on them would show; all that narrows can be cleared", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const monday = Temporal.PlainDate.from(date).subtract({ days: Temporal.PlainDate.from(date).dayOfWeek - 1 });
  const days = { tuesday: monday.add({ weeks: 1, days: 1 }).toString(), week: monday.add({ weeks: 1 }).toString() };
  const canceled = await createBooking(club, court, { token: club.token, startTime: toInstant(days.tuesday, "10:00") });
  await callApi("POST", `/organizations/${club.id}/events/${canceled}/cancel`, { ...club, body: { reason: "Rain" } });
  const night = {
    startTime: toInstant(days.tuesday, "23:00"),
    duration: 120,
    name: "Night",
    type: "game",
    override: true,
  };
  const body = { ...night, fieldId: court.fieldId, payment: "on_site", price: 500 };
  await callApi("POST", `/organizations/${club.id}/events`, { ...club, body });
  const page = await another({ token: club.token });
  const unpaid = page.getByRole("button", { name: /^Unpaid/ });
  const week = `/organizations/${club.id}/planning?view=week&date=${days.week}`;

  await page.goto(week);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Court A, \w+ \d/);
  await expect(page.getByRole("button", { name: /^Night/ })).toHaveCount(2);
  await expect(unpaid).toHaveText("Unpaid1");
  await unpaid.click();
  await expect.poll(() => searchOf(page)["only"]).toBe("unpaid");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect.poll(() => searchOf(page)["only"]).toBeUndefined();
  await expect(page.getByRole("button", { name: "Clear the filters" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Training" });
  await expect(unpaid).toHaveCount(0);

  await page.goto(`/organizations/${club.id}/planning?view=list&date=${days.tuesday}&status=canceled&colors=status`);
  await expect(page.getByRole("button", { name: /Badminton/ })).toBeVisible();
  await expect(unpaid).toHaveCount(0);
  const legend = page.getByRole("list").filter({ hasText: "Approved" });
  await expect(legend.getByRole("listitem")).toHaveText(["Approved", "Pending", "Completed", "Canceled"]);
  await waitUntilLoaded(page);
  await expectAccessible(page, "the list and what its colours mean");
});

test("a phone says what colours mean and how full the day is, and what asks for something comes first", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createBooking(club, court, { token: club.token, startTime: toInstant(date, "10:00") });
  const page = await another({ token: club.token, locale: "fr-FR", ...telephone });
  for (const view of ["list", "day"]) {
    await page.goto(planning(club, `&view=${view}&colors=payment`));
    await waitUntilLoaded(page);
    await expect(page.getByRole("button", { name: /^Impayés/ })).toBeInViewport({ ratio: 1 });
    const bars = await page.locator("[data-filters]").evaluate((element) => element.getBoundingClientRect().bottom);
    expect(bars, `what stands above a ${view} on a phone`).toBeLessThanOrEqual(170);
    const display = page.getByRole("button", { name: "Affichage" });
    await expect(display).toBeInViewport({ ratio: 1 });
    await display.tap();
    const menu = page.getByRole("dialog", { name: "Affichage" });
    await expect(menu).toContainText(/7\s%\sréservé/);
    await expect(menu.getByRole("listitem")).toHaveText(["Payé", "Payé en partie", "À payer", "Remboursé", "Aucun"]);
    await expectNoOverflow(page, `the display of a ${view} on a phone`);
    await expectAccessible(page, `the display of a ${view} on a phone`);
  }
});

test("the week on a phone begins with today, shows two days and more, and one choice leads to a field of another facility", async ({
  another,
}) => {
  const club = await createClub();
  const { facilityId } = await createCourt(club);
  const other = await createCourt(club, { name: "Padel 1" });
  const page = await another({ token: club.token, locale: "fr-FR", ...telephone });
  await page.goto(`/organizations/${club.id}/planning?view=week&facilityId=${facilityId}`);
  await waitUntilLoaded(page);
  const days = page.locator(".planner-lane-header");
  const today = days.and(page.locator("[aria-current=date]"));
  await expect(today).toBeInViewport({ ratio: 1 });
  const width = await page.locator(".planner").evaluate(({ clientWidth }) => clientWidth);
  for (const { width: lane } of await days.evaluateAll((all) => all.map((day) => day.getBoundingClientRect())))
    expect(2 * lane).toBeLessThan(width - 56);
  for (const name of ["Semaine précédente", "Aujourd’hui", "Semaine suivante"])
    await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expectNoOverflow(page, "the week on a phone");
  await page.getByRole("combobox", { name: "Terrain" }).selectOption({ label: "Padel 1" });
  await expect.poll(() => searchOf(page)).toMatchObject({ facilityId: other.facilityId, fieldId: other.fieldId });
  await expect(page.getByRole("combobox", { name: "Terrain" }).locator("option:checked")).toHaveText("Padel 1");
});

const low = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };
for (const axis of ["rows", "columns"])
  test(`on a phone on its side the page scrolls, and the grid has nearly all of the screen: ${axis}`, async ({
    another,
  }) => {
    const club = await createClub();
    await createLargeFacility(club, date);
    const page = await another({ token: club.token, locale: "fr-FR", ...low });
    await page.goto(planning(club, `&view=day&axis=${axis}`));
    await waitUntilLoaded(page);
    const grid = () => page.locator(".planner").evaluate((element) => element.getBoundingClientRect().toJSON());
    expect((await grid()).height).toBeGreaterThan(0.84 * 390);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect((await grid()).top).toBeGreaterThanOrEqual(52);
    expect((await grid()).bottom).toBeLessThanOrEqual(390);
    const scrolled = await page.evaluate(() => scrollY);
    await page.locator("[data-item] button").first().tap();
    await expect.poll(() => searchOf(page)["eventId"]).toBeTruthy();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await expectNoOverflow(page, "the grid on a low screen");
  });

test("on other screens the page itself does not scroll", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await another({ token: club.token, viewport });
    for (const view of ["day", "month", "list"]) {
      await page.goto(planning(club, `&view=${view}`));
      await waitUntilLoaded(page);
      const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(beyond, `${view}, ${viewport.width} pixels wide`).toBeLessThanOrEqual(0);
    }
  }
});
