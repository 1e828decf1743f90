/** Somebody without an account books on a telephone, from the public page to the mail, and cancels by its link. */
import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createCourt } from "./courts.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { findCode, findLink, findMail } from "./mails.ts";
import { callApi, createNewPerson } from "./people.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const said = {
  en: {
    locale: "en-US",
    book: /^Book, /,
    name: "Name",
    email: "Email",
    sendCode: "Send me a code",
    sent: /is right, a code is on its way/,
    code: "Code",
    wrong: "This code is wrong or too old. Ask for a new one.",
    goOn: "Continue",
    slot: "Your slot",
    price: "€24.00",
    order: /^Book, €24.00 to pay on site$/,
    free: /^Free to cancel until/,
    onSite: "On site",
    withdrawal: /No right of withdrawal/,
    confirmed: "Confirmed",
    cancel: "Cancel",
    cancelNow: "Cancel booking",
    canceled: "Canceled",
    people: "People",
    players: "Players",
    invitePlayers: "Invite players",
    invite: "Invite",
    link: "Get a link",
    done: "Done",
    open: "No answer yet",
    plays: "Plays",
    accept: "I’m playing",
    remove: /^Remove Léa Petit/,
    removeNow: "Remove",
  },
  fr: {
    locale: "fr-FR",
    book: /^Réserver, /,
    name: "Nom",
    email: "E-mail",
    sendCode: "Recevoir un code",
    sent: /est juste, un code est en route/,
    code: "Code",
    wrong: "Ce code est faux ou trop ancien. Demandez-en un nouveau.",
    goOn: "Continuer",
    slot: "Votre créneau",
    price: /24,00\s€/,
    order: /^Réserver, 24,00\s€ à payer sur place$/,
    free: /^Annulation gratuite jusqu’au/,
    onSite: "Sur place",
    withdrawal: /Pas de droit de rétractation/,
    confirmed: "Confirmée",
    cancel: "Annuler",
    cancelNow: "Annuler la réservation",
    canceled: "Annulée",
    people: "Personnes",
    players: "Joueurs",
    invitePlayers: "Inviter des joueurs",
    invite: "Inviter",
    link: "Obtenir un lien",
    done: "Terminé",
    open: "Pas encore de réponse",
    plays: "Joue",
    accept: "Je joue",
    remove: /^Retirer Léa Petit/,
    removeNow: "Retirer",
  },
};

