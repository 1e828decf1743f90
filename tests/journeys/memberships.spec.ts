import { countDays, offerTerm, priceOfUse } from "#contract/subscriptions-rules.ts";
import { addMember, createClub, memberRoleId, type Club } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { fillDate } from "./date-fields.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitForRequests, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

/** It begins two months ago, so that its rest is never whole, and never over within the journey. */
const seasonFirst = Temporal.PlainDate.from(dateInDays(0)).with({ day: 1 }).subtract({ months: 2 });
const seasonStart = seasonFirst.toString().slice(5);
const euros = (minor: number) => `€${(minor / 100).toFixed(2)}`;

async function findCustomerId(club: Club, q: string): Promise<string> {
  const path = `/organizations/${club.id}/customers?q=${encodeURIComponent(q)}`;
  return (await callApi<{ id: string }[]>("GET", path, { token: club.token })).data[0]?.id ?? "";
}

test("a season gets into the catalogue, is sold, frozen, ended, renewed again, and canceled with money back", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const body = { firstName: "Zoé", lastName: "Lebrun", email: "lebrun@example.test" };
  const customerId = (await callApi<{ id: string }>("POST", `${base}/customers`, { token: club.token, body })).data.id;
  await createBooking(club, court, {
    token: club.token,
    startTime: toInstant(dateInDays(3), "10:00"),
    customer: { customerId },
  });
  const pack = { name: "Guest visits", price: 5000, unit: "count", units: 5, minutesPerUnit: 60, validDays: 365 };
  await callApi("POST", `${base}/pack-types`, { token: club.token, body: pack });
  const yearly = { name: "Year", price: 30_000, termKind: "months", termLength: 12, renewal: "by_hand" };
  await callApi("POST", `${base}/subscription-types`, { token: club.token, body: yearly });
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");
  const held = page.getByRole("list", { name: "Memberships" });

  await test.step("the catalogue", async () => {
    await page.goto(`${base}/settings`);
    await page.getByRole("link", { name: "Memberships", exact: true }).click();
    await page.getByRole("link", { name: "Add a membership" }).click();
    await page.getByLabel("Name").fill("Season");
    await page.getByLabel("Price of a term").fill("240");
    await page.getByLabel("Joining fee").fill("30");
    await page.getByText("A season", { exact: true }).click();
    await page.getByLabel("Month", { exact: true }).selectOption({ index: seasonFirst.month - 1 });
    await page.getByLabel("Begun late, it costs").selectOption("The months that are left, the present one included");
    await page.getByText("It renews", { exact: true }).click();
    await page.getByLabel("Days of freeze in a term").fill("30");
    await page.getByLabel("Category").selectOption("Member");
    await page.getByRole("button", { name: "Add a discount" }).click();
    await page.getByRole("button", { name: "Add a pack" }).click();
    await page.getByLabel("How far ahead").fill("60");
    const preview = page.getByRole("region", { name: "In words" });
    await expect(preview).toContainText("plus €30.00 once for joining");
    await expect(preview).toContainText("10% off bookings, Guest visits each term, booking rules of its own");
    await waitForRequests(page);
    await expectAccessible(page, "a membership of the catalogue");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a membership of the catalogue on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Add a membership" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Season" });
    await expect(row).toContainText("€240.00 for a season from");
    await expect(row).toContainText("the prices and rules of Member");
    await expectAccessible(page, "the catalogue of memberships");
  });

  const startsOn = dateInDays(-10);
  const terms = { termKind: "season", termLength: null, seasonStart, prorate: "month", price: 24_000 } as const;
  const term = offerTerm(terms, startsOn);

  await test.step("it is sold from ten days ago, in cash, for the months that are left", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await page.getByRole("button", { name: "Sell" }).click();
    const product = dialog.getByRole("combobox", { name: "Product" });
    await product.fill("Season");
    await product.press("Enter");
    await fillDate(dialog, "First day", startsOn);
    await expect(dialog).toContainText(`${euros(term.price)} instead of €240.00`);
    await expect(dialog).toContainText("Joining fee: €30.00");
    await waitForRequests(page);
    await expectAccessible(page, "the sale of a membership");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the sale of a membership on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: `Take ${euros(term.price + 3000)}` }).click();
    await expect(dialog).toBeHidden();
    await expect(held).toContainText("Running");
    await expect(held).toContainText(
      "Prices and rules of Member · 10% off bookings · Guest visits each term · Booking rules of its own",
    );
    await expect(page.getByRole("list", { name: "Packs" })).toContainText("5 of 5 left");
    await expect(page.getByText(/^Season until /)).toBeVisible();
    await expectAccessible(page, "a customer with a membership");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a customer with a membership on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("it is not sold twice", async () => {
    await page.getByRole("button", { name: "Sell" }).click();
    const product = dialog.getByRole("combobox", { name: "Product" });
    await product.fill("Season");
    await product.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("Zoé Lebrun holds Season already");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a freeze lets it end later, and is taken back", async () => {
    await held.getByRole("button", { name: "Freeze Season" }).click();
    await expect(dialog).toContainText("7 days: it then ends on");
    await expect(dialog.getByRole("region", { name: "1 booking to come keeps its price:" })).toContainText("Court A");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Injury");
    await waitForRequests(page);
    await expectAccessible(page, "a freeze");
    await dialog.getByRole("button", { name: "Freeze", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(held).toContainText("Frozen until");
    await held.getByRole("button", { name: "Terms and freezes of Season" }).click();
    await expect(dialog.getByRole("list", { name: "Terms" })).toContainText(`${euros(term.price)}Paid`);
    await expect(dialog.getByRole("list", { name: "Freezes" })).toContainText("Injury");
    await expectAccessible(page, "terms and freezes");
    await page.keyboard.press("Escape");
    await held.getByRole("button", { name: "Unfreeze Season" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unfreeze" }).click();
    await expect(held).toContainText("Running");
  });

  await test.step("it becomes another type with its next term, ends with this one, and renews again", async () => {
    await held.getByRole("button", { name: "Change type of Season" }).click();
    await dialog.getByLabel("With the next term").selectOption("Year");
    await expectAccessible(page, "a change of type");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(held).toContainText("Becomes Year with the next term");
    await held.getByRole("button", { name: "Do not renew Season" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Moves away");
    await expectAccessible(page, "the end of a membership");
    await dialog.getByRole("button", { name: "Do not renew" }).click();
    await expect(held).toContainText("Ends on");
    await expect(held).toContainText("Moves away");
    await held.getByRole("button", { name: "Let it renew: Season" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Let it renew" }).click();
    await expect(held).toContainText("Renews after");
  });

  await test.step("all memberships, by their end", async () => {
    await page.goto(`${base}/memberships`);
    await expect(page.getByRole("row").filter({ hasText: "Lebrun" })).toContainText("Season");
    await expectAccessible(page, "the memberships of a club");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the memberships of a club on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("link", { name: "Zoé Lebrun" }).click();
  });

  await test.step("canceled today, the days that are left come back in cash", async () => {
    const kept = priceOfUse(term.price, { used: 10, of: countDays(term) });
    const back = euros(term.price - kept);
    await held.getByRole("button", { name: "Cancel today: Season" }).click();
    await expect(dialog).toContainText(`10 of ${countDays(term)} days`);
    await expect(dialog).toContainText(`${back} (Cash)`);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Moves away");
    await waitForRequests(page);
    await expectAccessible(page, "the cancellation of a membership");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the cancellation of a membership on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Cancel today" }).click();
    await expect(toast(page, "Membership canceled")).toBeVisible();
    await expect(held).toContainText("Canceled");
    await expect(held.getByRole("button", { name: "Cancel today: Season" })).toBeHidden();
  });
});

test("au téléphone, un membre lit son abonnement en français et le résilie", async ({ another }) => {
  const club = await createClub();
  const member = await addMember(club, memberRoleId);
  const base = `/organizations/${club.id}`;
  const type = {
    ...{ name: "Année", price: 24_000, termKind: "months", termLength: 12, renewal: "by_hand" },
    ...{ roleId: memberRoleId, discounts: [{ percent: 10 }] },
  };
  const { id } = (
    await callApi<{ id: string }>("POST", `${base}/subscription-types`, { token: club.token, body: type })
  ).data;
  const sale = {
    customerId: await findCustomerId(club, member.person.email),
    lines: [{ subscriptionTypeId: id, startsOn: dateInDays(0), quantity: 1 }],
    payment: { method: "cash" },
  };
  await callApi("POST", `${base}/sales`, { token: club.token, body: sale });
  const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR" };
  const page = await another({ token: member.token, ...telephone });
  const sheet = page.getByRole("dialog");

  await page.goto("/my-payments");
  const own = page.getByRole("list", { name: "Mes abonnements" });
  await expect(own).toContainText("Reconduit après le");
  await expect(own).toContainText("Vous pouvez vous opposer à la reconduction jusqu’au");
  await expect(own).toContainText(/10\s% de remise sur les réservations/);
  await waitUntilLoaded(page);
  await expectAccessible(page, "mes abonnements");
  await expectNoOverflow(page, "mes abonnements");

  await own.getByRole("button", { name: "Résilier mon abonnement Année" }).tap();
  await expect(sheet).toContainText("Étape 1 sur 3");
  await expectAccessible(page, "une résiliation, ce qui se passe");
  await sheet.getByRole("button", { name: "Continuer" }).tap();
  await expectAccessible(page, "une résiliation à confirmer");
  await expectNoOverflow(page, "une résiliation à confirmer");
  await sheet.getByRole("button", { name: "Résilier mon abonnement" }).tap();
  await expect(sheet).toContainText("Une confirmation vous a été envoyée par e-mail.");
  await expectAccessible(page, "une résiliation faite");
  await sheet.getByRole("button", { name: "Fermer" }).last().tap();
  await expect(own).toContainText("Se termine le");
  await expect(own.getByRole("button")).toHaveCount(0);
});
