import { createClub } from "./clubs.ts";
import { createCourt } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";

test("a product gets a rate of its own and one for members, prices name it, and it is archived", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("link", { name: "Products and rates" }).click();
  await expect(page.getByRole("heading", { name: "Products and rates" })).toBeVisible();
  await expectAccessible(page, "products and rates");

  await page.getByRole("button", { name: "Add rate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Reduced");
  await dialog.getByLabel("Rate", { exact: true }).fill("5.5");
  await expectAccessible(page, "a new rate");
  await dialog.getByRole("button", { name: "Add rate" }).click();
  await expect(toast(page, "Rate added")).toBeVisible();
  const rates = page.getByRole("list", { name: "Tax rates" });
  await expect(rates.getByRole("listitem").filter({ hasText: "Reduced" }).first()).toContainText("5.5%");

  await page.getByRole("button", { name: "Add product" }).click();
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("Padel");
  await dialog.getByLabel("Tax rate").selectOption({ label: "Reduced · 5.5%" });
  await dialog.getByLabel("Member", { exact: true }).selectOption({ index: 1 });
  await expectAccessible(page, "a new product");
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(toast(page, "Product added")).toBeVisible();
  const products = page.getByRole("list", { name: "Products" });
  const padel = products.getByRole("listitem").filter({ hasText: "Padel" });
  await expect(padel).toContainText("Courts · Reduced · 5.5%");

  await page.goto(`/organizations/${club.id}/prices/create`);
  await page.getByLabel("Product").selectOption({ label: "Padel" });
  await page.goto(`/organizations/${club.id}/settings/products`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "products on a phone");
  await padel.getByRole("button", { name: "Edit Padel" }).click();
  await dialog.getByRole("switch", { name: "Offered" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(padel).toContainText("Archived");
});
