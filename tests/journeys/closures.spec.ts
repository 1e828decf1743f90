import { type Club, createClub } from "./clubs.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { callApi } from "./people.ts";
import { expectDate, fillDate, firstPart } from "./date-fields.ts";

test.slow();

const someDay = `${new Date().getFullYear() + 1}-06-15`;
const create = async (club: Club, path: string, body: object) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;
const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");
const decision = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

test("a field is closed for a day: its events are moved and canceled, and what cannot be done is told beside it", async ({
  another,
}) => {
  const club = await createClub();
  const facilityId = await create(club, "facilities", { name: "Halle des Lilas" });
  const courts: string[] = [];
  for (const name of ["Court 1", "Court 2", "Court 3"]) courts.push(await create(club, "fields", { name, facilityId }));
  const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "22:00" }));
  await create(club, "opening-hour-patterns", { name: "Halls", hours: everyDay, fieldIds: courts });
  const book = (name: string, hour: string, court = 0) =>
    create(club, "events", {
      fieldId: courts[court],
      startTime: `${someDay}T${hour}:00Z`,
      duration: 60,
      name,
      type: "game",
      customer: { name: "Nadia Vasseur" },
    });
  const [first, second, third] = [
    await book("First", "08:00"),
    await book("Second", "10:00"),
    await book("Third", "12:00"),
  ];
  const stateOf = async (id: string) => {
    const path = `/organizations/${club.id}/events/${id}`;
    const { data } = await callApi<{
      status: string;
      field: { name: string };
      startTime: string;
      canceledReason: string;
    }>("GET", path, { token: club.token });
    return [data.status, data.field.name, data.startTime.slice(11, 16), data.canceledReason];
  };
  const page = await another({ token: club.token });
  const home = `/organizations/${club.id}/closures`;

  await test.step("what it touches is shown before anything happens", async () => {
    await page.goto(home);
    await page.getByRole("link", { name: "Create closure" }).first().click();
    await page.getByRole("combobox", { name: "Facility or field" }).fill("court 1");
    await page.getByRole("option", { name: /^Court 1/ }).click();
    await page.getByLabel("Name").fill("New floor");
    await fillDate(page, "From", someDay);
    await page.getByRole("textbox", { name: "Reason" }).fill("The floor is renewed");
    await fillDate(page, "To (included)", someDay);
    await page.getByRole("button", { name: "Create closure" }).click();
    await expect(page.getByRole("heading", { name: "3 events concerned" })).toBeVisible();
    await expect(decision(page, "First")).toContainText("Court 1 · Halle des Lilas · Nadia Vasseur");
    await expectAccessible(page, "the decisions");
  });

  await test.step("moved where possible, one canceled, one to another time", async () => {
    await page.getByRole("button", { name: "Move all where possible" }).click();
    await expect(page.getByText("0 kept, 3 moved, 0 canceled")).toBeVisible();
    await decision(page, "Third").getByRole("radio", { name: "Cancel" }).check();
    await decision(page, "First").getByLabel("Move to").selectOption("Another time or field…");
    await decision(page, "First").getByLabel("Field").selectOption("Court 3");
    await fillDate(decision(page, "First"), "Start", "18:30");
    await expect(page.getByText("0 kept, 2 moved, 1 canceled")).toBeVisible();
  });

  await test.step("somebody was quicker: told beside the event, with nothing lost and nothing done", async () => {
    await book("Quicker", "10:00", 1);
    await page.getByRole("button", { name: "Create closure and carry out" }).click();
    await expect(decision(page, "Second").getByRole("alert")).toBeVisible();
    await expect(decision(page, "Third").getByRole("radio", { name: "Cancel" })).toBeChecked();
    await expectDate(decision(page, "First"), "Start", "18:30");
    expect(await stateOf(third)).toEqual(["approved", "Court 1", "12:00", null]);
    await decision(page, "Second").getByLabel("Move to").selectOption("Court 3, same time");
    await page.getByRole("button", { name: "Create closure and carry out" }).click();
    await expect(toast(page, "Closure created")).toBeVisible();
    expect(await stateOf(first)).toEqual(["approved", "Court 3", "16:30", null]);
    expect(await stateOf(second)).toEqual(["approved", "Court 3", "10:00", null]);
    expect(await stateOf(third)).toEqual(["canceled", "Court 1", "12:00", "The floor is renewed"]);
  });

  await test.step("listed, deleted, and closed again", async () => {
    await expect(page).toHaveURL(home);
    await expect(rows(page)).toHaveText([/^New floor.*Court 1.*Closed/]);
    await page.getByRole("button", { name: "Delete New floor" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete New floor?" });
    await question.getByRole("button", { name: "Delete closure" }).click();
    const undo = await hoverUndoButton(page, "Closure deleted");
    await expect(page.getByText("No closures to come")).toBeVisible();
    await undo.click();
    await expect(rows(page)).toHaveText([/^New floor/]);
    await page.getByLabel("When").selectOption("Past");
    await expect(page).toHaveURL(`${home}?past=true`);
    await expect(page.getByText("No results found")).toBeVisible();
  });

  await test.step("what touches nothing is created at once", async () => {
    await page.goto(`${home}/create`);
    await page.getByRole("combobox", { name: "Facility or field" }).fill("lilas");
    await page.getByRole("option", { name: /The whole facility/ }).click();
    await page.getByLabel("Name").fill("Strike");
    await fillDate(page, "From", someDay.replace("06-15", "06-20"));
    await firstPart(page, "To (included)").focus();
    // Most closures last one day.
    await expectDate(page, "To (included)", someDay.replace("06-15", "06-20"));
    await page.getByRole("radio", { name: "Special hours" }).check();
    await fillDate(page, "End", "12:00");
    await page.getByRole("button", { name: "Create closure" }).click();
    await expect(toast(page, "Closure created")).toBeVisible();
    await expect(rows(page)).toHaveText([/^New floor/, /^Strike.*8:00.AM – 12:00.PM/]);
  });

  await test.step("special hours of the whole club are entered once, and changed as one", async () => {
    const summer = someDay.replace("06-15", "07-14");
    await page.goto(`${home}/create`);
    await page.getByRole("combobox", { name: "Facility or field" }).click();
    await page.getByRole("option", { name: /The whole club/ }).click();
    await page.getByLabel("Name").fill("National day");
    await fillDate(page, "From", summer);
    await fillDate(page, "To (included)", summer);
    await page.getByRole("button", { name: "Create closure" }).click();
    await expect(rows(page).last()).toHaveText(/^National day.*The whole club.*Closed/);

    const late = await book("Late", "15:00", 2);
    await page.getByRole("link", { name: "Edit New floor" }).click();
    await expect(page.getByRole("paragraph").filter({ hasText: "Facility or field" })).toContainText("Court 1");
    await page.getByLabel("Name").fill("New floor, court 1");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Closure saved")).toBeVisible();
    await page.getByRole("link", { name: "Edit National day" }).click();
    await expectAccessible(page, "the closure");
    await fillDate(page, "From", someDay);
    await page.getByRole("button", { name: "Save" }).click();
    await decision(page, "Late").getByRole("radio", { name: "Cancel" }).check();
    await page.getByRole("button", { name: "Save and carry out" }).click();
    await expect(rows(page)).toHaveText([/^New floor, court 1/, /^National day/, /^Strike/]);
    expect((await stateOf(late))[0]).toBe("canceled");
  });
});
