import { type Club, createClub } from "./clubs.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { callApi, demoToken } from "./people.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A club with 65 fields, 25 of them courts; their names start with unique words. */
async function openMany(): Promise<{ club: Club; word: string; court: string }> {
  const club = await createClub();
  // No such word is a prefix of another.
  const word = `lilas${process.pid}x${club.name.split(" ").at(-1)}z`;
  const court = `court${word}`;
  const names = [
    ...Array.from({ length: 25 }, (_, n) => `${court} ${n + 1}`),
    ...Array.from({ length: 37 }, (_, n) => `Salle ${word} ${n + 1}`),
    ...["nord", "sud", "annexe"].map((part) => `Synthétique ${word} ${part}`),
  ];
  const post = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;
  const facilityId = await post("facilities", { name: "Complexe des Lilas" });
  for (const name of names) await post("fields", { name, facilityId });
  return { club, word, court };
}

test.describe("on the platform", () => {
  test.use({ as: "admin" });

  test("a list is searched and paged; the address tells both, and one may come back to it", async ({ page }) => {
    // Other journeys add fields to the platform's list, so search for these only.
    const { word, court } = await openMany();
    await page.goto("/fields");
    await expect(page.getByText(/^page 1 of \d+ - \d+ results$/)).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    await expect(button(page, "Previous")).toBeDisabled();
    await button(page, "Next").click();
    await expect(page).toHaveURL("/fields?page=2");
    await expect(page.getByText(/^page 2 of \d+ - \d+ results$/)).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole("searchbox", { name: "Search fields" }).fill(word);
    await expect(page).toHaveURL(`/fields?q=${word}`);
    await expect(page.getByText("page 1 of 4 - 65 results", { exact: true })).toBeVisible();
    await expect(button(page, "Previous")).toBeDisabled();
    await button(page, "Next").click();
    await expect(page.getByText("page 2 of 4 - 65 results", { exact: true })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search fields" }).fill(court);
    await expect(page).toHaveURL(`/fields?q=${court}`);
    await expect(page.getByText("page 1 of 2 - 25 results", { exact: true })).toBeVisible();
    await button(page, "Next").click();
    await expect(page).toHaveURL(new RegExp(`/fields\\?(q=${court}&page=2|page=2&q=${court})$`));
    await expect(page.getByText("page 2 of 2 - 25 results", { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
    await expect(button(page, "Next")).toBeDisabled();
    await expect(page.getByRole("searchbox")).toHaveValue(court);
    await page.reload();
    await expect(page.getByText("page 2 of 2 - 25 results", { exact: true })).toBeVisible();
    await button(page, "Previous").click();
    await expect(page).toHaveURL(`/fields?q=${court}`);
    await page.goBack();
    await expect(page.getByText("page 2 of 2 - 25 results", { exact: true })).toBeVisible();
    await button(page, "Clear").click();
    await expect(page).toHaveURL("/fields");
    await expect(page.getByText(/^page 1 of \d+ - \d+ results$/)).toBeVisible();
  });

  test("accents and capitals do not matter to the search", async ({ page }) => {
    const { word } = await openMany();
    await page.goto("/fields");
    await page.getByRole("searchbox").fill(`SYNTHETIQUE ${word.toUpperCase()}`);
    await expect(page.getByText("page 1 of 1 - 3 results", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: `Synthétique ${word} nord` })).toBeVisible();
  });

  test("what is no page is the first one, and what is past the end the last", async ({ page, another }) => {
    const { club, word } = await openMany();
    await page.goto("/fields?page=abc");
    await expect(page.getByText(/^page 1 of \d+ - \d+ results$/)).toBeVisible();
    await page.goto(`/fields?q=${word}&page=99`);
    await expect(page).toHaveURL(`/fields?q=${word}&page=4`);
    await expect(page.getByText("page 4 of 4 - 65 results", { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
    await expect(button(page, "Next")).toBeDisabled();
    const own = await another({ token: club.token });
    await own.goto(`/organizations/${club.id}/fields?page=abc`);
    await expect(own.getByText("page 1 of 4 - 65 results", { exact: true })).toBeVisible();
    await own.goto(`/organizations/${club.id}/fields?page=99`);
    await expect(own).toHaveURL(`/organizations/${club.id}/fields?page=4`);
    await expect(own.getByText("page 4 of 4 - 65 results", { exact: true })).toBeVisible();
    await expect(button(own, "Next")).toBeDisabled();
  });

  test("a search of digits stays a text", async ({ page }) => {
    await page.goto("/fields?q=007");
    await expect(page.getByRole("searchbox")).toHaveValue("007");
    await expect(page.getByText("No results found")).toBeVisible();
  });

  test("every list has its columns", async ({ page }) => {
    const columns = {
      organizations: ["Name", "Type", "Email", "Phone", "Enabled", "Updated"],
      facilities: ["Name", "Organization", "Sports", "Updated"],
      fields: ["Name", "Confidentiality", "Status", "Bookable", "Capacity", "Sports", "Facility", "Updated"],
    };
    for (const [list, headers] of Object.entries(columns)) {
      await page.goto(`/${list}`);
      await expect(page.getByRole("columnheader")).toHaveText(headers);
    }
  });
});

test.describe("in an organization", () => {
  test.use({ as: "owner" });

  test("on a phone the filters are behind a button, which counts those that are set", async ({ another }) => {
    const page = await another({ token: demoToken("owner"), ...telephone });
    await page.goto("/events?status=approved");
    const filters = button(page, "Filters (1)");
    await expect(page.getByRole("table", { name: "Events" }).getByRole("link").first()).toBeInViewport();
    await expect(page.getByRole("combobox", { name: "Status" })).toBeHidden();
    await filters.click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByRole("button", { name: "Training", exact: true }).click();
    await expect(page).toHaveURL(/type=training/);
    await sheet.getByRole("button", { name: /^Show/ }).click();
    await expect(button(page, "Filters (2)")).toBeVisible();
  });

  test("what is not found says so, and what to do", async ({ page }) => {
    await page.goto("/events?q=nothing-is-called-so");
    await expect(page.getByText("No results found")).toBeVisible();
    await expect(page.getByText("Try another search, or clear it to see everything.")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  });

  test("the team and the customers are two lists with their roles", async ({ page }) => {
    await page.goto("/facilities");
    await page.getByRole("main").getByRole("link", { name: "Team" }).click();
    await expect(page.getByRole("columnheader")).toHaveText([
      ...["Email", "Name", "Phone", "Roles", "Active", "Sign-in", "Joined"],
    ]);
    await expect(page.getByRole("row", { name: /owner@demo\.test/ })).toContainText("Owner");
    await page.getByRole("main").getByRole("link", { name: "Customers" }).click();
    await expect(page.getByRole("columnheader")).toHaveText([
      ...["Name", "Email", "Phone", "Roles", "Active", "Owed or prepaid"],
    ]);
    await page.getByRole("searchbox").fill("thomas laurent");
    await expect(page.getByRole("row", { name: /Thomas Laurent/ })).toContainText("Member");
    await expect(page.getByText("page 1 of 1 - 1 result", { exact: true })).toBeVisible();
  });

  test("French counts as the French do", async ({ another }) => {
    const page = await another({ token: demoToken("owner"), locale: "fr-FR" });
    await page.goto("/facilities");
    await expect(page.getByText("page 1 sur 1 - 3 résultats", { exact: true })).toBeVisible();
    await page.getByRole("searchbox").fill("padel");
    await expect(page.getByText("page 1 sur 1 - 1 résultat", { exact: true })).toBeVisible();
    await page.getByRole("searchbox").fill("hockey");
    await expect(page.getByText("Aucun résultat")).toBeVisible();
  });

  test("a list that cannot be loaded says so, and another try helps", async ({ page }) => {
    let broken = true;
    await page.route("**/api/v1/organizations/*/facilities?**", (route) => (broken ? route.abort() : route.fallback()));
    await page.route("**/api/v1/organizations/*/facilities", (route) => (broken ? route.abort() : route.fallback()));
    await page.goto("/facilities");
    await expect(page.getByText("Something went wrong").first()).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).toHaveCount(3);
  });
});
