import { readFile } from "node:fs/promises";
import { readZip } from "#tests/support/read-zip.ts";
import { expect, signIn, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { createNewPerson, registerConfirmed } from "./people.ts";

test("a copy of one's data is made while one is elsewhere, and downloaded", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  await page.goto("/settings/profile");
  await page.getByRole("link", { name: "Your data" }).click();
  await expect(page).toHaveURL("/settings/data");
  await page.getByRole("button", { name: "Make a copy" }).click();
  await page.goto("/settings/profile");
  await page.goto("/settings/data");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^My data \d{4}-\d\d-\d\d\.zip$/);
  const files = readZip(await readFile(await file.path()));
  expect(files["data/account.json"]?.toString()).toContain(person.email);
  expect(files["index.html"]?.toString()).toContain(person.email);
  await expect(page.getByRole("button", { name: "Make a copy" })).toHaveCount(0);
  await expect(page.getByText(/You can make another copy from/)).toBeVisible();
  await expectAccessible(page, "one's data");
});

test("on a telephone, in French and dark, the page of one's data fits", async ({ another }) => {
  const page = await another({
    token: await registerConfirmed(createNewPerson()),
    locale: "fr-FR",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Faire une copie" }).tap();
  await expect(page.getByRole("button", { name: "Télécharger" })).toBeVisible();
  await expectNoOverflow(page, "one's data");
  await expectAccessible(page, "one's data");
});

test("an account is closed with the password, and kept again by whoever signs in", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Close my account" }).click();
  await page.getByLabel("Current password").fill("not my password");
  await page.getByRole("button", { name: "Close my account" }).click();
  await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(/This is not your present password/);
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Close my account" }).click();
  await expect(page.getByRole("heading", { name: /Your account closes on/ })).toBeVisible();
  await expectAccessible(page, "an account that is about to be closed");

  const elsewhere = await another();
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/settings/data");
  await elsewhere.getByRole("button", { name: "Keep my account" }).click();
  await expect(toast(elsewhere, "Your account stays.")).toBeVisible();
  await elsewhere.goto("/overview");
  await expect(elsewhere).toHaveURL("/overview");
});

test("whoever registers accepts the terms; when they change, a line above each page asks again", async ({
  another,
}) => {
  const token = await registerConfirmed(createNewPerson());
  const page = await another({ token });
  await page.goto("/settings/data");
  const accepted = page.getByRole("list", { name: "Accepted terms" }).getByRole("listitem");
  await expect(accepted).toHaveCount(1);
  await expect(page.getByRole("complementary", { name: "Accepted terms" })).toHaveCount(0);
  // As the server answers after a change.
  await page.route("**/api/v1/auth/user", async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { data: { ...data, termsDue: true } } });
  });
  await page.goto("/overview");
  const notice = page.getByRole("complementary", { name: "Accepted terms" });
  await expect(notice).toBeVisible();
  await expectAccessible(page, "the line about new terms");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the line about new terms");
  await page.unroute("**/api/v1/auth/user");
  await notice.getByRole("button", { name: "Accept" }).click();
  await expect(toast(page, "Thank you. The date is kept.")).toBeVisible();
  await expect(notice).toHaveCount(0);
});
