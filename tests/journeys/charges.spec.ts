import { createClub } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

test("the account of a customer tells what was charged and paid, and how old the debts are", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const { data: customer } = await callApi<{ id: string }>("POST", `${base}/customers`, {
    token: club.token,
    body: { firstName: "Marc", lastName: "Lebrun" },
  });
  const book = async (days: number, price: number): Promise<string> => {
    const { data } = await callApi<{ id: string }>("POST", `${base}/events`, {
      token: club.token,
      body: {
        ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(days), "10:00"), duration: 60 },
        ...{ name: "Marc", type: "game", customer: { customerId: customer.id }, price, override: true },
      },
    });
    return data.id;
  };
  const [recent, older] = [await book(-10, 2400), await book(-45, 3850), await book(5, 1800), await book(6, 1200)];
  await callApi("POST", `${base}/events/${recent}/payments`, {
    token: club.token,
    body: { amount: 1000, method: "cash" },
  });
  await callApi("POST", `${base}/events/${older}/payments`, {
    token: club.token,
    body: { amount: 3850, method: "cash" },
  });
  const page = await another({ token: club.token });

  await test.step("the balance of the customer leads to it", async () => {
    await page.goto(`${base}/customers/${customer.id}`);
    await page.getByRole("link", { name: "See the account" }).click();
    await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
    const standing = page.locator("dl");
    await expect(standing).toContainText("€44.00");
    await expect(standing).toContainText("Up to 30 days late€14.00");
    await expect(standing).toContainText("Not overdue yet€30.00");
    await expect(page.getByRole("row").nth(1)).toContainText("Payment · Cash");
    await expect(page.getByRole("row").nth(1)).toContainText("€44.00");
  });

  await test.step("a payment that is taken while it is open is seen at once", async () => {
    const body = { amount: 1400, method: "check" };
    await callApi("POST", `${base}/events/${recent}/payments`, { token: club.token, body });
    await expect(page.getByRole("row").nth(1)).toContainText("Payment · Check");
    await expect(page.locator("dl")).toContainText("€30.00");
  });

  await test.step("what will not come is written off with a reason, and that can be taken back", async () => {
    const open = page.getByRole("list", { name: "To pay" }).getByRole("listitem");
    await expect(open).toHaveCount(2);
    await open.first().getByRole("button", { name: "Write off" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Write off" }).click();
    await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveAttribute("aria-invalid", "true");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Moved away");
    await expectAccessible(page, "the dialog of a write-off");
    await dialog.getByRole("button", { name: "Write off" }).click();
    const writtenOff = page.getByRole("list", { name: "Written off" }).getByRole("listitem");
    await expect(writtenOff.first()).toContainText("Written offMoved away");
    await expect(open).toHaveCount(1);
    await writtenOff.first().getByRole("button", { name: "Undo write-off" }).click();
    await expect(open).toHaveCount(2);
    await expect(open.first().getByRole("button", { name: "Write off" })).toBeVisible();
    await expect(page.locator("dl")).toContainText("€30.00");
  });

  await test.step("it is readable everywhere, and can be used by everybody", async () => {
    await waitUntilLoaded(page);
    await expectAccessible(page, "the account of a customer");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the account of a customer on a telephone");
  });
});

