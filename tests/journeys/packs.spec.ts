import { addMember, createClub, memberRoleId, type Club } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { clickLane, openPlanning, quickBookingDialog } from "./planning-steps.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitForRequests, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const tenHours = { name: "10 hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60, validDays: 365 };

async function createCustomer(club: Club, lastName: string): Promise<string> {
  const path = `/organizations/${club.id}/customers`;
  const body = { firstName: "Zoé", lastName, email: `${lastName.toLowerCase()}@example.test` };
  return (await callApi<{ id: string }>("POST", path, { token: club.token, body })).data.id;
}
const addType = async (club: Club, draft: object = tenHours) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}/pack-types`, { token: club.token, body: draft }))
    .data.id;
async function grantPack(club: Club, customerId: string, name = "10 hours"): Promise<void> {
  const body = { customerId, typeId: await addType(club, { ...tenHours, name }), reason: "Won the tournament" };
  await callApi("POST", `/organizations/${club.id}/packs`, { token: club.token, body });
}

test("a pack gets into the catalogue, is sold, pays a booking at the desk and on the planning, and gets its units back", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const customerId = await createCustomer(club, "Lebrun");
  const base = `/organizations/${club.id}`;
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");

  await test.step("the catalogue", async () => {
    await page.goto(`${base}/settings`);
    await page.getByRole("link", { name: "Packs", exact: true }).last().click();
    await expect(page.getByText("No packs yet")).toBeVisible();
    await page.getByRole("button", { name: "Add a pack" }).click();
    await dialog.getByLabel("Name").fill("10 hours");
    await dialog.getByLabel("Price").fill("180");
    await expectAccessible(page, "a pack of the catalogue");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a pack of the catalogue on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Add a pack" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "10 hours" })).toContainText(
      "10 visits of 60 min · €180.00 · valid for 365 days",
    );
    await expectAccessible(page, "the catalogue of packs");
  });

  await test.step("it is sold as products are", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await page.getByRole("button", { name: "Sell" }).click();
    const product = dialog.getByRole("combobox", { name: "Product" });
    await product.fill("10 h");
    await product.press("Enter");
    await dialog.getByRole("button", { name: "Take €180.00" }).click();
    await expect(dialog).toBeHidden();
    const passes = page.getByRole("list", { name: "Packs" });
    await expect(passes).toContainText("10 of 10 left");
    await expectAccessible(page, "a customer with a pack");
  });

  await test.step("a booking that was due is paid with it, and its units are given back", async () => {
    const startTime = toInstant(dateInDays(3), "10:00");
    const eventId = await createBooking(club, court, { token: club.token, startTime, customer: { customerId } });
    await page.goto(`${base}/events/${eventId}`);
    await page.getByRole("button", { name: "Pack: 10 left → 9" }).click();
    await expect(toast(page, "Paid with the pack")).toBeVisible();
    await expect(page.getByText("Paid with a pack", { exact: true })).toBeVisible();
    await expectAccessible(page, "a booking that a pack pays");
    await page.getByRole("button", { name: "Give the units back" }).click();
    await expect(page.getByRole("button", { name: "Pack: 10 left → 9" })).toBeVisible();
  });

  await test.step("the planning offers it with the booking", async () => {
    await openPlanning(page, club);
    await clickLane(page, 0, 14);
    const box = quickBookingDialog(page);
    await box.getByRole("combobox", { name: "Customer" }).fill("lebrun");
    await page.getByRole("option", { name: /Lebrun/ }).click();
    await expect(box.getByRole("radio", { name: "Pack" })).toBeChecked();
    await expect(box).toContainText("Pack: 10 left → 9");
    await expectAccessible(page, "the small box with a pack");
    await box.getByRole("button", { name: "Book", exact: true }).click();
    await expect(box).toBeHidden();
  });

  await test.step("all packs, by their end; one runs longer", async () => {
    await page.goto(`${base}/packs`);
    await expect(page.getByRole("row").filter({ hasText: "Lebrun" })).toContainText("9 of 10 left");
    await expectAccessible(page, "the packs of a club");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the packs of a club on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("link", { name: "Zoé Lebrun" }).click();
    const passes = page.getByRole("list", { name: "Packs" });
    await passes.getByRole("button", { name: /^Bookings of 10 hours/ }).click();
    await expect(dialog.getByRole("list", { name: "Bookings" })).toContainText("Court A");
    await expectAccessible(page, "the bookings of a pack");
    await page.keyboard.press("Escape");
    await passes.getByRole("button", { name: "Extend 10 hours" }).click();
    await expectAccessible(page, "a later end");
    await dialog.getByRole("button", { name: "Extend" }).click();
    await expect(dialog).toBeHidden();
    await passes.getByRole("button", { name: "Refund the rest of 10 hours" }).click();
    await expect(dialog).toContainText("9 visits of the pack come back as €162.00");
    await expectAccessible(page, "the rest of a pack");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Grant a pack" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Won the tournament");
    await dialog.getByRole("button", { name: "Grant a pack" }).click();
    await expect(passes).toContainText("Won the tournament");
  });

  await test.step("canceled by the club, all units come back unless it keeps them", async () => {
    await page.getByRole("link", { name: "Court A" }).nth(1).click();
    await expect(page.getByText("Paid with a pack", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Cancel event" }).click();
    await expect(dialog).toContainText("The units come back to the pack 10 hours.");
    await dialog.getByText("Keep", { exact: true }).click();
    await expect(dialog).toContainText("The units do not come back to the pack 10 hours.");
    await expectAccessible(page, "the cancellation of what a pack pays");
  });
});

test("au téléphone, un membre réserve en français avec son carnet, puis annule et retrouve ses unités", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const member = await addMember(club, memberRoleId);
  await createBooking(club, court, { token: member.token, startTime: toInstant(dateInDays(5), "09:00") });
  const path = `/organizations/${club.id}/customers?q=${encodeURIComponent(member.person.email)}`;
  const [customer] = (await callApi<{ id: string }[]>("GET", path, { token: club.token })).data;
  await grantPack(club, customer?.id ?? "", "10 heures");
  const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR" };
  const page = await another({ token: member.token, ...telephone });
  const sheet = page.getByRole("dialog");

  await page.goto(`/organizations/${club.id}/find?date=${dateInDays(2)}&time=11:00&duration=60`);
  await page.getByRole("list", { name: "Libre", exact: true }).getByRole("link").first().tap();
  await expect(sheet.getByRole("checkbox", { name: /Carnet : reste 10 → 9/ })).toBeChecked();
  await waitForRequests(page);
  await expectAccessible(page, "un carnet avant de réserver");
  await expectNoOverflow(page, "un carnet avant de réserver");
  await sheet.getByRole("button", { name: "Réserver", exact: true }).tap();
  await expect(page.getByText("Réglé avec le carnet 10 heures")).toBeVisible();
  await expect(page.getByText(/100\s% des unités reviennent sur votre carnet/)).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, "une réservation réglée avec un carnet");
  await expectNoOverflow(page, "une réservation réglée avec un carnet");

  await page.goto("/my-payments");
  await expect(page.getByRole("list", { name: "Mes carnets" })).toContainText("Reste 9 sur 10");
  await expectAccessible(page, "mes carnets");
  await expectNoOverflow(page, "mes carnets");
  await page.getByRole("list", { name: "Réservations" }).getByRole("link").first().tap();
  await page.getByRole("button", { name: "Annuler", exact: true }).tap();
  await expect(sheet).toContainText("Les unités reviennent sur le carnet 10 heures.");
  await expectAccessible(page, "une annulation avec un carnet");
  await sheet
    .getByRole("button", { name: /Annuler/ })
    .last()
    .tap();
  await expect(sheet).toBeHidden();
  await page.goto("/my-payments");
  await expect(page.getByRole("list", { name: "Mes carnets" })).toContainText("Reste 10 sur 10");

  const startTime = toInstant(dateInDays(4), "15:00");
  const search = new URLSearchParams({ fieldId: court.fieldId, startTime });
  await page.goto(`/organizations/${club.id}/events/create?${search}`);
  await expect(page.getByRole("checkbox", { name: /Carnet : reste 10 → 9/ })).toBeChecked();
  await waitUntilLoaded(page);
  await expectAccessible(page, "un carnet par terrain");
  await expectNoOverflow(page, "un carnet par terrain");
  await page.getByRole("button", { name: "Réserver", exact: true }).tap();
  await expect(page.getByText("Réglé avec le carnet 10 heures")).toBeVisible();
});
