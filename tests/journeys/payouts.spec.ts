import type { Page } from "@playwright/test";
import { createClub } from "./clubs.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";

test.slow();

/** Payouts of an account that a club of the demo, which takes play money, cannot connect. */
const known = {
  ...{ id: "0190a0b0-0000-7000-8000-000000000001", provider: "stripe", number: "po_1QxYzLkdIwHu7ixABCDEFGH" },
  ...{ state: "paid", arrivesOn: "2026-11-05", currency: "EUR", amount: 5562, isAutomatic: true },
  sums: {
    ...{ items: 4, charges: 7550, refunds: -1800, disputes: 0, fees: -188, other: 0 },
    ...{ difference: 0, unknown: 0, differing: 0 },
  },
};
const odd = {
  ...{ ...known, id: "0190a0b0-0000-7000-8000-000000000002", arrivesOn: "2026-11-12", amount: 2438 },
  sums: { ...known.sums, charges: 2790, refunds: 0, fees: -352, unknown: 1, differing: 1 },
};
const byHand = {
  ...known,
  id: "0190a0b0-0000-7000-8000-000000000003",
  isAutomatic: false,
  state: "pending",
  sums: null,
};
const items = [
  {
    ...{ id: "txn_1", kind: "charge", state: "unknown", at: "2026-11-10T09:00:00.000Z", amount: 990, fee: 0, net: 990 },
    ...{ payment: null, source: "ch_3QxYzLkdIwHu7ixA0abcdefg" },
  },
  {
    ...{
      id: "txn_2",
      kind: "charge",
      state: "differs",
      at: "2026-11-11T09:00:00.000Z",
      amount: 1800,
      fee: 52,
      net: 1748,
    },
    ...{ payment: { id: "0190a0b0-0000-7000-8000-000000000009", payerName: "Zoé Lebrun" }, source: "ch_4" },
  },
];
const pageOf = (data: object[]) => ({
  data,
  meta: { current_page: 1, last_page: 1, total: data.length, per_page: 20 },
});

async function answerPayouts(page: Page): Promise<void> {
  await page.route(/\/accounting\/payouts(\/|\?|$)/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.startsWith("/api/")) return route.fallback();
    if (pathname.endsWith("/items")) return route.fulfill({ json: pageOf(items) });
    return pathname.endsWith("/payouts")
      ? route.fulfill({ json: pageOf([odd, known, byHand]) })
      : route.fulfill({ json: { data: odd } });
  });
}

test("payouts say whether each of their movements is known, and what is not", async ({ another }) => {
  const club = await createClub();
  const base = `/organizations/${club.id}/accounting`;
  const page = await another({ token: club.token });

  await test.step("without payouts the page says so, and gives an empty file", async () => {
    await page.goto(base);
    await page.getByRole("navigation", { name: "Accounting" }).getByRole("link", { name: "Payouts" }).click();
    await expect(page.getByText("No payout yet")).toBeVisible();
    await expectAccessible(page, "no payouts");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    expect((await download).suggestedFilename()).toMatch(/^Payouts \d{4}-\d\d\.csv$/);
  });

  await test.step("each says what is known of it", async () => {
    await answerPayouts(page);
    await page.reload();
    const table = page.getByRole("table", { name: "Payouts" });
    await expect(table.getByRole("row").nth(1)).toContainText("1 unknown1 with another amount");
    await expect(table.getByRole("row").nth(2)).toContainText("All known");
    await expect(table.getByRole("row").nth(3)).toContainText("Made by hand");
    await expectAccessible(page, "payouts");
    await table.getByRole("link").first().click();
  });

  await test.step("its movements begin with those that are not known, and lead to the payments", async () => {
    const movements = page.getByRole("table", { name: "Movements" });
    await expect(movements.getByRole("row").nth(1)).toContainText("Unknown");
    await expect(movements.getByRole("row").nth(2)).toContainText("Zoé Lebrun");
    await expect(page.locator("dl")).toContainText("Fees−€3.52");
    await expectAccessible(page, "a payout");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a payout on a phone");
  });
});

test("in French, on a phone", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token, locale: "fr-FR" });
  await page.setViewportSize({ width: 390, height: 844 });
  await answerPayouts(page);
  await page.goto(`/organizations/${club.id}/accounting/payouts`);
  const table = page.getByRole("table", { name: "Versements" });
  await expect(table).toContainText("Tout est connu");
  await expectNoOverflow(page, "versements");
  await expectAccessible(page, "versements");
  await table.getByRole("link").first().click();
  await expect(page.getByRole("table", { name: "Mouvements" })).toContainText("Inconnu");
  await expectNoOverflow(page, "un versement");
  await expectAccessible(page, "un versement");
});
