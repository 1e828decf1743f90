import {
  addPeopleDialog,
  chooseOption,
  createClub,
  addMember,
  managerRoleId,
  memberRoleId,
  sidebarLinks,
} from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { findMail, findLink } from "./mails.ts";
import { callApi, createNewPerson, register, registerConfirmed } from "./people.ts";

test.slow();

test("a new person is invited, registers by the mail, accepts, and works there", async ({ another }) => {
  const club = await createClub();
  const person = createNewPerson("Ivo");
  const owners = await another({ token: club.token });

  await test.step("the owner invites", async () => {
    await owners.goto(`/organizations/${club.id}/team-users`);
    await owners.getByRole("button", { name: "Add users" }).click();
    await owners.getByLabel("Emails").fill(person.email);
    await owners.getByLabel("Role").selectOption("Staff");
    await owners.getByRole("button", { name: "Send the invitations" }).click();
    await expect(addPeopleDialog(owners).getByRole("listitem").filter({ hasText: person.email })).toContainText(
      "Invited",
    );
    await owners.getByRole("button", { name: "Done" }).click();
    await expect(owners.getByRole("button", { name: `Revoke the invitation of ${person.email}` })).toBeVisible();
  });

  const theirs = await another();
  await test.step("the one mail names the club, proves the address, and leads in", async () => {
    const link = findLink(await findMail(person.email, "members.invitation"), "/auth/register");
    await theirs.goto(link.pathname + link.search);
    await expect(theirs.getByRole("heading", { name: `Join ${club.name}` })).toBeVisible();
    await expect(theirs.getByLabel("Email")).toBeDisabled();
    await theirs.getByLabel("First name").fill(person.firstName);
    await theirs.getByLabel("Last name").fill(person.lastName);
    await theirs.getByLabel("Password", { exact: true }).fill(person.password);
    await theirs.getByLabel("Confirm password").fill(person.password);
    await theirs.getByRole("button", { name: `Join ${club.name}` }).click();
    await expect(theirs).toHaveURL("/overview");
    await expect(sidebarLinks(theirs)).toHaveText([
      "Overview",
      "Planning",
      "Events",
      "To approve",
      "Facilities",
      "Fields",
      "Customers",
      "Team",
      "Roles",
      "Memberships and packs",
      "Payments",
      "Invoices",
      "Reports",
      "Activity",
    ]);
    await expect(theirs.getByRole("button", { name: /^Account of [^,]+$/ })).toBeVisible();
    await sidebarLinks(theirs).filter({ hasText: "Team" }).click();
    await expect(theirs.getByRole("row", { name: new RegExp(person.email) })).toContainText("Staff");
    await expect(theirs.getByRole("button", { name: "Add users" })).toHaveCount(0);
  });

  await test.step("the owner sees who came, and reads it in the activity", async () => {
    await owners.goto(`/organizations/${club.id}/team-users`);
    await expect(owners.getByRole("row", { name: new RegExp(person.email) })).toBeVisible();
    await expect(owners.getByText("Open invitations")).toHaveCount(0);
    await sidebarLinks(owners).filter({ hasText: "Activity" }).click();
    const entries = owners.getByRole("region", { name: "Activity" }).getByRole("listitem");
    await expect(entries.first()).toContainText("accepted the invitation and joined");
    await expect(entries.nth(1)).toContainText(`invited ${person.email}`);
  });
});

