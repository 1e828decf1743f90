import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test("an owner chooses when customers are reminded", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const reminders = page.getByRole("form", { name: "Reminders" });
  const lead = reminders.getByRole("combobox", { name: "Remind" });
  const from = reminders.getByRole("combobox", { name: "Before" });
  const devices = reminders.getByRole("combobox", { name: "Once more on devices" });
  await expect(lead.locator("option:checked")).toHaveText("3 h");
  await expect(from.locator("option:checked")).toHaveText("the deadline to cancel");
  await expect(devices.locator("option:checked")).toHaveText("2 h before the start");
  await lead.selectOption({ label: "24 h" });
  await from.selectOption({ label: "the start" });
  await devices.selectOption({ label: "1 h before the start" });
  await reminders.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.reload();
  await expect(lead.locator("option:checked")).toHaveText("24 h");
  await expect(from.locator("option:checked")).toHaveText("the start");
  await expect(devices.locator("option:checked")).toHaveText("1 h before the start");
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

for (const [locale, label, club, chosen] of [
  ["en-US", "Remind me of bookings", "As each club says", "3 h before the start"],
  ["fr-FR", "Me rappeler les réservations", "Comme le dit chaque club", "3 h avant le début"],
] as const)
  test(`on a telephone, a member chooses when they are reminded (${locale})`, async ({ another }) => {
    const { token } = await addMember(await createClub(), memberRoleId);
    const page = await another({ ...telephone, locale, token });
    await page.goto("/settings/notifications");
    const lead = page.getByRole("combobox", { name: label });
    await expect(lead.locator("option:checked")).toHaveText(club);
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
    await lead.selectOption({ label: chosen });
    await saved;
    await page.reload();
    await expect(lead.locator("option:checked")).toHaveText(chosen);
    await waitUntilLoaded(page);
    await expectAccessible(page, "one’s own lead");
    await expectNoOverflow(page, "one’s own lead");
  });
