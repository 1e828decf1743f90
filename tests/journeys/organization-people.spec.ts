import { expect, type Page, test, toast } from "./journey.ts";
import { findMail, linkIn } from "./mails.ts";
import { ask, emailOf, newcomer, settle, tokenOf } from "./people.ts";
import { findPlaces } from "./screens.ts";

const staff = 3;

async function add(page: Page, emails: string): Promise<void> {
  await page.getByRole("button", { name: "Add users" }).click();
  const dialog = page.getByRole("dialog", { name: "Add users to the team" });
  await dialog.getByLabel("Emails").fill(emails);
  await dialog.getByRole("button", { name: "Send the invitations" }).click();
}

test.describe(() => {
  test.use({ as: "owner" });

  test("several are invited at once; somebody new registers, accepts, and works there", async ({ page, another }) => {
    const person = newcomer("Iris");
    const { organization } = await findPlaces("owner");
    await page.goto(`/organizations/${organization}/team-users`);
    await add(page, `${person.email}, ${emailOf("manager")}, nobody-at-all`);
    const outcomes = page.getByRole("dialog").getByRole("status");
    await expect(outcomes.getByRole("listitem").filter({ hasText: person.email })).toContainText("Invited");
    await expect(outcomes.getByRole("listitem").filter({ hasText: "nobody-at-all" })).toContainText("Invalid");
    await expect(outcomes.getByRole("listitem").filter({ hasText: emailOf("manager") })).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("main").getByText(person.email)).toBeVisible();

    const theirs = await another();
    const link = linkIn(await findMail(person.email, "members.invitation"), "/auth/register");
    await theirs.goto(link.pathname + link.search);
    await theirs.getByLabel("First name").fill(person.firstName);
    await theirs.getByLabel("Last name").fill(person.lastName);
    await theirs.getByLabel("Password", { exact: true }).fill(person.password);
    await theirs.getByLabel("Confirm password").fill(person.password);
    await theirs.getByRole("button", { name: "Join" }).click();
    const confirm = linkIn(await findMail(person.email, "accounts.verification"), "/auth/verify-email");
    await theirs.goto(confirm.pathname + confirm.search);
    await theirs.getByRole("button", { name: "Confirm my email" }).click();
    await expect(theirs).toHaveURL("/overview");
    await theirs.goto("/invitations");
    await theirs.getByRole("button", { name: "Accept" }).click();
    await expect(toast(theirs, "Invitation accepted")).toBeVisible();
    await theirs.getByRole("link", { name: "Access the organization" }).click();
    const navigation = theirs.getByRole("navigation", { name: "Main navigation" });
    await navigation.getByRole("link", { name: "Events" }).click();
    await expect(theirs.getByRole("link", { name: "Create event" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("row", { name: new RegExp(person.email) })).toContainText("Staff");
  });

  test("a role that changes changes what the other's open window may, once it is loaded again", async ({
    page,
    another,
  }) => {
    const person = newcomer("Ugo");
    const token = await settle(person);
    const { organization } = await findPlaces("owner");
    const body = { type: "team", role: staff, emails: [person.email] };
    await ask("POST", `/organizations/${organization}/users`, { token: tokenOf("owner"), body });
    const { data } = await ask<{ id: string }[]>("GET", "/invitations", { token });
    await ask("POST", `/invitations/${data[0]?.id}/accept`, { token });
    const theirs = await another({ token });
    await theirs.goto(`/organizations/${organization}/facilities`);
    await expect(theirs.getByRole("heading", { name: "Facilities", level: 1 })).toBeVisible();
    await expect(theirs.getByRole("link", { name: "Create facility" })).toHaveCount(0);

    await page.goto(`/organizations/${organization}/team-users?q=${person.email}`);
    await page.getByRole("link", { name: person.email }).click();
    const roles = page.getByRole("combobox", { name: "Roles" });
    await roles.fill("manager");
    await page.getByRole("option", { name: "Manager" }).click();
    await roles.press("Escape");
    await page.getByRole("button", { name: "Save roles" }).click();
    await expect(toast(page, "Saved")).toBeVisible();

    await theirs.reload();
    await expect(theirs.getByRole("link", { name: "Create facility" })).toBeVisible();
  });
});

test("a stranger who guesses ids learns nothing", async ({ another }) => {
  const { organization, facility, event } = await findPlaces("owner");
  const page = await another({ token: await settle(newcomer("Sacha")) });
  for (const rest of ["overview", "team-users", "activity", `facilities/${facility}`, `events/${event}`]) {
    await page.goto(`/organizations/${organization}/${rest}`);
    await expect(page).toHaveURL("/overview");
    await expect(page.getByText("Tennis Club des Berges")).toHaveCount(0);
  }
});
