/** Concurrent changes by others: nothing is lost or overwritten. */
import { type Club, createClub, addMember, sidebarLinks, staffRoleId } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import {
  eventBlock,
  planningDate,
  dragTo,
  findEventByName,
  openPlanning,
  createSecondCourt,
  pointOnLane,
} from "./planning-steps.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";
import { fillDate } from "./date-fields.ts";

test.slow();

const create = async (club: Club, path: string, body: object) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;
const change = (club: Club, path: string, body: object) =>
  callApi("PATCH", `/organizations/${club.id}/${path}`, { token: club.token, body });
const instant = (time: string) => new Date(toInstant(planningDate, time)).toISOString();

/** Delays responses to matching requests until the returned function is called. */
async function hold(page: Page, path: RegExp, method = "GET"): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await promise;
    await route.fallback();
  });
  return resolve;
}
const heading = (page: Page, name: string) => expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

test("a field that has chosen its hours itself keeps them when others are linked with the same ones", async ({
  another,
}) => {
  const club = await createClub();
  const { facilityId } = await createCourt(club);
  const own = await create(club, "fields", { name: "Court B", facilityId });
  await create(club, "fields", { name: "Court C", facilityId });
  const page = await another({ token: club.token });
  const openHours = async () => {
    await page.getByRole("link", { name: "All week" }).click();
    await heading(page, "All week");
  };
  await page.goto(`/organizations/${club.id}/opening-hours`);
  await openHours();
  await sidebarLinks(page).filter({ hasText: "Fields" }).click();
  await page.getByRole("link", { name: "Court B" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Opening hours").selectOption("All week");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "All week" })).toBeVisible();
  await sidebarLinks(page).filter({ hasText: "Opening hours" }).click();
  await heading(page, "Opening hours");
  await openHours();
  await page.getByRole("checkbox", { name: "Court C" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Opening hours saved")).toBeVisible();
  const { data } = await callApi<{ openingHourPattern: object | null }>(
    "GET",
    `/organizations/${club.id}/fields/${own}`,
    club,
  );
  expect(data.openingHourPattern).not.toBeNull();
});

test("an event is booked by the clock that its facility has by now", async ({ another }) => {
  const club = await createClub();
  const { fieldId } = await createCourt(club);
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/fields/${fieldId}`);
  await page.getByRole("main").getByRole("link", { name: "Halle de l’Écluse" }).first().click();
  // Wait, because the field's page has an "Edit" too.
  await heading(page, "Halle de l’Écluse");
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Time zone").fill("lisbon");
  await page.getByRole("option", { name: "Europe/Lisbon" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Facility saved")).toBeVisible();
  const letGo = await hold(page, new RegExp(`/fields/${fieldId}$`));
  await sidebarLinks(page).filter({ hasText: "Events" }).click();
  await page.getByRole("link", { name: "Create event" }).first().click();
  await heading(page, "Create event");
  await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Court A");
  await fillDate(page, "Date", "2031-05-06");
  await fillDate(page, "Start time", "18:00");
  await page.getByLabel("Name", { exact: true }).fill("At six");
  await page.getByRole("button", { name: "Create event" }).click();
  letGo();
  await heading(page, "At six");
  const { data } = await callApi<{ startTime: string }[]>(
    "GET",
    `/organizations/${club.id}/events?date=2031-05-06`,
    club,
  );
  expect(data[0]?.startTime).toBe("2031-05-06T17:00:00.000Z");
});

test("who is no owner any more keeps the role that they were given meanwhile", async ({ another }) => {
  const [ownerRole, club] = [1, await createClub()];
  const { data: owner } = await callApi<{ id: string }>("GET", "/auth/user", club);
  const next = await addMember(club, ownerRole, "Pia");
  const page = await another({ token: next.token });
  await page.goto(`/organizations/${club.id}/overview`);
  await waitUntilLoaded(page);
  for (const id of [owner.id, next.id]) await change(club, `users/${id}`, { roles: [ownerRole, staffRoleId] });
  await page.getByRole("button", { name: "Remove owner" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove owner" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  // Either owner may have been removed.
  const { data } = await callApi<{ id: string }[]>("GET", `/organizations/${club.id}/users?type=team`, next).catch(() =>
    callApi<{ id: string }[]>("GET", `/organizations/${club.id}/users?type=team`, club),
  );
  expect(data.map(({ id }) => id).toSorted()).toEqual([owner.id, next.id].toSorted());
});

test("of settings and roles, what nobody touched here stays as somebody else made it meanwhile", async ({
  another,
}) => {
  const club = await createClub();
  const roleId = await create(club, "roles", { name: "Coach", type: "admin", permissions: ["events.show"] });
  const all = ["organizations.show", "facilities.show", "fields.show", "events.show"];
  const youthId = await create(club, "roles", { name: "Youth", type: "member", permissions: all });
  const [settings, role] = [await another({ token: club.token }), await another({ token: club.token })];
  await settings.goto(`/organizations/${club.id}/settings`);
  await settings.getByLabel("City").fill("Bourg-en-Bresse");
  await role.goto(`/organizations/${club.id}/roles/${roleId}/edit`);
  await role.getByLabel("Name", { exact: true }).fill("Head coach");
  await callApi("PATCH", `/organizations/${club.id}`, { token: club.token, body: { legalName: "Écluse SAS" } });
  await change(club, `roles/${roleId}`, { permissions: ["events.show", "events.create"] });
  await settings.getByRole("form", { name: "Seller" }).getByRole("button", { name: "Save" }).click();
  await expect(settings.getByLabel("Legal name")).toHaveValue("Écluse SAS");
  await expect(settings.getByLabel("City")).toHaveValue("Bourg-en-Bresse");
  await role.getByRole("button", { name: "Save" }).click();
  await heading(role, "Head coach");
  const { data } = await callApi<object>("GET", `/organizations/${club.id}/roles/${roleId}`, club);
  expect(data).toMatchObject({ name: "Head coach", permissions: ["events.show", "events.create"] });

  await role.goto(`/organizations/${club.id}/roles/${youthId}/edit`);
  await role.getByLabel("Name", { exact: true }).fill("Juniors");
  await change(club, `roles/${youthId}`, { permissions: all.filter((one) => one !== "events.show") });
  await role.getByRole("button", { name: "Save" }).click();
  await heading(role, "Juniors");
  const { data: youth } = await callApi<{ permissions: string[] }>(
    "GET",
    `/organizations/${club.id}/roles/${youthId}`,
    club,
  );
  expect(youth.permissions).not.toContain("events.show");
});

test("choosing the two ends of a period in quick succession applies both", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  await page.goto("/overview");
  await waitUntilLoaded(page);
  await fillDate(page, "To", dateInDays(7));
  await fillDate(page, "From", dateInDays(1));
  await expect(page).toHaveURL(new RegExp(`from=${dateInDays(1)}&to=${dateInDays(7)}`));
});

test("an undo takes back nothing of what somebody else has changed since", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const id = await createBooking(club, court, {
    token: club.token,
    startTime: toInstant(planningDate, "09:00"),
    name: "Adagio",
  });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/events/${id}/edit`);
  await fillDate(page, "Start time", "10:00");
  await page.getByRole("button", { name: "Save" }).click();
  const undo = await hoverUndoButton(page, "Event saved");
  await change(club, `events/${id}`, { startTime: toInstant(planningDate, "15:00") });
  await undo.click();
  await expect(toast(page, "Somebody has changed this event meanwhile.")).toBeVisible();
  expect(await findEventByName(club, "Adagio")).toMatchObject({ startTime: instant("15:00") });
});

test.describe("at the planning", () => {
  test("of several that are moved, one that somebody else has moved stays there", async ({ another }) => {
    const club = await createClub();
    const court = await createCourt(club);
    const id = await createBooking(club, court, {
      token: club.token,
      startTime: toInstant(planningDate, "09:00"),
      name: "Adagio",
    });
    const page = await another({ token: club.token });
    await openPlanning(page, club);
    await eventBlock(page, /^Adagio/).click({ modifiers: ["Shift"] });
    const bar = page.getByRole("region", { name: "Selected events" });
    await bar.getByRole("button", { name: "Move…" }).click();
    await page.getByLabel("By minutes").fill("60");
    const letGo = await hold(page, /\/planning\?/);
    await change(club, `events/${id}`, { startTime: toInstant(planningDate, "15:00") });
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await expect(bar.getByRole("alert")).toContainText("1 refused");
    expect(await findEventByName(club, "Adagio")).toMatchObject({ startTime: instant("15:00") });
    letGo();
    await expect(eventBlock(page, /^Adagio, Court A, 3:00 PM/)).toBeVisible();
  });

  test("what is moved while another move is on its way stays in hand", async ({ another }) => {
    const club = await createClub();
    const court = await createCourt(club);
    const other = await createSecondCourt(club, court);
    // No confirmation appears: the event has no customer and is free.
    const free = {
      fieldId: court.fieldId,
      startTime: toInstant(planningDate, "09:00"),
      duration: 60,
      type: "other",
      price: 0,
    };
    await create(club, "events", { ...free, name: "Adagio" });
    await createBooking(club, other, {
      token: club.token,
      startTime: toInstant(planningDate, "09:00"),
      name: "Bolero",
    });
    const page = await another({ token: club.token });
    await openPlanning(page, club);
    const letGo = await hold(page, /\/events\/[^/?]+$/, "PATCH");
    const sent = page.waitForRequest((request) => request.method() === "PATCH" && !request.url().includes("dryRun"));
    await dragTo(page, eventBlock(page, /^Adagio/), await pointOnLane(page, 0, 11));
    await sent;
    await dragTo(page, eventBlock(page, /^Bolero/), await pointOnLane(page, 0, 14));
    const bar = page.getByRole("dialog", { name: "Move" });
    await expect(bar).toBeVisible();
    letGo();
    await expect(toast(page, "Moved to Court A, 11:00 AM")).toBeVisible();
    await waitUntilLoaded(page);
    await expect(eventBlock(page, /^Bolero, Court A, 2:00 PM/)).toBeVisible();
    await bar.getByRole("button", { name: "Move" }).click();
    await expect.poll(async () => (await findEventByName(club, "Bolero"))?.startTime).toBe(instant("14:00"));
  });

  test("what is due is what is due by now, and one edits what is there by now", async ({ another }) => {
    const club = await createClub();
    const court = await createCourt(club);
    const id = await createBooking(club, court, {
      token: club.token,
      startTime: toInstant(planningDate, "10:00"),
      name: "Ben",
    });
    const page = await another({ token: club.token });
    await openPlanning(page, club);
    await eventBlock(page, /^Ben/).click();
    const panel = page.getByRole("complementary", { name: "Event" });
    const due = panel.getByRole("region", { name: "Payment" });
    await expect(due).toContainText("€18.00");
    await waitUntilLoaded(page);
    const body = { method: "cash", amount: 500 };
    await callApi("POST", `/organizations/${club.id}/events/${id}/payments`, { token: club.token, body });
    await expect(due).toContainText("€13.00");
    await panel.getByRole("button", { name: "Close" }).click();
    await waitUntilLoaded(page);
    const heard = page.waitForResponse((answer) => answer.url().includes("/planning?"));
    await change(club, `events/${id}`, { notes: "Bring shoes" });
    await heard;
    const letGo = await hold(page, new RegExp(`/events/${id}$`));
    await eventBlock(page, /^Ben/).click();
    await panel.getByRole("button", { name: "Edit" }).click();
    await expect(panel.locator("[aria-busy=true]")).toBeVisible();
    letGo();
    await expect(panel.getByLabel(/^Note for the customer/)).toHaveValue("Bring shoes");
    await expect(panel.getByText("Somebody has changed this meanwhile")).toHaveCount(0);
  });
});
