import { type Club, createClub } from "./clubs.ts";
import { toInstant, createCourt } from "./courts.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { callApi } from "./people.ts";
import { fillDate } from "./date-fields.ts";

const rows = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const create = async (club: Club, path: "facilities" | "fields", body: object) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;

async function deleteAndUndo(page: Page, name: "facility" | "field", said: string, back: string) {
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: `Delete ${name}` })
    .click();
  const undo = await hoverUndoButton(page, said);
  await expect(page).toHaveURL(new RegExp(`/${name === "field" ? "fields" : "facilities"}$`));
  await undo.dblclick();
  await expect(toast(page, back)).toBeVisible();
  await expect(toast(page, said)).toBeHidden();
}

test("a deleted field is brought back from the toast as it was, and so is a facility with its fields", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  await create(club, "fields", { name: "Half", facilityId: court.facilityId, parentId: court.fieldId });
  const page = await another({ token: club.token });
  const home = `/organizations/${club.id}`;

  await test.step("a part is a part again, and its whole has its hours and prices", async () => {
    await page.goto(`${home}/fields`);
    await page.getByRole("link", { name: "Half" }).click();
    await deleteAndUndo(page, "field", "Field deleted", "Field restored");
    await expect(rows(page, "Half")).toHaveCount(1);
    await page.getByRole("link", { name: "Half" }).click();
    await expect(page.getByRole("main")).toContainText(`Part of${court.name}`);
    await page.getByRole("main").getByRole("link", { name: court.name }).click();
    for (const pattern of ["All week", "Courts"])
      await expect(page.getByRole("main").getByRole("link", { name: pattern })).toBeVisible();
  });

  await test.step("a facility, and the fields that were hidden with it", async () => {
    await page.goto(`${home}/facilities/${court.facilityId}`);
    await deleteAndUndo(page, "facility", "Facility deleted", "Facility restored");
    await expect(rows(page, "Halle de l’Écluse")).toHaveCount(1);
    await page.getByRole("link", { name: "Fields" }).first().click();
    // The part's row names its parent too.
    await expect(rows(page, court.name)).toHaveCount(2);
    await page.goto(`${home}/activity`);
    await expect(page.getByRole("main")).toContainText("brought back the facility");
    await expect(page.getByRole("main")).toContainText("brought back the field");
  });

  await test.step("what cannot come back says why", async () => {
    await page.goto(`${home}/fields`);
    await page.getByRole("link", { name: "Half" }).click();
    await page.getByRole("button", { name: "Delete field" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete field" }).click();
    const undo = await hoverUndoButton(page, "Field deleted");
    await callApi("DELETE", `/organizations/${club.id}/facilities/${court.facilityId}`, { token: club.token });
    await undo.click();
    await expect(toast(page, "Its facility was deleted: restore that one first.")).toBeVisible();
  });
});

test("a series that is being composed is not left by mistake, and dates that were moved are moved back", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const page = await another({ token: club.token });
  const home = `/organizations/${club.id}`;
  const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const dates = ["Mar 4, 2031", "Mar 11, 2031", "Mar 18, 2031"];
  const row = (date: string) => page.getByRole("row", { name: new RegExp(date) });
  /** Wait, because the series page has an "Edit" too. */
  const open = async (date: string) => {
    await row(date).getByRole("link").click();
    await expect(row(date)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Badminton school", level: 1 })).toBeVisible();
  };

  await test.step("neither while its dates are chosen, nor back in the form", async () => {
    await page.goto(`${home}/events/create?fieldId=${court.fieldId}`);
    await fillDate(page, "Date", "2031-03-04");
    await fillDate(page, "Start time", "18:00");
    await page.getByLabel("Name", { exact: true }).fill("Badminton school");
    await page.getByRole("button", { name: "Repeat every week" }).click();
    // Wait, because the previous form has a name field too.
    await expect(page.getByRole("heading", { name: "Create series", level: 1 })).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Badminton school");
    await page.getByRole("link", { name: "Facilities" }).click();
    await leaving.getByRole("button", { name: "Stay here" }).click();
    await page.getByLabel("Number of dates", { exact: true }).fill("3");
    await page.getByRole("button", { name: "Show the dates" }).click();
    await expect(row("Mar 18, 2031")).toContainText("Free");
    await page.getByRole("link", { name: "Facilities" }).click();
    await leaving.getByRole("button", { name: "Stay here" }).click();
    await page.goBack();
    await leaving.getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Back to the form" }).click();
    await page.getByRole("link", { name: "Facilities" }).click();
    await leaving.getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Show the dates" }).click();
    await page.getByRole("button", { name: "Book 3 dates" }).click();
    await expect(page.getByText("3 dates are booked.")).toBeVisible();
  });

  await test.step("this and the following are moved, and back", async () => {
    await open("Mar 11, 2031");
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByText("This and the following").click();
    await fillDate(page, "Start time", "20:00");
    await page.getByRole("button", { name: "Save" }).click();
    const undo = await hoverUndoButton(page, "2 events saved");
    await expect(row("Mar 18, 2031")).toContainText(/8:00\s–\s9:00\sPM/);
    await undo.click();
    for (const date of dates) await expect(row(date)).toContainText(/6:00\s–\s7:00\sPM/);
  });

  await test.step("and so is one alone, however late it comes that it had been moved back", async () => {
    await page.route("**/api/v1/organizations/*/events/*", async (route) => {
      await new Promise((over) => setTimeout(over, 1000));
      await route.continue();
    });
    await open("Mar 11, 2031");
    await page.getByRole("link", { name: "Edit" }).click();
    await fillDate(page, "Start time", "20:30");
    await page.getByRole("button", { name: "Save" }).click();
    const undo = await hoverUndoButton(page, "1 event saved");
    await expect(
      page.locator(`time[datetime^="${toInstant("2031-03-11", "20:30").slice(0, 16)}"]`).first(),
    ).toBeVisible();
    await undo.click();
    await expect(
      page.locator(`time[datetime^="${toInstant("2031-03-11", "18:00").slice(0, 16)}"]`).first(),
    ).toBeVisible();
  });
});

test("a blocked time has no deadline for its customer; deleted hours and closures are brought back, and say so", async ({
  another,
}) => {
  const club = await createClub();
  const { fieldId } = await createCourt(club);
  const page = await another({ token: club.token });
  const home = `/organizations/${club.id}`;
  const post = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `${home}/${path}`, { token: club.token, body })).data.id;

  await test.step("a blocked time", async () => {
    const block = { fieldId, kind: "block", name: "Works", type: "other", duration: 60 };
    const id = await post("events", { ...block, startTime: toInstant("2031-03-11", "18:00") });
    await page.goto(`${home}/events/${id}`);
    await expect(page.getByRole("button", { name: "Cancel block" })).toBeVisible();
    await expect(page.getByText("Can be canceled until")).toHaveCount(0);
  });

  await test.step("hours that no field has", async () => {
    const id = await post("opening-hour-patterns", { name: "Summer", hours: [] });
    await page.goto(`${home}/opening-hours/${id}`);
    await page.getByRole("button", { name: "Delete opening hours" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete Summer?" });
    await expect(question).toContainText("No field has these opening hours.");
    await question.getByRole("button", { name: "Delete opening hours" }).click();
    await toast(page, "Opening hours deleted").getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, "Opening hours restored")).toBeVisible();
    await expect(rows(page, "Summer")).toHaveCount(1);
  });

  await test.step("a closure", async () => {
    await post("closures", { fieldId, name: "Works", from: "2031-06-15", to: "2031-06-16", closed: true });
    await page.goto(`${home}/closures`);
    await page.getByRole("button", { name: "Delete Works" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete closure" }).click();
    await toast(page, "Closure deleted").getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, "Closure restored")).toBeVisible();
    await expect(rows(page, "Works")).toHaveCount(1);
  });
});
