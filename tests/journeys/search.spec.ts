import { createClub } from "./clubs.ts";
import { callApi } from "./people.ts";
import { createBooking, createCourt, dateInDays, findSportId, toInstant } from "./courts.ts";
import { eventBlock, listApprovedEvents, quickBookingDialog } from "./planning-steps.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { findScript } from "./scripts.ts";

test.slow();

const box = (page: Page) => page.getByRole("combobox", { name: "Search everything" });
const palette = (page: Page) => page.getByRole("dialog", { name: "Search", exact: true });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

/** Counts keys outside of typed text, and clicks. */
function countSteps(page: Page) {
  let steps = 0;
  return {
    press: async (key: string) => {
      steps += 1;
      await page.keyboard.press(key);
    },
    type: (text: string) => page.keyboard.type(text),
    count: () => steps,
  };
}

test("a caller who is known: from the overview to the booking in five keys and the typing", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const customer = { firstName: "Zoé", lastName: "Chevalier", phone: "06 12 34 56 78" };
  await callApi("POST", `/organizations/${club.id}/customers`, { token: club.token, body: customer });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/overview`);
  await waitUntilLoaded(page);

  const keys = countSteps(page);
  await keys.press("/");
  await keys.type("zoe chev");
  await expect(option(page, /Zoé Chevalier.*06 12 34 56 78/).first()).toHaveAttribute("aria-selected", "true");
  await keys.press("Control+Enter");
  await expect(palette(page).getByRole("button", { name: /For Zoé Chevalier/ })).toBeVisible();
  await keys.type("tomorrow 7pm");
  await expect(option(page, /^7:00 PM\s*to .*Court A/).first()).toHaveAttribute("aria-selected", "true");
  await keys.press("Enter");
  await expect(quickBookingDialog(page).getByRole("combobox", { name: "Customer" })).toHaveValue("Zoé Chevalier");
  await expect(quickBookingDialog(page).getByRole("button", { name: "Book", exact: true })).toBeEnabled();
  await keys.press("Enter");
  await expect(quickBookingDialog(page)).toBeHidden();
  await expect
    .poll(async () => (await listApprovedEvents(club, dateInDays(1))).map(({ name, startTime }) => [name, startTime]))
    .toEqual([["Zoé Chevalier", new Date(toInstant(dateInDays(1), "19:00")).toISOString()]]);
  expect(keys.count()).toBeLessThanOrEqual(5);
});

test("keys typed at once after the page loads are searched, and are no command", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  await page.route(`**${findScript("palette-results.tsx")}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  for (const search of ["", "?view=month"]) {
    await page.goto(`/organizations/${club.id}/planning${search}`);
    await page.keyboard.type("/camille", { delay: 0 });
    await expect(box(page)).toHaveValue("camille");
    await expect(box(page)).toBeFocused();
    await expect(page).toHaveURL(search === "" ? /planning$/ : /view=month/);
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await waitUntilLoaded(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("mbnlc");
    await expect(box(page)).toHaveValue("mbnlc");
    await expect(page.getByRole("dialog")).toHaveCount(1);
  }
  await page.goto(`/organizations/${club.id}/overview`, { waitUntil: "commit" });
  await page.keyboard.type("/camille", { delay: 0 });
  await page.waitForLoadState();
  await waitUntilLoaded(page);
  await expect(page).toHaveURL(/overview$/);
});

test("padel 19h: understood in both languages, answered with courts and prices, booked by Enter", async ({
  another,
}) => {
  const club = await createClub();
  const padel = await findSportId("padel", club);
  const court = await createCourt(club, { sportIds: [padel] });
  await createBooking(club, court, { token: club.token, startTime: toInstant(dateInDays(1), "17:00"), name: "Lesson" });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/planning`);
  await waitUntilLoaded(page);
  await page.getByRole("button", { name: "What is free?" }).click();
  await page.keyboard.type("padel 19h demain 60");
  await expect(option(page, /^7:00 PM\s*to 8:00 PM.*Court A/).first()).toHaveAttribute("aria-selected", "true");
  await expect(palette(page).getByRole("combobox", { name: "Sport" })).toHaveValue(String(padel));
  await expect(palette(page).getByRole("combobox", { name: "Time" })).toHaveValue("19:00");
  await expectAccessible(page, "free times");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "free times in the dark");
  await page.emulateMedia({ colorScheme: "light" });

  await palette(page).getByRole("combobox", { name: "Time" }).selectOption("17:00");
  await expect(palette(page).getByText("5:00 PM is full")).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.type(" 20h");
  await palette(page).getByRole("combobox", { name: "Time" }).selectOption("20:00");
  await expect(option(page, /^8:00 PM\s*to 9:00 PM.*Court A/).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await quickBookingDialog(page).getByRole("combobox", { name: "Customer" }).fill("Marc Lebrun");
  await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(eventBlock(page, /^Marc Lebrun, Court A, 8:00 PM to 9:00 PM/)).toBeVisible();
  const events = await listApprovedEvents(club, dateInDays(1));
  expect(events.filter(({ name }) => name === "Marc Lebrun")).toHaveLength(1);
});

test("pages and actions are found by name, on a phone too, in both themes", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token, viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(`/organizations/${club.id}/overview`);
  await waitUntilLoaded(page);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.keyboard.type("court");
  await expect(option(page, /^Court A/)).toBeVisible();
  await expectNoOverflow(page, "search on a phone");
  await expectAccessible(page, "search");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "search in the dark");
  await box(page).fill("opening hours");
  await expect(option(page, "Create opening hours")).toBeVisible();
  await option(page, "Opening hours").first().click();
  await expect(page).toHaveURL(/opening-hours$/);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(palette(page).getByText("Opened lately")).toBeVisible();
  await page.keyboard.type("rain");
  const guide = page.waitForEvent("popup");
  await option(page, /Block several fields at once: rain/).click();
  await expect(await guide).toHaveURL(/\/guide\/rain#over-bookings$/);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(palette(page)).toBeHidden();
});
