import { createClub } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test("an owner chooses when customers are reminded", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const reminders = page.getByRole("form", { name: "Reminders" });
  const lead = reminders.getByRole("combobox", { name: "Remind" });
  await expect(lead.locator("option:checked")).toHaveText("24 h before the start");
  await lead.selectOption({ label: "3 h before the start" });
  await reminders.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.reload();
  await expect(lead.locator("option:checked")).toHaveText("3 h before the start");
  await waitUntilLoaded(page);
  await expectAccessible(page, "reminders");
});

test("au téléphone, un gérant ne veut plus de rappels", async ({ another }) => {
  const club = await createClub();
  const page = await another({ ...telephone, locale: "fr-FR", token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const reminders = page.getByRole("form", { name: "Rappels" });
  const lead = reminders.getByRole("combobox", { name: "Rappeler" });
  await lead.selectOption({ label: "Jamais" });
  await reminders.getByRole("button", { name: "Enregistrer" }).tap();
  await expect(toast(page, "Enregistré")).toBeVisible();
  await page.reload();
  await expect(lead.locator("option:checked")).toHaveText("Jamais");
  await waitUntilLoaded(page);
  await expectAccessible(page, "les rappels");
  await expectNoOverflow(page, "les rappels");
});
