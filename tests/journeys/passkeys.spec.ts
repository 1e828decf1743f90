import type { Page } from "@playwright/test";
import { expect, signIn, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { createNewPerson, type NewPerson, registerConfirmed } from "./people.ts";

/** A telephone that checks its owner: Chromium's own, which other browsers lack. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async copyTo(other: { add: (credential: object) => Promise<void> }) {
      const { credentials } = await client.send("WebAuthn.getCredentials", { authenticatorId });
      for (const credential of credentials) await other.add(credential);
    },
    add: async (credential: object) =>
      void (await client.send("WebAuthn.addCredential", { authenticatorId, credential: credential as never })),
    refuse: () => client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }),
  };
}

async function addPasskey(page: Page, person: NewPerson): Promise<string[]> {
  await page.goto("/settings/second-factor");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}

test("a passkey is added, signs in alone, is the second step, and is renamed and removed", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person), colorScheme: "dark" });
  const telephone = await addAuthenticator(page);
  await addPasskey(page, person);
  await page.getByRole("button", { name: "I have stored them" }).click();
  const list = page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
  await expect(list).toHaveCount(1);
  await expectAccessible(page, "passkeys");

  const elsewhere = await another();
  const same = await addAuthenticator(elsewhere);
  await telephone.copyTo(same);
  await elsewhere.goto("/auth/login?redirect=%2Fsettings%2Fpreferences");
  await elsewhere.getByRole("link", { name: "Sign in with a passkey" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Sign in with a passkey" })).toBeVisible();
  await expectAccessible(elsewhere, "sign-in with a passkey");
  await elsewhere.getByRole("button", { name: "Use a passkey" }).click();
  await expect(elsewhere).toHaveURL("/settings/preferences");

  const third = await another();
  const copy = await addAuthenticator(third);
  await same.copyTo(copy);
  await signIn(third, person.email, person.password);
  await expect(third).toHaveURL("/auth/second-factor");
  await third.getByRole("button", { name: "Use a passkey" }).click();
  await expect(third).toHaveURL("/overview");

  await page.reload();
  await expect(list).toContainText("Last used on");
  await page.getByRole("button", { name: /^Rename / }).click();
  await page.getByLabel("Name of the passkey").fill("Telephone");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove Telephone" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Telephone" }).click();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(toast(page, "The passkey is removed.")).toBeVisible();
  await expect(page.getByText("You have no passkey.")).toBeVisible();
});

test("without the passkey a recovery code is the second step; a passkey that is unknown here is told", async ({
  another,
}) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  await addAuthenticator(page);
  const [code = ""] = await addPasskey(page, person);
  const elsewhere = await another();
  await addAuthenticator(elsewhere);
  await signIn(elsewhere, person.email, person.password);
  await elsewhere.getByRole("button", { name: "Use a recovery code" }).click();
  await elsewhere.getByLabel("Recovery code").fill(code);
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere).toHaveURL("/overview");
});

test("on a telephone, in French, the passkey page and the list fit", async ({ another }) => {
  const person = createNewPerson();
  const telephone = { locale: "fr-FR", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await another({ token: await registerConfirmed(person), ...telephone });
  const keys = await addAuthenticator(page);
  await page.goto("/settings/second-factor");
  await page.getByRole("button", { name: "Ajouter une clé d’accès" }).tap();
  await page.getByLabel("Mot de passe actuel").fill(person.password);
  await page.getByRole("button", { name: "Continuer" }).tap();
  await expect(page.getByRole("list", { name: "Codes de secours" }).getByRole("listitem")).toHaveCount(10);
  await expectNoOverflow(page, "passkeys");
  const elsewhere = await another(telephone);
  await keys.copyTo(await addAuthenticator(elsewhere));
  await elsewhere.goto("/auth/login");
  await elsewhere.getByRole("link", { name: "Se connecter avec une clé d’accès" }).tap();
  await expectNoOverflow(elsewhere, "sign-in with a passkey");
  await elsewhere.getByRole("button", { name: "Utiliser une clé d’accès" }).tap();
  await expect(elsewhere).toHaveURL("/overview");
});

test("with a passkey the email is changed and the account closed, without the password", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  await addAuthenticator(page);
  await addPasskey(page, person);
  const email = createNewPerson("Nora").email;
  await page.goto("/settings/email");
  await page.getByLabel("New email").fill(email);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await expect(page.getByLabel("New email")).toHaveValue(email);
  await expectAccessible(page, "another email with a passkey");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`${email} waits for its link to be opened.`)).toBeVisible();

  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Close my account" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", { name: /Your account closes on/ })).toBeVisible();
});