test("a person with an account is told of the invitation, accepts, and gets in", async ({ another }) => {
  const club = await createClub();
  const person = createNewPerson("Ida");
  const page = await another({ token: await registerConfirmed(person) });
  const body = { type: "team", role: managerRoleId, emails: [person.email] };
  await callApi("POST", `/organizations/${club.id}/users`, { token: club.token, body });
  const link = findLink(await findMail(person.email, "members.invitation"), "/auth/register");
  await page.goto(link.pathname + link.search);
  await expect(page).toHaveURL("/invitations");
  await expect(page.getByRole("main").getByRole("listitem")).toContainText(`${club.name}Invited as Manager`);
  await expect(page.getByRole("button", { name: /^Account of .*, 1 open invitation$/ })).toBeVisible();
  // A signed-in person does not register a second time.
  await page.goto(`/auth/register?email=${encodeURIComponent(person.email)}`);
  await expect(page).toHaveURL("/invitations");
  await page.goto("/auth/register?email=somebody.else@journeys.test");
  await expect(page.getByText(`You are signed in as ${person.email}`)).toBeVisible();
  await page.goto("/invitations");
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(toast(page, "Invitation accepted")).toBeVisible();
  await page.getByRole("link", { name: "Access the organization" }).click();
  await expect(page).toHaveURL("/overview");
  await expect(sidebarLinks(page).filter({ hasText: "Team" })).toBeVisible();
});

test("a person with an account signs in by the link, and is in; signed in as somebody else, they change", async ({
  another,
}) => {
  const club = await createClub();
  const person = createNewPerson("Iris");
  await registerConfirmed(person);
  const body = { type: "customer", role: memberRoleId, emails: [person.email] };
  await callApi("POST", `/organizations/${club.id}/users`, { token: club.token, body });
  const link = findLink(await findMail(person.email, "members.invitation"), "/auth/register");
  const other = createNewPerson("Otto");
  const page = await another({ token: await registerConfirmed(other) });
  await page.goto(link.pathname + link.search);
  await expect(
    page.getByText(`This invitation is for ${person.email}. You are signed in as ${other.email}.`),
  ).toBeVisible();
  await page.getByRole("button", { name: `Sign in as ${person.email}` }).click();
  await page.getByRole("link", { name: "Sign in to join" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(toast(page, "Invitation accepted")).toBeVisible();
  await page.getByRole("link", { name: "Access the organization" }).click();
  await expect(sidebarLinks(page)).toHaveText(["Overview", "Find a slot", "My bookings", "Planning", "The club"]);
});

test("several people are invited at once, each with an outcome; what failed stays to be mended", async ({
  another,
}) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  const [one, other] = [createNewPerson("Una"), createNewPerson("Otto")];
  await page.goto(`/organizations/${club.id}/users`);
  await page.getByRole("button", { name: "Add users" }).click();
  await page.getByLabel("Emails").fill(`${one.email}, ${club.owner.email} otto@@nowhere`);
  await page.getByRole("button", { name: "Send the invitations" }).click();
  const outcomes = addPeopleDialog(page).getByRole("list", { name: "What became of them" }).getByRole("listitem");
  await expect(outcomes).toContainText([
    `${one.email}Invited`,
    `${club.owner.email}Already a member`,
    "otto@@nowhereInvalid",
  ]);
  await page.getByRole("button", { name: `Remove ${club.owner.email}` }).click();
  await page.getByRole("button", { name: "Edit otto@@nowhere" }).click();
  await page.getByLabel("Emails").fill(other.email);
  await page.getByRole("button", { name: "Send the invitations" }).click();
  await expect(outcomes).toContainText([`${other.email}Invited`]);
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: `Send the invitation of ${one.email} again` }).click();
  await expect(toast(page, "Invitation sent again")).toBeVisible();
  await findMail(one.email, "members.invitation", 2);
  await page.getByRole("button", { name: `Revoke the invitation of ${other.email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(toast(page, "Invitation revoked")).toBeVisible();
  await expect(page.getByText(other.email)).toHaveCount(0);
  await expect(page.getByText(one.email)).toBeVisible();
});

test("a changed role changes what the other may do, in the window that is open", async ({ another }) => {
  const club = await createClub();
  const { person, token, id } = await addMember(club, memberRoleId);
  const [owners, theirs] = [await another({ token: club.token }), await another({ token })];
  await theirs.goto("/overview");
  await expect(sidebarLinks(theirs)).toHaveText(["Overview", "Find a slot", "My bookings", "Planning", "The club"]);
  await theirs.goto(`/organizations/${club.id}/settings`);
  await expect(
    theirs.getByText(`You don't have the permission of "organizations.update"`, { exact: true }),
  ).toBeVisible();

  await owners.goto(`/organizations/${club.id}/users`);
  await owners.getByRole("link", { name: `${person.firstName} ${person.lastName}` }).click();
  await expect(owners.getByRole("heading", { name: `${person.firstName} ${person.lastName}` })).toBeVisible();
  await owners.getByRole("link", { name: "Account and access" }).click();
  await owners.getByRole("button", { name: "Remove Member" }).click();
  await chooseOption(owners, "Roles", "Manager");
  await owners.getByRole("button", { name: "Save roles" }).click();
  await expect(toast(owners, "Saved")).toBeVisible();

  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(sidebarLinks(theirs)).toHaveText([
    "Overview",
    "Planning",
    "Events",
    "To approve",
    "Facilities",
    "Fields",
    "Opening hours",
    "Closures",
    "Prices",
    "Customers",
    "Team",
    "Roles",
    "Memberships and packs",
    "Payments",
    "Invoices",
    "Accounting",
    "Reports",
    "Activity",
    "API keys",
    "Webhooks",
    "Doors and lights",
    "Settings",
  ]);
  await theirs.getByRole("switch", { name: "Payment on site" }).click();
  await theirs.getByRole("form", { name: "Bookings" }).getByRole("button", { name: "Save" }).click();
  await expect(toast(theirs, "Saved")).toBeVisible();

  await owners.getByRole("switch", { name: "Active" }).click();
  await owners.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(owners.getByText("Inactive", { exact: true })).toBeVisible();
  await theirs.reload();
  await expect(theirs).toHaveURL("/overview");
  await expect(sidebarLinks(theirs)).toHaveText(["Overview"]);
  await theirs.goto(`/organizations/${club.id}/team-users/${id}`);
  await expect(theirs).toHaveURL("/overview");
});

