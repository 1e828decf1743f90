import { type Club, createClub } from "./clubs.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { callApi } from "./people.ts";
import { expectDate, fillDate } from "./date-fields.ts";

test.slow();

const nextYear = new Date().getFullYear() + 1;
/** Never a public holiday. */
const someDay = `${nextYear}-06-15`;
const dayName = new Date(`${someDay}T12:00:00Z`).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" });

const create = async (club: Club, path: string, body: object) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;
const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");
const slot = (page: Page, day: string, number = 1) =>
  page.getByRole("group", { name: `${day}, timeslot ${number}`, exact: true });
const exceptions = (page: Page) => page.locator("[data-field=exceptions] li");

test("a week is composed with its holidays and linked; events that it would leave outside are told; deleting is undone", async ({
  another,
}) => {
  const club = await createClub();
  const facilityId = await create(club, "facilities", { name: "Halle des Lilas" });
  const courts = [
    await create(club, "fields", { name: "Court 1", facilityId }),
    await create(club, "fields", { name: "Court 2", facilityId }),
  ];
  const page = await another({ token: club.token });
  const home = `/organizations/${club.id}/opening-hours`;

  await test.step("the week: filled in at once, a slot added, overlaps refused, a day copied", async () => {
    await page.goto(home);
    await expect(page.getByText("No opening hours yet")).toBeVisible();
    await page.getByRole("link", { name: "Create opening hours" }).first().click();
    await page.getByLabel("Name").fill("Halls");
    await page.getByRole("button", { name: /^Every day/ }).click();
    await page.getByRole("button", { name: "Add timeslot: Monday" }).click();
    await fillDate(slot(page, "Monday", 2), "Start", "21:00");
    await fillDate(slot(page, "Monday", 2), "End", "02:00");
    await expect(slot(page, "Monday", 2)).toContainText("until 2:00 AM the next day");
    await expect(slot(page, "Monday", 2)).toContainText("Overlaps Monday 8:00 AM – 10:00 PM");
    await page.getByRole("button", { name: "Create opening hours" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Some timeslots overlap each other" })).toBeVisible();
    await expectAccessible(page, "overlapping timeslots");
    await fillDate(slot(page, "Monday", 1), "End", "21:00");
    await expect(page.getByRole("region", { name: "Monday" })).toContainText(
      "saved as one: 8:00 AM – 2:00 AM the next day",
    );
    await page.getByRole("button", { name: "Copy Monday to other days" }).click();
    const copying = page.getByRole("dialog", { name: "Copy Monday to other days" });
    await copying.getByRole("button", { name: "Weekdays" }).click();
    await expectAccessible(page, "the days to copy to", ["region"]);
    await copying.getByRole("button", { name: "Copy", exact: true }).click();
    await expectDate(slot(page, "Friday", 2), "End", "02:00");
  });

  await test.step("the public holidays of a year, of which one gets hours", async () => {
    await page.getByRole("button", { name: "Add public holidays" }).click();
    const offered = page.getByRole("dialog", { name: "Add public holidays" });
    await expect(offered.getByLabel("Country").locator("option:checked")).toHaveText("France");
    await offered.getByLabel("Year", { exact: true }).selectOption(String(nextYear));
    await expect(offered.getByRole("checkbox")).toHaveCount(11);
    await expectAccessible(page, "the holidays");
    await offered.getByRole("checkbox", { name: /^Christmas/ }).click();
    await offered.getByRole("button", { name: "Add 10 days" }).click();
    await expect(exceptions(page)).toHaveCount(10);
    await exceptions(page)
      .first()
      .getByRole("button", { name: /^Edit / })
      .click();
    const editing = page.getByRole("dialog", { name: "Edit exception" });
    await editing.getByRole("radio", { name: "Special hours" }).check();
    await fillDate(editing, "Start", "10:00");
    await fillDate(editing, "End", "16:00");
    await editing.getByRole("button", { name: "Apply" }).click();
    await expect(exceptions(page).first()).toContainText("10:00 AM – 4:00 PM");
    await page.getByRole("button", { name: "Add public holidays" }).click();
    await offered.getByLabel("Year", { exact: true }).selectOption(String(nextYear));
    await expect(offered.getByRole("checkbox", { disabled: true })).toHaveCount(10);
    await offered.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("linked with all fields of the facility", async () => {
    await page.getByRole("checkbox", { name: "Halle des Lilas" }).click();
    await page.getByRole("button", { name: "Create opening hours" }).click();
    await expect(toast(page, "Opening hours created")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Halls", level: 1 })).toBeVisible();
    await expectDate(slot(page, "Friday"), "End", "02:00");
    await expect(slot(page, "Friday", 2)).toHaveCount(0);
  });

  await test.step("what would lie outside is told before saving", async () => {
    const event = { fieldId: courts[0], startTime: `${someDay}T18:00:00Z`, duration: 60, name: "Late", type: "game" };
    await create(club, "events", event);
    await page.getByRole("button", { name: `Remove ${dayName}, timeslot 1` }).click();
    await page.getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("dialog", { name: "1 event to come would lie outside these hours" });
    await expect(question).toContainText(/Late.*8:00 – 9:00.PMCourt 1/);
    await expectAccessible(page, "the events outside");
    await question.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("button", { name: "Save" })).toBeEnabled();
    await page.getByRole("button", { name: "Save" }).click();
    await question.getByRole("button", { name: "Save anyway" }).click();
    await expect(toast(page, "Opening hours saved")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("region", { name: dayName })).toContainText("Closed");
  });

  await test.step("another pattern takes a field over, which shows it", async () => {
    await page.goto(`${home}/create`);
    await page.getByLabel("Name").fill("Summer");
    await expect(page.getByRole("checkbox", { name: "Court 2 Now in “Halls”" })).not.toBeChecked();
    await page.getByRole("checkbox", { name: /^Court 2/ }).click();
    await expect(page.getByRole("checkbox", { name: "Court 2 Leaves “Halls”" })).toBeChecked();
    await page.getByRole("button", { name: "Create opening hours" }).click();
    await expect(toast(page, "Opening hours created")).toBeVisible();
    await page.goto(`/organizations/${club.id}/fields/${courts[1]}`);
    for (const [before, after] of [
      ["Summer", "Halls"],
      ["Halls", "Summer"],
    ] as const) {
      await expect(page.getByRole("main").getByRole("link", { name: before })).toBeVisible();
      await page.getByRole("link", { name: "Edit" }).click();
      await page.getByLabel("Opening hours").selectOption(after);
      await page.getByRole("button", { name: "Save" }).click();
    }
    await page.getByRole("main").getByRole("link", { name: "Summer" }).click();
    await expect(page.getByRole("heading", { name: "Summer", level: 1 })).toBeVisible();
  });

  await test.step("deleted, and brought back with its field", async () => {
    await page.getByRole("button", { name: "Delete opening hours" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete Summer?" });
    await expect(question).toContainText("1 field will have no opening hours then");
    await question.getByRole("button", { name: "Delete opening hours" }).click();
    const undo = await hoverUndoButton(page, "Opening hours deleted");
    await expect(page).toHaveURL(home);
    await expect(rows(page)).toHaveText([/^Halls/]);
    await undo.click();
    await expect(toast(page, "Opening hours restored")).toBeVisible();
    await expect(rows(page)).toHaveText([/^Halls/, /^SummerMon – Sun.*Court 2/]);
  });
});
