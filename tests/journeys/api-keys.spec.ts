import { expect, test, toast } from "./journey-test.ts";
import { expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { demoToken } from "./people.ts";
import { findDemoIds } from "./screens.ts";

test.use({ as: "owner" });

test("a key is made, copied, used and revoked", async ({ page, request }) => {
  const { organization } = await findDemoIds("owner");
  await page.goto(`/organizations/${organization}/api-keys`);
  await page.getByRole("main").getByRole("link", { name: "Create API key" }).first().click();
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Name").fill("Website of the journeys");
  const fields = page.getByRole("group", { name: "Fields" });
  await fields.getByRole("checkbox", { name: /^See/ }).check();
  await page.getByText("90 days").click();
  await page.getByRole("button", { name: "Create API key" }).click();
  const secret = await page.getByLabel("Copy the key now").inputValue();
  expect(secret).toMatch(/^bl_live_/);
  const call = async () =>
    (
      await request.get(`/api/v1/organizations/${organization}/fields`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    ).status();
  expect(await call()).toBe(200);
  await page.getByRole("link", { name: "I have stored it" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Website of the journeys" });
  await expect(row).toContainText("Last used");
  await expect(row).toContainText("Fields · See");
  await expect(page.getByText(secret)).toHaveCount(0);
  await row.getByRole("button", { name: "Revoke Website of the journeys" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(toast(page, "API key revoked.")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await call()).toBe(401);
});

test("on a telephone, in French, the key fits and is shown once", async ({ another }) => {
  const { organization } = await findDemoIds("owner");
  const page = await another({
    token: demoToken("owner"),
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`/organizations/${organization}/api-keys/create`);
  await page.getByLabel("Nom").fill("Site du téléphone");
  await page.getByRole("group", { name: "Terrains" }).getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Créer une clé d’API" }).tap();
  await expect(page.getByLabel("Copiez la clé maintenant")).toBeVisible();
  await expectNoOverflow(page, "the key");
  await page.getByRole("link", { name: "Je l’ai conservée" }).tap();
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the keys");
  await page.getByRole("button", { name: "Révoquer Site du téléphone" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Révoquer" }).tap();
  await expect(page.getByRole("listitem").filter({ hasText: "Site du téléphone" })).toHaveCount(0);
});
