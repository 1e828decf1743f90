/** On a telephone, a member invites players to a booking; they answer without an account, and the club's team reads who comes. */
import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { findLink, findMail } from "./mails.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi, createNewPerson } from "./people.ts";

const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const said = {
  en: {
    locale: "en-US",
    players: "Players",
    places: (count: number) => `${count} of 4 places`,
    invite: "Invite players",
    name: "Name",
    email: "Email",
    send: "Invite",
    already: "This person is invited already.",
    find: "Find a member",
    foundMembers: "Members found",
    nobody: "Nobody of this name lets others find them.",
    waits: "No answer yet",
    cancel: "Cancel",
    getLink: "Get a link",
    link: "Link ready",
    invitesYou: /^Nadia .* invites you$/,
    play: "I’m playing",
    youPlay: /^You play with Nadia /,
    canNot: "I can’t come any more",
    left: /^You no longer play\./,
    looksFor: /^Nadia .*\. looks for players$/,
    yourName: "Your name",
    take: "Take a place",
    plays: "Plays",
    gone: "Left",
    youAreInvited: "You are invited",
    youPlayList: "You play",
    none: "This link does not work any more.",
    canceled: /^The booking in which you play is canceled: /,
  },
  fr: {
    locale: "fr-FR",
    players: "Joueurs",
    places: (count: number) => `${count} ${count === 1 ? "place" : "places"} sur 4`,
    invite: "Inviter des joueurs",
    name: "Nom",
    email: "E-mail",
    send: "Inviter",
    already: "Cette personne est déjà invitée.",
    find: "Rechercher un membre",
    foundMembers: "Membres trouvés",
    nobody: "Personne de ce nom ne se laisse trouver.",
    waits: "Pas encore de réponse",
    cancel: "Annuler",
    getLink: "Obtenir un lien",
    link: "Lien prêt",
    invitesYou: /^Nadia .* vous invite$/,
    play: "Je joue",
    youPlay: /^Vous jouez avec Nadia /,
    canNot: "Je ne peux plus venir",
    left: /^Vous ne jouez plus\./,
    looksFor: /^Nadia .*\. cherche des joueurs$/,
    yourName: "Votre nom",
    take: "Prendre une place",
    plays: "Joue",
    gone: "Ne vient plus",
    youAreInvited: "Vous êtes invité",
    youPlayList: "Vous jouez",
    none: "Ce lien ne fonctionne plus.",
    canceled: /^La réservation dans laquelle vous jouez est annulée\s: /,
  },
};

