import { expect, signIn, test, toast } from "./journey-test.ts";
import { findCode, findMail } from "./mails.ts";
import { createNewPerson, registerConfirmed } from "./people.ts";

test("who forgot the password gets a code by mail, sets another, and signs in with it alone", async ({ page }) => {
  const person = createNewPerson();
  await registerConfirmed(person);
  await page.goto("/auth/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // Wait, because the previous page has an email field too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send the code" }).click();
  await expect(page).toHaveURL(`/auth/reset-password?email=${encodeURIComponent(person.email)}`);
  await expect(page.getByLabel("Email")).toBeDisabled();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);

  const code = findCode(await findMail(person.email, "accounts.code"));
  const better = "another court at half past seven";
  await page.getByLabel("New password").fill(better);
  await page.getByLabel("Confirm password").fill(better);
  await page.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription(/^This code is wrong or no longer valid/);
  await expect(page.getByLabel("New password")).toHaveValue(better);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(toast(page, "Your password is reset. Sign in with it.")).toBeVisible();
  await expect(page).toHaveURL("/auth/login");

  await signIn(page, person.email, person.password);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("These credentials do not match our records.");
  await signIn(page, person.email, better);
  await expect(page).toHaveURL("/overview");
  await findMail(person.email, "accounts.changed");
});

test("asking for a code does not tell who has an account", async ({ page }) => {
  const { email } = createNewPerson();
  await page.goto("/auth/forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the code" }).click();
  await expect(toast(page, "If this address has an account, a code is on its way.")).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/reset-password\?email=/);
});

test("a reset without an email begins with asking for it", async ({ page }) => {
  await page.goto("/auth/reset-password");
  await expect(page).toHaveURL("/auth/forgot-password");
});
