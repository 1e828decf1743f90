/** The club as its members read it, and leaving it, on a telephone in both languages. */
import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const languages = {
  en: {
    ...{ locale: "en-US", bar: "Shortcuts", club: "Club", prices: "Your prices", price: "€18.00" },
    ...{ leave: (name: string) => `Leave ${name}`, first: "You cannot leave yet. Deal with these first:" },
    ...{ close: "Close", now: "Leave", left: "You have left the organization." },
  },
  fr: {
    ...{ locale: "fr-FR", bar: "Raccourcis", club: "Club", prices: "Vos tarifs" },
    ...{ price: "18,00\u00a0€", leave: (name: string) => `Quitter ${name}` },
    ...{ first: "Vous ne pouvez pas encore partir. Réglez d’abord ceci\u00a0:", close: "Fermer", now: "Quitter" },
    left: "Vous avez quitté l’organisation.",
  },
} as const;

for (const [language, { locale, ...texts }] of Object.entries(languages)) {
  test(`a member reads hours, prices and contact of the club, and leaves it once nothing lies ahead (${language})`, async ({
    another,
  }) => {
    const club = await createClub();
    const court = await createCourt(club);
    await callApi("PATCH", `/organizations/${club.id}`, { token: club.token, body: { phone: "+33472000000" } });
    const { token } = await addMember(club, memberRoleId);
    const startTime = toInstant(dateInDays(3), "10:00");
    const eventId = await createBooking(club, court, { token, startTime, payment: "on_site" });
    const page = await another({ ...telephone, locale, token });
    await page.goto("/my-bookings");
    await page.getByRole("navigation", { name: texts.bar }).getByRole("link", { name: texts.club, exact: true }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(club.name);
    await expect(page.getByRole("link", { name: court.name })).toBeVisible();
    await expect(page.getByRole("heading", { name: texts.prices })).toBeVisible();
    await expect(page.getByRole("cell", { name: texts.price })).toBeVisible();
    await expect(page.locator("a[href^='tel:']").filter({ visible: true })).toBeVisible();
    await expectNoOverflow(page, `the club (${language})`);
    await expectAccessible(page, `the club (${language})`);

    await page.getByRole("button", { name: texts.leave(club.name) }).tap();
    const question = page.getByRole("alertdialog");
    await expect(question.getByText(texts.first)).toBeVisible();
    await expect(question.getByRole("link")).toHaveAttribute("href", new RegExp(`/bookings/${eventId}$`));
    await expectAccessible(page, `what stands against leaving (${language})`);
    await question.getByRole("button", { name: texts.close }).last().tap();
    await callApi("POST", `/organizations/${club.id}/events/${eventId}/cancel`, { token, body: {} });
    await page.getByRole("button", { name: texts.leave(club.name) }).tap();
    await question.getByRole("button", { name: texts.now, exact: true }).tap();
    await expect(toast(page, texts.left)).toBeVisible();
    await expect(page).toHaveURL("/overview");
    await page.goto(`/organizations/${club.id}/overview`);
    await expect(page).toHaveURL("/overview");
  });
}