for (const language of ["en", "fr"] as const) {
  const texts = said[language];
  test(`on a telephone players are invited by address and by a link, answer without an account, and are read by the team (${language})`, async ({
    another,
  }) => {
    const club = await createClub();
    const court = await createCourt(club);
    const organizer = await addMember(club, memberRoleId);
    const friend = await addMember(club, memberRoleId, "Grace");
    const { data: booking } = await callApi<{ id: string }>("POST", `/organizations/${club.id}/events`, {
      token: organizer.token,
      body: {
        ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(3), "10:00"), duration: 60, people: 4 },
        ...{ name: "Nadia", type: "free_play", payment: "on_site" },
      },
    });
    const page = await another({ ...telephone, locale: texts.locale, token: organizer.token });
    await page.goto(`/organizations/${club.id}/bookings/${booking.id}`);
    await waitUntilLoaded(page);
    const players = page.getByRole("list", { name: texts.players });
    await expect(page.getByText(texts.places(1))).toBeVisible();

    const guest = createNewPerson("Zoe");
    const open = async () => {
      await players.getByRole("button", { name: texts.invite }).click();
      return page.getByRole("dialog", { name: texts.invite });
    };
    let dialog = await open();
    await expectNoOverflow(page, "inviting players");
    await expectAccessible(page, "inviting players");
    const invite = async (name: string, email: string) => {
      await dialog.getByLabel(texts.name, { exact: true }).fill(name);
      await dialog.getByLabel(texts.email, { exact: true }).fill(email);
      await dialog.getByRole("button", { name: texts.send, exact: true }).click();
    };
    await invite("Zoé Morel", guest.email);
    // It stays open for the next one.
    await expect(dialog.getByLabel(texts.name, { exact: true })).toHaveValue("");
    await dialog.getByRole("button", { name: /^(Done|Terminé)$/ }).click();
    await expect(dialog).toBeHidden();
    await expect(players).toContainText(texts.waits);
    await expect(page.getByText(texts.places(2))).toBeVisible();

    dialog = await open();
    await invite("Zoé again", guest.email);
    await expect(dialog.getByText(texts.already)).toBeVisible();
    await expect(dialog.getByLabel(texts.name, { exact: true })).toHaveValue("Zoé again");
    await dialog.getByLabel(texts.find).fill("Grace");
    await expect(dialog.getByText(texts.nobody)).toBeVisible();
    await callApi("PATCH", `/auth/user/memberships/${club.id}`, { token: friend.token, body: { listed: "short" } });
    await dialog.getByLabel(texts.find).fill("grac");
    const found = dialog.getByRole("list", { name: texts.foundMembers });
    await expect(found).toContainText("Grace ");
    await expectNoOverflow(page, "members found");
    await expectAccessible(page, "members found");
    await found.getByRole("button", { name: /^Grace/ }).tap();
    await dialog.getByRole("button", { name: texts.getLink }).click();
    const link = await dialog.getByLabel(texts.link).inputValue();
    await expectAccessible(page, "link to the open places");
    // The refused invitation is still filled in.
    await dialog.getByRole("button", { name: /^(Close|Fermer)$/ }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^(Discard|Abandonner)$/ })
      .click();
    await expectNoOverflow(page, "booking with players");
    await expectAccessible(page, "booking with players");

    const phone = await another({ ...telephone, locale: texts.locale });
    const { pathname } = findLink(await findMail(guest.email, "participants.invitation"), "/p/");
    await phone.goto(pathname);
    await expect(phone.getByRole("heading", { name: texts.invitesYou })).toBeVisible();
    await expect(phone.getByText("Halle de l’Écluse")).toBeVisible();
    await expectNoOverflow(phone, "invitation");
    await expectAccessible(phone, "invitation");
    await phone.getByRole("button", { name: texts.play }).click();
    await expect(phone.getByRole("heading", { name: texts.youPlay })).toBeVisible();
    await expectAccessible(phone, "accepted invitation");
    await phone.getByRole("button", { name: texts.canNot }).click();
    await expect(phone.getByText(texts.left)).toBeVisible();

    await phone.goto(new URL(link).pathname);
    await expect(phone.getByRole("heading", { name: texts.looksFor })).toBeVisible();
    await expectNoOverflow(phone, "open places");
    await expectAccessible(phone, "open places");
    await phone.getByLabel(texts.yourName).fill("Bo Derek");
    await phone.getByRole("button", { name: texts.take }).click();
    await expect(phone.getByRole("heading", { name: texts.youPlay })).toBeVisible();
    expect(new URL(phone.url()).pathname).not.toBe(new URL(link).pathname);
    await phone.goto("/p/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    await expect(phone.getByText(texts.none)).toBeVisible();

    const friendPage = await another({ ...telephone, locale: texts.locale, token: friend.token });
    await friendPage.goto("/my-bookings");
    await waitUntilLoaded(friendPage);
    const invited = friendPage.getByRole("list", { name: texts.youAreInvited });
    await expectNoOverflow(friendPage, "invitation in one's bookings");
    await expectAccessible(friendPage, "invitation in one's bookings");
    await invited.getByRole("button", { name: texts.play }).click();
    await expect(friendPage.getByRole("list", { name: texts.youPlayList })).toContainText("Bo D.");

    const desk = await another({ locale: texts.locale, token: club.token });
    await desk.goto(`/organizations/${club.id}/events/${booking.id}`);
    const read = desk.getByRole("list", { name: texts.players });
    await expect(read.getByText(texts.plays, { exact: true })).toHaveCount(2);
    await expect(read.getByText(texts.gone, { exact: true })).toHaveCount(1);
    await expect(read.getByRole("button", { name: texts.invite })).toHaveCount(0);
    await waitUntilLoaded(desk);
    await expectAccessible(desk, "booking with players for the team");

    await callApi("POST", `/organizations/${club.id}/events/${booking.id}/cancel`, {
      token: organizer.token,
      body: {},
    });
    await friendPage.goto("/notifications");
    const news = friendPage.getByRole("main").getByRole("link", { name: texts.canceled });
    await expect(news).toBeVisible();
    await waitUntilLoaded(friendPage);
    await expectNoOverflow(friendPage, "news of a player");
    await expectAccessible(friendPage, "news of a player");
    await news.tap();
    await expect(friendPage).toHaveURL(/\/my-bookings\/[\w-]{36}$/);
    await expect(friendPage.getByRole("heading", { name: texts.youPlay, level: 1 })).toBeVisible();
    await expectNoOverflow(friendPage, "the booking as a player reads it");
    await expectAccessible(friendPage, "the booking as a player reads it");
  });
}
