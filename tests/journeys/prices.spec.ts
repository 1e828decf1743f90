import { type Club, createClub, addMember, memberRoleId } from "./clubs.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { callApi } from "./people.ts";
import { expectDate, fillDate, firstPart } from "./date-fields.ts";

test.slow();

const create = async (club: Club, path: string, body: object) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;

async function createPriceFixtures(club: Club): Promise<string[]> {
  const facilityId = await create(club, "facilities", { name: "Halle des Lilas" });
  return Promise.all(
    ["Court 1", "Court 2"].map((name) => create(club, "fields", { name, facilityId, bookable: true })),
  );
}

const grid = (page: Page) => page.getByRole("grid");
const cell = (page: Page, row: number, column: number) =>
  grid(page)
    .getByRole("row")
    .nth(row + 1)
    .getByRole("gridcell")
    .nth(column);
const visibleRows = (page: Page) => grid(page).locator("tbody").getByRole("row");
const timeslot = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const section = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const why = (page: Page) => section(page, "Why this price?");

const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

const price = (club: Club, fieldId: string, duration: number, token = club.token) =>
  // A Tuesday; 18:30 in Paris.
  callApi<{ total: number; trace: { why: string }[] }>("POST", `/organizations/${club.id}/quotes`, {
    token,
    body: { fieldId, startTime: "2031-06-03T18:30:00+02:00", duration },
  }).then(({ data }) => data);

