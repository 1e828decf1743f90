import { createClub, type Club } from "./clubs.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { findLink, findMail } from "./mails.ts";
import { callApi, createNewPerson, type NewPerson, registerConfirmed } from "./people.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const said = {
  en: {
    ...{ create: "New join link", make: "Make the link", ready: "The link is ready", done: "Done", revoke: /^Revoke/ },
    ...{ first: "First name", last: "Last name", email: "Email", password: "Password", again: "Confirm password" },
    ...{ join: (club: string) => `Join ${club}`, confirm: "Confirm my email", message: "Message to the club" },
    ...{ joined: (club: string) => `You are now a member of ${club}.`, ask: "Ask to join", sent: "Request sent" },
    ...{ approve: /^Approve/, decline: /^Decline/, answered: "1 request answered", none: "No open requests" },
    ...{ wrong: "This code does not work. Ask the club for a new one.", uses: "1 use", declineAll: "Decline" },
    ...{ closed: "Nobody can join here without an invitation. Ask the club for one.", reason: "Reason" },
    again30: "Your request was declined. You can ask again in 30 days.",
  },
  fr: {
    ...{ create: "Nouveau lien d’adhésion", make: "Créer le lien", ready: "Le lien est prêt", done: "Terminé" },
    ...{ revoke: /^Révoquer/, first: "Prénom", last: "Nom", email: "E-mail", password: "Mot de passe" },
    ...{ again: "Confirmez le mot de passe", join: (club: string) => `Rejoindre ${club}` },
    ...{ confirm: "Confirmer mon e-mail", message: "Message au club", ask: "Demander à rejoindre" },
    ...{ joined: (club: string) => `Vous êtes maintenant membre de ${club}.`, sent: "Demande envoyée" },
    ...{ approve: /^Accepter/, decline: /^Refuser/, answered: "1 demande traitée", none: "Aucune demande ouverte" },
    ...{ wrong: "Ce code ne fonctionne pas. Demandez-en un nouveau au club.", uses: "1 utilisation" },
    ...{ closed: "On ne peut rejoindre ce club que sur invitation. Demandez-lui-en une.", reason: "Motif" },
    ...{
      declineAll: "Refuser",
      again30: "Votre demande a été refusée. Vous pourrez demander de nouveau dans 30 jours.",
    },
  },
};
type Language = keyof typeof said;

/** As the page of the club's public address asks for it. */
async function openJoining(club: Club, joining: "request" | "open" | "closed"): Promise<string> {
  const slug = `lilas-${club.id.slice(-12)}`;
  await callApi("PATCH", `/organizations/${club.id}/page`, { token: club.token, body: { slug } });
  await callApi("PATCH", `/organizations/${club.id}`, { token: club.token, body: { joining } });
  return slug;
}

async function fillRegistration(page: Page, { firstName, lastName, email, password }: NewPerson, language: Language) {
  const texts = said[language];
  await page.getByLabel(texts.first).fill(firstName);
  await page.getByLabel(texts.last, { exact: true }).fill(lastName);
  await page.getByLabel(texts.email).fill(email);
  await page.getByLabel(texts.password, { exact: true }).fill(password);
  await page.getByLabel(texts.again).fill(password);
}

