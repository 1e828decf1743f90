import { contract } from "#contract/index.ts";
import { findViolations } from "./axe.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { demoEmail, demoToken } from "./people.ts";

// `journey-test.ts` fails every journey that violates the content policy or sends requests to another host.

const openReference = async (page: Page) => {
  const answer = await page.goto("/api/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Baseline" })).toBeVisible();
  return answer;
};

test("the API reference leads from its sidebar to an operation, its body and an example", async ({ page }) => {
  const answer = await openReference(page);
  expect(answer?.headers()["content-security-policy"]).toContain("script-src 'self';");
  await expect(page).toHaveTitle("API · Baseline");
  const sidebar = page.getByRole("complementary", { name: "Sidebar for Baseline" });
  for (const name of Object.keys(contract))
    await expect(sidebar.getByRole("link", { name, exact: true })).toBeAttached();
  await sidebar.getByRole("button", { name: "Open Group - events" }).click();
  for (const { summary } of Object.values(contract.events))
    await expect(sidebar.getByRole("link", { name: summary }).first()).toBeAttached();
  await sidebar.getByRole("link", { name: contract.events.create.summary }).click();
  const operation = page.getByRole("region", { name: contract.events.create.summary, exact: true });
  await expect(operation.getByRole("heading", { level: 3 })).toBeInViewport();
  await expect(operation).toContainText("For active members of the organization.");
  await expect(operation).toContainText("fieldId");
  const example = operation.getByRole("group", { name: "Code sample: Shell Curl" });
  await expect(example).toContainText(/^curl http\S+\/api\/v1\/organizations\/[0-9a-f-]+\/events\s/);
  await expect(example).toContainText("startTime");
  await expect(operation.getByRole("button", { name: /^201/ })).toBeVisible();
});

test("an operation is found by search", async ({ page }) => {
  await openReference(page);
  await page.getByRole("button", { name: /^Open Search/ }).click();
  await page.getByRole("dialog").getByRole("combobox").fill(contract.facilities.create.summary);
  await page.getByRole("option", { name: contract.facilities.create.summary }).first().click();
  await expect(
    page
      .getByRole("region", { name: contract.facilities.create.summary, exact: true })
      .getByRole("heading", { level: 3 }),
  ).toBeInViewport();
});

test("a request is tried from the page with a token of the demo", async ({ page }) => {
  await openReference(page);
  await page.getByRole("textbox", { name: "Bearer Token" }).fill(demoToken("owner"));
  const sidebar = page.getByRole("complementary", { name: "Sidebar for Baseline" });
  await sidebar.getByRole("button", { name: "Open Group - accounts" }).click();
  await sidebar.getByRole("link", { name: contract.accounts.user.summary }).first().click();
  await page.getByRole("button", { name: "Test Request (get /auth/user)" }).click();
  const client = page.getByRole("dialog", { name: "API Client" });
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/v1/auth/user"));
  await client.getByRole("button", { name: /^Send get request/ }).click();
  expect((await answer).request().headers()["authorization"]).toBe(`Bearer ${demoToken("owner")}`);
  await expect(client.getByRole("region", { name: "Response" })).toContainText("200 OK");
  await expect(client.getByRole("region", { name: "Response" })).toContainText(demoEmail("owner"));
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the API reference is accessible in ${colorScheme}, and fits a telephone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await openReference(page);
    await expect(page.locator("body")).toHaveClass(new RegExp(`${colorScheme}-mode`));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // The page fades into the theme.
    await expect.poll(() => findViolations(page, {})).toEqual([]);
  });
}
