import { createClub, type Club } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

async function createCustomer(club: Club): Promise<string> {
  const path = `/organizations/${club.id}/customers`;
  const body = { firstName: "Zoé", lastName: "Lebrun", email: "lebrun@example.test" };
  return (await callApi<{ id: string }>("POST", path, { token: club.token, body })).data.id;
}

test("a balance is topped up, pays a booking, gets a refund back and is paid out, on a desk and on a phone", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const customerId = await createCustomer(club);
  const base = `/organizations/${club.id}`;
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");
  const card = page
    .locator("section, div")
    .filter({ has: page.getByRole("heading", { name: "Prepaid balance" }) })
    .last();
  const entries = page.getByRole("list", { name: "Entries of the balance" });
  const startTime = toInstant(dateInDays(3), "10:00");
  const eventId = await createBooking(club, court, { token: club.token, startTime, customer: { customerId } });
  const { price } = (await callApi<{ price: number }>("GET", `${base}/events/${eventId}`, { token: club.token })).data;
  expect(price).toBeGreaterThan(0);

  await test.step("it is topped up on the customer's page", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await expect(page.getByText("Nothing was put on the balance yet.")).toBeVisible();
    await page.getByRole("button", { name: "Top up" }).click();
    await dialog.getByLabel("Amount").fill("100");
    await dialog.getByLabel("Given", { exact: false }).fill("120");
    await expect(dialog.getByText("€20.00")).toBeVisible();
    await expectAccessible(page, "a top-up");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a top-up on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Top up" }).click();
    await expect(dialog).toBeHidden();
    await expect(entries).toContainText("Top-up");
    await expect(card).toContainText("€100.00");
    await expect(page.getByRole("list", { name: "Payments and invoices" })).toContainText("RE-");
    await expectAccessible(page, "a customer with a balance");
  });

  await test.step("it pays a debt, as a method of its own", async () => {
    await page.getByRole("button", { name: "Take payment" }).first().click();
    await dialog.getByLabel("Method").selectOption({ label: "Prepaid balance · €100.00" });
    await expectAccessible(page, "a payment from the balance");
    await dialog.getByRole("button", { name: /^Take €/ }).click();
    await expect(dialog).toBeHidden();
    await expect(entries).toContainText("Used");
  });

  await test.step("a refund goes back to it, and it is paid out", async () => {
    await entries.getByRole("link", { name: "Used" }).click();
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(dialog.getByText("back to the balance")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Rain");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${base}/customers/${customerId}/account`);
    await expect(entries).toContainText("Given back to the balance");
    await expectAccessible(page, "an account with a balance");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "an account with a balance on a phone");
    await page.getByRole("button", { name: "Pay out" }).click();
    await dialog.getByLabel("Amount").fill("100.01");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Moves away");
    await dialog.getByRole("button", { name: "Pay out" }).click();
    await expect(dialog.getByText("At most €100.00, which is what is on the balance")).toBeVisible();
    await dialog.getByLabel("Amount").fill("100");
    await expectAccessible(page, "a payout on a phone");
    await dialog.getByRole("button", { name: "Pay out" }).click();
    await expect(toast(page, "Paid out")).toBeVisible();
    await expect(entries).toContainText("€0.00 on the balance");
  });
});

test("French desks read the balance in their language", async ({ another }) => {
  const club = await createClub();
  const customerId = await createCustomer(club);
  const page = await another({ token: club.token, locale: "fr-FR" });
  await page.goto(`/organizations/${club.id}/customers/${customerId}`);
  await page.getByRole("button", { name: "Créditer" }).click();
  await expect(page.getByRole("dialog", { name: "Créditer le solde de Zoé Lebrun" })).toBeVisible();
  await expectAccessible(page, "a top-up in French");
});