for (const language of ["en", "fr"] as const) {
  const texts = said[language];
  test(`on a telephone a guest books from the public page by a code, and cancels by the link of the mail (${language})`, async ({
    another,
  }) => {
    const club = await createClub();
    await createCourt(club);
    const slug = `guests-${language}-${process.pid}`;
    const change = (path: string, body: object) =>
      callApi("PATCH", `/organizations/${club.id}${path}`, { token: club.token, body });
    await change("/page", { state: "unlisted", slug });
    await change("", { guestBooking: "code" });
    const { email } = createNewPerson("Zoe");
    const page = await another({ ...telephone, locale: texts.locale });
    const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/c/${slug}/find?lang=${language}&date=${date}&duration=60`);
    await page.locator("a.slot").last().click();
    await page.getByRole("link", { name: texts.book }).first().click();
    await expect(page).toHaveURL(new RegExp(`/book/${slug}`));
    await expect(page.getByRole("region", { name: texts.slot })).toContainText(texts.price);

    await page.getByLabel(texts.name, { exact: true }).fill("Zoé Morel");
    await page.getByLabel(texts.email, { exact: true }).fill("nonsense");
    await page.getByRole("button", { name: texts.sendCode }).click();
    await expect(page.getByLabel(texts.email, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(texts.name, { exact: true })).toHaveValue("Zoé Morel");
    await page.getByLabel(texts.email, { exact: true }).fill(email);
    await expectNoOverflow(page, "name and email");
    await expectAccessible(page, "name and email");
    await page.getByRole("button", { name: texts.sendCode }).click();

    await expect(page.getByText(texts.sent)).toBeVisible();
    const code = findCode(await findMail(email, "guests.code"));
    await page.getByLabel(texts.code, { exact: true }).fill(code === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: texts.goOn }).click();
    await expect(page.getByText(texts.wrong)).toBeVisible();
    // A telephone loads the page again that was left to read the mail.
    await page.reload();
    await expect(page.getByText(texts.sent)).toBeVisible();
    await page.getByLabel(texts.code, { exact: true }).fill(code);
    await page.getByRole("button", { name: texts.goOn }).click();

    await page.getByText(texts.onSite, { exact: true }).click();
    await page.reload();
    await expect(page.getByText("Zoé Morel")).toBeVisible();
    await page.getByText(texts.onSite, { exact: true }).click();
    await expect(page.getByText(texts.free)).toBeVisible();
    await expect(page.getByText(texts.withdrawal)).toBeVisible();
    await expectNoOverflow(page, "summary");
    await expectAccessible(page, "summary");
    await page.getByLabel(texts.people).fill("99");
    await page.getByRole("button", { name: texts.order }).click();
    await expect(page.getByLabel(texts.people)).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel(texts.people).fill("4");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByRole("button", { name: texts.order }).click();
    await expect(page).toHaveURL(/\/b\/[\w-]{43}$/);
    await expect(page.getByText(texts.confirmed)).toBeVisible();
    await expectNoOverflow(page, "booking");
    await expectAccessible(page, "booking");

    const friend = createNewPerson("Lea");
    await page.getByRole("button", { name: texts.invitePlayers }).click();
    const inviting = page.getByRole("dialog");
    await inviting.getByLabel(texts.name, { exact: true }).fill("Léa Petit");
    await inviting.getByLabel(texts.email, { exact: true }).fill("nonsense");
    await inviting.getByRole("button", { name: texts.invite, exact: true }).click();
    await expect(inviting.getByLabel(texts.email, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(inviting.getByLabel(texts.name, { exact: true })).toHaveValue("Léa Petit");
    await inviting.getByLabel(texts.email, { exact: true }).fill(friend.email);
    await inviting.getByRole("button", { name: texts.invite, exact: true }).click();
    await inviting.getByRole("button", { name: texts.link }).click();
    await expect(inviting.getByRole("textbox", { name: /link|lien/i })).toHaveValue(/\/p\/[\w-]{43}$/);
    await expectNoOverflow(page, "inviting players as a guest");
    await expectAccessible(page, "inviting players as a guest");
    await inviting.getByRole("button", { name: texts.done }).click();
    const players = page.getByRole("list", { name: texts.players });
    await expect(players.getByText(texts.open)).toBeVisible();
    const invitation = findLink(await findMail(friend.email, "participants.invitation"), "/p/");
    const phone = await another({ ...telephone, locale: texts.locale });
    await phone.goto(invitation.pathname);
    await phone.getByRole("button", { name: texts.accept }).click();
    await expect(phone.getByRole("status")).toBeVisible();
    await page.reload();
    await expect(players.getByText(texts.plays)).toBeVisible();
    await expectNoOverflow(page, "players of a guest's booking");
    await expectAccessible(page, "players of a guest's booking");
    await players.getByRole("button", { name: texts.remove }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: texts.removeNow }).click();
    await expect(players.getByText("Léa Petit")).toHaveCount(0);

    const { pathname } = findLink(await findMail(email, "events.booked"), "/b/");
    const elsewhere = await another({ ...telephone, locale: texts.locale });
    await elsewhere.goto(pathname);
    await elsewhere.getByRole("button", { name: texts.cancel, exact: true }).click();
    await elsewhere.getByRole("dialog").getByRole("button", { name: texts.cancelNow }).click();
    await expect(elsewhere.getByText(texts.canceled, { exact: true })).toBeVisible();
    await expect(elsewhere.getByRole("button", { name: texts.cancel, exact: true })).toHaveCount(0);
  });
}

const openClub = async (guestBooking: "code" | "payment", more: object = {}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const slug = `guests-${guestBooking}-${club.id.slice(-12)}`;
  const change = (path: string, body: object) =>
    callApi("PATCH", `/organizations/${club.id}${path}`, { token: club.token, body });
  await change("/page", { state: "unlisted", slug });
  await change("", { guestBooking, ...more });
  const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  return { club, court, slug, path: `/c/${slug}/find?lang=en&date=${date}&duration=60` };
};

const pressBook = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator("a.slot").last().click();
  await page
    .getByRole("link", { name: /^Book, / })
    .first()
    .click();
};

test("a guest books and pays on the payment page; who closes it reads that nothing was paid, and pays after all", async ({
  another,
}) => {
  const { slug, path } = await openClub("payment");
  const { email } = createNewPerson("Ada");
  const page = await another(telephone);
  await pressBook(page, path);
  await expect(page).toHaveURL(new RegExp(`/book/${slug}`));
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await expect(page.getByText("The confirmation goes there.")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Book and pay €/ }).click();

  await page.getByRole("link", { name: "Back without paying" }).click();
  await expect(page.getByRole("heading", { name: "Nothing was paid" })).toBeVisible();
  await expect(page.getByText("Go back in this tab to the page of your booking")).toBeVisible();
  await expectNoOverflow(page, "nothing was paid");
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/b\/[\w-]{43}$/);
  await expect(page.getByText("To pay", { exact: true })).toBeVisible();
  await expect(page.getByText(/^To pay by .*, or the slot is free again\.$/)).toBeVisible();
  await expectAccessible(page, "a booking to pay");

  await page.getByRole("button", { name: /^Pay €/ }).click();
  await page.getByRole("radio", { name: "It pays", exact: true }).check();
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await expect(page.getByText("A receipt with your invoice comes by email")).toBeVisible();
  const { pathname } = findLink(await findMail(email, "events.booked"), "/b/");
  await page.goto(pathname);
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(page.getByText("Paid by you")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay €/ })).toHaveCount(0);
});

test("a member who signs in from the page for guests comes to the finder; a visitor finds how to sign in and register", async ({
  another,
}) => {
  const { club, slug, path } = await openClub("code", { joining: "open" });
  const { person } = await addMember(club, memberRoleId);
  const page = await another(telephone);
  await pressBook(page, path);
  await expect(page.getByRole("link", { name: "Become a member" })).toHaveAttribute(
    "href",
    new RegExp(`^/join/${slug}\\?next=`),
  );
  await expectNoOverflow(page, "name and email, with the links for accounts");
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/organizations/${club.id}/find\\?.*start=.*field=`));
  await pressBook(page, path);
  await expect(page).toHaveURL(new RegExp(`/organizations/${club.id}/find\\?.*date=`));

  const visitor = await another(telephone);
  await visitor.goto("/book/nobody-has-this");
  await expect(visitor.getByRole("link", { name: "The club’s page" })).toHaveAttribute("href", "/c/nobody-has-this");
  await visitor.getByRole("link", { name: "Sign in" }).click();
  await expect(visitor).toHaveURL(/\/auth\/login/);
});

