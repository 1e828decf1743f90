/** On a telephone, a member waits for what is taken, is offered what comes free, and takes it; the team takes another one back. */
import { addMember, type Club, createClub, memberRoleId } from "./clubs.ts";
import { createCourt } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { findLink, findMail } from "./mails.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Offers wait 15 seconds for an undo. */
const offerTimeoutMs = 45_000;

const said = {
  en: {
    tellMe: "Tell me",
    told: /^You will be told when Badminton, .*between 8:30 AM and 11:30 AM comes free\. Your waitlist$/,
    list: "Your waitlist",
    waiting: "Waiting",
    offered: "Offered to you",
    take: /^Take, €18\.00 to pay on site$/,
    booking: "Your booking",
    title: "Badminton is free for you",
    decline: "Decline",
    declined: "You declined this offer",
    leave: "Leave",
    none: "This link does not work any more.",
    stop: "Stop these emails",
    stopped: "You will get no more of these",
    takeBack: "Take it back",
    question: /^Offered to Nadia .* until .*\. Take it back\?$/,
    takenBack: "Offer taken back.",
  },
  fr: {
    tellMe: "Me prévenir",
    told: /^Vous serez prévenu si Badminton, .*entre 08:30 et 11:30 se libère\. Votre liste d’attente$/,
    list: "Votre liste d’attente",
    waiting: "En attente",
    offered: "Proposé pour vous",
    take: /^Prendre, 18,00\s€ à payer sur place$/,
    booking: "Votre réservation",
    title: "Badminton s’est libéré pour vous",
    decline: "Refuser",
    declined: "Vous avez refusé cette offre",
    leave: "Quitter",
    none: "Ce lien ne fonctionne plus.",
    stop: "Ne plus recevoir ces e-mails",
    stopped: "Vous n’en recevrez plus",
    takeBack: "Reprendre",
    question: /^Proposé à Nadia .* jusqu’à .*\. Reprendre ce créneau\s\?$/,
    takenBack: "Offre reprise.",
  },
};

/** At night nothing is offered: the club lies where it is day. */
function findDaytimeZone(): string {
  const zones = ["Europe/Paris", "America/Los_Angeles", "Asia/Tokyo"];
  const isDay = (zone: string) => {
    const { hour } = Temporal.Now.zonedDateTimeISO(zone);
    return hour >= 8 && hour < 21;
  };
  return zones.find(isDay) ?? "Europe/Paris";
}

interface TakenMorning {
  club: Club;
  fieldId: string;
  date: string;
  free: () => Promise<void>;
}

/** From 8:00 to 12:00 the one court is blocked, until it is freed. */
async function createTakenMorning(days: number): Promise<TakenMorning> {
  const club = await createClub();
  const timezone = findDaytimeZone();
  const { token } = club;
  await callApi("PATCH", `/organizations/${club.id}`, { token, body: { timezone } });
  const { fieldId, facilityId } = await createCourt(club);
  await callApi("PATCH", `/organizations/${club.id}/facilities/${facilityId}`, { token, body: { timezone } });
  const date = Temporal.Now.plainDateISO(timezone).add({ days }).toString();
  const startTime = Temporal.PlainDateTime.from(`${date}T08:00`).toZonedDateTime(timezone).toInstant().toString();
  const block = { fieldId, kind: "block", name: "Works", type: "other", startTime, duration: 240 };
  const path = `/organizations/${club.id}/events`;
  const { data } = await callApi<{ id: string }>("POST", path, { token, body: block });
  const free = async () => void (await callApi("POST", `${path}/${data.id}/cancel`, { token, body: {} }));
  return { club, fieldId, date, free };
}

const waitForOffer = (token: string) =>
  expect(async () => {
    const { data } = await callApi<{ offer: object | null }[]>("GET", "/auth/user/waitlist", { token });
    expect(data[0]?.offer).not.toBeNull();
  }).toPass({ timeout: offerTimeoutMs });