test("a stranger who guesses addresses learns nothing", async ({ another }) => {
  const club = await createClub();
  const { person, id } = await addMember(club, managerRoleId);
  const stranger = await registerConfirmed(createNewPerson("Zoran"));
  const nobody = "01999999-0000-7000-8000-000000000000";
  const page = await another({ token: stranger });
  for (const rest of [
    "overview",
    "edit",
    "settings",
    "activity",
    "roles",
    "roles/2",
    "team-users",
    `team-users/${id}`,
    `users/${id}`,
  ]) {
    await page.goto(`/organizations/${club.id}/${rest}`);
    await expect(page).toHaveURL("/overview");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(club.name)).toHaveCount(0);
    await expect(page.getByText(person.email)).toHaveCount(0);
  }
  // The list of users is hidden too, and existing and unknown ids get the same error.
  await page.goto(`/users/${id}`);
  await expect(page).toHaveURL("/overview");
  const answer = (path: string, method = "GET", body?: unknown) =>
    callApi(method, path, { token: stranger, body }).then(
      () => "answered",
      (error: Error) => error.message.replace(/^\S+ \S+: /, ""),
    );
  for (const [there, nowhere, method, body] of [
    [`/organizations-min/${club.id}`, `/organizations-min/${nobody}`],
    [`/organizations/${club.id}/users/${id}`, `/organizations/${nobody}/users/${nobody}`],
    [`/organizations/${club.id}/users/${id}`, `/organizations/${nobody}/users/${nobody}`, "DELETE"],
    [`/organizations/${club.id}/roles/2`, `/organizations/${nobody}/roles/2`],
    [`/organizations/${club.id}`, `/organizations/${nobody}`, "PATCH", { name: "Mine" }],
  ] as const) {
    const refusal = await answer(there, method, body);
    expect(refusal).toMatch(/^404 /);
    expect(refusal).toBe(await answer(nowhere, method, body));
  }
});

test("who has no invitations reads so, and the unconfirmed see none", async ({ another }) => {
  const page = await another({ token: await registerConfirmed(createNewPerson()) });
  await page.goto("/invitations");
  await expect(page.getByText("No invitations found")).toBeVisible();
  const unconfirmed = await another({ token: await register(createNewPerson()) });
  await unconfirmed.goto("/invitations");
  await expect(unconfirmed).toHaveURL("/email-verification");
});
