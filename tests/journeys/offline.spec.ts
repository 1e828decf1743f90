/** The application without a network: what the browser keeps, for whom, and when it is gone. */
import { addMember, type Club, createClub, memberRoleId, staffRoleId } from "./clubs.ts";
import { type Court, createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, type Page, signIn, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** In the browser: the names of what is kept of an account. */
const listKept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has("answers"))) return [];
    return (await (await caches.open("answers")).keys()).map(({ url }) => new URL(url).pathname);
  });
const expectKept = (page: Page, ...names: string[]) =>
  expect.poll(() => listKept(page), { timeout: 30_000 }).toEqual(names);

async function expectNothingKept(page: Page): Promise<void> {
  await expectKept(page);
  const left = await page.evaluate(async () => ({
    stores: (await indexedDB.databases()).length,
    token: localStorage.getItem("access_token"),
  }));
  expect(left).toEqual({ stores: 0, token: null });
}

/** From the page that opens without a network, which then opens the application by itself. */
const goOnline = (page: Page) => Promise.all([page.waitForEvent("load"), page.context().setOffline(false)]);

let club: Club;
let court: Court;
test.beforeAll(async () => {
  club = await createClub();
  court = await createCourt(club);
});

async function bookAsMember(name: string) {
  const member = await addMember(club, memberRoleId);
  const startTime = toInstant(dateInDays(3), "10:00");
  return {
    ...member,
    eventId: await createBooking(club, await createCourt(club), { token: member.token, name, startTime }),
  };
}

