import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const telephone = { viewport: { width: 390, height: 844 } };

/** A member of a club with a membership that renews in a month. */
async function addHolder() {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const member = await addMember(club, memberRoleId);
  const booking = {
    ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(3), "10:00"), duration: 60 },
    ...{ name: "Match", type: "game", customer: { userId: member.id } },
  };
  const { data } = await callApi<{ customer: { customerId: string } }>("POST", `${base}/events`, {
    ...{ token: club.token, body: booking },
  });
  const { customerId } = data.customer;
  const draft = { name: "Month", price: 3000, termKind: "months", termLength: 1, renewal: "by_hand" };
  const type = await callApi<{ id: string }>("POST", `${base}/subscription-types`, { token: club.token, body: draft });
  const lines = [{ subscriptionTypeId: type.data.id, quantity: 1 }];
  const sale = { customerId, lines, payment: { method: "cash" } };
  await callApi("POST", `${base}/sales`, { token: club.token, body: sale });
  return { club, base, customerId, token: member.token };
}

test("a member saves a card on a telephone, agrees to renewals, and takes it back; the team sees and removes it", async ({
  another,
}) => {
  const { club, base, customerId, token } = await addHolder();
  const page = await another({ token, ...telephone });
  const cards = page.getByRole("list", { name: "Card on file" });
  const dialog = page.getByRole("dialog");

  const save = async () => {
    await cards.getByRole("button", { name: "Save a card" }).click();
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("radio", { name: "It pays", exact: true }).check();
    await page.getByRole("button", { name: "Save the card" }).click();
    await expect(cards).toContainText("Visa •••• 4242");
  };

  await test.step("no box is ticked before, and nothing is saved without one", async () => {
    await page.goto("/my-payments");
    await expect(cards).toBeVisible();
    await expectAccessible(page, "the offer to save a card");
    await expectNoOverflow(page, "the offer to save a card");
    await cards.getByRole("button", { name: "Save a card" }).click();
    await expect(dialog.getByRole("checkbox")).not.toBeChecked();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toContainText("Choose what the card may be used for");
    await expectAccessible(page, "what a card may be used for");
    await expectNoOverflow(page, "what a card may be used for");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("it is saved on the provider’s page", async () => {
    await save();
    await expect(page).toHaveURL(/\/my-payments$/);
    await expect(cards).toContainText("Pays for memberships when they renew.");
    await expectAccessible(page, "a card on file");
    await expectNoOverflow(page, "a card on file");
  });

  await test.step("it is taken back", async () => {
    await cards.getByRole("button", { name: "Remove the card Visa •••• 4242" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove the card" }).click();
    await expect(toast(page, "The card was removed")).toBeVisible();
    await expect(cards.getByRole("button", { name: "Save a card" })).toBeVisible();
  });

  await test.step("the team sees how it looks, and removes it", async () => {
    await save();
    const desk = await another({ token: club.token });
    await desk.goto(`${base}/customers/${customerId}`);
    const held = desk.getByRole("list", { name: "Card on file" });
    await expect(held).toContainText("Visa •••• 4242");
    await expectAccessible(desk, "a customer with a card on file");
    await held.getByRole("button", { name: "Remove the card Visa •••• 4242" }).click();
    await desk.getByRole("alertdialog").getByRole("button", { name: "Remove the card" }).click();
    await expect(toast(desk, "The card was removed")).toBeVisible();
    await expect(held).toBeHidden();
  });
});

test("in French, a card is offered with its sentence and saved", async ({ another }) => {
  const { token } = await addHolder();
  const page = await another({ token, locale: "fr-FR", ...telephone });
  const cards = page.getByRole("list", { name: "Carte enregistrée" });
  const dialog = page.getByRole("dialog");
  await page.goto("/my-payments");
  await cards.getByRole("button", { name: "Enregistrer une carte" }).click();
  await expect(dialog).toContainText("jusqu’à ce que je la retire");
  await expectAccessible(page, "l’accord pour une carte");
  await expectNoOverflow(page, "l’accord pour une carte");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Continuer" }).click();
  await page.getByRole("button", { name: "Enregistrer la carte" }).click();
  await expect(cards).toContainText("Visa •••• 4242");
});

for (const [locale, said] of [
  ["en-US", { keep: /Keep this card for renewals/, pay: "Pay", pays: /^Pay €/, cards: "Card on file" }],
  [
    "fr-FR",
    {
      keep: /Garder cette carte pour les renouvellements/,
      pay: "Payer",
      pays: /^Payer \d/,
      cards: "Carte enregistrée",
    },
  ],
] as const)
  test(`a card is kept with a payment, by a box that nobody ticked before (${locale})`, async ({ another }) => {
    const { club, base, customerId, token } = await addHolder();
    const draft = { name: "Strings", kind: "goods", price: 1200 };
    const { data: goods } = await callApi<{ id: string }>("POST", `${base}/products`, {
      token: club.token,
      body: draft,
    });
    const sale = { customerId, lines: [{ productId: goods.id, quantity: 1 }], payment: null };
    await callApi("POST", `${base}/sales`, { token: club.token, body: sale });
    const page = await another({ token, locale, ...telephone });
    await page.goto("/my-payments");
    const box = page.getByRole("checkbox", { name: said.keep });
    await expect(box).not.toBeChecked();
    await expectAccessible(page, "the offer to keep a card with a payment");
    await expectNoOverflow(page, "the offer to keep a card with a payment");
    await box.check();
    await page.getByRole("button", { name: said.pay, exact: true }).click();
    // A button of the page that is left has such a name too.
    await page.waitForURL(/\/test-payments\//);
    await page.getByRole("button", { name: said.pays }).click();
    await expect(page).toHaveURL(/\/my-payments$/);
    await expect(page.getByRole("list", { name: said.cards })).toContainText("Visa •••• 4242");
    // The provider tells of the payment a moment later.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("list", { name: said.cards })).toBeVisible({ timeout: 3000 });
      await expect(page.getByRole("button", { name: said.pay, exact: true })).toHaveCount(0);
    }).toPass({ timeout: 60_000 });
  });

test("where the club charges fees, each use of a card is a box of its own, and is taken back alone", async ({
  another,
}) => {
  const { club, base, token } = await addHolder();
  const draft = { name: "No-show", kind: "fee", price: 1500 };
  await callApi("POST", `${base}/products`, { token: club.token, body: draft });
  const page = await another({ token, ...telephone });
  await page.goto("/my-payments");
  const cards = page.getByRole("list", { name: "Card on file" });
  const dialog = page.getByRole("dialog");
  await cards.getByRole("button", { name: "Save a card" }).click();
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
  for (const box of await dialog.getByRole("checkbox").all()) {
    await expect(box).not.toBeChecked();
    await box.check();
  }
  await expectAccessible(page, "two uses of a card");
  await expectNoOverflow(page, "two uses of a card");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Save the card" }).click();
  await expect(cards).toContainText("Pays for memberships when they renew. Pays fees.");
  await cards.getByRole("button", { name: "Change" }).click();
  await expect(dialog.getByRole("checkbox", { name: /fees/ })).toBeChecked();
  await dialog.getByRole("checkbox", { name: /fees/ }).uncheck();
  await expectAccessible(page, "changing what a card may be used for");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(cards).toContainText("Pays for memberships when they renew.");
  await expect(cards).not.toContainText("Pays fees.");
});
