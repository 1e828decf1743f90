import { addMember, createClub, managerRoleId, type Club } from "./clubs.ts";
import { createBooking, createCourt, toInstant } from "./courts.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";
import { dragTo, eventBlock, findEventByName, openPlanning, planningDate, pointOnLane } from "./planning-steps.ts";

test.slow();

const entries = (page: Page, title = "Activity") => page.getByRole("region", { name: title }).getByRole("listitem");
const send = async (club: Club, path: string, body: object) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body })).data;

async function addCustomer(club: Club, firstName: string, lastName: string): Promise<string> {
  return (await send(club, "/customers", { kind: "person", firstName, lastName })).id;
}
const bookSeries = (club: Club, fieldId: string, customerId: string) =>
  send(club, "/event-series", {
    template: {
      ...{ fieldId, name: "Badminton school", type: "training", duration: 60, customer: { customerId } },
      startTime: toInstant("2027-01-07", "18:00"),
    },
    rule: { interval: 1, weekdays: [4], count: 3 },
    dates: ["2027-01-07", "2027-01-14", "2027-01-21"].map((date) => ({ date })),
  });

test("a booking that is moved on the planning reads as a sentence with both times, in the activity and on its page", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const customerId = await addCustomer(club, "Zoé", "Chevalier");
  const startTime = toInstant(planningDate, "10:00");
  const draft = { token: club.token, startTime, name: "Badminton", customer: { customerId } };
  const eventId = await createBooking(club, court, draft);
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  await dragTo(page, eventBlock(page, /Court A, 10:00 AM/), await pointOnLane(page, 0, 12));
  // The price does not change: the box only asks whether the customer is told.
  await page.getByRole("dialog", { name: "Move" }).getByRole("button", { name: "Move" }).click();
  await expect(eventBlock(page, /Court A, 12:00 PM/)).toBeVisible();
  const midday = new Date(toInstant(planningDate, "12:00")).toISOString();
  await expect.poll(async () => (await findEventByName(club, "Badminton"))?.startTime).toBe(midday);

  await page.goto(`/organizations/${club.id}/activity`);
  await expect(page.getByRole("heading", { level: 2, name: /^Today · / })).toBeVisible();
  await expect(entries(page).first()).toContainText(
    "Ambre Vasseur moved Zoé Chevalier’s Badminton from 10:00 AM to 12:00 PM",
  );
  await expect(entries(page).first()).toContainText(/Court A · .*, 12:00 – 1:00 PM/);
  await expect(entries(page).nth(1)).toContainText("Ambre Vasseur booked Court A for Zoé Chevalier");
  await expect(page.getByRole("main")).not.toContainText(/[\da-f]{8}-[\da-f]{4}|\w_\w|undefined/);
  await page.getByRole("link", { name: "Zoé Chevalier’s Badminton" }).click();
  await expect(page).toHaveURL(new RegExp(`/events/${eventId}$`));
  const history = page.getByRole("main").getByRole("listitem");
  await expect(history.filter({ hasText: "moved" })).toContainText("from 10:00 AM to 12:00 PM");
  await page.goto(`/organizations/${club.id}/customers/${customerId}`);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "moved" })).toContainText(
    "from 10:00 AM to 12:00 PM",
  );
  const path = `/organizations/${club.id}/events/${eventId}/cancel`;
  await callApi("POST", path, { token: club.token, body: { reason: "Rain" } });
  await page.goto(`/organizations/${club.id}/activity`);
  await waitUntilLoaded(page);
  await expectAccessible(page, "a cancellation that can be taken back");
  await page.getByRole("button", { name: "Undo: Ambre Vasseur canceled Zoé Chevalier’s Badminton" }).click();
  await expect(toast(page, "Event restored")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Undo: / })).toHaveCount(0);
  await expect.poll(async () => Boolean(await findEventByName(club, "Badminton"))).toBe(true);
});