test("a guest chooses another court and time before booking, and moves the booking afterwards", async ({ another }) => {
  const { club, path, court } = await openClub("code", {
    guestRules: { horizonDays: 7, noticeMinutes: 0, mostActive: 2 },
  });
  const copies = `/organizations/${club.id}/fields/${court.fieldId}/duplicate`;
  await callApi("POST", copies, { token: club.token, body: { count: 1 } });
  const { email } = createNewPerson("Ida");
  const page = await another(telephone);
  await pressBook(page, path);
  const slot = page.getByRole("region", { name: "Your slot" });
  const field = slot.getByRole("combobox", { name: "Field" });
  await expect(field.getByRole("option")).toHaveText([/^Court A · /, /^Court A 2 · /]);
  await field.selectOption({ index: 1 });
  const time = await slot.getByText(/[AP]M$/).innerText();
  await page.getByLabel("Name", { exact: true }).fill("Ida Rolf");
  await slot.getByRole("button", { name: "Change" }).click();
  await expect(page.getByRole("heading", { name: "Choose a time" })).toBeVisible();
  await expect(slot).toBeHidden();
  await expectNoOverflow(page, "another time");
  await expectAccessible(page, "another time");
  await page.getByRole("button", { name: `Keep ${time}` }).click();
  await expect(field).toHaveValue("1");
  // The court and what was typed stay with another time.
  await slot.getByRole("button", { name: "Change" }).click();
  await page.getByRole("listitem").filter({ hasNotText: time }).getByRole("button", { name: / – / }).last().click();
  await expect(slot).not.toContainText(time);
  await expect(field.locator("option:checked")).toHaveText(/^Court A 2 · /);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ida Rolf");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code", { exact: true }).fill(findCode(await findMail(email, "guests.code")));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("On site", { exact: true }).click();
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Book, €/ }).click();
  await expect(page.getByText("Court A 2", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Move here" }).first()).toBeVisible();
  await expectNoOverflow(page, "a move");
  await expectAccessible(page, "a move");
  await dialog.getByRole("button", { name: "Earlier" }).click();
  await dialog.getByRole("listitem").filter({ hasText: "5:00" }).getByRole("button", { name: "Move here" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Your booking is moved to .*Court A 2\.$/ })).toBeVisible();
  await expect(page.getByText(/^5:00 – /)).toBeVisible();
});

