import { createClub, type Club } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

async function createCustomer(club: Club, lastName: string): Promise<string> {
  const body = { firstName: "Zoé", lastName, email: `${lastName.toLowerCase()}@example.test` };
  const path = `/organizations/${club.id}/customers`;
  return (await callApi<{ id: string }>("POST", path, { token: club.token, body })).data.id;
}

test("a can of balls gets a price, and is sold with a key by keyboard alone; the account and the payment say so", async ({
  another,
}) => {
  const club = await createClub();
  const customerId = await createCustomer(club, "Lebrun");
  const base = `/organizations/${club.id}`;
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");
  const sell = () => page.getByRole("button", { name: "Sell" }).click();

  await test.step("nothing is for sale yet", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await sell();
    await expect(dialog).toContainText("No product is for sale");
    await expectAccessible(page, "nothing for sale");
    await dialog.getByRole("link", { name: "Products and rates" }).click();
    await page.getByRole("button", { name: "Add product" }).click();
    await dialog.getByLabel("Name").fill("Tennis balls");
    await dialog.getByLabel("Price").fill("6.50");
    await dialog.getByRole("button", { name: "Add product" }).click();
    await expect(dialog).toContainText("Only goods, fees and coaching are sold by themselves");
    await dialog.getByLabel("Kind").selectOption("Goods");
    await expectAccessible(page, "a product with a price");
    await dialog.getByRole("button", { name: "Add product" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Tennis balls" })).toContainText("Goods · €6.50");
    const key = { name: "Locker key", kind: "fee", price: 1000 };
    await callApi("POST", `${base}/products`, { token: club.token, body: key });
  });

  await test.step("two cans and a key are sold with the keyboard", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await page.getByRole("button", { name: "Sell" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("combobox", { name: "Product" })).toBeFocused();
    for (const typed of ["ball", "ball", "key"]) {
      await page.keyboard.type(typed);
      await page.keyboard.press("Enter");
    }
    await expect(dialog.getByLabel("Quantity of Tennis balls")).toHaveValue("2");
    await expect(dialog).toContainText("€23.00");
    await dialog.getByLabel("Given").fill("30");
    await expect(dialog).toContainText("Change: €7.00");
    await expect(dialog).toContainText("lebrun@example.test");
    await expectAccessible(page, "a sale");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a sale on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByLabel("Given").press("Enter");
    await expect(dialog).toBeHidden();
    await expect(toast(page, "Sale recorded. The receipt goes to lebrun@example.test")).toBeVisible();
  });

  await test.step("the page of the customer, the account and the payment name it", async () => {
    await page.getByRole("link", { name: "See the account" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Sale" })).toHaveCount(2);
    await expect(page.getByRole("table")).toContainText("Tennis balls × 2");
    await page.getByRole("row").filter({ hasText: "Payment" }).filter({ hasText: "balls" }).getByRole("link").click();
    await expect(page.getByRole("definition").filter({ hasText: "Tennis balls × 2" })).toBeVisible();
    await page.getByRole("button", { name: "Refund" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Wrong balls");
    await dialog.getByRole("button", { name: /Refund/ }).click();
    await expect(dialog).toBeHidden();
    await expectAccessible(page, "a refunded sale");
  });

  await test.step("a price that has changed meanwhile is shown before it is paid, and another one wants its reason", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await sell();
    const product = dialog.getByRole("combobox", { name: "Product" });
    await product.fill("key");
    await product.press("Enter");
    const found = await callApi<{ id: string; name: string }[]>("GET", `${base}/products`, { token: club.token });
    const key = found.data.find(({ name }) => name === "Locker key");
    await callApi("PATCH", `${base}/products/${key?.id}`, { token: club.token, body: { price: 1200 } });
    await dialog.getByRole("button", { name: "Take €10.00" }).click();
    await expect(dialog).toContainText("Locker key now costs €12.00");
    await expect(dialog.getByRole("button", { name: "Take €12.00" })).toBeVisible();
    await dialog.getByLabel("Price of Locker key").fill("8");
    await dialog.getByRole("button", { name: "Take €8.00" }).click();
    const reason = dialog.getByLabel("Why another price than €12.00?");
    await expect(reason).toBeFocused();
    await reason.fill("Found again");
    await expectAccessible(page, "another price");
    await dialog.getByRole("button", { name: "Take €8.00" }).click();
    await expect(dialog).toBeHidden();
  });
});

test("à la caisse, sur un téléphone, on vend en français à un client que l’on cherche", async ({ another }) => {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  await createCustomer(club, "Morel");
  const balls = { name: "Balles de tennis", kind: "goods", price: 650 };
  await callApi("POST", `${base}/products`, { token: club.token, body: balls });
  const { data: till } = await callApi<{ id: string }>("POST", `${base}/tills`, {
    token: club.token,
    body: { name: "Accueil" },
  });
  await callApi("POST", `${base}/tills/${till.id}/open`, { token: club.token, body: { float: 0 } });
  const page = await another({ token: club.token, locale: "fr-FR", viewport: { width: 390, height: 844 } });
  const dialog = page.getByRole("dialog");
  await page.goto(`${base}/payments/till`);
  await page.getByRole("button", { name: "Vendre" }).click();
  const customer = dialog.getByRole("combobox", { name: "Client" });
  await customer.fill("morel");
  await dialog.getByRole("option", { name: /Morel/ }).click();
  const product = dialog.getByRole("combobox", { name: "Produit" });
  await product.fill("balles");
  await product.press("Enter");
  await expectAccessible(page, "une vente sur un téléphone");
  await expectNoOverflow(page, "une vente sur un téléphone");
  await dialog.getByRole("button", { name: /Encaisser 6,50/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Mouvements de caisse" })).toContainText("Zoé Morel");
  await expect(page.getByRole("list", { name: "Mouvements de caisse" })).toContainText("Balles de tennis");
});
