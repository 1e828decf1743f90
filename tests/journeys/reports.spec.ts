import { readFileSync } from "node:fs";
import { expect, test } from "./journey-test.ts";
import { expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { demoToken } from "./people.ts";
import { findDemoIds } from "./screens.ts";

test.use({ as: "owner" });

test("an owner reads how full the courts are, what came in and who was lost, and takes the rows along", async ({
  page,
}) => {
  await page.goto("/overview");
  await page.getByRole("link", { name: "Reports" }).click();
  await waitUntilLoaded(page);
  const figures = page.locator("dl");
  await expect(figures.getByRole("term")).toHaveText(["Occupancy", "Revenue", "Bookings", "Canceled", "New customers"]);
  const heat = page.getByRole("table", { name: "Occupancy by field and hour" });
  await expect(heat.getByRole("row").nth(2)).toBeVisible();
  await expect(page.getByRole("list", { name: "Revenue by sport" }).getByRole("listitem").first()).toBeVisible();
  // A facility narrows each report, and stays from one to the next.
  const fields = await heat.getByRole("row").count();
  await page.getByRole("combobox", { name: "Facility" }).selectOption({ index: 1 });
  await expect(heat.getByRole("row")).not.toHaveCount(fields);
  await page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name: "Cancellations" }).click();
  await expect(page).toHaveURL(/\/reports\/cancellations\?facilityId=/);
  await expect(figures.getByRole("term")).toHaveText(["Bookings", "Canceled", "No-shows", "Given back", "Kept"]);
  await page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name: "Occupancy" }).click();
  await expect(page.getByRole("table", { name: "Occupancy by weekday and hour" })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Reports Occupancy.csv");
  expect(readFileSync(await file.path(), "utf8")).toMatch(/^\uFEFFFacility,Field,Taken minutes/);
});

test("a member has no reports", async ({ another }) => {
  const page = await another({ token: demoToken("member") });
  await page.goto("/overview");
  await expect(page.getByRole("link", { name: "Reports" })).toHaveCount(0);
});

test.describe("on a telephone, in French", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "fr-FR" });

  test("each report fits, and bad dates in the address are those of this month", async ({ page }) => {
    await page.goto(`/organizations/${(await findDemoIds("owner")).organization}/reports?from=yesterday&sportId=x`);
    for (const name of ["Vue d’ensemble", "Occupation", "Recettes", "Annulations", "Clients"]) {
      await page.getByRole("navigation", { name: "Rapports" }).getByRole("link", { name, exact: true }).click();
      await waitUntilLoaded(page);
      await expectNoOverflow(page, name);
    }
    await expect(page.locator("dl").getByRole("term")).toHaveText([
      "Nouveaux clients",
      "Clients actifs",
      "Clients de retour",
      "Clients perdus",
    ]);
  });
});
