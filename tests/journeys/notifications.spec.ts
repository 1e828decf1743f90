import { addMember, type Club, createClub, managerRoleId, memberRoleId } from "./clubs.ts";
import { type Court, createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const listens = (page: Page) => page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/live"));

interface Team {
  club: Club;
  court: Court;
  manager: string;
  member: string;
}
async function createTeam(): Promise<Team> {
  const club = await createClub();
  const court = await createCourt(club, { approval: "manual" });
  const manager = await addMember(club, managerRoleId, "Maud");
  const member = await addMember(club, memberRoleId);
  // Answers to the invitations above.
  for (const { token } of [club, manager])
    await callApi("POST", "/notifications/read", { token, body: { until: "2100-01-01T00:00:00Z" } });
  return { club, court, manager: manager.token, member: member.token };
}
let hour = 8;
const request = ({ club, court, member: token }: Team, name = "Match"): Promise<string> => {
  hour = hour === 20 ? 9 : hour + 1;
  return createBooking(club, court, {
    token,
    name,
    startTime: toInstant(dateInDays(3), `${String(hour).padStart(2, "0")}:00`),
  });
};
async function open(page: Page, address: string): Promise<void> {
  const isLive = listens(page);
  await page.goto(address);
  await isLive;
}
const notificationIds = async (token: string): Promise<string[]> =>
  (await callApi<{ id: string }[]>("GET", "/notifications", { token })).data.map(({ id }) => id);

test("the bell counts live in each browser; one click leads to the request, which is read everywhere; a kind that is off does not come", async ({
  another,
}) => {
  const team = await createTeam();
  const { club, court, manager, member } = team;
  const page = await another({ token: manager });
  const elsewhere = await another({ token: manager });
  await open(page, `/organizations/${club.id}/planning`);
  await open(elsewhere, `/organizations/${club.id}/fields`);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  let eventId = "";

  await test.step("a member requests a booking: both browsers count up without a reload", async () => {
    eventId = await request(team);
    await expect(bell(page)).toHaveAccessibleName("Notifications 1 unread");
    await expect(bell(elsewhere)).toHaveAccessibleName("Notifications 1 unread");
  });

  await test.step("the sentence says who asks for what, and one click opens it", async () => {
    await bell(page).click();
    await expect(panel(page).getByRole("listitem").first()).toContainText("€18.00");
    await expectAccessible(page, "the panel");
    await panel(page).getByRole("link", { name: "Nadia Vasseur asks for Court A" }).click();
    await expect(page).toHaveURL(new RegExp(`/organizations/${club.id}/events/${eventId}$`));
    await expect(panel(page)).toHaveCount(0);
  });

  await test.step("read in one browser is read in the other", async () => {
    await expect(bell(page)).toHaveAccessibleName("Notifications");
    await expect(bell(elsewhere)).toHaveAccessibleName("Notifications");
  });

  await test.step("a request is approved on its row, which reads it; the undo takes both back", async () => {
    await request(team, "Lesson");
    await expect(bell(page)).toHaveAccessibleName("Notifications 1 unread");
    await bell(page).click();
    const row = panel(page).getByRole("listitem").first();
    await row.getByRole("button", { name: "Approve" }).click();
    const undo = await hoverUndoButton(page, "approved");
    await expect(row).toContainText("Approved");
    await expect(row.getByRole("button")).toHaveCount(0);
    await expect(bell(elsewhere)).toHaveAccessibleName("Notifications");
    await undo.click();
    await expect(row.getByRole("button", { name: "Reject" })).toBeVisible();
    await expect(bell(elsewhere)).toHaveAccessibleName("Notifications 1 unread");
  });

  await test.step("it is marked as read without opening it", async () => {
    const row = panel(page).getByRole("listitem").first();
    await row.getByRole("button", { name: /^Mark as read/ }).click();
    await expect(bell(elsewhere)).toHaveAccessibleName("Notifications");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);
    await expect(bell(page)).toBeFocused();
  });

  await test.step("requests are turned off; then only a cancellation comes", async () => {
    await page.goto("/settings/notifications");
    await page.getByRole("switch", { name: "Booking requests" }).click();
    await expect(toast(page, "Notifications saved")).toBeVisible();
    await request(team, "Unheard");
    await callApi("POST", `/organizations/${club.id}/events/${eventId}/cancel`, { token: member, body: {} });
    await expect(bell(elsewhere)).toHaveAccessibleName("Notifications 1 unread");
    await page.reload();
    await expect(page.getByRole("switch", { name: "Booking requests" })).not.toBeChecked();
    await page.goto("/notifications?unread=true");
    await expect(page.getByRole("listitem").filter({ hasText: "canceled Court A" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  });

  await test.step("those of another person do not exist, and a member of no team has no bell", async () => {
    const [id] = await notificationIds(club.token);
    await expect(callApi("POST", "/notifications/read", { token: manager, body: { ids: [id] } })).rejects.toThrow(
      "404",
    );
    const player = await another({ token: member });
    await player.goto("/notifications");
    await expect(player.getByText("What the club does with your bookings")).toBeVisible();
    await expect(bell(player)).toHaveCount(0);
    expect(await notificationIds(member)).toEqual([]);
    expect(court.name).toBe("Court A");
  });
});

test("all are marked as read by a double click that counts once, and that is undone; the page filters by topic, and forgives its address", async ({
  another,
}) => {
  const team = await createTeam();
  for (const name of ["One", "Two", "Three"]) await request(team, name);
  const page = await another({ token: team.manager });
  await page.goto("/notifications");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.filter({ hasText: "asks for Court A" })).toHaveCount(3);
  await waitUntilLoaded(page);
  await expectAccessible(page, "the notifications");
  let marked = 0;
  page.on("request", (one) => void (marked += Number(new URL(one.url()).pathname.endsWith("/notifications/read"))));
  await page.getByRole("button", { name: "Mark all read" }).dblclick();
  await expect(page.getByRole("button", { name: "Mark all read" })).toBeDisabled();
  await expect(toast(page, "3 notifications marked as read")).toHaveCount(1);
  expect(marked).toBe(1);
  await page.getByRole("checkbox", { name: "Only unread" }).check();
  await expect(page.getByText("Nothing here")).toBeVisible();
  await (await hoverUndoButton(page, "3 notifications marked as read")).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole("radio", { name: /^Money/ }).check();
  await expect(page).toHaveURL(/topic=money/);
  await expect(page.getByText("Nothing here")).toBeVisible();
  await page.goto("/notifications?topic=weather&organizationId=nobody&unread=perhaps&page=-3");
  await expect(rows.filter({ hasText: "asks for Court A" })).toHaveCount(3);
});

test("a choice that cannot be saved stays, says so, and is saved by another try", async ({ another }) => {
  const { manager } = await createTeam();
  const page = await another({ token: manager });
  await page.goto("/settings/notifications");
  const refunds = page.getByRole("switch", { name: "Failed refunds" });
  await expect(refunds).toBeChecked();
  await page.route("**/auth/user/notification-preferences", (route) => route.abort("connectionfailed"), { times: 1 });
  await refunds.click();
  const failure = page.getByRole("alert").filter({ hasText: "Not saved." });
  await expect(failure).toBeVisible();
  await expect(refunds).not.toBeChecked();
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
  await page.reload();
  await expect(refunds).not.toBeChecked();
});

test.describe("on a telephone, in French", () => {
  test("the bell stands in the header, and its panel, the page and the kinds fit", async ({ another }) => {
    const team = await createTeam();
    const page = await another({
      token: team.manager,
      locale: "fr-FR",
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await open(page, `/organizations/${team.club.id}/fields`);
    await request(team);
    await expect(bell(page)).toHaveAccessibleName("Notifications 1 non lue");
    await bell(page).tap();
    await expect(panel(page).getByRole("link", { name: "Nadia Vasseur demande Court A" })).toBeVisible();
    await expectAccessible(page, "the panel");
    await expectNoOverflow(page, "the panel");
    await panel(page).getByRole("button", { name: "Refuser" }).tap();
    const dialog = page.getByRole("dialog", { name: /Nadia Vasseur/ });
    await dialog.getByRole("button", { name: "Fermé à cette heure" }).tap();
    await dialog.getByRole("button", { name: "Refuser", exact: true }).tap();
    await expect(dialog).toHaveCount(0);
    await expect(panel(page).getByRole("listitem").first()).toContainText("Refusé");
    await panel(page).getByRole("link", { name: "Toutes les notifications" }).tap();
    await expect(page).toHaveURL(/\/notifications$/);
    await waitUntilLoaded(page);
    await expectNoOverflow(page, "the page");
    await page.getByRole("link", { name: "Choisir les types" }).tap();
    await expect(page.getByRole("switch", { name: "Demandes de réservation" })).toBeChecked();
    await expectNoOverflow(page, "the kinds");
  });
});

test("after an online payment that failed, the desk sends a link from the bell", async ({ another }) => {
  const { club, court, manager, member } = await createTeam();
  const startTime = toInstant(dateInDays(3), "10:00");
  const eventId = await createBooking(club, court, { token: member, startTime });
  await callApi("POST", `/organizations/${club.id}/events/${eventId}/approve`, { token: club.token, body: {} });
  const page = await another({ token: manager });
  // A page to pay on ends after half an hour: this answer tells of one that has ended.
  await page.route("**/notifications?*", async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: { kind: string }[] };
    const money = { eventId, paymentId: eventId, amount: 1800, currency: "EUR", due: 1800, reason: "Declined" };
    const failed = { ...money, field: "Court A", startTime, timezone: "Europe/Paris", dueBy: null };
    const rows = data.map((row) => ({ ...row, kind: "payment_failed", booking: null, money: failed }));
    await route.fulfill({ response: answer, json: { ...rest, data: rows } });
  });
  await page.goto("/notifications");
  await expect(page.getByText("€18.00 · Court A").first()).toBeVisible();
  await page.goto(`/organizations/${club.id}/planning`);
  await bell(page).click();
  await panel(page).getByRole("button", { name: "Send payment link" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Send payment link" });
  await expect(dialog).toContainText("€18.00 can then be paid by card");
  await expectAccessible(page, "the link after a payment that failed");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(toast(page, "Payment link sent")).toBeVisible();
});

test("au téléphone, un membre lit en français ce que le club fait de ses réservations, et choisit ce qui lui est signalé", async ({
  another,
}) => {
  const team = await createTeam();
  const { club, manager, member } = team;
  const moved = await request(team, "Match");
  const refused = await request(team, "Cours");
  const decide = (eventId: string, deed: string, body: object = {}) =>
    callApi("POST", `/organizations/${club.id}/events/${eventId}/${deed}`, { token: manager, body });
  await decide(moved, "approve");
  await decide(refused, "reject", { reason: "Tournoi" });
  const page = await another({
    ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "fr-FR" },
    token: member,
  });
  await page.goto("/overview");
  const news = page.getByRole("navigation", { name: "Raccourcis" }).getByRole("link", { name: /Actualité$/ });
  await expect(news).toContainText("2");
  await news.tap();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "Votre demande a été refusée" })).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, "the news of a member");
  await expectNoOverflow(page, "the news of a member");
  await rows.getByRole("link", { name: /^Votre réservation est confirmée/ }).tap();
  await expect(page).toHaveURL(new RegExp(`/organizations/${club.id}/events/${moved}$`));
  await page.goto("/settings/notifications");
  await page.getByRole("switch", { name: "Rappel de réservation" }).tap();
  await expect(toast(page, "Notifications enregistrées")).toBeVisible();
  await page.reload();
  await waitUntilLoaded(page);
  await expect(page.getByRole("switch", { name: "Rappel de réservation" })).not.toBeChecked();
  // The bar above may lie over half a switch of a page that is scrolled.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, "the kinds that a member is told of");
  await expectNoOverflow(page, "the kinds that a member is told of");
});
