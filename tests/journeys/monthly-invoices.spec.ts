import { createClub } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

test("a company pays by the month: its terms are chosen, and its invoice is looked at and issued", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const { data: customer } = await callApi<{ id: string }>("POST", `${base}/customers`, {
    token: club.token,
    body: { kind: "company", legalName: "Quatorze SA", addressLine: "1 rue du Stade", postalCode: "69007" },
  });
  await callApi("POST", `${base}/events`, {
    token: club.token,
    body: {
      ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(0), "00:00"), duration: 60, price: 2500 },
      ...{ name: "Quatorze", type: "game", customer: { customerId: customer.id }, override: true },
    },
  });
  const page = await another({ token: club.token });

  await test.step("the terms are chosen in the form, and stand in the head of the page", async () => {
    await page.goto(`${base}/customers/${customer.id}/edit`);
    await page.getByText("By monthly invoice", { exact: true }).click();
    await page.getByRole("spinbutton", { name: "Days to pay an invoice" }).fill("46");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("45 days at most for monthly invoices.")).toBeVisible();
    await page.getByRole("spinbutton", { name: "Days to pay an invoice" }).fill("30");
    await expectAccessible(page, "payment terms in the form");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Pays by monthly invoice, 30 days")).toBeVisible();
  });

  await test.step("the page says what its invoices lack", async () => {
    await expect(page.getByText("Its invoices lack: address, company number (SIREN or SIRET).")).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, "a company whose invoices lack something");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a company whose invoices lack something, on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  const open = async () => {
    await page.goto(`${base}/invoices`);
    await page.getByRole("button", { name: "Monthly invoices" }).click();
  };
  const dialog = page.getByRole("dialog");
  await test.step("without an address there is no invoice, and a link to mend it", async () => {
    await open();
    await expect(dialog.getByText("The address of the company is missing")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Issue 0 invoices" })).toBeDisabled();
    await dialog.getByRole("link", { name: "Complete the customer" }).click();
    await page.getByRole("textbox", { name: "City" }).fill("Lyon");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Pays by monthly invoice, 30 days")).toBeVisible();
  });

  await test.step("the preview has its sum, and the invoice is issued", async () => {
    await open();
    await expect(dialog.getByRole("listitem")).toContainText("Quatorze SA1 amount due");
    await expectAccessible(page, "the preview of monthly invoices");
    await dialog.getByRole("button", { name: "Issue 1 invoice" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: "Quatorze SA" })).toContainText("€25.00 to pay by");
    await open();
    await expect(dialog.getByText("Nothing is left to invoice")).toBeVisible();
  });

  await test.step("and on a telephone, in French", async () => {
    const phone = await another({ token: club.token, locale: "fr-FR" });
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(`${base}/invoices`);
    await waitUntilLoaded(phone);
    await phone.getByRole("button", { name: "Factures mensuelles" }).click();
    await expect(phone.getByRole("dialog").getByText("Il ne reste rien à facturer")).toBeVisible();
    await expectAccessible(phone, "monthly invoices on a telephone");
    await expectNoOverflow(phone, "monthly invoices on a telephone");
    await phone.goto(`${base}/customers/${customer.id}`);
    await expect(phone.getByText("Paie par facture mensuelle, 30 jours")).toBeVisible();
  });
});