test("what is open is invoiced before it is paid: chosen, looked at, issued, and settled by a payment", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const { data: customer } = await callApi<{ id: string }>("POST", `${base}/customers`, {
    token: club.token,
    body: { firstName: "Marc", lastName: "Lebrun", email: "marc.lebrun@example.test" },
  });
  for (const [days, price] of [
    [-3, 2400],
    [4, 1800],
    [5, 1200],
  ] as const)
    await callApi("POST", `${base}/events`, {
      token: club.token,
      body: {
        ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(days), "10:00"), duration: 60 },
        ...{ name: `Match of ${price}`, type: "game", customer: { customerId: customer.id }, price, override: true },
      },
    });
  const page = await another({ token: club.token });
  await page.goto(`${base}/customers/${customer.id}/account`);

  await test.step("two of three are chosen, and the invoice is seen before it is issued", async () => {
    await page.getByRole("button", { name: "Invoice now" }).click();
    const dialog = page.getByRole("dialog", { name: "Invoice now" });
    await dialog.getByRole("checkbox", { name: "Match of 1200" }).uncheck();
    await expect(dialog).toContainText("€42.00");
    await expectAccessible(page, "the choice of what is invoiced");
    await dialog.getByRole("button", { name: "See the invoice" }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(2);
    await expect(dialog).toContainText("Once issued, an invoice never changes");
    await expectAccessible(page, "an invoice before it is issued");
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByRole("checkbox", { name: "Match of 1200" })).not.toBeChecked();
    await dialog.getByRole("button", { name: "See the invoice" }).click();
    await dialog.getByRole("button", { name: "Issue the invoice of €42.00" }).click();
    await expect(dialog).toBeHidden();
  });

  const documents = page.getByRole("list", { name: "Invoices" }).getByRole("listitem");
  await test.step("it says what is to be paid and until when, and a payment settles it", async () => {
    await expect(documents).toHaveCount(1);
    await expect(documents.first()).toContainText("€42.00 to pay by");
    await expect(page.getByRole("list", { name: "To pay" })).toContainText("Invoiced");
    await page.getByRole("button", { name: "Take payment" }).click();
    const dialog = page.getByRole("dialog", { name: "Take payment" });
    await dialog.getByRole("checkbox", { name: "All 3 debts" }).check();
    await dialog.getByRole("button", { name: "Take €54.00" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("to pay by")).toBeHidden();
    // The one that was not invoiced has the invoice of its payment.
    await expect(documents).toHaveCount(2);
  });

  await test.step("the list of invoices leads to the account, and everything fits a telephone in French", async () => {
    await waitUntilLoaded(page);
    await expectAccessible(page, "the account with invoices");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the account with invoices on a telephone");
    await page.goto(`${base}/invoices`);
    await page.getByRole("link", { name: /-000001$/ }).click();
    await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  });
});

test("a part of what a customer owes settles the oldest first", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const { data: customer } = await callApi<{ id: string }>("POST", `${base}/customers`, {
    token: club.token,
    body: { firstName: "Marc", lastName: "Lebrun" },
  });
  for (const days of [-4, -3])
    await callApi("POST", `${base}/events`, {
      token: club.token,
      body: {
        ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(days), "10:00"), duration: 60 },
        ...{ name: `Match ${-days} days ago`, type: "game", customer: { customerId: customer.id }, price: 2000 },
        override: true,
      },
    });
  const page = await another({ token: club.token });
  await page.goto(`${base}/customers/${customer.id}/account`);
  await page.getByRole("button", { name: "Take payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Take payment" });
  const amount = dialog.getByRole("textbox", { name: "Amount" });
  await expect(amount).toHaveValue("40");
  await amount.fill("45");
  await dialog.getByRole("button", { name: "Take €45.00" }).click();
  await expect(dialog).toContainText("At most €40.00, which is what is due");
  await dialog.getByRole("checkbox", { name: "All 2 debts" }).uncheck();
  await dialog.getByRole("checkbox", { name: "All 2 debts" }).check();
  await expect(amount).toHaveValue("40");
  await amount.fill("25");
  await expectAccessible(page, "a part of what is owed");
  await dialog.getByRole("button", { name: "Take €25.00" }).click();
  await expect(dialog).toBeHidden();
  const open = page.getByRole("list", { name: "To pay" }).getByRole("listitem");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("Match 3 days ago");
  await expect(open).toContainText("€15.00");
});

test("on a telephone and in French, what is open is invoiced", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const { data: customer } = await callApi<{ id: string }>("POST", `${base}/customers`, {
    token: club.token,
    body: { firstName: "Marc", lastName: "Lebrun" },
  });
  await callApi("POST", `${base}/events`, {
    token: club.token,
    body: {
      ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(-3), "10:00"), duration: 60 },
      ...{ name: "Match amical", type: "game", customer: { customerId: customer.id }, price: 2000, override: true },
    },
  });
  const page = await another({ token: club.token });
  await page.addInitScript(() => localStorage.setItem("language", "fr"));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${base}/customers/${customer.id}/account`);
  await page.getByRole("button", { name: "Facturer maintenant" }).click();
  const dialog = page.getByRole("dialog", { name: "Facturer maintenant" });
  await dialog.getByRole("button", { name: "Voir la facture" }).click();
  await expect(dialog).toContainText("Une fois émise, une facture ne change plus");
  await expectNoOverflow(page, "an invoice before it is issued, on a telephone");
  await dialog.getByRole("button", { name: /^Émettre la facture de 20,00/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Factures" })).toContainText(/20,00.€ à payer au plus tard le/);
  await expectNoOverflow(page, "the account with an invoice to pay, on a telephone");
});
