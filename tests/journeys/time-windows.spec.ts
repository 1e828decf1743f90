import { createClub } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";

test("a manager names the prime time, changes it and deletes it", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("main").getByRole("link", { name: "Time windows" }).click();
  await expect(page.getByText("No time windows yet")).toBeVisible();
  await page.getByRole("button", { name: "Create time window" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Evening");
  await dialog.getByRole("button", { name: "Saturday" }).click();
  await expectAccessible(page, "a new time window");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Time window created")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "Evening" });
  await expect(row).toContainText("Mon – Sat");
  await row.getByRole("button", { name: "Edit Evening" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Prime time");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Prime time" })).toBeVisible();
  await expectAccessible(page, "time windows");
  await page.getByRole("button", { name: "Delete time window" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete time window" }).click();
  await expect(page.getByText("No time windows yet")).toBeVisible();
});

test("on a telephone, in French and dark, time windows fit", async ({ another }) => {
  const club = await createClub();
  const page = await another({
    token: club.token,
    locale: "fr-FR",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`/organizations/${club.id}/settings/time-windows`);
  await page.getByRole("button", { name: "Créer une plage horaire" }).tap();
  await expectNoOverflow(page, "a new time window");
  await page.getByRole("dialog").getByRole("textbox", { name: "Nom" }).fill("Heures pleines");
  await page.getByRole("dialog").getByRole("button", { name: "Enregistrer" }).tap();
  await expect(page.getByRole("listitem").filter({ hasText: "Heures pleines" })).toBeVisible();
  await expectNoOverflow(page, "time windows");
  await expectAccessible(page, "time windows");
});
