import { createClub, sidebarLinks } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { callApi, createNewPerson, registerConfirmed, demoToken } from "./people.ts";
import { expectDate, fillDate } from "./date-fields.ts";

test.slow();

test("an organization is edited, with its numbers judged; deleted only without events to come", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/overview`);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel(/^VAT number/).fill("FR00");
  await page.getByLabel(/^Identification number/).fill("123 456 789");
  await page.getByLabel("Name").fill(`${club.name} bis`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel(/^VAT number/)).toHaveAccessibleDescription(
    "This is not a valid VAT number, such as FR40303265045",
  );
  await expect(page.getByLabel(/^Identification number/)).toHaveAccessibleDescription(
    /^This is not a valid identification number/,
  );
  await expect(page.getByLabel("Name")).toHaveValue(`${club.name} bis`);
  await page.getByLabel(/^VAT number/).fill("FR40303265045");
  await page.getByLabel(/^Identification number/).fill("303 265 045");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: `${club.name} bis`, level: 1 })).toBeVisible();
  await expect(page.getByText("FR40303265045")).toBeVisible();

  await page.getByRole("button", { name: "Delete organization" }).click();
  const question = page.getByRole("alertdialog", { name: `Delete ${club.name} bis?` });
  await question.getByRole("button", { name: "Delete organization" }).click();
  await expect(toast(page, "Organization deleted")).toBeVisible();
  await expect(page).toHaveURL("/overview");
  await expect(page.getByText("No organizations found")).toBeVisible();
});

test.describe(() => {
  test.use({ as: "owner" });
  test("an organization with events to come is not deleted, and one reads how many there are", async ({ page }) => {
    const { data } = await callApi<{ id: string }[]>("GET", "/organizations/search?q=berges", {
      token: demoToken("owner"),
    });
    await page.goto(`/organizations/${data[0]?.id}/overview`);
    await page.getByRole("button", { name: "Delete organization" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete organization" }).click();
    await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText(/^[\d,]+ events are still to come/);
  });
});

test("settings are saved part by part, and what happened is found in the activity", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const saveOf = (part: string) => page.getByRole("form", { name: part }).getByRole("button", { name: "Save" });
  await expect(saveOf("Booking rules")).toBeDisabled();
  await page.getByLabel("Bookings at once").fill("3");
  await expect(saveOf("Booking rules")).toBeEnabled();
  await expect(saveOf("Time and money")).toBeDisabled();
  await page.getByLabel("Time zone").fill("lisbon");
  await page.getByRole("option", { name: "Europe/Lisbon" }).click();
  await page.getByLabel("VAT rate").fill("5.5");
  const savedSeller = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.getByRole("form", { name: "Seller on invoices" }).getByRole("button", { name: "Save" }).click();
  expect((await savedSeller).status()).toBe(200);
  await page.getByRole("form", { name: "Time and money" }).getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved").first()).toBeVisible();
  // Unsaved values of the other form stay.
  await expect(page.getByLabel("Bookings at once")).toHaveValue("3");
  await page.getByLabel("How far ahead").fill("0");
  await expect(page.getByLabel("How far ahead")).toHaveAccessibleDescription(/^Must be at least 1/);
  await page.getByLabel("How far ahead").fill("");
  // Wait for the response, because the previous toast has the same text.
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.getByRole("form", { name: "Booking rules" }).getByRole("button", { name: "Save" }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByLabel("How far ahead")).toHaveAttribute("placeholder", "No limit");
  await page.reload();
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Lisbon");
  await expect(page.getByLabel("VAT rate")).toHaveValue("5.5");
  await expect(page.getByLabel("Bookings at once")).toHaveValue("3");
  await expect(page.getByLabel("How far ahead")).toHaveValue("");

  await sidebarLinks(page).filter({ hasText: "Activity" }).click();
  const entries = page.getByRole("region", { name: "Activity" }).getByRole("listitem");
  await expect(entries.filter({ hasText: "Time zone" })).toContainText(/Europe\/Paris.*→.*Europe\/Lisbon/);
  await expect(entries.filter({ hasText: "VAT rate" })).toContainText(/20%.*→.*5\.5%/);
  await page.getByLabel("Subject").selectOption("People and roles");
  await expect(page).toHaveURL(/activity\?subject=members$/);
  await expect(entries.filter({ hasText: "Time zone" })).toHaveCount(0);
  await expect(entries.filter({ hasText: "accepted the invitation" })).toHaveCount(1);
  await fillDate(page, "From", "2031-01-01");
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await page.reload();
  await expectDate(page, "From", "2031-01-01");
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(page).toHaveURL(/activity$/);
  await expect(entries.filter({ hasText: "Time zone" })).toHaveCount(1);
});

test("an account is closed by the platform: its session ends, until it is opened again", async ({ another }) => {
  const person = createNewPerson("Tess");
  const token = await registerConfirmed(person);
  const { data } = await callApi<{ id: string }>("GET", "/auth/user", { token });
  const [admins, theirs] = [await another({ token: demoToken("admin") }), await another({ token })];
  await theirs.goto("/settings/profile");
  await expect(theirs.getByLabel("First name")).toHaveValue("Tess");
  await admins.goto(`/users?q=${encodeURIComponent(person.email)}`);
  await expect(admins.getByRole("columnheader")).toHaveText(["Email", "Name", "Phone", "Active"]);
  await admins.getByRole("link", { name: person.email }).click();
  await expect(admins).toHaveURL(`/users/${data.id}`);
  await expect(admins.getByText("Belongs to no organization.")).toBeVisible();
  await admins.getByRole("button", { name: "Deactivate" }).click();
  await admins
    .getByRole("alertdialog", { name: "Deactivate Tess Vasseur?" })
    .getByRole("button", { name: "Deactivate" })
    .click();
  await expect(admins.getByText("Cannot sign in.")).toBeVisible();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/auth\/login/);
  await admins.getByRole("button", { name: "Activate" }).click();
  await admins.getByRole("alertdialog").getByRole("button", { name: "Activate" }).click();
  await expect(admins.getByText("Can sign in.")).toBeVisible();
  const { data: own } = await callApi<{ id: string }>("GET", "/auth/user", { token: demoToken("admin") });
  await admins.goto(`/users/${own.id}`);
  await expect(admins.getByText("Your own account: you cannot deactivate it.")).toBeVisible();
  await expect(admins.getByRole("button", { name: "Deactivate" })).toHaveCount(0);
});