for (const { locale, own, asOf, refused, cancel, yours, book } of [
  {
    locale: "en-US",
    own: "My bookings",
    asOf: /^Offline · as of \d/,
    refused: "Not possible without a network.",
    cancel: "Cancel",
    yours: "Your booking",
    book: "Book",
  },
  {
    locale: "fr-FR",
    own: "Mes réservations",
    asOf: /^Hors ligne · données de \d/,
    refused: "Impossible sans réseau.",
    cancel: "Annuler",
    yours: "Votre réservation",
    book: "Réserver",
  },
])
  test(`on a telephone in ${locale}, one's own bookings are read without a network, and nothing can be pressed`, async ({
    another,
  }) => {
    const { token, eventId } = await bookAsMember("Tournoi des Lilas");
    const page = await another({ token, locale, serviceWorkers: "allow", ...telephone });
    await page.goto("/my-bookings");
    await expect(page.getByText("Tournoi des Lilas")).toBeVisible();
    await expectKept(page, "/kept/bookings");

    await page.context().setOffline(true);
    await expect(page.getByText(asOf)).toBeVisible();
    await expect(page.getByText(refused)).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: cancel })).toBeDisabled();
    await expect(page.getByRole("main").getByRole("link", { name: book, exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await expectAccessible(page, "the page without a network");

    await page.getByRole("link", { name: "Tournoi des Lilas" }).click();
    await expect(page.getByRole("heading", { name: yours, level: 1 })).toBeVisible();
    await expect(page.getByText(asOf)).toBeVisible();
    await expect(page.getByText("Halle de l’Écluse")).toBeVisible();
    await expectAccessible(page, "the page without a network");
    await page.reload();
    await expect(page.getByText("Halle de l’Écluse")).toBeVisible();
    await page.goto(`/organizations/${club.id}/prices`);
    await expect(page.getByRole("heading", { name: own, level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Tournoi des Lilas" }).click();
    await expect(page).toHaveURL(new RegExp(`/bookings/${eventId}$`));
    await expect(page.getByText("Halle de l’Écluse")).toBeVisible();

    await goOnline(page);
    await expect(page.getByRole("main").getByRole("button", { name: cancel })).toBeEnabled();
    await expect(page.getByText(asOf)).toHaveCount(0);
  });

for (const { locale, asOf, play, played, list, youPlay, leave } of [
  {
    ...{ locale: "en-US", asOf: /^Offline · as of \d/, play: "I’m playing", list: "You play" },
    ...{ played: "Plays", youPlay: /^You play with Nadia /, leave: "I can’t come any more" },
  },
  {
    ...{ locale: "fr-FR", asOf: /^Hors ligne · données de \d/, play: "Je joue", list: "Vous jouez" },
    ...{ played: "Joue", youPlay: /^Vous jouez avec Nadia /, leave: "Je ne peux plus venir" },
  },
])
  test(`on a telephone in ${locale}, an invitation is answered from the news, and the booking is read without a network`, async ({
    another,
  }) => {
    const [organizer, player] = [await addMember(club, memberRoleId), await addMember(club, memberRoleId, "Grace")];
    const { fieldId } = await createCourt(club);
    const startTime = toInstant(dateInDays(3), "10:00");
    const draft = { fieldId, startTime, duration: 60, people: 4, name: "Nadia", type: "free_play", payment: "on_site" };
    const { data: booking } = await callApi<{ id: string }>("POST", `/organizations/${club.id}/events`, {
      ...{ token: organizer.token, body: draft },
    });
    await callApi("POST", `/organizations/${club.id}/bookings/${booking.id}/participants`, {
      ...{ token: organizer.token, body: { people: [{ email: player.person.email, name: "Grace" }] } },
    });
    const page = await another({ token: player.token, locale, serviceWorkers: "allow", ...telephone });
    await page.goto("/notifications");
    const news = page.getByRole("main").getByRole("listitem").filter({ hasText: "Nadia" });
    await expect(news.getByRole("button", { name: play })).toBeVisible();
    await expectAccessible(page, "an invitation in the news");
    await news.getByRole("button", { name: play }).press("Enter");
    await expect(news.getByRole("button", { name: play })).toHaveCount(0);
    await expect(news).toContainText(played);
    const sentence = news.getByRole("link");
    await expect(sentence).toBeFocused();
    await sentence.press("Enter");
    await expect(page.getByRole("heading", { name: youPlay, level: 1 })).toBeVisible();
    await expectNoOverflow(page, "the booking as a player reads it");
    const { pathname } = new URL(page.url());
    await expect.poll(() => listKept(page), { timeout: 30_000 }).toContain("/kept/games");

    await page.context().setOffline(true);
    await expect(page.getByText(asOf)).toBeVisible();
    await page.goto("/my-bookings");
    // One’s own, and those in which one plays.
    await expect(page.getByText(asOf)).toHaveCount(2);
    await expect(page.getByRole("heading", { name: list })).toBeVisible();
    const link = page
      .getByRole("main")
      .getByRole("link")
      .and(page.locator(`[href="${pathname}"]`));
    await expectAccessible(page, "one's bookings without a network");
    await link.tap();
    await expect(page).toHaveURL(new RegExp(`${pathname}$`));
    await expect(page.getByRole("main").getByText(/^Nadia /)).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Halle de l’Écluse");
    await expectNoOverflow(page, "the booking in which one plays, without a network");
    await expectAccessible(page, "the booking in which one plays, without a network");
    await page.reload();
    await expect(page.getByRole("main")).toContainText("Halle de l’Écluse");

    await goOnline(page);
    await expect(page.getByRole("button", { name: leave })).toBeEnabled();
  });

test("back online, all that is shown has been asked for again before anything can be pressed", async ({ another }) => {
  const { token, eventId } = await bookAsMember("Match of Tuesday");
  const page = await another({ token, serviceWorkers: "allow" });
  await page.goto("/my-bookings");
  await expectKept(page, "/kept/bookings");
  await page.context().setOffline(true);
  await expect(page.getByText(/^Offline · as of/)).toBeVisible();
  await callApi("POST", `/organizations/${club.id}/events/${eventId}/cancel`, {
    token: club.token,
    body: { reason: "Rain" },
  });
  await page.context().setOffline(false);
  await expect(page.getByText(/^Offline · as of/)).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("button", { name: "Cancel" })).toHaveCount(0);
});

test("signing out without a network leaves nothing, and another person on the device sees nothing", async ({
  another,
}) => {
  const first = await bookAsMember("Secret match");
  const page = await another({ token: first.token, serviceWorkers: "allow", ...telephone });
  await page.goto("/my-bookings");
  await expectKept(page, "/kept/bookings");
  await page.context().setOffline(true);
  await page.goto("/my-bookings");
  await expect(page.getByText("Secret match")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out on this device")).toBeVisible();
  await expectNothingKept(page);
  await page.goto("/my-bookings");
  await expect(page.getByRole("heading", { name: "No network", level: 1 })).toBeVisible();
  await expect(page.getByText("Secret match")).toHaveCount(0);

  await goOnline(page);
  await page.goto("/auth/login");
  const { person } = await addMember(club, memberRoleId, "Ines");
  await signIn(page, person.email, person.password);
  await expectKept(page, "/kept/bookings");
  await page.context().setOffline(true);
  await page.goto("/my-bookings");
  await expect(page.getByText("No bookings")).toBeVisible();
  await expect(page.getByText("Secret match")).toHaveCount(0);
});

test("“Logout” on a page that was open when the network went signs out at once", async ({ another }) => {
  const { token } = await bookAsMember("Last match");
  const page = await another({ token, serviceWorkers: "allow", ...telephone });
  await page.goto("/my-bookings");
  await expectKept(page, "/kept/bookings");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page.getByText("You are signed out on this device")).toBeVisible();
  await expect(page.getByText("Last match")).toHaveCount(0);
  await expectNothingKept(page);
});

test("signing out, and a session ended elsewhere, delete what was kept", async ({ another }) => {
  const { token, person } = await bookAsMember("Friendly");
  const page = await another({ token, serviceWorkers: "allow" });
  await page.goto("/my-bookings");
  await expectKept(page, "/kept/bookings");
  const answered = page.waitForResponse(/\/api\/v1\/auth\/logout$/);
  await page.goto("/auth/logout");
  expect((await (await answered).allHeaders())["clear-site-data"]).toBe('"cache"');
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expectNothingKept(page);

  await signIn(page, person.email, person.password);
  await expectKept(page, "/kept/bookings");
  const used = await page.evaluate(() => localStorage.getItem("access_token") ?? "");
  await callApi("GET", "/auth/logout", { token: used });
  await page.goto("/my-bookings");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expectNothingKept(page);
});

test("the desk's day is kept where it is switched on, and nowhere else", async ({ another }) => {
  const { token } = await addMember(club, staffRoleId);
  const startTime = toInstant(dateInDays(1), "20:00");
  await createBooking(club, court, { token: club.token, name: "Evening group", startTime });
  const page = await another({ token, serviceWorkers: "allow", ...telephone });
  await page.goto(`/organizations/${club.id}/overview`);
  await expectKept(page, "/kept/bookings");
  await page.goto("/settings/preferences");
  await page.getByRole("switch", { name: "Keep on this device" }).click();
  await expectAccessible(page, "the page without a network");
  await page.goto(`/organizations/${club.id}/planning`);
  await expectKept(page, "/kept/bookings", "/kept/day");

  await page.context().setOffline(true);
  await page.goto(`/organizations/${club.id}/planning`);
  await expect(page.getByRole("heading", { name: "Planning", level: 1 })).toBeVisible();
  await expect(page.getByText("Evening group")).toBeVisible();
  await expect(page.getByText(/€|\d\.\d\d/)).toHaveCount(0);
  await expectAccessible(page, "the page without a network");

  await goOnline(page);
  await page.goto("/settings/preferences");
  await page.getByRole("switch", { name: "Keep on this device" }).click();
  await expect.poll(() => listKept(page)).not.toContain("/kept/day");
});