test("a series is one entry, in French on a telephone as well; one filters by customer", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const [zoe, paul] = [await addCustomer(club, "Zoé", "Chevalier"), await addCustomer(club, "Paul", "Girard")];
  await bookSeries(club, court.fieldId, zoe);
  const startTime = toInstant(planningDate, "10:00");
  await createBooking(club, court, {
    ...{ token: club.token, startTime, name: "Match" },
    customer: { customerId: paul },
  });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/activity`);
  const series = entries(page).filter({ hasText: "Badminton school" });
  await expect(series).toHaveCount(1);
  await expect(series).toContainText("Ambre Vasseur booked 3 dates of “Badminton school” on Court A");
  await expect(series).toContainText("6:00 – 7:00 PM · Jan 7, 2027 – Jan 21, 2027");
  const box = page.getByRole("combobox", { name: "Customer" });
  await box.fill("girard");
  await page.getByRole("option", { name: /Paul Girard/ }).click();
  await expect(page).toHaveURL(new RegExp(`customerId=${paul}`));
  await expect(entries(page)).toHaveText([/booked Court A for Paul Girard/, /added the customer Paul Girard/]);
  await expectAccessible(page, "the filtered activity");

  const french = await another({
    token: club.token,
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
  });
  await french.goto(`/organizations/${club.id}/activity`);
  await expect(entries(french, "Activité").filter({ hasText: "Badminton school" })).toContainText(
    /Ambre Vasseur a réservé 3 dates de «\sBadminton school\s» sur Court A/,
  );
  await expect(entries(french, "Activité").first()).toContainText("a réservé Court A pour Paul Girard");
  await french.getByRole("button", { name: "Filtres" }).click();
  await expect(french.getByRole("combobox", { name: "Client" })).toBeVisible();
  await expectNoOverflow(french, "the activity in French");
});

test("what others have done since one's last visit is marked, and listed alone; what one did oneself is not", async ({
  another,
}) => {
  const club = await createClub();
  const manager = await addMember(club, managerRoleId, "Nadia");
  await addCustomer(club, "Zoé", "Chevalier");
  const page = await another({ token: club.token });
  // A visit ends after half an hour: the answer says that it ended now.
  const since = new Date().toISOString();
  await page.route("**/activity/visits", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { data: { ...body.data, since, count: 1 } } });
  });
  await callApi("POST", `/organizations/${club.id}/customers`, {
    token: manager.token,
    body: { kind: "person", firstName: "Paul", lastName: "Girard" },
  });
  await addCustomer(club, "Hugo", "Perret");
  await page.goto(`/organizations/${club.id}/activity`);
  const line = entries(page).filter({ hasText: /^Since you were last here · / });
  await expect(line).toHaveCount(1);
  await expect(entries(page).filter({ hasText: "Paul Girard" })).toContainText("New");
  await expect(entries(page).filter({ hasText: "Hugo Perret" })).not.toContainText("New");
  const texts = await entries(page).allTextContents();
  const at = (part: string) => texts.findIndex((text) => text.includes(part));
  expect([at("Hugo Perret"), at("Paul Girard"), at("Since you"), at("Zoé Chevalier")]).toEqual([0, 1, 2, 3]);
  const onlyNew = page.getByRole("button", { name: /^1 new since / });
  await onlyNew.click();
  await expect(entries(page)).toHaveText([/Nadia Vasseur added the customer Paul Girard/]);
  await expect(onlyNew).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, "what is new");
  await onlyNew.click();
  await expect(entries(page).filter({ hasText: "Hugo Perret" })).toBeVisible();
});

test("whom one filters by is of the team or a customer, or everybody but oneself", async ({ another }) => {
  const club = await createClub();
  const manager = await addMember(club, managerRoleId, "Nadia");
  await callApi("POST", `/organizations/${club.id}/customers`, {
    token: manager.token,
    body: { kind: "person", firstName: "Paul", lastName: "Girard" },
  });
  await addCustomer(club, "Hugo", "Perret");
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/activity`);
  await expect(entries(page).filter({ hasText: "Hugo Perret" })).toBeVisible();
  await page.getByRole("combobox", { name: "Person" }).click();
  await expect(page.getByRole("listbox").getByText("Team", { exact: true })).toBeVisible();
  await expectAccessible(page, "persons by group");
  await page.getByRole("option", { name: "Everybody but me" }).click();
  await expect(page).toHaveURL(/others=true/);
  await expect(entries(page).filter({ hasText: "Paul Girard" })).toBeVisible();
  await expect(entries(page).filter({ hasText: "Hugo Perret" })).toHaveCount(0);
});
