import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { expect, test, type Page } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const phone = { width: 390, height: 844 };

/** A member who owes for two sales, and for one of their child. */
async function prepare(): Promise<{ token: string }> {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const { token } = club;
  const member = await addMember(club, memberRoleId);
  const { data: found } = await callApi<{ id: string }[]>(
    "GET",
    `${base}/customers?q=${encodeURIComponent(member.person.email)}`,
    { token },
  );
  const guardianId = found[0]?.id ?? "";
  const body = { firstName: "Léa", lastName: "Petit", guardianId };
  const { data: child } = await callApi<{ id: string }>("POST", `${base}/customers`, { token, body });
  const sell = async (name: string, price: number, customerId: string) => {
    const product = { name, kind: "goods", price };
    const { data } = await callApi<{ id: string }>("POST", `${base}/products`, { token, body: product });
    const sale = { customerId, lines: [{ productId: data.id, quantity: 1 }], payment: null };
    await callApi("POST", `${base}/sales`, { token, body: sale });
  };
  await sell("Tennis balls", 650, guardianId);
  await sell("Grip tape", 1200, guardianId);
  await sell("Holiday course", 2400, child.id);
  return { token: member.token };
}

async function payTwo(
  page: Page,
  words: { list: string; child: RegExp; left: string; chosen: string; pay: RegExp; paid: string; mine: RegExp },
): Promise<void> {
  const list = page.getByRole("list", { name: words.list });
  await page.goto("/my-payments");
  await expect(list.getByRole("checkbox")).toHaveCount(3);
  for (const box of await list.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await expect(list).toContainText(words.child);
  await expectAccessible(page, "several debts");
  await expectNoOverflow(page, "several debts on a phone");
  await list.getByRole("checkbox", { name: words.left }).uncheck();
  await expect(page.getByText(words.chosen)).toBeVisible();
  await page.getByRole("button", { name: words.pay }).click();
  await page.getByRole("button", { name: /30[.,]50/ }).click();
  await expect(page.locator("#main").getByRole("status")).toContainText(words.paid);
  await expectAccessible(page, "several debts that are paid");
  await expectNoOverflow(page, "several debts that are paid on a phone");
  await page.locator("#main").getByRole("status").getByRole("link", { name: words.mine }).click();
  await expect(list).toContainText(words.left);
  await expect(list.getByRole("listitem")).toHaveCount(1);
}

test("a member pays two of three debts on one page, their child's with it, on a phone", async ({ another }) => {
  const { token } = await prepare();
  const page = await another({ token });
  await page.setViewportSize(phone);
  await payTwo(page, {
    ...{ list: "To pay", child: /for Léa Petit/, left: "Grip tape", chosen: "2 chosen", pay: /^Pay €30\.50/ },
    ...{ paid: "Payment received", mine: /^Payments and memberships$/ },
  });
});

test.describe("en français", () => {
  test.use({ locale: "fr-FR" });
  test("deux montants dus sur trois se paient en une fois, sur un téléphone", async ({ another }) => {
    const { token } = await prepare();
    const page = await another({ token, locale: "fr-FR" });
    await page.setViewportSize(phone);
    await payTwo(page, {
      ...{ list: "À payer", child: /pour Léa Petit/, left: "Grip tape", chosen: "2 choisis", pay: /^Payer 30,50/ },
      ...{ paid: "Paiement reçu", mine: /^Paiements et abonnements$/ },
    });
  });
});
