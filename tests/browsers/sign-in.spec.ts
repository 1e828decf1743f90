import { createNewPerson, demoEmail, demoPassword } from "#tests/journeys/people.ts";
import { test } from "./browser-test.ts";
import type { Page } from "./page.ts";

const email = (page: Page) => page.getByRole("textbox", { name: "Email" });
const password = (page: Page) => page.getByLabel("Password", { exact: true });

test("a wrong password is said under the email, what was typed stays, and the right one signs in; then out", async ({
  open,
}) => {
  const stranger = createNewPerson();
  const page = await open();
  await page.goto("/");
  await page.waitForUrl(/\/auth\/login/);
  await email(page).fill(stranger.email);
  await password(page).fill("not my password");
  await page.press("Enter");
  const wrong = "These credentials do not match our records.";
  await email(page).waitFor(({ description, value }) => description === wrong && value === stranger.email, "is marked");
  await password(page).waitFor(({ value }) => value === "not my password", "keeps what was typed");

  await email(page).fill(demoEmail("owner"));
  await password(page).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForUrl(/\/overview$/);
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.getByText("You are signed out.").waitFor();
  await page.waitForUrl(/\/auth\/login/);
});
