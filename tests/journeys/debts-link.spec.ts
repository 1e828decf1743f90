import { createClub } from "./clubs.ts";
import { expect, test, type Page } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const phone = { width: 390, height: 844 };

/** A customer without an account who owes for two sales, and a link to both. */
async function prepare(): Promise<{ token: string; customerPath: string; linkPath: string }> {
  const { id, token } = await createClub();
  const base = `/organizations/${id}`;
  const body = { firstName: "Zoé", lastName: "Morel", email: "zoe.morel@journeys.test" };
  const { data: customer } = await callApi<{ id: string }>("POST", `${base}/customers`, { token, body });
  for (const [name, price] of [["Tennis balls", 650] as const, ["Grip tape", 1200] as const]) {
    const product = { name, kind: "goods", price };
    const { data } = await callApi<{ id: string }>("POST", `${base}/products`, { token, body: product });
    const sale = { customerId: customer.id, lines: [{ productId: data.id, quantity: 1 }], payment: null };
    await callApi("POST", `${base}/sales`, { token, body: sale });
  }
  const { data: link } = await callApi<{ url: string }>("POST", `${base}/customers/${customer.id}/payment-link/copy`, {
    token,
  });
  return { token, customerPath: `${base}/customers/${customer.id}`, linkPath: new URL(link.url).pathname };
}

async function payAll(
  page: Page,
  path: string,
  words: { list: string; pay: RegExp; one: RegExp; received: string; done: string },
): Promise<void> {
  await page.setViewportSize(phone);
  await page.goto(path);
  const boxes = page.getByRole("list", { name: words.list }).getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await expect(box).toBeChecked();
  await expectAccessible(page, "link to all debts");
  await expectNoOverflow(page, "link to all debts on a phone");
  await page.getByRole("checkbox", { name: "Grip tape" }).uncheck();
  await expect(page.getByRole("button", { name: words.one })).toBeVisible();
  await page.getByRole("checkbox", { name: "Grip tape" }).check();
  await page.getByRole("button", { name: words.pay }).click();
  await page.getByRole("button", { name: /18[.,]50/ }).click();
  await expect(page.getByRole("heading", { name: words.received })).toBeVisible();
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: words.done })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectAccessible(page, "link to debts that are paid");
}

test("a customer without an account pays all debts by one link on a phone; the desk sends it", async ({ another }) => {
  const { token, customerPath, linkPath } = await prepare();
  const desk = await another({ token });
  await desk.goto(customerPath);
  await desk.getByRole("button", { name: "Send link" }).click();
  const dialog = desk.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: /^All 2 debts/ })).toBeChecked();
  await expectAccessible(desk, "sending a link to all debts");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(desk.getByText("Payment link sent to zoe.morel@journeys.test", { exact: true })).toBeVisible();
  await payAll(await another({}), linkPath, {
    ...{ list: "To pay", pay: /^Pay €18\.50/, one: /^Pay €6\.50/ },
    ...{ received: "Payment received", done: "All is paid" },
  });
});

test.describe("en français", () => {
  test.use({ locale: "fr-FR" });
  test("un client sans compte règle tout par un seul lien, sur un téléphone", async ({ another }) => {
    const { linkPath } = await prepare();
    await payAll(await another({ locale: "fr-FR" }), linkPath, {
      ...{ list: "À payer", pay: /^Payer 18,50/, one: /^Payer 6,50/ },
      ...{ received: "Paiement reçu", done: "Tout est payé" },
    });
  });
});
