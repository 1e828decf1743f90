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
    await expect(open.first()).toContainText("Written offMoved away");
    await open.first().getByRole("button", { name: "Undo write-off" }).click();
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