for (const language of ["en", "fr"] as const) {
  const texts = said[language];
  const locale = language === "fr" ? "fr-FR" : "en-US";

  test(`one waits for what is taken, is offered it, and takes it (${language})`, async ({ another }) => {
    test.slow();
    const { club, date, free } = await createTakenMorning(6);
    const { token, person } = await addMember(club, memberRoleId);
    await callApi("PATCH", "/auth/user", { token, body: { language } });
    const page = await another({ ...telephone, locale, token });

    await test.step("the finder offers to tell", async () => {
      await page.goto(`/organizations/${club.id}/find?date=${date}&time=10:00&duration=60`);
      await page.getByRole("button", { name: texts.tellMe }).tap();
      await expect(page.getByRole("status").filter({ hasText: texts.list })).toHaveText(texts.told);
      await waitUntilLoaded(page);
      await expectNoOverflow(page, `waiting in the finder (${language})`);
      await expectAccessible(page, `waiting in the finder (${language})`);
    });

    await test.step("the place stands among one's bookings", async () => {
      await page.getByRole("link", { name: texts.list }).tap();
      const places = page.getByRole("list", { name: texts.list });
      await expect(places.getByRole("listitem")).toContainText(texts.waiting);
      await expect(places.getByRole("button", { name: texts.leave })).toBeVisible();
      await waitUntilLoaded(page);
      await expectNoOverflow(page, `one's waitlist (${language})`);
      await expectAccessible(page, `one's waitlist (${language})`);
    });

    await test.step("what comes free is offered, and one press takes it", async () => {
      await free();
      await waitForOffer(token);
      await page.reload();
      await expect(page.getByRole("list", { name: texts.offered })).toBeVisible();
      await waitUntilLoaded(page);
      await expectNoOverflow(page, `an offer (${language})`);
      await expectAccessible(page, `an offer (${language})`);
      await page.getByRole("button", { name: texts.take }).tap();
      await expect(page.getByRole("heading", { level: 1, name: texts.booking })).toBeVisible();
      await findMail(person.email, "waitlist.offer");
    });
  });

  test(`the planning draws an offer, and the team takes it back (${language})`, async ({ another }) => {
    test.slow();
    const { club, fieldId, date, free } = await createTakenMorning(8);
    const { token, person } = await addMember(club, memberRoleId);
    const wish = { fieldId, date, from: "09:00", to: "09:00", durations: [60] };
    await callApi("POST", `/organizations/${club.id}/waitlist`, { token, body: wish });
    await free();
    await waitForOffer(token);
    await callApi("PATCH", "/auth/user", { token: club.token, body: { language } });
    const page = await another({ viewport: { width: 1440, height: 900 }, locale, token: club.token });
    await page.goto(`/organizations/${club.id}/planning?date=${date}`);
    const offer = page.getByRole("gridcell").filter({ hasText: `${person.firstName} ${person.lastName}` });
    await offer.getByRole("button").click();
    const panel = page.getByRole("complementary").filter({ hasText: texts.takeBack });
    await waitUntilLoaded(page);
    await expectAccessible(page, `an offer in the planning (${language})`);
    await panel.getByRole("button", { name: texts.takeBack }).click();
    const dialog = page.getByRole("alertdialog", { name: texts.question });
    await dialog.getByRole("button", { name: texts.takeBack }).click();
    await expect(toast(page, texts.takenBack)).toBeVisible();
    await expect(offer).toHaveCount(0);
    const { data } = await callApi<{ status: string }[]>("GET", "/auth/user/waitlist", { token });
    expect(data.map(({ status }) => status)).toEqual(["waiting"]);
    await findMail(person.email, "waitlist.withdrawn");
  });

  test(`the link of the mail shows an offer to who is not signed in, who declines it (${language})`, async ({
    another,
  }) => {
    test.slow();
    const { club, date, free } = await createTakenMorning(7);
    const { token, person } = await addMember(club, memberRoleId);
    await callApi("PATCH", "/auth/user", { token, body: { language } });
    const { data: sports } = await callApi<{ id: number; name: string }[]>("GET", "/general/sports", { token });
    const sportId = sports.find(({ name }) => name === "Badminton")?.id;
    const wish = { sportId, date, from: "09:00", to: "11:00", durations: [60] };
    await callApi("POST", `/organizations/${club.id}/waitlist`, { token, body: wish });
    await free();
    await waitForOffer(token);
    const page = await another({ ...telephone, locale });
    const mail = await findMail(person.email, "waitlist.offer");
    const { pathname } = findLink(mail, "/w/");
    await page.goto(pathname);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.title);
    await expect(page.getByRole("button", { name: texts.take })).toBeVisible();
    await expectNoOverflow(page, `an offer by its link (${language})`);
    await expectAccessible(page, `an offer by its link (${language})`);
    await page.getByRole("button", { name: texts.decline }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.declined);
    await expectAccessible(page, `a declined offer (${language})`);
    await page.goto(`${pathname.slice(0, -2)}AA`);
    await expect(page.getByText(texts.none)).toBeVisible();
    await page.goto(findLink(mail, "/unsubscribe/").pathname);
    await expectNoOverflow(page, `the link that stops emails (${language})`);
    await expectAccessible(page, `the link that stops emails (${language})`);
    await page.getByRole("button", { name: texts.stop }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.stopped);
    const { data } = await callApi<{ preferences: object[] }>("GET", "/auth/user/notification-preferences", { token });
    expect(data.preferences).toContainEqual({ kind: "slot_offered", channel: "mail", choice: "off" });
  });
}