test("prices are typed and pasted, seen in the week and explained, and hold for bookings", async ({ another }) => {
  const club = await createClub();
  const [court = ""] = await createPriceFixtures(club);
  const { token: theirs } = await addMember(club, memberRoleId);
  const page = await another({ token: club.token });

  await test.step("from the sidebar to a new pattern", async () => {
    await page.goto(`/organizations/${club.id}/overview`);
    await page.getByRole("link", { name: "Prices", exact: true }).click();
    await expect(page.getByText("A price pattern says what an hour on a field costs")).toBeVisible();
    await page.getByRole("link", { name: "Create price pattern" }).first().click();
    await page.getByLabel("Name").first().fill("Courts");
    await expect(page.getByRole("radio", { name: /^For the whole field/ })).toBeChecked();
  });

  await test.step("timeslots, of which two overlap until it is mended", async () => {
    await timeslot(page, "All day").getByLabel("Name").fill("Day");
    await fillDate(timeslot(page, "Day"), "To", "18:00");
    await page.getByRole("button", { name: "Add timeslot" }).click();
    const added = timeslot(page, "Timeslot 2");
    await expect(added.getByLabel("Name")).toBeFocused();
    await added.getByLabel("Name").fill("Evening");
    const evening = timeslot(page, "Evening");
    await fillDate(evening, "From", "17:00");
    await expect(evening.getByText("This timeslot overlaps another one on the same day")).toBeVisible();
    await expect(firstPart(evening, "From")).toHaveAttribute("aria-invalid", "true");
    await fillDate(evening, "From", "18:00");
    await fillDate(evening, "To", "01:00");
    await expect(evening.getByText("Ends at 1:00 AM the next day")).toBeVisible();
    await evening.getByRole("button", { name: "Sunday" }).click();
    await expect(evening.getByText(/overlaps/)).toHaveCount(0);
  });

  await test.step("a usual duration, and prices typed and pasted from a spreadsheet", async () => {
    await page.getByRole("button", { name: "1 h 30 min" }).click();
    await cell(page, 0, 0).click();
    await page.keyboard.type("18");
    await page.keyboard.press("Tab");
    await page.keyboard.type("25,5");
    await page.keyboard.press("Enter");
    await expect(visibleRows(page).first()).toContainText("€18.00€25.50");
    await cell(page, 1, 0).click();
    await paste(page, "24,00 €\t34,50 €\n");
    await expect(visibleRows(page).nth(1)).toContainText("€24.00€34.50");
    await page.keyboard.press("Control+z");
    await expect(visibleRows(page).nth(1)).toContainText("Not sold");
    await page.keyboard.press("Control+y");
    await expect(visibleRows(page).nth(1)).toContainText("€24.00€34.50");
  });

  await test.step("a role’s own price over everybody’s", async () => {
    await page.getByLabel("Add a role…").selectOption("Member");
    await expect(cell(page, 1, 0)).toHaveText("€24.00, as everybody");
    await cell(page, 1, 0).click();
    await page.keyboard.type("20");
    await page.keyboard.press("Enter");
    await expect(cell(page, 1, 0)).toHaveText("€20.00");
  });

  await test.step("the week changes with it", async () => {
    const week = page.getByRole("table", { name: "Prices of the week: 1 h, Member" });
    const days = week.locator("tbody").getByRole("row");
    await expect(days.first()).toHaveText("Monday8:00 AM – 6:00 PM €18.00, 6:00 PM – 12:00 AM €20.00");
    await expect(days.nth(6)).toHaveText("Sunday12:00 AM – 1:00 AM €20.00, 8:00 AM – 6:00 PM €18.00");
    await section(page, "The week").getByLabel("Who").selectOption("Everybody");
    await expect(page.getByRole("table", { name: "Prices of the week: 1 h, Everybody" })).toContainText("€24.00");
  });

  await test.step("why, before anything is saved", async () => {
    await page.getByRole("checkbox", { name: "Court 1" }).check();
    const asked = why(page);
    await expect(asked.getByLabel("Field")).toHaveText(/Court 1/);
    // A click in the middle of Monday's 8:00 to 18:00.
    await section(page, "The week").locator("[aria-hidden=true] button").first().click();
    await expectDate(asked, "Start", "13:00");
    await expect(asked.getByRole("listitem").first()).toContainText(/Monday 1:00\sPM is in the timeslot “Day”/);
    await fillDate(asked, "Date", "2031-06-03");
    await fillDate(asked, "Start", "18:30");
    await expect(asked.getByText("With the changes above that are not saved yet.")).toBeVisible();
    await expect(asked.getByRole("status")).toContainText("€24.00");
    await asked.getByRole("combobox", { name: "For whom" }).fill("Nadia");
    await page.getByRole("option", { name: /^Nadia/ }).click();
    await expect(asked.getByRole("listitem").filter({ hasText: "The role Member pays €20.00" })).toContainText("holds");
    await expect(asked.getByRole("status")).toContainText("€20.00");
    await expectAccessible(page, "the filled form");
  });

  await test.step("saved, the server says the same", async () => {
    await page.getByRole("button", { name: "Create price pattern" }).click();
    await expect(toast(page, "Prices created")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Courts", level: 1 })).toBeVisible();
    await fillDate(why(page), "Date", "2031-06-03");
    await fillDate(why(page), "Start", "18:30");
    await expect(why(page).getByRole("status")).toContainText("€24.001 h · Evening");
    expect((await price(club, court, 60)).total).toBe(2400);
    expect((await price(club, court, 60, theirs)).total).toBe(2000);
    expect((await price(club, court, 90, theirs)).total).toBe(3450);
    const { data: event } = await callApi<{ price: number }>("POST", `/organizations/${club.id}/events`, {
      token: club.token,
      body: {
        ...{ fieldId: court, startTime: "2031-06-03T18:30:00+02:00", duration: 60 },
        ...{ name: "Match", type: "game", override: true },
      },
    });
    expect(event.price).toBe(2400);
  });

  await test.step("a new price; it is no longer sold where nothing stands", async () => {
    await cell(page, 1, 1).click();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page, "Prices saved")).toBeVisible();
    await why(page).getByLabel("Plan").selectOption("1 h 30 min");
    await expect(why(page).getByRole("status")).toContainText("Not offered at this time. Choose 60 minutes.");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Prices" }).click();
    const row = page.getByRole("table").locator("tbody").getByRole("row");
    await expect(row).toHaveText([/^CourtsFor the whole field.*2 timeslots × 2 plans€18.00 to €25.50Court 1/]);
  });
});

