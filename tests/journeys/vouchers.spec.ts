import { addMember, createClub, type Club, memberRoleId } from "./clubs.ts";
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

async function addProduct(club: Club): Promise<void> {
  const body = { name: "Tennis balls", kind: "goods", price: 650 };
  await callApi("POST", `/organizations/${club.id}/products`, { token: club.token, body });
}

test("a gift voucher is sold, pays a part of a debt by its code, and one that is unused is taken back, on a desk and on a phone", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const customerId = await createCustomer(club);
  await addProduct(club);
  const base = `/organizations/${club.id}`;
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");
  const startTime = toInstant(dateInDays(3), "10:00");
  await createBooking(club, court, { token: club.token, startTime, customer: { customerId } });
  const phone = () => page.setViewportSize({ width: 390, height: 844 });
  const desk = () => page.setViewportSize({ width: 1440, height: 900 });

  const sell = async (amount: string, recipient: string) => {
    await page.goto(`${base}/customers/${customerId}`);
    await page.getByRole("button", { name: "Sell", exact: true }).click();
    await dialog.getByRole("combobox").first().fill("Gift");
    await page
      .getByRole("listbox")
      .getByRole("option", { name: /Gift voucher/ })
      .click();
    await dialog.getByLabel("Gift voucher", { exact: true }).fill(amount);
    await dialog.getByLabel("Name of the recipient", { exact: false }).fill(recipient);
  };

  await test.step("it is sold, and stands on the customer's page", async () => {
    await sell("10", "Théo");
    await dialog.getByLabel("Email of the recipient", { exact: false }).fill("theo@example.test");
    await dialog.getByLabel("Message", { exact: false }).fill("Happy birthday!");
    await expectAccessible(page, "a gift voucher in a sale");
    await phone();
    await expectNoOverflow(page, "a gift voucher in a sale on a phone");
    await desk();
    await dialog.getByRole("button", { name: "Take €10.00" }).click();
    await expect(dialog).toBeHidden();
    const bought = page.getByRole("list", { name: "Gift vouchers bought" });
    await expect(bought).toContainText("€10.00 of €10.00 left");
    await expectAccessible(page, "a customer with a gift voucher");
    await bought.getByRole("link").first().click();
    await expect(page.getByText("It has paid nothing yet.")).toBeVisible();
    await expectAccessible(page, "a gift voucher");
  });

  await test.step("its code pays a part of what is due", async () => {
    const code = (await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()) ?? "";
    const own = page.url();
    await page.goto(`${base}/customers/${customerId}`);
    await page.getByRole("button", { name: "Take payment" }).first().click();
    await dialog.getByLabel("Method").selectOption({ label: "Gift voucher" });
    const field = dialog.getByLabel("Code of the voucher");
    await field.fill("0000-0000-0000");
    await expect(dialog.getByText("There is no gift voucher with this code.")).toBeVisible();
    await field.fill(code.toLowerCase().replaceAll("-", " "));
    await expect(dialog.getByText("€10.00 left, until", { exact: false })).toBeVisible();
    await expectAccessible(page, "a payment by gift voucher");
    await phone();
    await expectNoOverflow(page, "a payment by gift voucher on a phone");
    await dialog.getByRole("button", { name: "Take €10.00" }).click();
    await expect(dialog).toBeHidden();
    await page.goto(own);
    await expect(page.getByRole("list", { name: "What it has paid" })).toContainText("€0.00 left");
    await expect(page.getByText("Used up")).toBeVisible();
    await expectAccessible(page, "a gift voucher on a phone");
    await expectNoOverflow(page, "a gift voucher on a phone");
  });

  await test.step("one that is unused is taken back", async () => {
    await desk();
    await sell("30", "Anna");
    await dialog.getByRole("button", { name: "Take €30.00" }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${base}/vouchers?state=active`);
    await expect(page.getByRole("link", { name: /^… / })).toHaveCount(1);
    await expectAccessible(page, "the list of gift vouchers");
    await phone();
    await expectNoOverflow(page, "the list of gift vouchers on a phone");
    await page.getByRole("link", { name: /^… / }).click();
    await page.getByRole("button", { name: "Take back" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Wrong amount");
    await expectAccessible(page, "taking a gift voucher back");
    await dialog.getByRole("button", { name: "Take back" }).click();
    await expect(toast(page, "Voucher taken back")).toBeVisible();
    await expect(page.getByText("Taken back").first()).toBeVisible();
  });
});

test("French desks read gift vouchers in their language", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token, locale: "fr-FR" });
  await page.goto(`/organizations/${club.id}/vouchers`);
  await expect(page.getByRole("link", { name: "Bons cadeaux" })).toBeVisible();
  await expect(page.getByText("Aucun bon cadeau").first()).toBeVisible();
  await expectAccessible(page, "gift vouchers in French");
});

const paidAhead = {
  en: {
    ...{
      locale: "en-US",
      means: "Balance or gift voucher",
      method: "Method",
      voucher: "Gift voucher",
      code: "Code of the voucher",
    },
    ...{
      amount: "Amount",
      pay: "Pay",
      left: /€10\.00 left/,
      due: "Still due",
      confirmed: "Confirmed",
      mine: "My gift vouchers",
    },
    ...{ wrong: "There is no gift voucher with this code.", rest: /€\d/ },
  },
  fr: {
    ...{
      locale: "fr-FR",
      means: "Solde ou bon cadeau",
      method: "Moyen de paiement",
      voucher: "Bon cadeau",
      code: "Code du bon cadeau",
    },
    ...{
      amount: "Montant",
      pay: "Payer",
      left: /Reste 10,00\s€/,
      due: "Reste à payer",
      confirmed: "Confirmée",
      mine: "Mes bons cadeaux",
    },
    ...{ wrong: "Aucun bon cadeau ne porte ce code.", rest: /\d\s€/ },
  },
} as const;

for (const language of ["en", "fr"] as const) {
  const texts = paidAhead[language];
  test(`a member pays a booking in parts with a voucher and the balance (${language})`, async ({ another }) => {
    const club = await createClub();
    const court = await createCourt(club);
    const member = await addMember(club, memberRoleId);
    const base = `/organizations/${club.id}`;
    const asTeam = { token: club.token };
    const startTime = toInstant(dateInDays(3), "10:00");
    const eventId = await createBooking(club, court, { token: member.token, startTime, payment: "on_site" });
    const { price, customer } = (
      await callApi<{ price: number; customer: { customerId: string } }>("GET", `${base}/events/${eventId}`, asTeam)
    ).data;
    const sell = (line: object) =>
      callApi("POST", `${base}/sales`, {
        ...asTeam,
        body: { customerId: customer.customerId, lines: [{ ...line, quantity: 1 }], payment: { method: "cash" } },
      });
    await sell({ voucher: { amount: 1000, purpose: "multi" } });
    await sell({ topUp: price });
    const [{ id: voucherId } = { id: "" }] = (await callApi<{ id: string }[]>("GET", `${base}/vouchers`, asTeam)).data;
    const { code } = (await callApi<{ code: string }>("GET", `${base}/vouchers/${voucherId}`, asTeam)).data;
    const page = await another({ token: member.token, locale: texts.locale });
    const dialog = page.getByRole("dialog");

    await page.goto(`${base}/bookings/${eventId}`);
    await page.getByRole("button", { name: texts.means }).click();
    await dialog.getByLabel(texts.method).selectOption({ label: texts.voucher });
    await dialog.getByLabel(texts.code).fill("AAAA-AAAA-AAAA");
    await expect(dialog.getByText(texts.wrong)).toBeVisible();
    await dialog.getByLabel(texts.code).fill(code.toLowerCase());
    await expect(dialog.getByText(texts.left)).toBeVisible();
    await expect(dialog.getByLabel(texts.amount)).toHaveValue("10");
    await expectAccessible(page, "a payment ahead");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a payment ahead on a phone");
    await dialog.getByRole("button", { name: texts.pay, exact: true }).click();
    await expect(dialog).toBeHidden();
    await page
      .getByRole("button", { name: texts.means })
      .or(page.getByRole("button", { name: /^(Prepaid balance|Solde prépayé)$/ }))
      .click();
    await dialog.getByRole("button", { name: texts.pay, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: texts.means })).toBeHidden();
    await page.goto("/my-payments");
    await expect(page.getByRole("list", { name: texts.mine })).toContainText(code);
    await expectAccessible(page, "payments with one's own vouchers");
    await expectNoOverflow(page, "payments with one's own vouchers on a phone");
    const { due } = (await callApi<{ due: number }>("GET", `${base}/events/${eventId}/payments`, asTeam)).data;
    expect(due).toBe(0);
  });
}
