import { addMember, createClub, memberRoleId, type Club } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { findMail } from "./mails.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

interface Place {
  club: Club;
  base: string;
  customerId: string;
  email: string;
}

async function prepare(lastName: string, product: string): Promise<Place> {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const { token } = club;
  const email = `${lastName.toLowerCase()}.${club.id.slice(-8)}@example.test`;
  const body = { firstName: "Zoé", lastName, email };
  const { data: customer } = await callApi<{ id: string }>("POST", `${base}/customers`, { token, body });
  await callApi("POST", `${base}/products`, { token, body: { name: product, kind: "goods", price: 650 } });
  return { club, base, customerId: customer.id, email };
}

test("what is sold to be paid later is reminded of and paid with a booking; a mistake is voided, and a debt written off", async ({
  another,
}) => {
  const { club, base, customerId, email } = await prepare("Lebrun", "Tennis balls");
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });
  const open = page.getByRole("list", { name: "To pay" });

  await test.step("it is left as owed", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    for (const quantity of ["2", "1"]) {
      await page.getByRole("button", { name: "Sell" }).click();
      await dialog.getByRole("combobox", { name: "Product" }).fill("balls");
      await dialog.getByRole("combobox", { name: "Product" }).press("Enter");
      await dialog.getByLabel("Quantity of Tennis balls").fill(quantity);
      await dialog.getByLabel("Method").selectOption("Pay later");
      await expect(dialog).toContainText("listed under Unpaid until it is paid");
      await expectAccessible(page, "a sale to be paid later");
      await dialog.getByRole("button", { name: /Leave €.* to pay/ }).click();
      await expect(dialog).toBeHidden();
      await expect(toast(page, "Sale recorded, to be paid later").last()).toBeVisible();
    }
    await expect(page.getByText("Due today").first()).toBeVisible();
  });

  await test.step("the mistake is voided on the account", async () => {
    await page.getByRole("link", { name: "See the account" }).click();
    await expect(open.getByRole("listitem")).toHaveCount(2);
    await open.getByRole("listitem").filter({ hasText: "€6.50" }).getByRole("button", { name: "Void" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Typed twice");
    await expectAccessible(page, "voiding a sale");
    await dialog.getByRole("button", { name: "Void" }).click();
    await expect(dialog).toBeHidden();
    await expect(open.getByRole("listitem")).toHaveCount(1);
    await expect(row("Sale voided")).toContainText("Tennis balls · Typed twice");
  });

  await test.step("the list of debts has it, and a reminder names it", async () => {
    const court = await createCourt(club);
    await callApi("POST", `${base}/events`, {
      token: club.token,
      body: {
        ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(-2), "10:00"), duration: 60 },
        ...{ name: "Match", type: "game", customer: { customerId } },
      },
    });
    await page.goto(`${base}/payments/unpaid`);
    await expect(row("Tennis balls × 2")).toContainText("Due today");
    await row("Tennis balls × 2").getByRole("checkbox").check();
    await row("Overdue").getByRole("checkbox").check();
    await page.getByRole("button", { name: "Send reminder" }).click();
    await expect(dialog).toContainText("Tennis balls × 2");
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await expect(dialog).toBeHidden();
    expect((await findMail(email, "payments.debtReminder")).subject).toContain("31,00");
    await expectAccessible(page, "debts with a sale");
  });

  await test.step("both are paid in one payment", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await page.getByRole("button", { name: "Take payment" }).last().click();
    await expect(dialog.getByRole("checkbox", { name: /Tennis balls × 2/ })).toBeChecked();
    await expectAccessible(page, "a payment for a booking and a sale");
    await dialog.getByRole("button", { name: "Take €31.00" }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${base}/payments/unpaid`);
    await expect(page.getByText("Nothing is owed")).toBeVisible();
  });
});

test("une réservation passée en perte n’est plus en retard nulle part, et une vente à payer plus tard s’encaisse sur un téléphone", async ({
  another,
}) => {
  const { club, base, customerId } = await prepare("Morel", "Balles de tennis");
  const court = await createCourt(club);
  const { data: event } = await callApi<{ id: string }>("POST", `${base}/events`, {
    token: club.token,
    body: {
      ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(-2), "10:00"), duration: 60 },
      ...{ name: "Partie", type: "game", customer: { customerId } },
    },
  });
  const page = await another({ token: club.token, locale: "fr-FR", viewport: { width: 390, height: 844 } });
  const dialog = page.getByRole("dialog");

  await test.step("après la perte, plus rien ne dit en retard", async () => {
    await page.goto(`${base}/customers/${customerId}/account`);
    await page.getByRole("button", { name: "Passer en perte" }).click();
    await dialog.getByRole("textbox", { name: "Motif" }).fill("Déménagé");
    await dialog.getByRole("button", { name: "Passer en perte" }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${base}/events?customerId=${customerId}&unpaid=true`);
    await expect(page.getByText("Partie")).toBeHidden();
    await page.goto(`${base}/events?customerId=${customerId}`);
    await expect(page.getByRole("table")).toContainText("Passé en perte");
    await expect(page.getByRole("table")).not.toContainText("En retard");
    await page.goto(`${base}/events/${event.id}`);
    await expect(page.getByRole("main").getByRole("term").filter({ hasText: "Passé en perte" }).first()).toBeVisible();
    await expect(page.getByRole("main").getByRole("term").filter({ hasText: "Reste dû" })).toHaveCount(0);
    await page.goto(`${base}/payments/unpaid?due=writtenOff`);
    await expect(page.getByText("Zoé Morel").first()).toBeVisible();
    await expectAccessible(page, "ce qui est passé en perte");
    await expectNoOverflow(page, "ce qui est passé en perte");
  });

  await test.step("la vente est due, puis encaissée", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await page.getByRole("button", { name: "Vendre" }).click();
    await dialog.getByRole("combobox", { name: "Produit" }).fill("balles");
    await dialog.getByRole("combobox", { name: "Produit" }).press("Enter");
    await dialog.getByLabel("Moyen de paiement").selectOption("Payer plus tard");
    await expectAccessible(page, "une vente à payer plus tard");
    await expectNoOverflow(page, "une vente à payer plus tard");
    await dialog.getByRole("button", { name: /Laisser 6,50/ }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Encaisser" }).first().click();
    await expect(dialog.getByRole("checkbox", { name: /Balles de tennis/ })).toBeChecked();
    await expectNoOverflow(page, "encaisser une vente");
    await dialog.getByRole("button", { name: /Encaisser 6,50/ }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${base}/payments/unpaid?due=today`);
    await expect(page.getByText("Balles de tennis")).toBeHidden();
  });
});

test("who has an account sees on a telephone what they owe, and pays online what they bought", async ({ another }) => {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const court = await createCourt(club);
  const { token, id: userId } = await addMember(club, memberRoleId);
  const { data: event } = await callApi<{ customer: { customerId: string } }>("POST", `${base}/events`, {
    token: club.token,
    body: {
      ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(2), "10:00"), duration: 60 },
      ...{ name: "Match", type: "game", customer: { userId } },
    },
  });
  const { customerId } = event.customer;
  const { data: product } = await callApi<{ id: string }>("POST", `${base}/products`, {
    token: club.token,
    body: { name: "Tennis balls", kind: "goods", price: 650 },
  });
  await callApi("POST", `${base}/sales`, {
    token: club.token,
    body: { customerId, lines: [{ productId: product.id, quantity: 1 }], payment: null },
  });
  const page = await another({ token, viewport: { width: 390, height: 844 } });
  const owed = page.getByRole("list", { name: "To pay" });
  await page.goto("/my-payments");
  await expect(owed.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "own debts");
  await expectNoOverflow(page, "own debts");
  const bought = owed.getByRole("listitem").filter({ hasText: "Tennis balls" });
  await bought.getByRole("button", { name: "Pay" }).click();
  await page.getByRole("radio", { name: "It pays", exact: true }).check();
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page).toHaveURL(/\/paid/);
  await expect(async () => {
    await page.goto("/my-payments");
    await expect(owed.getByRole("listitem")).toHaveCount(1, { timeout: 2000 });
  }).toPass();
  await expect(page.getByText("Tennis balls")).toBeVisible();
});
