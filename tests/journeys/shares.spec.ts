/** On a telephone, the price of a booking is shared: the organizer pays their part, a player theirs by a link, and the desk reads who has paid. */
import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const said = {
  en: {
    locale: "en-US",
    players: "Players",
    share: "Share the price",
    offer: "€4.50 from you now, €4.50 from each of the others, with a link of their own.",
    alone: "Pay alone",
    payOwn: "Pay €4.50",
    agreed: /What is missing of €18\.00 on .+ is taken from this card\./,
    remove: "Remove the card",
    missing: "€13.50 missing",
    less: "€9.00 missing",
    paid: "€4.50 paid",
    yourName: "Your name",
    take: "Take a place",
    later: "If you come, you pay €4.50.",
    yourShare: "Your share",
    received: "Payment received",
    take_payment: "Take payment",
    choice: "Share the price among 4 players",
    atClub: "€0.10 from you, €0.10 from each of the others, paid at the club.",
    laterAtClub: "If you come, you pay €0.10 at the club.",
    whenYouCome: "To be paid at the club when you come.",
    tick: /^Bo Derek has paid €0\.10$/,
    tickedOff: "€0.10 paid",
    book: "Book",
    payFor: "Pay for others",
    payTwo: "Pay €9.00",
    paidTwo: "€9.00 paid",
    forTwo: "for 2 players",
    badge: "Bo D. pays",
    paidBy: "Paid by Bo D.",
    several: "One pays for several",
    whoPays: "Who pays",
    save: "Save",
    paidByFull: "Paid by Bo Derek",
  },
  fr: {
    locale: "fr-FR",
    players: "Joueurs",
    share: "Partager le prix",
    offer: "4,50 € pour vous maintenant, 4,50 € pour chacun des autres, avec son propre lien.",
    alone: "Payer seul",
    payOwn: "Payer 4,50 €",
    agreed: /Ce qui manque sur 18,00\s€ le .+ est débité de cette carte\./,
    remove: "Retirer la carte",
    missing: "Il manque 13,50 €",
    less: "Il manque 9,00 €",
    paid: "4,50 € payés",
    yourName: "Votre nom",
    take: "Prendre une place",
    later: "Si vous venez, vous payez 4,50 €.",
    yourShare: "Votre part",
    received: "Paiement reçu",
    take_payment: "Encaisser",
    choice: "Partager le prix entre 4 joueurs",
    atClub: "0,10 € pour vous, 0,10 € pour chacun des autres, à régler au club.",
    laterAtClub: "Si vous venez, vous payez 0,10 € au club.",
    whenYouCome: "À régler au club quand vous venez.",
    tick: /^Bo Derek a payé 0,10\s€$/,
    tickedOff: "0,10 € payés",
    book: "Réserver",
    payFor: "Payer pour d’autres",
    payTwo: "Payer 9,00 €",
    paidTwo: "9,00 € payés",
    forTwo: "pour 2 joueurs",
    badge: "Bo D. paie",
    paidBy: "Payé par Bo D.",
    several: "Une personne paie pour plusieurs",
    whoPays: "Qui paie",
    save: "Enregistrer",
    paidByFull: "Payé par Bo Derek",
  },
};

