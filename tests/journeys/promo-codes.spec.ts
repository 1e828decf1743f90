import { addMember, createClub, memberRoleId, type Club } from "./clubs.ts";
import { createCourt, dateInDays } from "./courts.ts";
import { clickLane, openPlanning, quickBookingDialog } from "./planning-steps.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitForRequests, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const addCode = (club: Club, draft: object) =>
  callApi("POST", `/organizations/${club.id}/promo-codes`, { token: club.token, body: draft });

test("a code gets into the catalogue, lowers prices in the form of a booking and on the planning, and is archived", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  const base = `/organizations/${club.id}`;
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");
  const codes = page.getByRole("list", { name: "Promo codes" });

  await test.step("the catalogue, and what does not fit together", async () => {
    await page.goto(`${base}/settings`);
    await page.getByRole("link", { name: "Promo codes", exact: true }).click();
    await expect(page.getByText("No promo codes yet")).toBeVisible();
    await page.getByRole("button", { name: "Add promo code" }).click();
    await dialog.getByLabel("Code", { exact: true }).fill("autumn 10");
    await dialog.getByRole("spinbutton", { name: "Percentage" }).fill("10");
    await dialog.getByRole("button", { name: "Add promo code" }).click();
    await expect(dialog.getByText("Only letters, digits and hyphens", { exact: true })).toBeVisible();
    await dialog.getByLabel("Code", { exact: true }).fill("autumn10");
    await dialog.getByLabel("Uses in all").fill("5");
    await waitForRequests(page);
    await expectAccessible(page, "a promo code of the catalogue");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a promo code of the catalogue on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Add promo code" }).click();
    await expect(codes.getByRole("listitem")).toContainText("AUTUMN10");
    await expect(codes.getByRole("listitem")).toContainText("−10% · Uses: 0 of 5");
    await expectAccessible(page, "the catalogue of promo codes");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the catalogue of promo codes on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the planning takes it with the booking", async () => {
    await openPlanning(page, club);
    await clickLane(page, 0, 14);
    const box = quickBookingDialog(page);
    await box.getByRole("combobox", { name: "Customer" }).fill("Zoé Lebrun");
    // The box is laid out anew once the name is left.
    await page.keyboard.press("Tab");
    await expect(box.getByLabel("Customer’s name")).toHaveValue("Zoé Lebrun");
    await box.getByRole("button", { name: "Promo code" }).click();
    await box.getByLabel("Promo code").fill("autumn10");
    await box.getByRole("button", { name: "Apply" }).click();
    await expect(box.getByText("AUTUMN10: €1.80 off", { exact: true })).toBeVisible();
    await expect(box).toContainText("€16.20");
    await expectAccessible(page, "the small box with a promo code");
    await box.getByRole("button", { name: "Book", exact: true }).click();
    await expect(box).toBeHidden();
  });

  await test.step("the form of a booking says why a code does not hold, and takes one that does", async () => {
    await addCode(club, { code: "EVENINGS", kind: "amount", value: 500, minAmount: 2000 });
    await page.goto(`${base}/events/create?date=${dateInDays(3)}`);
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court A");
    await page
      .getByRole("group", { name: "Free times" })
      .getByRole("button", { name: /^10:00 AM/ })
      .click();
    await page.getByLabel("Name", { exact: true }).fill("Lesson");
    const price = page.getByRole("group", { name: "Price", exact: true });
    await price.getByRole("button", { name: "Promo code" }).click();
    await price.getByLabel("Promo code").fill("evenings");
    await price.getByLabel("Promo code").press("Enter");
    await expect(price.getByText("The code EVENINGS holds from €20.00 on.")).toBeVisible();
    await expectAccessible(page, "a code that does not hold");
    const refused = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.status() === 409,
    );
    await page.getByRole("button", { name: "Create event" }).click();
    await refused;
    await expect(page.getByRole("button", { name: "Create event" })).toBeEnabled();
    await expect(price.getByText("The code EVENINGS holds from €20.00 on.")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Lesson");
    await price.getByLabel("Promo code").fill("AUTUMN10");
    await price.getByRole("button", { name: "Apply" }).click();
    await expect(price.getByText("AUTUMN10: €1.80 off", { exact: true })).toBeVisible();
    await price.getByText("Why this price?").click();
    await expect(price.getByText("Promo code AUTUMN10: €1.80 off, €16.20 to pay")).toBeVisible();
    await expectAccessible(page, "a code that holds");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a code that holds on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(page.getByText("AUTUMN10 · −10 %")).toBeVisible();
    await expect(page.getByText("€16.20").first()).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, "a booking with a code");
  });

  await test.step("its uses are counted, and it is archived", async () => {
    await page.goto(`${base}/settings/promo-codes`);
    await expect(codes).toContainText("Uses: 2 of 5");
    await page.getByRole("button", { name: "Edit AUTUMN10" }).click();
    await dialog.getByText("Can be used").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(codes.getByRole("listitem").filter({ hasText: "AUTUMN10" })).toContainText("Archived");
  });
});