test("a pattern without any price warns where it is saved and where it is linked, until it has one", async ({
  another,
}) => {
  const club = await createClub();
  const [court = ""] = await createPriceFixtures(club);
  const timeslots = [{ name: "Day", start: "08:00", end: "22:00" }];
  const draft = {
    name: "Unpriced",
    timeslots,
    plans: [{ name: "One hour", duration: 60 }],
    details: [],
    fieldIds: [court],
  };
  const path = `/organizations/${club.id}/price-patterns`;
  const { data } = await callApi<{ id: string }>("POST", path, { token: club.token, body: draft });
  const page = await another({ token: club.token });
  const [saved, linked] = [
    page.getByText("This pattern has no price yet"),
    page.getByText("Without any price: Unpriced."),
  ];
  await page.goto(`/organizations/${club.id}/prices/${data.id}`);
  await expect(saved).toBeVisible();
  await page.goto(`/organizations/${club.id}/fields/${court}/edit`);
  await expect(linked).toBeVisible();
  const details = [{ timeslot: "Day", plan: "One hour", price: 1800 }];
  await callApi("PATCH", `${path}/${data.id}`, { token: club.token, body: { details } });
  await page.reload();
  await expect(page.getByText("Unpriced", { exact: true }).first()).toBeVisible();
  await expect(linked).toHaveCount(0);
  await page.goto(`/organizations/${club.id}/prices/${data.id}`);
  await expect(page.getByLabel("Name").first()).toHaveValue("Unpriced");
  await expect(saved).toHaveCount(0);
});

test("what the server refuses stands at its cell, and nothing is lost", async ({ another }) => {
  const club = await createClub();
  await createPriceFixtures(club);
  const role = { name: "Coach", type: "member", permissions: ["fields.show"] };
  const roleId = await create(club, "roles", role);
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/prices/create`);
  await page.getByLabel("Name").first().fill("Coaches");
  await cell(page, 0, 0).click();
  await page.keyboard.type("a lot");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Create price pattern" }).click();
  await expect(cell(page, 0, 0)).toBeFocused();
  await expect(page.getByText("Enter amounts such as 18 or 18.50, or nothing").last()).toBeVisible();
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await page.getByLabel("Add a role…").selectOption("Coach");
  await cell(page, 0, 0).click();
  await page.keyboard.type("10");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Everybody" }).check();
  await callApi("DELETE", `/organizations/${club.id}/roles/${roleId}`, { token: club.token });
  await page.getByRole("button", { name: "Create price pattern" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This role does not exist" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Coach" })).toBeChecked();
  await expect(cell(page, 0, 0)).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "Remove the prices of Coach" }).click();
  await expect(cell(page, 0, 0)).toHaveText("€30.00");
  await page.getByRole("button", { name: "Create price pattern" }).click();
  await expect(toast(page, "Prices created")).toBeVisible();
});

test("a deleted pattern comes back with its prices and fields for ten seconds", async ({ another }) => {
  const club = await createClub();
  const fieldIds = await createPriceFixtures(club);
  await create(club, "price-patterns", {
    name: "Courts",
    timeslots: [{ name: "Day", start: "08:00", end: "22:00" }],
    plans: [{ name: "One hour", duration: 60 }],
    details: [{ timeslot: "Day", plan: "One hour", price: 1800 }],
    fieldIds,
  });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/prices`);
  await page.getByRole("link", { name: "Courts" }).click();
  await page.getByRole("button", { name: "Delete price pattern" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete Courts?" })
    .getByRole("button", { name: /^Delete/ })
    .click();
  const deleted = await hoverUndoButton(page, "Prices deleted");
  await expect(page).toHaveURL(/\/prices$/);
  await expect(page.getByText("No results found")).toBeVisible();
  expect((await price(club, fieldIds[0] ?? "", 60)).total).toBe(0);
  await deleted.click();
  await expect(page.getByRole("table").locator("tbody").getByRole("row")).toContainText(["Court 1Court 2"]);
  expect((await price(club, fieldIds[0] ?? "", 60)).total).toBe(1800);

  await page.getByRole("link", { name: "Courts" }).click();
  await page.getByRole("button", { name: "Remove the plan One hour" }).click();
  const removed = await hoverUndoButton(page, "One hour removed");
  await expect(page.getByText("Add a timeslot and a plan first.")).toBeVisible();
  await removed.click();
  await expect(cell(page, 0, 0)).toHaveText("€18.00");
});

test("who may not manage prices does not see them", async ({ another }) => {
  const club = await createClub();
  const { token } = await addMember(club, memberRoleId);
  const page = await another({ token });
  await page.goto(`/organizations/${club.id}/prices`);
  await expect(page.getByText('You don\'t have the permission of "patterns.manage"')).toBeVisible();
});
