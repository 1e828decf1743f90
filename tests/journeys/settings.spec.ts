import { expect, signIn, test, toast } from "./journey-test.ts";
import { callApi, createNewPerson, registerConfirmed } from "./people.ts";

test("the profile is changed and shown everywhere; the email is for reading only", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  await page.goto("/settings");
  await expect(page).toHaveURL("/settings/profile");
  await expect(page.getByLabel("Email")).toBeDisabled();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.getByLabel("First name").fill("Naïma");
  await page.getByLabel("Phone").fill("not a number");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Phone")).toHaveAccessibleDescription(
    "Enter a phone number, such as +33 4 72 00 00 00.",
  );
  await page.getByLabel("Phone").fill("+33 6 01 02 03 04");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Account of Naïma Vasseur" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Naïma");
  await expect(page.getByLabel("Phone")).toHaveValue("+33 6 01 02 03 04");
});

test("the sidebar of the settings leads through them, and back", async ({ another }) => {
  const page = await another({ token: await registerConfirmed(createNewPerson()) });
  await page.goto("/overview");
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings/profile");
  await expect(page.getByRole("navigation", { name: "Main navigation" }).getByRole("link")).toHaveText([
    "Profile",
    "Preferences",
    "Password",
    "Two-step sign-in",
    "Privacy",
    "Your data",
  ]);
  await page.getByRole("link", { name: "Preferences" }).click();
  await expect(page).toHaveURL("/settings/preferences");
  await page.getByRole("link", { name: "Password" }).click();
  await expect(page).toHaveURL("/settings/password");
  await page.getByRole("link", { name: "Back to app" }).click();
  await expect(page).toHaveURL("/overview");
});

test("the language changes at once, stays, and follows one to another browser", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  await page.goto("/settings/preferences");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("radio", { name: "Français" }).click();
  await expect(page.getByRole("heading", { name: "Préférences", level: 1 })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(toast(page, "Enregistré")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Préférences", level: 1 })).toBeVisible();

  const elsewhere = await another();
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/overview");
  await expect(elsewhere.locator("html")).toHaveAttribute("lang", "fr");
});

test("the language of the first visit is the browser's, and French where that speaks neither", async ({ another }) => {
  const languages = { "en-GB": "en", "fr-CA": "fr", "de-DE": "fr" };
  for (const [locale, expected] of Object.entries(languages)) {
    const page = await another({ locale });
    await page.goto("/auth/login");
    await expect(page.locator("html")).toHaveAttribute("lang", expected);
    await expect(page.getByRole("button", { name: expected === "fr" ? "Se connecter" : "Sign in" })).toBeVisible();
  }
});

test("the theme changes at once and stays; the system's needs nothing stored", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person), colorScheme: "light" });
  // Wait for transitions: colors between two themes belong to neither.
  const canvas = () =>
    page.evaluate(async () => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      return getComputedStyle(document.documentElement).backgroundColor;
    });
  const stored = () => page.evaluate(() => localStorage.getItem("current-theme"));
  await page.goto("/settings/preferences");
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
  const light = await canvas();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(canvas).not.toBe(light);
  const dark = await canvas();
  expect(await stored()).toBe("dark");
  await page.reload();
  expect(await canvas()).toBe(dark);
  await page.getByRole("radio", { name: "System" }).check();
  await expect.poll(canvas).toBe(light);
  expect(await stored()).toBeNull();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(canvas).toBe(dark);
  await page.route("**/api/v1/auth/user", async (route) => {
    // Delay the first request: the second must wait for it.
    if (route.request().postDataJSON()?.theme === "light") await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fallback();
  });
  const answers = ["light", "dark"].map((theme) =>
    page.waitForResponse((answer) => answer.request().postDataJSON()?.theme === theme),
  );
  await page.getByRole("radio", { name: "Light" }).check();
  await expect.poll(canvas).toBe(light);
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(toast(page, "Saved").first()).toBeVisible();
  for (const answer of await Promise.all(answers)) expect(answer.status()).toBe(200);

  const elsewhere = await another({ colorScheme: "light" });
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/overview");
  await expect(elsewhere.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a password is changed with the old one; then only the new one opens", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  const better = "another court at half past nine";
  await page.goto("/settings/password");
  await page.getByLabel("Current password").fill("not my password");
  await page.getByLabel("New password").fill(better);
  await page.getByLabel("Confirm password").fill(better);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAccessibleDescription("This is not your present password.");
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(toast(page, "Your password is changed.")).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");

  const elsewhere = await another();
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere.getByLabel("Email")).toHaveAccessibleDescription(/^These credentials/);
  await signIn(elsewhere, person.email, better);
  await expect(elsewhere).toHaveURL("/overview");
});

test("a session elsewhere is signed out from the list", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  const elsewhere = await another({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/overview");

  await page.goto("/settings/password");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "This device" })).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out Firefox on Linux" }).click();
  const question = page.getByRole("alertdialog", { name: "Sign out Firefox on Linux?" });
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(toast(page, "The session is ended.")).toBeVisible();
  await expect(sessions).toHaveCount(1);

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL("/auth/login");
});

test("changing the password signs every other browser out", async ({ another }) => {
  const person = createNewPerson();
  const token = await registerConfirmed(person);
  const elsewhere = await another();
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/overview");
  const better = "another court at half past ten";
  await callApi("POST", "/auth/password/change", {
    token,
    body: { old_password: person.password, password: better, password_confirmation: better },
  });
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL("/auth/login");
});
