import { createClub } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

/** Totals of months that a club of today cannot have yet. */
const months = ["2026-10-01", "2026-09-01"].map((from, index) => ({
  organization: { id: "0190a0b0-0000-7000-8000-000000000001", name: "Club des Lilas" },
  ...{ seq: 4212 - index * 1400, from, at: "2026-11-01T00:00:12.000Z", entries: 1399, total: 1_254_050 },
  ...{ payments: { count: 690, amount: 1_268_450 }, refunds: { count: 8, amount: -14_400 } },
  ...{
    methods: [],
    rates: [],
    perpetualTotal: 8_254_050 - index * 1_254_050,
    currency: "EUR",
    sha256: "ab".repeat(32),
  },
  archive: index === 0 ? null : { at: "2026-10-02T08:00:00.000Z", bytes: 24_031, sha256: "5f".repeat(32) },
}));
const meta = { current_page: 1, last_page: 1, total: months.length, per_page: 20 };

test("the receipt log begins with the first payment, says that it is whole or what is broken, and gives each month as a file", async ({
  another,
}) => {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const page = await another({ token: club.token });

  await test.step("before the first payment it is empty", async () => {
    await page.goto(`${base}/accounting`);
    await page.getByRole("link", { name: "Receipt log" }).click();
    await expect(page.getByText("No entry yet")).toBeVisible();
    await expectAccessible(page, "an empty receipt log");
  });

  await test.step("a payment and its invoice are in it, and it is whole", async () => {
    const { fieldId } = await createCourt(club);
    const draft = { fieldId, startTime: toInstant(dateInDays(1), "10:00"), duration: 60, name: "Zoé", type: "game" };
    const { data } = await callApi<{ id: string }>("POST", `${base}/events`, {
      token: club.token,
      body: { ...draft, price: 2400, priceReason: "Agreed" },
    });
    const body = { method: "cash", amount: 2400 };
    await callApi("POST", `${base}/events/${data.id}/payments`, { token: club.token, body });
    await page.reload();
    await expect(page.locator("dl")).toContainText("Entries3");
    await expect(page.getByText("No total yet")).toBeVisible();
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByRole("status").filter({ hasText: "The log is whole: 3 entries." })).toBeVisible();
    await expectAccessible(page, "a receipt log that is whole");
  });

  await test.step("months that are over are downloaded", async () => {
    await page.route(/\/receipt-log\/totals/, (route) =>
      route.fulfill({ json: { data: route.request().url().includes("period=month") ? months : [], meta } }),
    );
    await page.reload();
    const row = page.getByRole("row", { name: /October 2026/ });
    await expect(row).toContainText("€12,540.50");
    await expectAccessible(page, "months of a receipt log");
    const download = page.waitForEvent("download");
    await row.getByRole("button", { name: "Download the archive of October 2026" }).click();
    expect((await download).suggestedFilename()).toBe("Receipt log 2026-10.zip");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "months of a receipt log on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("radio", { name: "Years" }).check();
    await expect(page).toHaveURL(/period=year/);
  });

  await test.step("the first broken entry is named", async () => {
    const organization = { id: club.id, name: club.name };
    const broken = { organization, seq: 3, at: "2026-11-27T09:30:00.000Z", problem: "changed" };
    const found = { entries: 2, signatures: 0, signedElsewhere: 0, firstAt: null, lastAt: null, broken };
    await page.route(/\/receipt-log\/verification/, (route) => route.fulfill({ json: { data: found } }));
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText(/^Entry 3 of .* was changed\.$/)).toBeVisible();
    await expect(page.getByText("The 2 entries before it are whole.")).toBeVisible();
    await expectAccessible(page, "a receipt log that is broken");
  });
});

test("in French, on a phone", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token, locale: "fr-FR" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/\/receipt-log\/totals/, (route) => route.fulfill({ json: { data: months, meta } }));
  await page.route(/\/api\/v1\/.*\/receipt-log$/, (route) =>
    route.fulfill({
      json: {
        data: { isKept: true, entries: 4213, firstAt: "2026-09-01T07:00:00.000Z", lastAt: "2026-11-27T09:30:00.000Z" },
      },
    }),
  );
  await page.goto(`/organizations/${club.id}/accounting/receipt-log`);
  await expect(page.getByRole("heading", { name: "Comptabilité" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Journal des encaissements" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("row", { name: /octobre 2026/i })).toContainText("12 540,50 €");
  await page.getByRole("button", { name: "Vérifier" }).click();
  await expectNoOverflow(page, "journal des encaissements");
  await expectAccessible(page, "journal des encaissements");
});
