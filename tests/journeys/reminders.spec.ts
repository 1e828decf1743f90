import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test("an owner chooses when customers are reminded", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const reminders = page.getByRole("form", { name: "Reminders", exact: true });
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
  const reminders = page.getByRole("form", { name: "Rappels", exact: true });
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

test("an owner chooses steps of reminders, and leaves one debt out", async ({ another }) => {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const court = await createCourt(club);
  const customer = await callApi<{ id: string }>("POST", `${base}/customers`, {
    token: club.token,
    body: {
      kind: "person",
      firstName: "Marc",
      lastName: "Step",
      email: `step.${process.pid}.${Date.now()}@example.test`,
    },
  });
  await callApi("POST", `${base}/events`, {
    token: club.token,
    body: {
      ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(1), "10:00"), duration: 60, name: "Marc" },
      ...{ type: "game", customer: { customerId: customer.data.id } },
    },
  });
  const page = await another({ token: club.token });
  await page.goto(`${base}/settings`);
  const form = page.getByRole("form", { name: "Reminders of debts" });
  const days = form.getByRole("combobox", { name: "When" });
  const save = form.getByRole("button", { name: "Save" });

  await test.step("a day that is not later is refused beside its field, and nothing is lost", async () => {
    await form.getByRole("button", { name: "Add a reminder" }).click();
    await expect(days.locator("option:checked")).toHaveText("3 days after the due date");
    await form.getByRole("button", { name: "Add a reminder" }).click();
    await days.nth(1).selectOption({ label: "2 days after the due date" });
    await save.click();
    await expect(form.getByText("Choose a later day than that of the reminder before.")).toBeVisible();
    await days.nth(1).selectOption({ label: "10 days after the due date" });
    await save.click();
    await expect(toast(page, "Saved")).toBeVisible();
    await page.reload();
    await expect(days.nth(1).locator("option:checked")).toHaveText("10 days after the due date");
    await waitUntilLoaded(page);
    await expectAccessible(page, "reminders of debts");
  });

  await test.step("the list says when the next one goes, and the account leaves the debt out", async () => {
    await page.goto(`${base}/payments/unpaid`);
    await expect(page.getByText(/^next /)).toBeVisible();
    await page.goto(`${base}/customers/${customer.data.id}/account`);
    await page.getByRole("button", { name: "No reminders" }).click();
    await expect(page.getByRole("button", { name: "Remind again" })).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, "an account with a debt that is left out");
    await page.goto(`${base}/payments/unpaid`);
    await expect(page.getByText("Left out of reminders")).toBeVisible();
    await expect(page.getByText(/^next /)).toBeHidden();
  });
});

test("au téléphone, un gérant relance trois jours après l’échéance", async ({ another }) => {
  const club = await createClub();
  const page = await another({ ...telephone, locale: "fr-FR", token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const form = page.getByRole("form", { name: "Relances des impayés" });
  await form.getByRole("button", { name: "Ajouter une relance" }).tap();
  await form.getByRole("combobox", { name: "Ton" }).selectOption({ label: "Ferme" });
  await form.getByRole("button", { name: "Enregistrer" }).tap();
  await expect(toast(page, "Enregistré")).toBeVisible();
  await page.reload();
  await expect(form.getByRole("combobox", { name: "Quand" }).locator("option:checked")).toHaveText(
    "3 jours après l’échéance",
  );
  await expect(form.getByRole("combobox", { name: "Ton" }).locator("option:checked")).toHaveText("Ferme");
  await waitUntilLoaded(page);
  await expectAccessible(page, "les relances");
  await expectNoOverflow(page, "les relances");
});
