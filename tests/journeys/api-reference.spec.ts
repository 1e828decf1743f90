import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./journey.ts";

test("the API reference leads from its contents to a call, and needs no script", async ({ page }) => {
  const answer = await page.goto("/api/docs");
  expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self'");
  await expect(page).toHaveTitle("API · Baseline");
  await expect(page.locator("script")).toHaveCount(0);
  await page.getByRole("navigation", { name: "Contents" }).locator('a[href="#events.create"]').click();
  const article = page.getByRole("article", { name: /^Book a field/ });
  await expect(article).toBeInViewport();
  await expect(article).toContainText("/organizations/{organizationId}/events");
  await article.getByText("Answers 201").click();
  await article.getByRole("link", { name: "Event", exact: true }).click();
  await expect(page.getByRole("article", { name: "Event", exact: true })).toBeInViewport();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the API reference is accessible in ${colorScheme}, and fits a telephone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/api/docs");
    await page.getByText("Baseline API", { exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // One call stands for all: axe takes long for hundreds of rows that are made alike.
    const axe = new AxeBuilder({ page })
      .include("nav")
      .include("header")
      .include('[id="facilities.create"]')
      .include('[id="accounts.endSession"]');
    expect((await axe.analyze()).violations).toEqual([]);
  });
}
