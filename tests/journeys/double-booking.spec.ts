import { createClub, addMember, managerRoleId, staffRoleId } from "./clubs.ts";
import { createCourt } from "./courts.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { fillDate, firstPart } from "./date-fields.ts";

test("two people book the same hour at once: one gets it, the other reads why", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const people = [await addMember(club, managerRoleId, "Milan"), await addMember(club, staffRoleId, "Stella")];
  const pages = await Promise.all(people.map(({ token }) => another({ token })));
  for (const page of pages) {
    await page.goto(`/organizations/${club.id}/events/create`);
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court A");
    await fillDate(page, "Date", "2031-06-07");
    await fillDate(page, "Start time", "10:00");
    await page.getByLabel("Name", { exact: true }).fill("Sunday match");
  }
  await Promise.all(pages.map((page) => page.getByRole("button", { name: "Create event" }).click()));
  // Check all pages in parallel, because toasts disappear soon.
  await Promise.all(
    pages.map((page) =>
      expect(toast(page, /: booked|No slot available for this date and this facility\./)).toBeVisible(),
    ),
  );
  const stays = (page: Page) => page.url().endsWith("/create");
  // The winner's page opens the event shortly after the toast.
  await expect.poll(() => pages.filter(stays).length).toBe(1);
  const [won, lost] = [pages.filter((page) => !stays(page)), pages.filter(stays)];
  expect([won.length, lost.length]).toEqual([1, 1]);
  for (const page of won) await expect(page.getByRole("heading", { name: "Sunday match", level: 1 })).toBeVisible();
  for (const page of lost)
    await expect(firstPart(page, "Start time")).toHaveAccessibleDescription(
      /^No slot available for this date and this facility\./,
    );
});
