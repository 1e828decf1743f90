import { createClub } from "./clubs.ts";
import { createCourt } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { waitForRequests } from "./page-checks.ts";

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
