import { found, join, manager, staff } from "./clubs.ts";
import { openCourt } from "./courts.ts";
import { expect, type Page, test, toast } from "./journey.ts";

test("two people book the same hour at once: one gets it, the other reads why", async ({ another }) => {
  const club = await found();
  await openCourt(club);
  const people = [await join(club, manager, "Milan"), await join(club, staff, "Stella")];
  const pages = await Promise.all(people.map(({ token }) => another({ token })));
  for (const page of pages) {
    await page.goto(`/organizations/${club.id}/events/create`);
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court A");
    await page.getByLabel("Date").fill("2031-06-07");
    await page.getByLabel("Start time").fill("10:00");
    await page.getByLabel("Name", { exact: true }).fill("Sunday match");
  }
  await Promise.all(pages.map((page) => page.getByRole("button", { name: "Create event" }).click()));
  // At once, as they come: they leave soon.
  await Promise.all(
    pages.map((page) =>
      expect(toast(page, /Event created|No slot available for this date and this facility\./)).toBeVisible(),
    ),
  );
  const stays = (page: Page) => page.url().endsWith("/create");
  // Whoever got it is led to the event a moment after the toast.
  await expect.poll(() => pages.filter(stays).length).toBe(1);
  const [won, lost] = [pages.filter((page) => !stays(page)), pages.filter(stays)];
  expect([won.length, lost.length]).toEqual([1, 1]);
  for (const page of won) await expect(page.getByRole("heading", { name: "Sunday match", level: 1 })).toBeVisible();
  for (const page of lost)
    await expect(page.getByLabel("Start time")).toHaveAccessibleDescription(
      /^No slot available for this date and this facility\./,
    );
});
