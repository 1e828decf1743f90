import { chooseOption, type Club, createClub, addMember, memberRoleId } from "./clubs.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { callApi } from "./people.ts";

test.slow();

const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");
const fact = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(name, { exact: true }) })
    .locator("dd");
const create = async (club: Club, path: "facilities" | "fields", body: object) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: new RegExp(`^${label}`) }).fill(option);
  await page.getByRole("option", { name: option }).first().click();
}

test("a field begins with its defaults, is edited, and parts stand below their whole", async ({ another }) => {
  const club = await createClub();
  await create(club, "facilities", { name: "Stade des Lilas" });
  await create(club, "facilities", { name: "Halle des Lilas" });
  const page = await another({ token: club.token });
  const home = `/organizations/${club.id}/fields`;

  await test.step("the whole, with its sports ranked by what begins so", async () => {
    await page.goto(`${home}/create`);
    await expect(page.getByLabel("Min people per event")).toHaveValue("1");
    await expect(page.getByLabel("Max people per event")).toHaveValue("99");
    await expect(page.getByRole("switch", { name: "Bookable" })).not.toBeChecked();
    await expect(page.getByRole("radio", { name: "Open" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "Public" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "Automatic" })).toBeChecked();
    await expect(page.getByLabel("Cancellation deadline")).toHaveAttribute("placeholder", "24");
    await pick(page, "Facility", "Stade des Lilas");
    await page.getByLabel("Name").fill("Terrain d’honneur");
    await page.getByRole("combobox", { name: "Sports" }).fill("tenn");
    await expect(page.getByRole("option").first()).toHaveText("Tennis");
    await chooseOption(page, "Sports", "Football");
    await page.getByRole("button", { name: "Create field" }).click();
    await expect(toast(page, "Field created")).toBeVisible();
    await expect(fact(page, "Cancellation deadline")).toHaveText("As the booking rules say");
  });

  await test.step("its halves, of which one is made by editing", async () => {
    await page.goto(`${home}/create`);
    await pick(page, "Facility", "Stade des Lilas");
    await page.getByLabel("Name").fill("Moitié nord");
    await pick(page, "Part of", "Terrain d’honneur");
    await page.getByRole("button", { name: "Create field" }).click();
    await expect(fact(page, "Part of")).toHaveText("Terrain d’honneur");
    await page.goto(`${home}/create`);
    await pick(page, "Facility", "Stade des Lilas");
    await page.getByLabel("Name").fill("A sud");
    await page.getByRole("button", { name: "Create field" }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    await pick(page, "Part of", "Terrain d’honneur");
    await page.getByLabel("Name").fill("Moitié sud");
    await page.getByLabel("Turnaround").fill("15");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Field saved")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Moitié sud", level: 1 })).toBeVisible();
    await expect(fact(page, "Turnaround")).toHaveText("15 min");
  });

  await test.step("the list as a tree, and the whole with links to its parts", async () => {
    await page.goto(home);
    await expect(rows(page)).toHaveText([
      /^Terrain d’honneur/,
      /^Moitié nord ?Part of Terrain/,
      /^Moitié sud ?Part of/,
    ]);
    await page.getByRole("link", { name: "Terrain d’honneur" }).click();
    await expect(fact(page, "Its parts").getByRole("link")).toHaveText(["Moitié nord", "Moitié sud"]);
    // A parent cannot become a part of its own part.
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("combobox", { name: "Part of" }).click();
    await expect(page.getByText("No options found.").filter({ visible: true })).toBeVisible();
  });

  await test.step("a whole with parts is not deleted; a part is", async () => {
    await page.goto(home);
    await page.getByRole("link", { name: "Terrain d’honneur" }).click();
    await page.getByRole("button", { name: "Delete field" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete Terrain d’honneur?" });
    await question.getByRole("button", { name: "Delete field" }).click();
    await expect(question.getByRole("alert")).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await fact(page, "Its parts").getByRole("link", { name: "Moitié nord" }).click();
    // Wait, because the parent's page has a button of the same name.
    await expect(page.getByRole("heading", { name: "Moitié nord", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Delete field" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete field" }).click();
    await expect(toast(page, "Field deleted")).toBeVisible();
    await expect(rows(page)).toHaveText([/^Terrain d’honneur/, /^Moitié sud/]);
  });
});

test("fields are opened and closed in one click, and filtered by facility and status", async ({ another }) => {
  const club = await createClub();
  const [stade, halle] = [
    await create(club, "facilities", { name: "Stade" }),
    await create(club, "facilities", { name: "Halle" }),
  ];
  for (const [name, facilityId] of [
    ["Pelouse", stade],
    ["Court 1", halle],
    ["Court 2", halle],
  ] as const)
    await create(club, "fields", { name, facilityId });
  const page = await another({ token: club.token });
  const home = `/organizations/${club.id}/fields`;
  await page.goto(home);
  const one = page.getByRole("switch", { name: "Court 1: open" });
  await one.click();
  await expect(one).not.toBeChecked();
  await expect(toast(page, "Field saved")).toBeVisible();
  await expect(rows(page).filter({ hasText: "Court 1" })).toContainText("Closed");
  await toast(page, "Field saved").getByRole("button", { name: "Undo" }).click();
  await expect(one).toBeChecked();
  // The switch shows a change before it is saved, and the server's answer of the list would be the one before.
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === "PATCH" && /"status":"closed"/.test(response.request().postData() ?? ""),
  );
  await one.click();
  await expect(one).not.toBeChecked();
  await saved;

  await pick(page, "Facility", "Halle");
  await expect(page).toHaveURL(new RegExp(`facilityId=${halle}$`));
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("Status").selectOption("Closed");
  await expect(rows(page)).toHaveText([/^Court 1/]);
  await page.reload();
  await expect(rows(page)).toHaveText([/^Court 1/]);
  await expect(page.getByRole("combobox", { name: "Facility" })).toHaveValue("Halle");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page).toHaveURL(`${home}?status=closed`);

  await page.getByRole("link", { name: "Court 1" }).click();
  await expect(page.getByRole("heading", { name: "Court 1", level: 1 })).toBeVisible();
  await one.click();
  await expect(one).toBeChecked();
  await expect(toast(page, "Field saved")).toBeVisible();

  await page.route("**/fields/*", async (route) => {
    // Delay the first request: the second must wait for it.
    if (route.request().postDataJSON()?.status === "closed") await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fallback();
  });
  const answers = ["closed", "open"].map((status) =>
    page.waitForResponse((answer) => answer.request().postDataJSON()?.status === status),
  );
  await one.click();
  await expect(one).not.toBeChecked();
  await one.click();
  await expect(one).toBeChecked();
  for (const answer of await Promise.all(answers)) expect(answer.status()).toBe(200);
  await page.reload();
  await expect(one).toBeChecked();

  await page.route("**/fields/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 409, json: { message: "Somebody else changed it." } })
      : route.fallback(),
  );
  // After an error, the control shows the current state.
  await one.click();
  await expect(toast(page, "Somebody else changed it.")).toBeVisible();
  await expect(one).toBeChecked();
});

