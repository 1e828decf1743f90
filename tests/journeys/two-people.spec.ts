import { expect, test, toast } from "./journey.ts";
import { ask, tokenOf } from "./people.ts";

test("two people book the same hour at once: one gets it, the other reads why", async ({ another }) => {
  const { data } = await ask<{ id: string; name: string }[]>("GET", "/organizations/search?q=berges", {
    token: tokenOf("admin"),
  });
  const pages = [await another({ token: tokenOf("manager") }), await another({ token: tokenOf("staff") })];
  for (const page of pages) {
    await page.goto(`/organizations/${data[0]?.id}/events/create`);
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court central");
    await page.getByLabel("Date").fill("2031-06-07");
    await page.getByLabel("Start time").fill("10:00");
    await page.getByLabel("Name", { exact: true }).fill("Sunday match");
  }
  await Promise.all(pages.map((page) => page.getByRole("button", { name: "Create event" }).click()));
  for (const page of pages)
    await expect(toast(page, /Event created|No slot available for this date and this facility\./)).toBeVisible();
  const won = pages.filter((page) => !page.url().endsWith("/create"));
  const lost = pages.filter((page) => page.url().endsWith("/create"));
  expect([won.length, lost.length]).toEqual([1, 1]);
  for (const page of won) await expect(page.getByRole("heading", { name: "Sunday match", level: 1 })).toBeVisible();
  for (const page of lost)
    await expect(page.getByLabel("Start time")).toHaveAccessibleDescription(
      /^No slot available for this date and this facility\./,
    );
});
