import {
  acceptInvitations,
  addPeopleDialog,
  chooseOption,
  createClub,
  addMember,
  managerRoleId,
  sidebarLinks,
} from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { callApi, createNewPerson, registerConfirmed } from "./people.ts";

test.slow();

test("a role is made, given, changed and replaced; the built-in ones are locked", async ({ another }) => {
  const club = await createClub();
  const { person } = await addMember(club, managerRoleId, "Rosa");
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/roles`);
  await page.getByRole("link", { name: "Owner" }).click();
  await expect(page.getByText(/^Comes with every organization/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await sidebarLinks(page).filter({ hasText: "Roles" }).click();

  await page.getByRole("link", { name: "Create role" }).click();
  await page.getByLabel("Name").fill("Manager");
  await page.getByText("Admin", { exact: true }).click();
  await page.getByRole("checkbox", { name: /^Approve/ }).check();
  // Approving implies seeing.
  await expect(page.getByRole("group", { name: "Events" }).getByRole("checkbox", { name: /^See/ })).toBeChecked();
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("There is a role of this name already");
  await page.getByLabel("Name").fill("Coach");
  await page.getByRole("button", { name: "Create role" }).click();
  await expect(toast(page, "Role created")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Coach", level: 1 })).toBeVisible();

  await page.getByRole("link", { name: "Edit" }).click();
  await expectAccessible(page, "a role to edit");
  await page.getByLabel("Name").fill("Head coach");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Head coach", level: 1 })).toBeVisible();

  await sidebarLinks(page).filter({ hasText: "Team" }).click();
  await page.getByRole("link", { name: person.email }).click();
  await chooseOption(page, "Roles", "Head coach");
  await page.getByRole("button", { name: "Save roles" }).click();
  // The toast “Role saved” may still be visible.
  await expect(toast(page, /^Saved/)).toBeVisible();

  await sidebarLinks(page).filter({ hasText: "Roles" }).click();
  await page.getByRole("link", { name: "Head coach" }).click();
  await page.getByRole("button", { name: "Delete role" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Head coach?" });
  await question.getByRole("button", { name: "Delete role" }).click();
  await expect(question.getByRole("alert")).toContainText("1 person has this role or is invited to it.");
  await question.getByLabel("Role instead").selectOption("Staff");
  await question.getByRole("button", { name: "Delete role" }).click();
  await expect(toast(page, "Role deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/roles$/);
  await sidebarLinks(page).filter({ hasText: "Team" }).click();
  const row = page.getByRole("row", { name: new RegExp(person.email) });
  await expect(row).toContainText("Manager");
  await expect(row).toContainText("Staff");
});

test("the last owner stays, and the page says why; a manager leaves owners alone", async ({ another }) => {
  const club = await createClub();
  const { data: owner } = await callApi<{ id: string }>("GET", "/auth/user", { token: club.token });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/team-users/${owner.id}`);
  await expect(page.getByRole("switch", { name: "Active" })).toBeDisabled();
  await expect(page.getByRole("switch", { name: "Active" })).toHaveAccessibleDescription(
    /^An organization keeps at least one active owner/,
  );
  await expect(page.getByRole("button", { name: "Remove from the organization" })).toBeDisabled();
  await page.getByRole("button", { name: "Remove Owner" }).click();
  await chooseOption(page, "Roles", "Staff");
  await page.getByRole("button", { name: "Save roles" }).click();
  await expect(toast(page, /An organization keeps at least one active owner/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove Staff" })).toBeVisible();

  await page.goto(`/organizations/${club.id}/overview`);
  await page.getByRole("button", { name: "Remove owner" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove owner" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText(
    "An organization keeps at least one active owner",
  );

  const { token } = await addMember(club, managerRoleId);
  const managers = await another({ token });
  await managers.goto(`/organizations/${club.id}/team-users/${owner.id}`);
  await expect(managers.getByText("Only owners make, change or remove owners.").first()).toBeVisible();
  await expect(managers.getByRole("button", { name: "Save roles" })).toHaveCount(0);
  await managers.goto(`/organizations/${club.id}/overview`);
  await expect(managers.getByText(club.owner.email)).toBeVisible();
  await expect(managers.getByRole("button", { name: /owner/ })).toHaveCount(0);
  await managers
    .getByRole("navigation", { name: "Parts of the organization" })
    .getByRole("link", { name: "Team" })
    .click();
  await managers.getByRole("button", { name: "Add users" }).click();
  await expect(addPeopleDialog(managers).getByLabel("Role").getByRole("option")).toHaveText(["Manager", "Staff"]);
});

test("another owner is invited by email, and the first one leaves", async ({ another }) => {
  const club = await createClub();
  const next = createNewPerson("Pia");
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/overview`);
  await page.getByRole("button", { name: "Modify owner" }).click();
  await page.getByLabel("Owner’s email").fill(club.owner.email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByLabel("Owner’s email")).toHaveAccessibleDescription(/^Already a member/);
  await page.getByLabel("Owner’s email").fill(next.email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const token = await registerConfirmed(next);
  await acceptInvitations(token);
  const theirs = await another({ token });
  await theirs.goto(`/organizations/${club.id}/overview`);
  await theirs.getByRole("button", { name: "Remove owner" }).click();
  await theirs.getByRole("alertdialog").getByRole("button", { name: "Remove owner" }).click();
  await expect(toast(theirs, "Removed from the organization")).toBeVisible();
  await expect(theirs.getByRole("main").getByText(next.email)).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL("/overview");
});
