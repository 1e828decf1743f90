import { expect, signIn, test, toast } from "./journey-test.ts";
import { waitUntilLoaded } from "./page-checks.ts";
import {
  type AccountName,
  accountNames,
  callApi,
  demoPassword,
  demoEmail,
  createNewPerson,
  registerConfirmed,
} from "./people.ts";

for (const name of accountNames) {
  test(`the ${name} of the demo signs in and out`, async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveURL("/auth/login");
    await signIn(page, demoEmail(name), demoPassword);
    await expect(page).toHaveURL("/overview");
    await page.getByRole("button", { name: /^Account of / }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(toast(page, "You are signed out.")).toBeVisible();
    await expect(page).toHaveURL("/auth/login");
    expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
    await page.goto("/overview");
    await expect(page).toHaveURL("/auth/login");
  });
}

test("a wrong password is said under the email, and what was typed stays", async ({ page }) => {
  const person = createNewPerson();
  await page.goto("/auth/login");
  await signIn(page, person.email, "not my password");
  const email = page.getByRole("textbox", { name: "Email" });
  await expect(email).toHaveAccessibleDescription("These credentials do not match our records.");
  await expect(email).toHaveValue(person.email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not my password");
  await expect(toast(page, "Check the marked fields.")).toBeVisible();
  await expect(page).toHaveURL("/auth/login");
});

test("signing out that fails says so, and one is still signed in", async ({ another }) => {
  const page = await another({ token: await registerConfirmed(createNewPerson()) });
  await page.goto("/overview");
  await page.route("**/api/v1/auth/logout", (route) => route.abort());
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(toast(page, "Unable to logout")).toBeVisible();
  await page.getByRole("link", { name: "Back to app" }).click();
  await expect(page).toHaveURL("/overview");
});

test("whoever signs in in one tab is the one for whom every tab is", async ({ context, page }) => {
  await page.goto("/auth/login");
  await signIn(page, demoEmail("owner"), demoPassword);
  await expect(page).toHaveURL("/overview");
  const other = await context.newPage();
  await other.goto("/settings/profile");
  await expect(other.getByLabel("Last name")).toHaveValue("Dubois");
  await page.goto("/auth/logout");
  await expect(other).toHaveURL(/\/auth\/login/);
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, demoEmail("member"), demoPassword);
  await expect(other).toHaveURL("/settings/profile");
  await expect(other.getByLabel("Last name")).toHaveValue("Laurent");
});

test("when the session ends elsewhere, signing in again leads back to where one was", async ({ another }) => {
  const person = createNewPerson();
  const token = await registerConfirmed(person);
  const page = await another({ token });
  await page.goto("/settings/password");
  await expect(page.getByRole("heading", { name: "Password", level: 1 })).toBeVisible();
  // Pending requests of this page would fail after signing out.
  await waitUntilLoaded(page);
  await callApi("GET", "/auth/logout", { token });
  await page.getByRole("link", { name: "Profile" }).click();
  await page.getByLabel("First name").fill("Nora");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Sign in to continue.")).toHaveCount(1);
  await expect(page).toHaveURL("/auth/login?redirect=%2Fsettings%2Fprofile");
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL("/settings/profile");
});

test.describe("signed in", () => {
  test.use({ as: "member" });

  test("public pages and unknown addresses redirect to the overview", async ({ page }) => {
    for (const address of ["/", "/auth/login", "/nowhere/at/all", "/facility"]) {
      await page.goto(address);
      await expect(page).toHaveURL("/overview");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  });

  test("the platform's lists lead a member to those of their own organization", async ({ page }) => {
    for (const list of ["facilities", "fields", "events"]) {
      await page.goto(`/${list}?q=court`);
      await expect(page).toHaveURL(new RegExp(`/organizations/[0-9a-f-]{36}/${list}\\?q=court$`));
      await expect(page.getByRole("searchbox")).toHaveValue("court");
    }
  });

  test("somebody else's organization leads to the overview", async ({ page }) => {
    await page.goto("/organizations/01999999-0000-7000-8000-000000000000/facilities");
    await expect(page).toHaveURL("/overview");
  });

  test("a missing permission is said by its name", async ({ page }) => {
    await page.goto("/facilities");
    await expect(page).toHaveURL(/\/organizations\/.+\/facilities$/);
    await page.goto(`${page.url()}/create`);
    await expect(page.getByText(`You don't have the permission of "fields.create"`, { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "You cannot open this page" })).toBeVisible();
    await page.goto("/organizations/create");
    await expect(
      page.getByText(`You don't have the permission of "organizations.create"`, { exact: true }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Go to the overview" }).click();
    await expect(page).toHaveURL("/overview");
  });
});

const whatEachSees: Partial<Record<AccountName, string[]>> = {
  admin: ["Overview", "Organizations", "Facilities", "Fields", "Events", "Users", "Payments"],
  member: ["Overview", "Find a slot", "My bookings", "Planning", "The club"],
};
for (const [name, links] of Object.entries(whatEachSees) as [AccountName, string[]][]) {
  test.describe(() => {
    test.use({ as: name });
    test(`the sidebar shows the ${name} what they may see, and nothing else`, async ({ page }) => {
      await page.goto("/overview");
      const items = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");
      await expect(items).toHaveText(links);
    });
  });
}
