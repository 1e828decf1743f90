import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { codeAt } from "#tests/support/authenticator-app.ts";
import { addMember, createClub, staffRoleId } from "./clubs.ts";
import { expect, type Page, signIn, test, toast } from "./journey-test.ts";
import { findLink, findMail } from "./mails.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi, createNewPerson, demoToken, type NewPerson, registerConfirmed } from "./people.ts";

const codeOf = (uri: string, ahead = 0) => codeAt(new URL(uri).searchParams.get("secret") ?? "", new Date(), ahead);

async function scan(page: Page, name: string): Promise<string> {
  const picture = await page.getByRole("img", { name }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

async function turnOn(page: Page, person: NewPerson): Promise<{ uri: string; codes: string[] }> {
  await page.goto("/settings/second-factor");
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await page.getByLabel("Current password").fill("not my password");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(/^This is not your present password\./);
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const uri = await scan(page, "QR code of the key");
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  await expect(page.getByText(secret.replace(/.{4}(?=.)/g, "$& "), { exact: true })).toBeVisible();
  await page.getByLabel("Code from the app").fill("12345");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByLabel("Code from the app")).toHaveAccessibleDescription(
    "Enter the 6 digits that the app shows",
  );
  await page.getByLabel("Code from the app").fill(codeOf(uri));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(toast(page, "Two-step sign-in is on.")).toBeVisible();
  const list = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  return { uri, codes: await list.allTextContents() };
}

test("two-step sign-in is set up with the QR code, asked for at sign-in, and turned off", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person), colorScheme: "dark" });
  const { uri, codes } = await turnOn(page, person);
  await expectAccessible(page, "recovery codes");
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText("10 codes left")).toBeVisible();
  await expect(page.getByText(codes[0] ?? "", { exact: true })).toHaveCount(0);
  await expect(page.getByText(/^On since /)).toBeVisible();

  const elsewhere = await another();
  await elsewhere.goto("/auth/login?redirect=%2Fsettings%2Fpreferences");
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/auth/second-factor");
  expect(await elsewhere.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
  await expect(elsewhere.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectAccessible(elsewhere, "second step");
  // The code that turned it on has been used.
  await elsewhere.getByLabel("Code from the app").fill(codeOf(uri, -1));
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere.getByLabel("Code from the app")).toHaveAccessibleDescription(
    /^This code is wrong or was used/,
  );
  await elsewhere.getByLabel("Code from the app").fill(codeOf(uri, 1));
  await elsewhere.getByRole("button", { name: "Sign in" }).dblclick();
  await expect(elsewhere).toHaveURL("/settings/preferences");
  // Back leads to no form that signs in again.
  await elsewhere.goBack();
  await expect(elsewhere).toHaveURL(/\/(settings\/preferences|overview)$/);

  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(toast(page, "Two-step sign-in is off.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up two-step sign-in" })).toBeVisible();
  const plain = await another();
  await signIn(plain, person.email, person.password);
  await expect(plain).toHaveURL("/overview");
});

test("without the phone a recovery code signs in, once; new codes end the others", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  const { codes } = await turnOn(page, person);
  const [first = "", second = ""] = codes;
  const enter = async (code: string) => {
    const elsewhere = await another();
    await signIn(elsewhere, person.email, person.password);
    await elsewhere.getByRole("button", { name: "Use a recovery code" }).click();
    await elsewhere.getByLabel("Recovery code").fill(code);
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    return elsewhere;
  };
  await expect(await enter(first.toUpperCase())).toHaveURL("/overview");
  await expect((await enter(first)).getByLabel("Recovery code")).toHaveAccessibleDescription(/^This code is wrong/);
  await page.reload();
  await expect(page.getByText("9 codes left")).toBeVisible();
  await page.getByRole("button", { name: "Create new codes" }).click();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Create new codes" }).click();
  const renewed = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(renewed).toHaveCount(10);
  await expect((await enter(second)).getByLabel("Recovery code")).toHaveAccessibleDescription(/^This code is wrong/);
  await expect(await enter((await renewed.first().textContent()) ?? "")).toHaveURL("/overview");
});