for (const language of ["en", "fr"] as const) {
  const texts = said[language];
  const locale = language === "fr" ? "fr-FR" : "en-US";

  test(`by a link, a newcomer registers on a telephone and is a member (${language})`, async ({ another }) => {
    test.slow();
    const club = await createClub();
    const team = await another({ token: club.token, locale });
    let path = "";
    await test.step("the team makes the link, which is shown once", async () => {
      await team.goto(`/organizations/${club.id}/joining`);
      await team.getByRole("button", { name: texts.create }).click();
      await team.getByRole("button", { name: texts.make }).click();
      path = new URL(await team.getByLabel(texts.ready).inputValue()).pathname;
      await expectAccessible(team, `the new link (${language})`);
      await team.getByRole("button", { name: texts.done }).click();
      await expectAccessible(team, `the page of joining (${language})`);
    });
    const person = createNewPerson();
    const page = await another({ ...telephone, locale });
    await test.step("one form and one mail", async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.join(club.name));
      await expectNoOverflow(page, `joining by a link (${language})`);
      await expectAccessible(page, `joining by a link (${language})`);
      await fillRegistration(page, person, language);
      await page.getByRole("button", { name: texts.join(club.name) }).click();
      await expect(page).toHaveURL("/email-verification");
      const mail = await findMail(person.email, "accounts.verification");
      expect(mail.subject).toContain(club.name);
      const link = findLink(mail, "/auth/verify-email");
      await page.goto(link.pathname + link.search);
      await page.getByRole("button", { name: texts.confirm }).click();
      await expect(toast(page, texts.joined(club.name))).toBeVisible();
      await expect(page).toHaveURL("/overview");
    });
    await test.step("the team reads that the link was used, and revokes it", async () => {
      await team.reload();
      await expect(team.getByText(texts.uses)).toBeVisible();
      await team.getByRole("button", { name: texts.revoke }).click();
      await team.getByRole("alertdialog").getByRole("button", { name: texts.revoke }).click();
      await expect(team.getByRole("button", { name: texts.revoke })).toHaveCount(0);
      const late = await another({ ...telephone, locale });
      await late.goto(path);
      await expect(late.getByText(texts.wrong)).toBeVisible();
      await waitUntilLoaded(late);
      await expectAccessible(late, `a code that does not work (${language})`);
    });
  });

  test(`on request, the team answers on the row, and who asked is a member or reads why not (${language})`, async ({
    another,
  }) => {
    test.slow();
    const club = await createClub();
    const slug = await openJoining(club, "request");
    const person = createNewPerson();
    const asking = await registerConfirmed(person);
    const page = await another({ ...telephone, locale, token: asking });
    await page.goto(`/join/${slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.join(club.name));
    await page.getByLabel(texts.message).fill("Tuesdays at seven");
    await expectNoOverflow(page, `asking to join (${language})`);
    await expectAccessible(page, `asking to join (${language})`);
    await page.getByRole("button", { name: texts.ask }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.sent);
    // The button of the public page leads here again: the page says at once that one has asked.
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.sent);
    const team = await another({ ...telephone, locale, token: club.token });
    await team.goto(`/organizations/${club.id}/joining`);
    await expect(team.getByText("Tuesdays at seven")).toBeVisible();
    await expectNoOverflow(team, `requests to join (${language})`);
    await expectAccessible(team, `requests to join (${language})`);
    await team.getByRole("button", { name: texts.approve }).click();
    await expect(toast(team, texts.answered)).toBeVisible();
    await expect(team.getByText(texts.none)).toBeVisible();
    await findMail(person.email, "joining.answer");
    const {
      data: [membership],
    } = await callApi<{ name: string }[]>("GET", "/auth/user/memberships", { token: asking });
    expect(membership?.name).toBe(club.name);

    const other = createNewPerson();
    const token = await registerConfirmed(other);
    await callApi("POST", `/public/${slug}/join`, { token, body: {} });
    await team.getByRole("button", { name: texts.decline }).click();
    await team.getByLabel(texts.reason).fill("Full until September");
    await team.getByRole("dialog").getByRole("button", { name: texts.declineAll, exact: true }).click();
    await expect(team.getByText(texts.none)).toBeVisible();
    const theirs = await another({ ...telephone, locale, token });
    await theirs.goto(`/join/${slug}`);
    await theirs.getByRole("button", { name: texts.ask }).click();
    await expect(theirs.getByRole("alert")).toHaveText(texts.again30);
  });

  test(`where joining is closed or the code is wrong, the page says so (${language})`, async ({ another }) => {
    const club = await createClub();
    const slug = await openJoining(club, "closed");
    const page = await another({ ...telephone, locale });
    for (const path of [`/join/${slug}`, "/join/nobody-has-this-address"]) {
      await page.goto(path);
      await expect(page.getByText(texts.closed)).toBeVisible();
    }
    await page.goto("/j/ABCD-EFGH");
    await expect(page.getByText(texts.wrong)).toBeVisible();
    await expectNoOverflow(page, `a wrong code (${language})`);
  });
}

test("several requests are approved at once, and the bell has one less to answer", async ({ another }) => {
  const club = await createClub();
  const slug = await openJoining(club, "request");
  for (const name of ["Ada", "Bea", "Cleo"]) {
    const token = await registerConfirmed(createNewPerson(name));
    await callApi("POST", `/public/${slug}/join`, { token, body: {} });
  }
  const team = await another({ token: club.token });
  await team.goto("/notifications");
  await expect(team.getByText(`Cleo Vasseur asks to join ${club.name}`)).toBeVisible();
  await team.getByRole("listitem").filter({ hasText: "Cleo" }).getByRole("button", { name: "Approve" }).click();
  await expect(toast(team, "Request approved")).toBeVisible();
  await team.goto(`/organizations/${club.id}/users`);
  await team.getByRole("link", { name: "Joining" }).click();
  await team.getByLabel("Choose all").check();
  await team.getByRole("button", { name: "Approve 2 requests" }).click();
  await expect(toast(team, "2 requests answered")).toBeVisible();
  await expect(team.getByText("No open requests")).toBeVisible();
});

test("who asked sees it among their invitations, and takes it back", async ({ another }) => {
  const club = await createClub();
  const slug = await openJoining(club, "request");
  const token = await registerConfirmed(createNewPerson());
  await callApi("POST", `/public/${slug}/join`, { token, body: {} });
  const page = await another({ ...telephone, token });
  await page.goto("/invitations");
  const request = page.getByRole("list", { name: "Requests to join" }).getByRole("listitem");
  await expect(request).toContainText(`${club.name}Open`);
  await expectNoOverflow(page, "one's own requests to join");
  await expectAccessible(page, "one's own requests to join");
  await request.getByRole("button", { name: `Withdraw the request to ${club.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(toast(page, "Request withdrawn")).toBeVisible();
  await expect(request).toContainText(`${club.name}Withdrawn`);
});