test("au téléphone, un membre réserve en français avec un code, et lit pourquoi un autre ne vaut pas", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  await addCode(club, { code: "BIENVENUE", kind: "percent", value: 100, firstBookingOnly: true });
  await addCode(club, { code: "PLUSTARD", kind: "percent", value: 10, bookedFrom: dateInDays(30) });
  const member = await addMember(club, memberRoleId);
  const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR" };
  const page = await another({ token: member.token, ...telephone });
  const sheet = page.getByRole("dialog");
  const open = async (time: string) => {
    await page.goto(`/organizations/${club.id}/find?date=${dateInDays(2)}&time=${time}&duration=60`);
    await page.getByRole("list", { name: "Libre", exact: true }).getByRole("link").first().tap();
    await sheet.getByRole("button", { name: "Code promo" }).tap();
  };
  const apply = async (code: string) => {
    await sheet.getByLabel("Code promo").fill(code);
    await sheet.getByRole("button", { name: "Appliquer" }).tap();
  };

  await open("11:00");
  await apply("nulle-part");
  await expect(sheet.getByText("Le code NULLE-PART n’existe pas.")).toBeVisible();
  await apply("plustard");
  await expect(sheet.getByText(/Le code PLUSTARD est utilisable à partir du/)).toBeVisible();
  await waitForRequests(page);
  await expectAccessible(page, "un code qui ne vaut pas");
  await expectNoOverflow(page, "un code qui ne vaut pas");
  await apply("bienvenue");
  await expect(sheet.getByText(/BIENVENUE\s?: 18,00\s€ de moins/)).toBeVisible();
  await waitForRequests(page);
  await expectAccessible(page, "un code qui vaut");
  await expectNoOverflow(page, "un code qui vaut");
  await sheet.getByRole("button", { name: "Réserver", exact: true }).tap();
  await expect(sheet).toBeHidden();
  await waitUntilLoaded(page);
  await expect(page.getByText(/BIENVENUE · −100\s%/)).toBeVisible();
  await expectAccessible(page, "une réservation avec un code");
  await expectNoOverflow(page, "une réservation avec un code");

  await open("15:00");
  await apply("bienvenue");
  await expect(sheet.getByText("Le code BIENVENUE vaut pour une première réservation seulement.")).toBeVisible();
  await sheet.getByRole("button", { name: /Réserver/ }).tap();
  await expect(sheet.getByRole("alert")).toContainText(
    "Le code BIENVENUE vaut pour une première réservation seulement.",
  );
});

test("a code for packs is made, and taken when they are sold: the sum is lower before it is taken", async ({
  another,
}) => {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const send = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `${base}${path}`, { token: club.token, body })).data.id;
  await send("/pack-types", { name: "10 hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60 });
  const customerId = await send("/customers", { firstName: "Zoé", lastName: "Lebrun" });
  await addCode(club, { code: "WINTER", kind: "percent", value: 10 });
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");

  await test.step("its form leaves out what only bookings have", async () => {
    await page.goto(`${base}/settings/promo-codes`);
    await page.getByRole("button", { name: "Add promo code" }).click();
    await expect(dialog.getByRole("group", { name: "Played from" })).toBeVisible();
    await dialog.getByRole("radio", { name: "Packs" }).click();
    await expect(dialog.getByRole("group", { name: "Played from" })).toBeHidden();
    await dialog.getByLabel("Code", { exact: true }).fill("tenpacks");
    await waitForRequests(page);
    await expectAccessible(page, "a promo code for packs");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a promo code for packs on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Add promo code" }).click();
    const made = page.getByRole("list", { name: "Promo codes" }).getByRole("listitem").filter({ hasText: "TENPACKS" });
    await expect(made).toContainText("Packs");
  });

  await test.step("a code of bookings is refused beside it, the other one lowers the sum and is used", async () => {
    await page.goto(`${base}/customers/${customerId}`);
    await page.getByRole("button", { name: "Sell" }).click();
    const product = dialog.getByRole("combobox", { name: "Product" });
    await product.fill("10 h");
    await product.press("Enter");
    await dialog.getByRole("button", { name: "Promo code" }).click();
    await dialog.getByLabel("Promo code").fill("winter");
    await dialog.getByLabel("Promo code").press("Enter");
    await expect(dialog.getByText("The code WINTER is for bookings.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Take €180.00" })).toBeVisible();
    await dialog.getByLabel("Promo code").fill("tenpacks");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(dialog.getByText("TENPACKS: €18.00 off")).toBeVisible();
    await waitForRequests(page);
    await expectAccessible(page, "a sale with a code");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a sale with a code on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Take €162.00" }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${base}/settings/promo-codes`);
    await expect(page.getByRole("list", { name: "Promo codes" })).toContainText("Uses: 1");
  });
});

test("en français, au téléphone, le code d’un abonnement réduit la vente", async ({ another }) => {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const send = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `${base}${path}`, { token: club.token, body })).data.id;
  const year = { name: "Année", price: 24_000, joiningFee: 2000, termKind: "months", termLength: 12 };
  await send("/subscription-types", year);
  const customerId = await send("/customers", { firstName: "Zoé", lastName: "Lebrun" });
  await addCode(club, { code: "RENTREE", kind: "amount", value: 4000, appliesTo: "subscription" });
  const page = await another({
    token: club.token,
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR" },
  });
  const sheet = page.getByRole("dialog");
  await page.goto(`${base}/customers/${customerId}`);
  await page.getByRole("button", { name: "Vendre" }).tap();
  const product = sheet.getByRole("combobox", { name: "Produit" });
  await product.fill("Ann");
  await product.press("Enter");
  await expect(sheet.getByRole("button", { name: "Encaisser 260,00 €" })).toBeVisible();
  await sheet.getByRole("button", { name: "Code promo" }).tap();
  await sheet.getByLabel("Code promo").fill("rentree");
  await sheet.getByRole("button", { name: "Appliquer" }).tap();
  await expect(sheet.getByText("RENTREE : 40,00 € de moins")).toBeVisible();
  await waitForRequests(page);
  await expectAccessible(page, "une vente avec un code");
  await expectNoOverflow(page, "une vente avec un code");
  await sheet.getByRole("button", { name: "Encaisser 220,00 €" }).tap();
  await expect(sheet).toBeHidden();
});