const codeTexts = {
  en: {
    ...{
      locale: "en-US",
      book: /^Book, /,
      onSite: "On site",
      name: "Name",
      email: "Email",
      goOn: "Continue",
      promo: "Promo code",
      apply: "Apply",
    },
    ...{ unknown: "There is no code NOPE.", prove: "Prove my address", sendCode: "Send me a code", price: "€21.60" },
  },
  fr: {
    ...{
      locale: "fr-FR",
      book: /^Réserver, /,
      onSite: "Sur place",
      name: "Nom",
      email: "E-mail",
      goOn: "Continuer",
      promo: "Code promo",
    },
    ...{ apply: "Appliquer", unknown: /NOPE/, prove: "Confirmer mon adresse", sendCode: "Recevoir un code" },
    price: /21,60\s€/,
  },
};

for (const language of ["en", "fr"] as const) {
  const texts = codeTexts[language];
  test(`on a telephone a guest lowers the price by a promo code, and proves the address where it counts by person (${language})`, async ({
    another,
  }) => {
    const { club, path } = await openClub("payment");
    for (const draft of [{ code: "TEN" }, { code: "FIRST", firstBookingOnly: true }])
      await callApi("POST", `/organizations/${club.id}/promo-codes`, {
        ...{ token: club.token, body: { kind: "percent", value: 10, ...draft } },
      });
    const { email } = createNewPerson("Zoe");
    const page = await another({ ...telephone, locale: texts.locale });
    await page.goto(path.replace("lang=en", `lang=${language}`));
    await page.locator("a.slot").last().click();
    await page.getByRole("link", { name: texts.book }).first().click();
    await page.getByLabel(texts.name, { exact: true }).fill("Zoé Morel");
    await page.getByLabel(texts.email, { exact: true }).fill(email);
    await page.getByRole("button", { name: texts.goOn }).click();
    const typeCode = async (code: string) => {
      await page.getByRole("textbox", { name: texts.promo }).fill(code);
      await page.getByRole("button", { name: texts.apply }).click();
    };
    await page.getByRole("button", { name: texts.promo }).click();
    await typeCode("nope");
    await expect(page.getByText(texts.unknown)).toBeVisible();
    await expectAccessible(page, "a code that nobody has made");
    await expectNoOverflow(page, "a code that nobody has made");
    await typeCode("ten");
    await expect(page.getByText(texts.price).first()).toBeVisible();
    await page.getByRole("status").getByRole("button").click();
    await typeCode("first");
    await expectAccessible(page, "a code that counts by person");
    await page.getByRole("button", { name: texts.prove }).click();
    await page.getByRole("button", { name: texts.sendCode }).click();
    const digits = findCode(await findMail(email, "guests.code"));
    await page.getByLabel("Code", { exact: true }).fill(digits);
    await page.getByRole("button", { name: texts.goOn }).click();
    await page.getByText(texts.onSite, { exact: true }).click();
    await page.getByRole("button", { name: texts.price }).click();
    await expect(page).toHaveURL(/\/b\/[\w-]{43}$/);
    await expect(page.getByText(texts.price).first()).toBeVisible();
  });
}
