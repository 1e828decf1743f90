import { addMember, createClub, staffRoleId } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

test.slow();

const dialog = (page: Page) => page.getByRole("dialog");
const asked =
  /^Before money can be taken, say who sells: legal name, address, postal code, town, identification number,? and tax on what you sell\.$/;

test("a new club wants to record a payment, is asked who sells, and goes on with what it had typed", async ({
  another,
}) => {
  const club = await createClub({});
  const court = await createCourt(club);
  const eventId = await createBooking(club, court, { token: club.token, startTime: toInstant(dateInDays(3), "10:00") });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/events/${eventId}`);
  const banner = page.getByRole("complementary", { name: "Seller on invoices" });
  await expect(banner.getByText(asked)).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, "a page with the banner");

  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog(page).getByLabel("Method").selectOption("Check");
  await dialog(page).getByLabel("Amount").fill("12.5");
  await dialog(page).getByLabel("Note").fill("No. 4711");
  await dialog(page).getByRole("button", { name: "Record payment" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText(asked);
  await dialog(page).getByRole("button", { name: "Complete the seller" }).click();

  await expect(dialog(page).getByLabel("Legal name")).toHaveValue(club.name);
  await expectAccessible(page, "the seller in the dialog");
  await dialog(page).getByLabel("Legal name").fill("Association des Lilas");
  await dialog(page).getByLabel("Address").fill("3 rue des Lilas");
  await dialog(page).getByLabel("Postal code").fill("69008");
  await dialog(page).getByLabel("City").fill("Lyon");
  await dialog(page).getByLabel("VAT", { exact: true }).selectOption("No VAT, art. 293 B of the French tax code");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const number = dialog(page).getByRole("textbox", { name: /^Identification number/ });
  await expect(number).toBeFocused();
  await number.fill("W691234567");
  await dialog(page).getByRole("button", { name: "Save" }).click();

  await expect(dialog(page).getByLabel("Method").locator("option:checked")).toHaveText("Check");
  await expect(dialog(page).getByLabel("Amount")).toHaveValue("12.5");
  await expect(dialog(page).getByLabel("Note")).toHaveValue("No. 4711");
  await dialog(page).getByRole("button", { name: "Record payment" }).click();
  await expect(toast(page, "Payment recorded")).toBeVisible();
  await expect(page.getByText("No. 4711")).toBeVisible();
  await expect(page.getByText(/^FA-\d{4}-000001$/)).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test("who may not change the settings is told what is missing, without a form for it", async ({ another }) => {
  const club = await createClub({});
  const court = await createCourt(club);
  const eventId = await createBooking(club, court, { token: club.token, startTime: toInstant(dateInDays(3), "10:00") });
  const { token } = await addMember(club, staffRoleId);
  const page = await another({ token, viewport: { width: 390, height: 844 } });
  await page.goto(`/organizations/${club.id}/events/${eventId}`);
  await expect(page.getByText(asked)).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Seller on invoices" })).toHaveCount(0);
  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog(page).getByRole("button", { name: "Record payment" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText(asked);
  await expect(dialog(page).getByRole("button", { name: "Complete the seller" })).toHaveCount(0);
  await expectNoOverflow(page, "the refusal on a phone");
});

test("the settings have a checklist, and the banner leads to it", async ({ another }) => {
  const club = await createClub({ legalName: "Association des Lilas", city: "Lyon" });
  const page = await another({ token: club.token, viewport: { width: 390, height: 844 } });
  await page.goto(`/organizations/${club.id}/fields`);
  await page.getByRole("link", { name: "Complete the seller" }).click();
  const parts = page.getByRole("list", { name: "What invoices must say of the seller" }).getByRole("listitem");
  await expect(parts).toHaveText([
    /legal name given/i,
    /address missing/i,
    /postal code missing/i,
    /town given/i,
    /identification number missing/i,
    /tax on what you sell missing/i,
  ]);
  await expectNoOverflow(page, "the checklist on a phone");
  await waitUntilLoaded(page);
  await expectAccessible(page, "the checklist");
  const form = page.getByRole("form", { name: "Seller on invoices" });
  await form.getByLabel("VAT", { exact: true }).selectOption("With VAT");
  await expect(form.getByLabel("VAT rate")).toHaveValue("20");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(parts.filter({ hasText: "missing" })).toHaveCount(4);
});

test("an American club is asked for its state and its sales tax, and hears nothing of VAT", async ({ another }) => {
  const club = await createClub({ countryId: 840, currency: "USD" });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const form = page.getByRole("form", { name: "Seller on invoices" });
  await form.getByLabel("Address").fill("1200 Lakeshore Drive");
  await form.getByLabel("Postal code").fill("60610");
  await form.getByLabel("City").fill("Chicago");
  await form.getByLabel("State").fill("IL");
  await form.getByLabel("Sales tax", { exact: true }).selectOption("No sales tax");
  await expect(form).not.toContainText("VAT");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await expect(page.getByRole("list", { name: "What invoices must say of the seller" })).toHaveCount(0);
});
