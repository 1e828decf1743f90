import { createClub } from "./clubs.ts";
import { addDays, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { waitForRequests } from "./page-checks.ts";
import { callApi } from "./people.ts";

const junk = [
  ["/events", "status=foo"],
  ["/events", "date=2026-13-45"],
  ["/events", "facilityId=abc&fieldId=abc&seriesId=abc"],
  ["/events", "type=blah&mine=zzz"],
  ["/fields", "status=broken&facilityId=abc"],
  ["/closures", "past=zzz"],
] as const;

test("invalid parameters in a list's address are ignored", async ({ another }) => {
  const club = await createClub();
  const { fieldId } = await createCourt(club);
  const page = await another({ token: club.token });
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  const field = page.getByRole("combobox", { name: "Field" }).locator("option:checked");
  const home = `/organizations/${club.id}`;
  for (const [path, search] of junk) {
    await page.goto(`${home}${path}?${search}`);
    await expect(page.getByRole("searchbox")).toBeVisible();
    // Errors would appear only after the responses.
    await waitForRequests(page);
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Clear the filters" })).toHaveCount(0);
  }
  await page.goto(`${home}/events/create?fieldId=abc`);
  await expect(field).toHaveText("Choose a field");
  await page.goto(`${home}/events/create-series?fieldId=abc`);
  await expect(field).toHaveText("Choose a field");
  await page.goto(`${home}/events/create?fieldId=${fieldId}`);
  await expect(field).toHaveText("Court A");
  expect(refused).toEqual([]);
});

test("the address of a series to edit leads to the series where it names no date", async ({ another }) => {
  const club = await createClub();
  const { fieldId } = await createCourt(club);
  const date = dateInDays(4);
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const template = { fieldId, startTime: toInstant(date, "10:00"), duration: 60, name: "School", type: "training" };
  const body = { template, rule: { weekdays: [weekday], count: 2 }, dates: [{ date }, { date: addDays(date, 7) }] };
  const path = `/organizations/${club.id}/event-series`;
  const { data } = await callApi<{ seriesId: string }>("POST", path, { token: club.token, body });
  const page = await another({ token: club.token });
  for (const search of ["", "?eventId=abc"]) {
    await page.goto(`/organizations/${club.id}/series/${data.seriesId}/edit${search}`);
    await expect(page.getByRole("heading", { name: "School", level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/series/${data.seriesId}$`));
  }
});