test("a reload, the back button and another tab that signs in leave no half sign-in", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  const { codes } = await turnOn(page, person);
  const elsewhere = await another();
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/auth/second-factor");
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL("/auth/login");
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/auth/second-factor");
  await elsewhere.goBack();
  await expect(elsewhere.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/auth/second-factor");

  const other = createNewPerson();
  await registerConfirmed(other);
  const tab = await elsewhere.context().newPage();
  await signIn(tab, other.email, other.password);
  await expect(tab).toHaveURL("/overview");
  await expect(elsewhere).toHaveURL("/overview");
  await tab.goto("/auth/logout");
  await expect(elsewhere).toHaveURL(/\/auth\/login/);

  // Turned off meanwhile, the code that waits is asked for no more.
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/auth/second-factor");
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(toast(page, "Two-step sign-in is off.")).toBeVisible();
  await elsewhere.getByRole("button", { name: "Use a recovery code" }).click();
  await elsewhere.getByLabel("Recovery code").fill(codes[0] ?? "");
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await expect(toast(elsewhere, /^This sign-in took too long/)).toBeVisible();
  await expect(elsewhere).toHaveURL("/auth/login");
});

test("on a telephone, in French, the set-up and the second step fit", async ({ another }) => {
  const person = createNewPerson();
  const telephone = { locale: "fr-FR", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await another({ token: await registerConfirmed(person), ...telephone });
  await page.goto("/settings/second-factor");
  await page.getByRole("button", { name: "Activer la connexion en deux étapes" }).tap();
  await page.getByLabel("Mot de passe actuel").fill(person.password);
  await page.getByRole("button", { name: "Continuer" }).tap();
  const uri = await scan(page, "Code QR de la clé");
  await expectNoOverflow(page, "the key");
  await page.getByLabel("Code de l’application").fill(codeOf(uri));
  await page.getByRole("button", { name: "Activer", exact: true }).tap();
  await expect(page.getByRole("list", { name: "Codes de secours" }).getByRole("listitem")).toHaveCount(10);
  await expectNoOverflow(page, "the recovery codes");
  const elsewhere = await another(telephone);
  await elsewhere.goto("/auth/login");
  await elsewhere.getByLabel("E-mail").fill(person.email);
  await elsewhere.getByLabel("Mot de passe", { exact: true }).fill(person.password);
  await elsewhere.getByRole("button", { name: "Se connecter" }).tap();
  await expect(elsewhere.getByRole("heading", { name: "Saisissez votre code" })).toBeVisible();
  await waitUntilLoaded(elsewhere);
  await expectNoOverflow(elsewhere, "the second step");
  await elsewhere.getByLabel("Code de l’application").fill(codeOf(uri, 1));
  await elsewhere.getByRole("button", { name: "Se connecter" }).tap();
  await expect(elsewhere).toHaveURL("/overview");
});

test("who has lost phone and codes is let in by an administrator of the platform", async ({ another }) => {
  const person = createNewPerson();
  const token = await registerConfirmed(person);
  await turnOn(await another({ token }), person);
  const { data } = await callApi<{ id: string }>("GET", "/auth/user", { token });
  const admin = await another({ token: demoToken("admin") });
  await admin.goto(`/users/${data.id}`);
  await admin.getByRole("button", { name: "Remove two-step sign-in" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Remove two-step sign-in" }).click();
  await expect(toast(admin, "Two-step sign-in is removed.")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Remove two-step sign-in" })).toHaveCount(0);
  const elsewhere = await another();
  await signIn(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/overview");
});

test("an owner has a lost one removed; the person reads of it and keeps it", async ({ another }) => {
  const club = await createClub();
  const { person, token, id } = await addMember(club, staffRoleId, "Nora");
  await turnOn(await another({ token }), person);
  const owner = await another({ token: club.token });
  const removal = async () => {
    await owner.getByRole("button", { name: "Remove a lost second step" }).click();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Remove a lost second step" }).click();
    await expect(owner.getByText(/^It is removed on .+, unless Nora/)).toBeVisible();
  };
  await owner.goto(`/organizations/${club.id}/team-users/${id}`);
  await removal();
  await expectAccessible(owner, "a removal that waits");
  await owner.getByRole("button", { name: "Cancel the removal" }).click();
  await expect(toast(owner, "Two-step sign-in stays.")).toBeVisible();
  await removal();

  const page = await another({ token });
  await page.goto("/settings/second-factor");
  await expect(page.getByRole("status").filter({ hasText: club.name })).toBeVisible();
  await expectAccessible(page, "a removal that one can refuse");
  const elsewhere = await another();
  const link = findLink(await findMail(person.email, "second-factors.removal", 2), "/auth/keep-second-factor");
  await elsewhere.goto(link.pathname + link.search);
  await elsewhere.getByRole("button", { name: "Keep two-step sign-in" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Your two-step sign-in stays." })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("list", { name: "Recovery codes" }).or(page.getByText("10 codes left"))).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep two-step sign-in" })).toHaveCount(0);
});
