import { expect, type Page, test, toast } from "./journey-test.ts";
import { findMail, findLink } from "./mails.ts";
import { createNewPerson } from "./people.ts";
import { expectDate, fillDate, firstPart } from "./date-fields.ts";

test.use({ as: "admin" });
test.slow();

const inList = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

test("from an organization to a booked hour, and the invited owner works there", async ({ page, another }) => {
  const owner = createNewPerson("Ondine");
  const club = `Club de l’Écluse ${owner.email.replace(/\D+/g, " ").trim()}`;

  await test.step("an organization, with its owner invited", async () => {
    await page.goto("/organizations");
    await page.getByRole("link", { name: "Create organization" }).click();
    await page.getByLabel("Name").fill(club);
    await page.getByLabel("Type").selectOption("Association");
    await expect(page.getByLabel("Owner’s email")).toBeDisabled();
    await page.getByRole("switch", { name: "Invite an owner" }).click();
    await page.getByLabel("Owner’s email").fill(owner.email);
    await page.getByRole("button", { name: "Create organization" }).click();
    await expect(toast(page, "Organization created")).toBeVisible();
    await expect(page.getByRole("heading", { name: club, level: 1 })).toBeVisible();
    await page.goto(`/organizations?q=${encodeURIComponent(club)}`);
    await inList(page, club).click();
    await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}\/overview$/);
  });

  await test.step("a facility", async () => {
    await page.getByRole("main").getByRole("link", { name: "Facilities" }).click();
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Create facility" }).first().click();
    await page.getByLabel("Name").fill("Halle de l’Écluse");
    await page.getByRole("button", { name: "Enter it by hand" }).click();
    await page.getByLabel("Street and number").fill("4 quai du Canal");
    await page.getByLabel("Postal code").fill("69009");
    await page.getByLabel("City").fill("Lyon");
    await page
      .getByRole("group", { name: "Shower" })
      .or(page.getByRole("radiogroup", { name: "Shower" }))
      .getByText("Yes")
      .click();
    await page.getByRole("button", { name: "Create facility" }).click();
    await expect(toast(page, "Facility created")).toBeVisible();
    await expect(page.getByText("4 quai du Canal, 69009 Lyon").first()).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Facilities" }).click();
    await expect(inList(page, "Halle de l’Écluse")).toBeVisible();
  });

  await test.step("a field in it", async () => {
    await page.getByRole("main").getByRole("link", { name: "Fields" }).click();
    await page.getByRole("link", { name: "Create field" }).first().click();
    // Wait, because the previous list has a field of the same label.
    await expect(page.getByRole("heading", { name: "Create field", level: 1 })).toBeVisible();
    await page.getByRole("combobox", { name: "Facility" }).fill("écluse");
    await page.getByRole("option", { name: "Halle de l’Écluse" }).click();
    await page.getByLabel("Name").fill("Court A");
    const sports = page.getByRole("combobox", { name: "Sports" });
    await sports.fill("badm");
    await expect(page.getByText("1 result", { exact: true }).filter({ visible: true })).toBeVisible();
    await page.getByRole("option", { name: "Badminton" }).click();
    await sports.press("Escape");
    await page.getByRole("switch", { name: "Bookable" }).click();
    await page.getByLabel("Max people per event").fill("6");
    await page.getByRole("button", { name: "Create field" }).click();
    await expect(toast(page, "Field created")).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Fields" }).click();
    await expect(inList(page, "Court A")).toBeVisible();
    await expect(page.getByRole("row", { name: /Court A/ })).toContainText("1 to 6");
  });

  await test.step("an event on it", async () => {
    await page.getByRole("main").getByRole("link", { name: "Events" }).click();
    await page.getByRole("link", { name: "Create event" }).first().click();
    await expect(page.getByRole("heading", { name: "Create event", level: 1 })).toBeVisible();
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court A");
    await fillDate(page, "Date", "2031-05-06");
    await fillDate(page, "Start time", "18:00");
    await expect(page.getByText("Ends at 7:00 PM")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Evening badminton");
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(toast(page, "Evening badminton: booked")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Evening badminton", level: 1 })).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Events" }).click();
    await expect(inList(page, "Evening badminton")).toBeVisible();
  });

  await test.step("the same hour again is refused, and nothing that was typed is lost", async () => {
    await page.getByRole("link", { name: "Create event" }).first().click();
    await expect(page.getByRole("heading", { name: "Create event", level: 1 })).toBeVisible();
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court A");
    await fillDate(page, "Date", "2031-05-06");
    await fillDate(page, "Start time", "18:30");
    await page.getByLabel("Name", { exact: true }).fill("Late badminton");
    await page.getByLabel("Description").fill("With the beginners");
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(firstPart(page, "Start time")).toHaveAccessibleDescription(
      /^No slot available for this date and this facility\./,
    );
    await expect(firstPart(page, "Start time")).toBeFocused();
    await expectDate(page, "Start time", "18:30");
    await expectDate(page, "Date", "2031-05-06");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Late badminton");
    await expect(page.getByLabel("Description")).toHaveValue("With the beginners");
    await fillDate(page, "Start time", "19:00");
    // A double click must create only one.
    await page.getByRole("button", { name: "Create event" }).dblclick();
    await expect(page.getByRole("heading", { name: "Late badminton", level: 1 })).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Events" }).click();
    await expect(inList(page, "Late badminton")).toHaveCount(1);
    await expect(page.getByText("page 1 of 1 - 2 results", { exact: true })).toBeVisible();
  });

  await test.step("the owner follows the invitation's mail, joins, and works there", async () => {
    const link = findLink(await findMail(owner.email, "members.invitation"), "/auth/register");
    const theirs = await another();
    await theirs.goto(link.pathname + link.search);
    await expect(theirs.getByLabel("Email")).toHaveValue(owner.email);
    await theirs.getByLabel("First name").fill(owner.firstName);
    await theirs.getByLabel("Last name").fill(owner.lastName);
    await theirs.getByLabel("Password", { exact: true }).fill(owner.password);
    await theirs.getByLabel("Confirm password").fill(owner.password);
    await theirs.getByRole("button", { name: "Join" }).click();
    await expect(theirs).toHaveURL("/overview");
    const navigation = theirs.getByRole("navigation", { name: "Main navigation" });
    await navigation.getByRole("link", { name: "Fields" }).click();
    await expect(inList(theirs, "Court A")).toBeVisible();
    await expect(theirs.getByRole("link", { name: "Create field" })).toBeVisible();
  });
});
