import { readFile } from "node:fs/promises";
import { readZip } from "#tests/support/read-zip.ts";
import { addMember, createClub, managerRoleId } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";

test("retention is off, shows what would go, and is turned on", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("main").getByRole("link", { name: "Retention" }).click();
  await expect(page.getByText("It is off now")).toBeVisible();
  await page.getByLabel("Customers, months without a booking or a payment").fill("3");
  await page.getByRole("button", { name: "Show what would go" }).click();
  await expect(page.getByLabel("Customers, months without a booking or a payment")).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await page.getByLabel("Customers, months without a booking or a payment").fill("24");
  await page.getByRole("button", { name: "Show what would go" }).click();
  await expect(page.getByText("Customers made anonymous: 0")).toBeVisible();
  await expectAccessible(page, "what would go");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(toast(page, "The times are saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Customers, months without a booking or a payment")).toHaveValue("24");
  await expect(page.getByText("It is off now")).toHaveCount(0);
});

test("on a telephone, in French and dark, retention fits", async ({ another }) => {
  const club = await createClub();
  const page = await another({
    token: club.token,
    locale: "fr-FR",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`/organizations/${club.id}/settings/retention`);
  await page.getByRole("button", { name: "Montrer ce qui disparaîtrait" }).tap();
  await expect(page.getByText(/Clients rendus anonymes/)).toBeVisible();
  await expectNoOverflow(page, "retention");
  await expectAccessible(page, "retention");
});

test("an owner makes a copy of everything and downloads it; a manager is offered none", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("main").getByRole("link", { name: "Move elsewhere" }).click();
  await page.getByRole("button", { name: "Make a copy" }).click();
  await expect(page.getByRole("button", { name: "Download" })).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page, "a copy of everything");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Everything of the organization \d{4}-\d\d-\d\d\.zip$/);
  const files = readZip(await readFile(await file.path()));
  expect(files["data/organizations.jsonl"]?.toString()).toContain(club.name);
  expect(files["people.jsonl"]?.toString()).toContain(club.owner.email);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "a copy of everything");

  const manager = await addMember(club, managerRoleId, "Nora");
  const colleague = await another({ token: manager.token });
  await colleague.goto(`/organizations/${club.id}/settings`);
  await expect(colleague.getByRole("main").getByRole("link", { name: "Retention" })).toBeVisible();
  await expect(colleague.getByRole("main").getByRole("link", { name: "Move elsewhere" })).toHaveCount(0);
});
