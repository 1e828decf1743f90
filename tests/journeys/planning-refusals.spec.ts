import { type Club, createClub, addMember, staffRoleId } from "./clubs.ts";
import { toInstant, createBooking, type Court, createCourt } from "./courts.ts";
import { eventBlock, planningDate, findEventByName, openPlanning, createSecondCourt } from "./planning-steps.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

/** A court without prices, which can be booked at all hours. */
async function openFree(club: Club, { facilityId }: Court, from = "08:00", to = "22:00"): Promise<Court> {
  const post = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body })).data.id;
  const name = "Court C";
  const fieldId = await post("/fields", { name, facilityId, bookable: true, maxPeopleByEvent: 4 });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: from, end: to }));
  await post("/opening-hour-patterns", { name: "All week, C", hours, fieldIds: [fieldId] });
  return { facilityId, fieldId, name };
}

const alertWith = (page: Page, text: string) =>
  expect(page.getByRole("status").getByText(text, { exact: true })).toBeAttached();

test("a keyboard move announces conflicts and prices, and reaches the alternatives", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const other = await createSecondCourt(club, court);
  await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, "10:00"), name: "Solo" });
  await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, "12:00"), name: "Lesson" });
  await createBooking(club, other, { token: club.token, startTime: toInstant(planningDate, "12:00"), name: "Match" });
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  const alert = page.getByRole("alert");
  const lesson = eventBlock(page, /^Lesson, Court A, 12:00 PM/);

  await eventBlock(page, /^Solo/).focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await alertWith(page, "€6.00 more");
  await page.keyboard.press("Escape");

  await lesson.focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await alertWith(page, "Court B, 12:00 PM to 1:00 PM. Something else stands here");
  await page.keyboard.press("Enter");
  await expect(alert).toContainText("Taken: Match, 12:00 PM – 1:00 PM");
  const instead = alert.getByRole("group", { name: "Next free:" }).getByRole("button");
  await expect(instead.first()).toBeFocused();
  await expectAccessible(page, "a refused move");
  await page.keyboard.press("Escape");
  await expect(alert).toHaveCount(0);
  await expect(lesson).toBeFocused();

  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(instead.first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(instead.nth(1)).toBeFocused();
});

test("outside of the hours an event is moved for a reason, which is noted with it", async ({ another }) => {
  const club = await createClub();
  const court = await openFree(club, await createCourt(club));
  const id = await createBooking(club, court, {
    token: club.token,
    startTime: toInstant(planningDate, "21:00"),
    name: "Late",
  });
  const path = `/organizations/${club.id}/events/${id}`;
  await callApi("PATCH", path, { token: club.token, body: { internalNotes: "Has the key" } });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/planning?date=${planningDate}&view=day&hours=all`);
  const alert = page.getByRole("alert");

  await eventBlock(page, /^Late/).focus();
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(alert).toContainText("Outside the opening hours");
  const anyway = alert.getByRole("button", { name: "Move it there all the same" });
  await expect(anyway).toBeDisabled();
  await alert.getByRole("textbox", { name: "Reason" }).fill("Final");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Late: now")).toBeVisible();
  await expect(eventBlock(page, /^Late/)).toBeFocused();
  expect(await findEventByName(club, "Late")).toMatchObject({
    internalNotes: "Has the key\nOutside the opening hours: Final",
  });
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await findEventByName(club, "Late"))?.internalNotes).toBe("Has the key");
});

/** A time zone in which it is about noon, so that the day has past and future hours. */
const zoneAtNoon = () => {
  const zones = [
    "Pacific/Auckland",
    "Asia/Tokyo",
    "Asia/Dubai",
    "Europe/Paris",
    "America/New_York",
    "Pacific/Honolulu",
  ];
  const off = (zone: string) => Math.abs(Temporal.Now.zonedDateTimeISO(zone).hour - 12);
  return zones.toSorted((a, b) => off(a) - off(b))[0] ?? "Europe/Paris";
};

test("nobody moves an event into the past but who may, and they are asked", async ({ another }) => {
  const club = await createClub();
  const court = await openFree(club, await createCourt(club), "00:00", "24:00");
  const timezone = zoneAtNoon();
  const facility = `/organizations/${club.id}/facilities/${court.facilityId}`;
  await callApi("PATCH", facility, { token: club.token, body: { timezone } });
  const hour = Temporal.Now.zonedDateTimeISO(timezone).add({ hours: 2 }).round({ smallestUnit: "hour" });
  await createBooking(club, court, { token: club.token, startTime: hour.toInstant().toString(), name: "Lesson" });
  const { token } = await addMember(club, staffRoleId);
  const earlier = async (who: string) => {
    const page = await another({ token: who });
    const day = hour.toPlainDate().toString();
    await page.goto(`/organizations/${club.id}/planning?date=${day}&view=day&hours=all&facilityId=${court.facilityId}`);
    await eventBlock(page, /^Lesson/).focus();
    await page.keyboard.press("m");
    for (let step = 0; step < 20; step++) await page.keyboard.press("ArrowUp");
    return page;
  };

  const page = await earlier(token);
  await expect(page.locator(".planner-ghost")).toContainText("Choose a start in the future");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Choose a start in the future");

  const owners = await earlier(club.token);
  await expect(owners.locator(".planner-ghost")).not.toContainText("Choose a start in the future");
  await owners.keyboard.press("Enter");
  const bar = owners.getByRole("dialog", { name: "Move" });
  await expect(bar).toContainText("That time has passed already");
});