for (const language of ["en", "fr"] as const) {
  const texts = said[language];
  test(`on a telephone a price is shared, paid in parts by organizer and player, and read by the team (${language})`, async ({
    another,
  }) => {
    const club = await createClub();
    const court = await createCourt(club);
    const organizer = await addMember(club, memberRoleId);
    const { data: booking } = await callApi<{ id: string }>("POST", `/organizations/${club.id}/events`, {
      token: organizer.token,
      body: {
        ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(5), "10:00"), duration: 60, people: 4 },
        ...{ name: "Nadia", type: "free_play", payment: "online" },
      },
    });
    const page = await another({ ...telephone, locale: texts.locale, token: organizer.token });
    await page.goto(`/organizations/${club.id}/bookings/${booking.id}`);
    await waitUntilLoaded(page);
    const price = page.getByRole("region", { name: texts.share });
    await expect(price).toContainText(texts.offer);
    await expectNoOverflow(page, "a price that can be shared");
    await expectAccessible(page, "a price that can be shared");
    await price.getByRole("button", { name: texts.share }).click();
    await expect(price).toContainText(texts.missing);
    await price.getByRole("button", { name: texts.alone }).click();
    await expect(price).toContainText(texts.offer);
    await price.getByRole("button", { name: texts.share }).click();
    await expect(price).toContainText(texts.missing);
    await expectNoOverflow(page, "a shared price");
    await expectAccessible(page, "a shared price");
    await expect(page.getByText(texts.agreed)).toBeVisible();
    await page.getByRole("button", { name: texts.payOwn }).click();
    await page.waitForURL(({ pathname }) => !pathname.includes("/bookings/"));
    await page.getByRole("button", { name: texts.payOwn }).click();
    await expect(page.getByRole("status").getByText(texts.received)).toBeVisible();
    await page.goto(`/organizations/${club.id}/bookings/${booking.id}`);
    await expect(page.getByRole("list", { name: texts.players })).toContainText(texts.paid);
    await expect(price.getByRole("button")).toHaveCount(0);
    // It is taken over a moment after the payment.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Visa •••• 4242")).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText(texts.agreed)).toBeVisible();
    await expectNoOverflow(page, "the card that pays what is missing");
    await expectAccessible(page, "the card that pays what is missing");
    await page.getByRole("button", { name: texts.remove }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: texts.remove }).click();
    await expect(page.getByText("Visa •••• 4242")).toHaveCount(0);
    await expect(page.getByText(texts.agreed)).toHaveCount(0);

    const { data: link } = await callApi<{ url: string }>(
      "POST",
      `/organizations/${club.id}/bookings/${booking.id}/participants-link`,
      { token: organizer.token, body: {} },
    );
    const phone = await another({ ...telephone, locale: texts.locale });
    await phone.goto(new URL(link.url).pathname);
    await expect(phone.getByText(texts.later)).toBeVisible();
    await phone.getByLabel(texts.yourName).fill("Bo Derek");
    await phone.getByRole("button", { name: texts.take }).click();
    await expect(phone.getByRole("heading", { name: texts.yourShare })).toBeVisible();
    await expect(phone.getByRole("button", { name: texts.payOwn })).toBeVisible();
    await expectNoOverflow(phone, "an own share");
    await expectAccessible(phone, "an own share");
    const own = new URL(phone.url()).pathname;

    const desk = await another({ token: club.token, locale: texts.locale });
    await desk.goto(`/organizations/${club.id}/events/${booking.id}`);
    await expect(desk.getByRole("list", { name: texts.players })).toContainText("Bo Derek");
    await expect(
      desk.getByRole("list", { name: texts.players }).getByRole("button", { name: texts.take_payment }),
    ).toBeVisible();
    await expectAccessible(desk, "shares at the desk");

    await phone.getByRole("button", { name: texts.payOwn }).click();
    await phone.waitForURL(({ pathname }) => !pathname.startsWith("/p/"));
    await phone.getByRole("button", { name: texts.payOwn }).click();
    await expect(phone).toHaveURL(/\/paid/);
    // The provider tells of it a moment later.
    await expect(async () => {
      await phone.goto(own);
      await expect(phone.getByText(texts.paid)).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    await expect(phone.getByRole("button", { name: texts.payOwn })).toHaveCount(0);
    await page.reload();
    await expect(price).toContainText(texts.less);
  });

  test(`where nothing can be paid online, a price is shared on a telephone and the desk ticks off who pays (${language})`, async ({
    another,
  }) => {
    const club = await createClub();
    // No provider takes so little.
    await createCourt(club, {}, 40);
    const organizer = await addMember(club, memberRoleId);
    const page = await another({ ...telephone, locale: texts.locale, token: organizer.token });
    await page.goto(`/organizations/${club.id}/find?date=${dateInDays(5)}&time=10:00&duration=60&people=4`);
    await waitUntilLoaded(page);
    await page.locator("main ul[aria-label] a").first().tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("checkbox", { name: texts.choice }).check();
    await expect(sheet.getByText(texts.agreed)).toHaveCount(0);
    await expectAccessible(page, "sharing a price that is paid at the club");
    await sheet.getByRole("button", { name: new RegExp(`^${texts.book}`) }).tap();
    await page.waitForURL(/\/bookings\//);
    const eventId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await expect(page.getByRole("region", { name: texts.share })).toBeVisible();
    await expectNoOverflow(page, "a shared price at the club");
    const { data: link } = await callApi<{ url: string }>(
      "POST",
      `/organizations/${club.id}/bookings/${eventId}/participants-link`,
      { token: organizer.token, body: {} },
    );
    const phone = await another({ ...telephone, locale: texts.locale });
    await phone.goto(new URL(link.url).pathname);
    await expect(phone.getByText(texts.laterAtClub)).toBeVisible();
    await phone.getByLabel(texts.yourName).fill("Bo Derek");
    await phone.getByRole("button", { name: texts.take }).click();
    await expect(phone.getByText(texts.whenYouCome)).toBeVisible();
    await expectAccessible(phone, "an own share that is paid at the club");
    const own = new URL(phone.url()).pathname;

    const desk = await another({ ...telephone, token: club.token, locale: texts.locale });
    await desk.goto(`/organizations/${club.id}/events/${eventId}`);
    const players = desk.getByRole("list", { name: texts.players });
    await expect(players).toContainText("Bo Derek");
    await expectNoOverflow(desk, "shares to tick off");
    await expectAccessible(desk, "shares to tick off");
    await players.getByRole("button", { name: texts.tick }).click();
    await expect(players.getByText(texts.tickedOff)).toBeVisible();
    await expect(players.getByRole("button", { name: texts.tick })).toHaveCount(0);
    await phone.goto(own);
    await expect(phone.getByText(texts.tickedOff)).toBeVisible();

    // The other player's share is paid by who has paid their own.
    await callApi("POST", `/participants/${new URL(link.url).pathname.split("/").at(-1)}`, {
      body: { answer: "accepted", name: "Cy Twombly" },
    });
    await expect(players).toContainText("Cy Twombly");
    await desk.getByRole("button", { name: texts.several }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel(texts.whoPays).selectOption({ label: "Bo Derek" });
    await dialog.getByRole("checkbox", { name: /Cy Twombly/ }).check();
    await expectAccessible(desk, "who pays for several");
    await dialog.getByRole("button", { name: texts.save }).click();
    await expect(dialog).toHaveCount(0);
    await players.getByRole("button", { name: texts.tick }).click();
    await expect(players.getByText(texts.paidByFull)).toBeVisible();
  });
}

for (const language of ["en", "fr"] as const) {
  const texts = said[language];
  test(`on a telephone a player pays for another one in one payment (${language})`, async ({ another }) => {
    const club = await createClub();
    const court = await createCourt(club);
    const organizer = await addMember(club, memberRoleId);
    const path = (rest: string) => `/organizations/${club.id}${rest}`;
    const { token } = organizer;
    const { data: booking } = await callApi<{ id: string }>("POST", path("/events"), {
      token,
      body: {
        ...{ fieldId: court.fieldId, startTime: toInstant(dateInDays(5), "10:00"), duration: 60, people: 4 },
        ...{ name: "Nadia", type: "free_play", payment: "online" },
      },
    });
    await callApi("POST", path(`/bookings/${booking.id}/split`), { token, body: {} });
    const page = await another({ ...telephone, locale: texts.locale, token });
    await page.goto(path(`/bookings/${booking.id}`));
    await page.getByRole("button", { name: texts.payOwn }).click();
    await page.waitForURL(({ pathname }) => !pathname.includes("/bookings/"));
    await page.getByRole("button", { name: texts.payOwn }).click();
    await expect(page.getByRole("status").getByText(texts.received)).toBeVisible();
    const { data: link } = await callApi<{ url: string }>("POST", path(`/bookings/${booking.id}/participants-link`), {
      token,
      body: {},
    });
    const secret = new URL(link.url).pathname.split("/").at(-1) ?? "";
    const take = async (name: string) => {
      const { data } = await callApi<{ secret: string }>("POST", `/participants/${secret}`, {
        body: { answer: "accepted", name },
      });
      return `/p/${data.secret}`;
    };
    const [bo, cy] = [await take("Bo Derek"), await take("Cy Twombly")];
    const phone = await another({ ...telephone, locale: texts.locale });
    await phone.goto(bo);
    await expect(phone.getByRole("button", { name: texts.payOwn })).toBeVisible();
    const others = phone.getByRole("group", { name: texts.payFor });
    await others.getByRole("checkbox", { name: /Cy T\./ }).check();
    await expectNoOverflow(phone, "paying for others");
    await expectAccessible(phone, "paying for others");
    await phone.getByRole("button", { name: texts.payTwo }).click();
    await phone.waitForURL(({ pathname }) => !pathname.startsWith("/p/"));
    // Chosen, and not paid yet.
    const waiting = await another({ ...telephone, locale: texts.locale });
    await waiting.goto(cy);
    await expect(waiting.getByText(texts.badge)).toBeVisible();
    await expectAccessible(waiting, "a share that somebody else is about to pay");
    await phone.getByRole("button", { name: texts.payTwo }).click();
    await expect(phone).toHaveURL(/\/paid/);
    await expect(async () => {
      await phone.goto(bo);
      await expect(phone.getByText(texts.paidTwo)).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    await expect(phone.getByText(texts.forTwo)).toBeVisible();
    await waiting.goto(cy);
    await expect(waiting.getByText(texts.paidBy)).toBeVisible();
  });
}

test("who finds a time shares its price before paying", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const { token } = await addMember(club, memberRoleId);
  const page = await another({ ...telephone, token });
  await page.goto(`/organizations/${club.id}/find?date=${dateInDays(5)}&time=10:00&duration=60&people=4`);
  await waitUntilLoaded(page);
  await page.getByRole("list", { name: "Free", exact: true }).getByRole("link").first().tap();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox", { name: said.en.choice }).check();
  await expect(sheet.getByText(said.en.agreed)).toBeVisible();
  await expectAccessible(page, "sharing a price before booking");
  await sheet.getByRole("button", { name: "Book and pay €4.50" }).tap();
  await expect(page.getByText("Test payments: no real money moves")).toBeVisible();
  await page.getByRole("button", { name: "Pay €4.50" }).click();
  await expect(page.getByRole("status").getByText("Payment received")).toBeVisible();
});
