import { addMember, createClub, memberRoleId, type Club } from "./clubs.ts";
import { createCourt } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const phone = { width: 390, height: 844 };
const tenHours = {
  ...{ name: "Ten hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60, validDays: 365 },
  soldOnline: true,
};
const year = { name: "Full year", price: 24_000, termKind: "months", termLength: 12, soldOnline: true };

async function prepare(): Promise<{ club: Club; token: string; base: string }> {
  const club = await createClub();
  await createCourt(club);
  const base = `/organizations/${club.id}`;
  const { token } = club;
  await callApi("POST", `${base}/pack-types`, { token, body: tenHours });
  const member = await addMember(club, memberRoleId);
  await callApi("POST", `${base}/subscription-types`, { token, body: { ...year, termsText: "Light soles." } });
  return { club, token: member.token, base };
}

test("a member buys a pack on a phone, pays it, and withdraws from it; the team reads it", async ({ another }) => {
  const { club, token, base } = await prepare();
  const page = await another({ token });
  await page.setViewportSize(phone);
  const dialog = page.getByRole("dialog");

  await test.step("what is on sale", async () => {
    await page.goto("/my-payments");
    await page.getByRole("link", { name: "Buy a membership or a pack" }).click();
    const onSale = page.getByRole("list", { name: "Memberships and packs" }).getByRole("listitem");
    await expect(onSale.filter({ hasText: "10 visits of 60 minutes each" }).first()).toContainText("€180.00");
    await expect(page.getByRole("heading", { name: "Full year" })).toBeVisible();
    await expectAccessible(page, "memberships and packs on sale");
    await expectNoOverflow(page, "memberships and packs on sale on a phone");
  });

  await test.step("the order says what it binds to, and ticks nothing", async () => {
    await page.getByRole("link", { name: "View and buy: Ten hours" }).click();
    await expect(page.getByText("You can withdraw until", { exact: false })).toBeVisible();
    const boxes = page.getByRole("checkbox");
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await expect(box).not.toBeChecked();
    await expectAccessible(page, "the confirmation of a purchase");
    await expectNoOverflow(page, "the confirmation of a purchase on a phone");
    await page.getByRole("button", { name: "Order and pay €180.00" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Say that you are 18 or older");
    for (const box of await boxes.all()) await box.check();
    await page.getByRole("button", { name: "Order and pay €180.00" }).click();
  });

  await test.step("it is paid", async () => {
    await page.getByRole("button", { name: /^Pay €/ }).click();
    await expect(page.getByText("It is yours")).toBeVisible();
    await expectAccessible(page, "an order that is paid");
    await expectNoOverflow(page, "an order that is paid on a phone");
  });

  await test.step("the team reads it", async () => {
    const team = await another({ token: club.token });
    const { data } = await callApi<{ customer: { id: string } }[]>("GET", `${base}/packs`, { token: club.token });
    await team.goto(`${base}/customers/${data[0]?.customer.id}`);
    await expect(team.getByRole("list", { name: "Bought online" })).toContainText("Ten hours");
    await expectAccessible(team, "a customer who has bought online");
  });

  await test.step("it is withdrawn from, once what comes back was read", async () => {
    await page.goto("/my-payments");
    await page.getByRole("button", { name: "Withdraw from the contract: Ten hours" }).click();
    await expect(dialog).toContainText("0 of 10 visits");
    await expectAccessible(page, "withdrawing from a purchase");
    await dialog.getByRole("button", { name: "Confirm the withdrawal" }).click();
    await expect(toast(page, "You have withdrawn: it has ended")).toBeVisible();
    await expect(page.getByRole("list", { name: "My recent purchases" })).toBeHidden();
    await expect(page.getByRole("list", { name: "My packs" })).toContainText("Refunded");
  });
});

test.describe("en français", () => {
  test.use({ locale: "fr-FR" });

  test("un abonnement s’achète sur un téléphone, et une commande s’abandonne", async ({ another }) => {
    const { token, base } = await prepare();
    const page = await another({ token, locale: "fr-FR" });
    await page.setViewportSize(phone);
    await page.goto(`${base}/shop`);
    await page.getByRole("link", { name: "Voir et acheter : Full year" }).click();
    await expect(page.getByText("Light soles.")).toBeVisible();
    await expectNoOverflow(page, "la confirmation d’un achat sur un téléphone");
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.getByRole("button", { name: /Commander et payer/ }).click();
    await expect(page.getByRole("button", { name: /^Payer/ })).toBeVisible();
    await page.goto("/my-payments");
    await page.getByRole("link", { name: "Payer Full year" }).click();
    await expectAccessible(page, "une commande à régler");
    await page.getByRole("button", { name: "Abandonner" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Abandonner" }).click();
    await expect(page.getByText("Cette commande n’a pas été réglée")).toBeVisible();
    await expectNoOverflow(page, "une commande abandonnée sur un téléphone");
  });
});
