import { addMember, createClub, memberRoleId, type Club } from "./clubs.ts";
import { createCourt, dateInDays } from "./courts.ts";
import { clickLane, openPlanning, planningDate, quickBookingDialog } from "./planning-steps.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitForRequests, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

async function addExtra(club: Club, facilityId: string, draft: object): Promise<void> {
  const body = { per: "piece", stocks: [{ facilityId, quantity: 4 }], ...draft };
  await callApi("POST", `/organizations/${club.id}/extras`, { token: club.token, body });
}

test("an extra gets into the catalogue, is booked on the planning, added and taken off, and its stock is refused by name", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const body = { firstName: "Zoé", lastName: "Lebrun", email: "lebrun@example.test" };
  await callApi("POST", `${base}/customers`, { token: club.token, body });
  await addExtra(club, court.facilityId, { name: "Towel", price: 300 });
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");

  await test.step("the catalogue", async () => {
    await page.goto(`${base}/settings`);
    await page.getByRole("link", { name: "Extras", exact: true }).click();
    await page.getByRole("button", { name: "Add an extra to the catalogue" }).click();
    await dialog.getByLabel("Name").fill("Racket");
    await dialog.getByLabel("Amount").fill("3.50");
    await dialog.getByLabel("Pieces to lend").fill("2");
    await waitForRequests(page);
    await expectAccessible(page, "an extra of the catalogue");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "an extra of the catalogue on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Racket" })).toContainText(
      "€3.50 per hour · at 1 facility",
    );
    await expectAccessible(page, "the catalogue of extras");
  });

  await test.step("the planning offers it with the booking", async () => {
    await openPlanning(page, club);
    await clickLane(page, 0, 14);
    const box = quickBookingDialog(page);
    await box.getByRole("combobox", { name: "Customer" }).fill("lebrun");
    await page.getByRole("option", { name: /Lebrun/ }).click();
    await box.getByLabel("Quantity of Racket").fill("2");
    await expect(box).toContainText("€3.50 · 2 free");
    await expectAccessible(page, "the small box with extras");
    await box.getByRole("button", { name: "Book", exact: true }).click();
    await expect(box).toBeHidden();
  });

  const card = page.getByRole("list", { name: "Extras" });
  await test.step("the booking shows it, one more is added, and one taken off", async () => {
    await page.goto(`${base}/events`);
    // The customer owes both.
    await page
      .getByRole("link", { name: /Lebrun/ })
      .first()
      .click();
    await expect(page.getByText("€25.00").first()).toBeVisible();
    await page.getByRole("link", { name: "Court A" }).first().click();
    await expect(card).toContainText("Racket × 2");
    await expect(card).toContainText("€7.00 · €7.00 to pay");
    await page.getByRole("button", { name: "Add an extra" }).click();
    await expect(dialog).toContainText("€3.50 · 0 free");
    await dialog.getByLabel("Quantity of Towel").fill("1");
    await expectAccessible(page, "an extra that is added");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(card).toContainText("€3.00 · €3.00 to pay");
    await waitUntilLoaded(page);
    await expectAccessible(page, "a booking with extras");
    await page.getByRole("button", { name: "Take Towel off" }).click();
    await page.getByRole("button", { name: "Take off", exact: true }).click();
    await expect(card).not.toContainText("Towel");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a booking with extras on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the day sheet says what to hand out", async () => {
    await page.goto(`${base}/planning/print?date=${planningDate}`);
    await expect(page.getByText("2 × Racket").first()).toBeVisible();
  });
});

test("au téléphone, un membre réserve en français avec des suppléments, puis en retire un", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  await addExtra(club, court.facilityId, { name: "Raquette", price: 350, per: "hour" });
  await addExtra(club, court.facilityId, { name: "Éclairage", price: 400, mode: "required" });
  const member = await addMember(club, memberRoleId);
  const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR" };
  const page = await another({ token: member.token, ...telephone });
  const sheet = page.getByRole("dialog");

  await page.goto(`/organizations/${club.id}/find?date=${dateInDays(2)}&time=11:00&duration=60`);
  await page.getByRole("list", { name: "Libre", exact: true }).getByRole("link").first().tap();
  await sheet.getByLabel("Quantité : Raquette").fill("2");
  await expect(sheet).toContainText(/4,00\s€ par pièce · Avec chaque réservation/);
  await waitForRequests(page);
  await expectAccessible(page, "des suppléments avant de réserver");
  await expectNoOverflow(page, "des suppléments avant de réserver");
  await sheet.getByText("Sur place", { exact: true }).tap();
  await sheet.getByRole("button", { name: /Réserver/ }).tap();
  const card = page.getByRole("list", { name: "Suppléments" });
  await expect(card).toContainText("Raquette × 2");
  await expect(card).toContainText("Éclairage");
  await waitUntilLoaded(page);
  await expectAccessible(page, "une réservation avec des suppléments");
  await expectNoOverflow(page, "une réservation avec des suppléments");
  await expect(page.getByRole("button", { name: "Retirer Éclairage" })).toBeHidden();
  await page.getByRole("button", { name: "Retirer Raquette" }).tap();
  await expectAccessible(page, "le retrait d’un supplément");
  await page.getByRole("button", { name: "Retirer", exact: true }).tap();
  await expect(card).not.toContainText("Raquette");
  await page.goto("/my-payments");
  await expect(page.getByText("Éclairage").first()).toBeVisible();
});
