import { expect, type Page, test, toast } from "./journey-test.ts";
import { findCode, findLink, findMail } from "./mails.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { createNewPerson, type NewPerson, register, registerConfirmed } from "./people.ts";

const namesOfFields = (page: Page) =>
  page.locator("form input").evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name")));

async function fillIn(page: Page, { firstName, lastName, password }: NewPerson): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
}

const openLink = async (page: Page, { email }: NewPerson, count = 1) => {
  const { pathname, search } = findLink(await findMail(email, "accounts.verification", count), "/auth/verify-email");
  await page.goto(pathname + search);
};

test("somebody registers, confirms the address by the link in the mail, and is in", async ({ page }) => {
  const person = createNewPerson();
  await page.goto("/auth/register");
  await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
  expect(await namesOfFields(page)).toEqual(["firstName", "lastName", "email", "password", "confirmPassword"]);
  await fillIn(page, person);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/email-verification");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await expect(page.getByLabel("Email")).toBeDisabled();
  await openLink(page, person);
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(toast(page, "Your email address is confirmed.")).toBeVisible();
  await expect(page).toHaveURL("/overview");
  await page.goto("/email-verification");
  await expect(page).toHaveURL("/overview");
});

for (const [locale, words] of Object.entries({
  "en-US": {
    code: "Code",
    confirm: "Confirm my email",
    wrong: /wrong or no longer valid/,
    done: /address is confirmed/,
  },
  "fr-FR": {
    code: "Code",
    confirm: "Confirmer mon e-mail",
    wrong: /faux|incorrect|plus valable/,
    done: /est confirmée/,
  },
}))
  test(`the code of the mail is typed where one has registered, on a telephone (${locale})`, async ({ another }) => {
    const person = createNewPerson();
    const token = await register(person);
    const page = await another({
      ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      ...{ token, locale },
    });
    await page.goto("/email-verification");
    const code = findCode(await findMail(person.email, "accounts.verification"));
    const field = page.getByLabel(words.code, { exact: true });
    await field.fill(code === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: words.confirm }).tap();
    await expect(page.getByText(words.wrong)).toBeVisible();
    await expectNoOverflow(page, "the code of the mail");
    await expectAccessible(page, "the code of the mail");
    await field.fill(code);
    await page.getByRole("button", { name: words.confirm }).tap();
    await expect(toast(page, words.done)).toBeVisible();
    await expect(page).toHaveURL("/overview");
  });

test("an invited person joins: another title, and the email first", async ({ page }) => {
  const person = createNewPerson("Ivo");
  await page.goto(`/auth/register?email=${encodeURIComponent(person.email)}`);
  await expect(page.getByRole("heading", { name: "Join Baseline" })).toBeVisible();
  await expect(page).toHaveTitle(/Join/);
  expect(await namesOfFields(page)).toEqual(["email", "firstName", "lastName", "password", "confirmPassword"]);
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await fillIn(page, person);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL("/email-verification");
});

test("everything that is wrong in a registration shows at once", async ({ page }) => {
  await page.goto("/auth/register");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Confirm password").fill("different");
  await page.getByRole("button", { name: "Create account" }).click();
  const described = (label: string) => expect(page.getByLabel(label, { exact: true }));
  await described("First name").toHaveAccessibleDescription("This field is required");
  await described("Last name").toHaveAccessibleDescription("This field is required");
  await described("Email").toHaveAccessibleDescription("This field is required");
  await described("Password").toHaveAccessibleDescription(/^At least 10 characters/);
  await described("Confirm password").toHaveAccessibleDescription("The two passwords are not the same");
  await expect(page.getByLabel("First name")).toBeFocused();
});

test("until the address is confirmed there is only the page that says so", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await register(person) });
  for (const address of ["/overview", "/settings/profile", "/settings", "/organizations", "/facilities/create"]) {
    await page.goto(address);
    await expect(page).toHaveURL("/email-verification");
  }
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(toast(page, "Your address is not confirmed yet.")).toBeVisible();
  const telephone = await another();
  await openLink(telephone, person);
  await telephone.getByRole("button", { name: "Confirm my email" }).click();
  await expect(telephone.getByLabel("New password")).toHaveAccessibleDescription(/^This field is required/);
  // Nothing tells that the same person registered: the password is set anew, and the other browser is signed out.
  await telephone.getByLabel("New password").fill("a court at half past seven");
  await telephone.getByLabel("Confirm password").fill("a court at half past seven");
  await telephone.getByRole("button", { name: "Confirm my email" }).click();
  await expect(telephone).toHaveURL("/overview");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test("the mail can be sent again once in 30 seconds: the button counts down from what the server says", async ({
  another,
}) => {
  // Do slow steps before the registration, because its mail starts the cooldown.
  const page = await another();
  await page.goto("/auth/login");
  await page.clock.install();
  const token = await register(createNewPerson());
  await page.evaluate((mine) => localStorage.setItem("access_token", mine), token);
  await page.goto("/email-verification");
  // The mail of the registration went a moment ago.
  await expect(page.getByRole("button", { name: /^Send again in \d+ s$/ })).toBeDisabled();
  await page.clock.runFor(30_000);
  await expect(page.getByRole("button", { name: "Send the email again" })).toBeEnabled();
});

test("a link that is used up says so, and what to do", async ({ page }) => {
  const person = createNewPerson();
  await registerConfirmed(person);
  await openLink(page, person);
  await page.getByLabel("New password").fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("This link is wrong or no longer valid. Ask for a new one.");
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/auth/login");
});

test("the waiting person can sign out", async ({ another }) => {
  const page = await another({ token: await register(createNewPerson()) });
  await page.goto("/email-verification");
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth/login");
});

test("the login page offers no registration, and its footer leads to the legal pages", async ({ page }) => {
  await page.goto("/auth/login");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("link")).toHaveText([
    "Forgot password?",
    "Sign in with a passkey",
    "Terms of service",
    "Privacy policy",
    "Legal notice",
  ]);
  await page.getByRole("link", { name: "Terms of service" }).click();
  await expect(page.getByRole("heading", { name: "Terms of service", level: 1 })).toBeVisible();
  await page.goto("/auth/login");
  await page.getByRole("link", { name: "Privacy policy" }).click();
  await expect(page.getByRole("heading", { name: "Privacy policy", level: 1 })).toBeVisible();
  await page.goto("/auth/login");
  await page.getByRole("link", { name: "Legal notice" }).click();
  await expect(page.getByRole("heading", { name: "Legal notice", level: 1 })).toBeVisible();
  await expect(page.getByText("Email: operator@demo.test")).toBeVisible();
});