test("who may not edit fields sees their status, and nothing to change", async ({ another }) => {
  const club = await createClub();
  const facilityId = await create(club, "facilities", { name: "Stade" });
  const fieldId = await create(club, "fields", { name: "Pelouse", facilityId });
  const { token } = await addMember(club, memberRoleId);
  const page = await another({ token });
  await page.goto(`/organizations/${club.id}/fields`);
  await expect(rows(page)).toContainText(["Open"]);
  await expect(page.getByRole("switch")).toHaveCount(0);
  await page.getByRole("link", { name: "Pelouse" }).click();
  await expect(page.getByRole("heading", { name: "Pelouse", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete field" })).toHaveCount(0);
  await page.goto(`/organizations/${club.id}/fields/${fieldId}/edit`);
  await expect(page.getByText('You don\'t have the permission of "organizations.update"')).toBeVisible();
});

test("sports are named anew when the language changes", async ({ another }) => {
  const club = await createClub();
  const facilityId = await create(club, "facilities", { name: "Stade" });
  await create(club, "fields", { name: "Pelouse", facilityId, sportIds: [4] });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/fields`);
  await expect(rows(page)).toContainText(["Basketball"]);
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Preferences" }).click();
  await page.getByRole("radio", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.goBack();
  await page.goBack();
  await expect(rows(page)).toContainText(["Basket-ball"]);
});
