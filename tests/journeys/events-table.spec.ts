import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";

test("the desk finds a day's events in a table, keeps the view, and cancels several at once", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(2);
  for (const [index, time] of ["10:00", "12:00", "14:00"].entries())
    await createBooking(club, court, {
      token: club.token,
      startTime: toInstant(date, time),
      name: `Lesson ${index + 1}`,
    });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/events?from=${date}&to=${date}`);
  const table = page.getByRole("table", { name: "Events" });
  const sums = page.getByRole("group", { name: "Sums of what is shown" });
  await expect(table.getByRole("link", { name: /^Lesson/ })).toHaveText(["Lesson 1", "Lesson 2", "Lesson 3"]);
  await expect(sums).toContainText("3 events");

  await test.step("the filters are kept under a name", async () => {
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("The day");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const views = page.getByRole("navigation", { name: "Views of events" });
    await views.getByRole("link", { name: "Overdue" }).click();
    await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
    await views.getByRole("link", { name: "The day" }).click();
    await expect(table.getByRole("row")).toHaveCount(4);
    await expect(views.getByRole("link", { name: "The day" })).toHaveAttribute("data-current", "true");
  });

  await test.step("two are canceled, and taken back", async () => {
    await page.getByRole("checkbox", { name: "Select Lesson 1" }).check();
    await page.getByRole("checkbox", { name: "Select Lesson 3" }).check();
    await page.getByRole("button", { name: "Cancel 2" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Rain");
    await dialog.getByRole("button", { name: "Cancel 2" }).click();
    await expect(table.getByText("Canceled").filter({ visible: true })).toHaveCount(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(table.getByText("Canceled").filter({ visible: true })).toHaveCount(0);
  });

  await test.step("cards stay a choice, which this browser keeps", async () => {
    await page.getByRole("button", { name: "Cards" }).click();
    await expect(page.getByRole("list", { name: "Events" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("list", { name: "Events" })).toBeVisible();
  });
});

test("members keep their cards, and choose nothing", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createBooking(club, court, { token: club.token, startTime: toInstant(dateInDays(2), "10:00"), name: "Lesson" });
  const page = await another({ token: (await addMember(club, memberRoleId)).token });
  await page.goto(`/organizations/${club.id}/events`);
  await expect(page.getByRole("list", { name: "Events" })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});
