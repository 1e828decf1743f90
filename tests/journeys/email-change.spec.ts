import { expect, signIn, test, toast } from "./journey-test.ts";
import { findLink, findMail } from "./mails.ts";
import { expectNoOverflow } from "./page-checks.ts";
import { createNewPerson, registerConfirmed } from "./people.ts";

test("the email is changed with a link to the new address, and taken back from the earlier one", async ({
  another,
}) => {
  const person = createNewPerson();
  const page = await another({ token: await registerConfirmed(person) });
  const email = createNewPerson("Nora").email;
  await page.goto("/settings/profile");
  await page.getByRole("link", { name: "Change email" }).click();
  await expect(page).toHaveURL("/settings/email");
  await page.getByLabel("New email").fill(person.email);
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByLabel("New email")).toHaveAccessibleDescription("This is your present email.");
  await page.getByLabel("New email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`${email} waits for its link to be opened.`)).toBeVisible();

  const link = findLink(await findMail(email, "email-changes.confirm"), "/auth/email-change");
  await page.goto(link.pathname + link.search);
  await page.getByRole("button", { name: "Use this email" }).click();
  await expect(toast(page, "Your email is changed.")).toBeVisible();
  await expect(page).toHaveURL("/settings/profile");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.goto(link.pathname + link.search);
  await page.getByRole("button", { name: "Use this email" }).click();
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();

  const elsewhere = await another();
  const back = findLink(await findMail(person.email, "email-changes.changed"), "/auth/email-change");
  await elsewhere.goto(back.pathname + back.search);
  await elsewhere.getByRole("button", { name: "Undo the change" }).click();
  await expect(elsewhere).toHaveURL(/\/auth\/reset-password\?email=/);
  await expect(elsewhere.getByLabel("Email")).toHaveValue(person.email);
  await signIn(await another(), email, person.password);
  await page.goto("/overview");
  await expect(page).toHaveURL("/auth/login");
});

test("on a telephone, in French, a change that waits fits and is canceled", async ({ another }) => {
  const person = createNewPerson();
  const page = await another({
    token: await registerConfirmed(person),
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto("/settings/email");
  const email = `une.adresse.vraiment.tres.longue.${person.email}`;
  await page.getByLabel("Nouvel e-mail").fill(email);
  await page.getByLabel("Mot de passe actuel").fill(person.password);
  await page.getByRole("button", { name: "Envoyer le lien" }).tap();
  await expect(page.getByText(`Le lien envoyé à ${email} n’a pas encore été ouvert.`)).toBeVisible();
  await expectNoOverflow(page, "the change that waits");
  await page.getByRole("button", { name: "Annuler le changement" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Annuler le changement" }).tap();
  await expect(toast(page, "Le changement est annulé.")).toBeVisible();
  await expect(page.getByText(/n’a pas encore été ouvert/)).toHaveCount(0);
});
