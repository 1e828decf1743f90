import { type Club, createClub } from "./clubs.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { waitForRequests } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const fact = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(name, { exact: true }) })
    .locator("dd");
const answer = (page: Page, name: string, value: string) =>
  page.getByRole("radiogroup", { name }).getByText(value, { exact: true }).click();
const create = async (club: Club, path: "facilities" | "fields", body: object) =>
  (await callApi<{ id: string }>("POST", `/organizations/${club.id}/${path}`, { token: club.token, body })).data.id;

test("a facility is found by its address, edited, moved by hand, and everything told shows", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  const home = `/organizations/${club.id}`;

  await test.step("its address is found by typing", async () => {
    await page.goto(`${home}/facilities/create`);
    await page.getByLabel("Name").fill("Stade des Lilas");
    await page.getByLabel("Description").fill("Two pitches\nand a hall");
    const address = page.getByRole("combobox", { name: "Address" });
    await address.fill("12");
    await expect(page.getByText("Type at least 3 characters.")).toBeVisible();
    await address.fill("12 rue des Lilas lyon");
    await expect(page.getByRole("option", { name: /^12 rue des Lilas 69\d{3} Lyon$/ })).toBeVisible();
    await address.press("Enter");
    await expect(address).toHaveValue(/^12 rue des Lilas, 69\d{3} Lyon$/);
    await page.getByLabel(/^Parking places/).fill("40");
    await answer(page, "Shower", "Yes");
    await answer(page, "Shop", "No");
    // A double click must create only one.
    await page.getByRole("button", { name: "Create facility" }).dblclick();
    await expect(toast(page, "Facility created")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Stade des Lilas", level: 1 })).toBeVisible();
    await expect(fact(page, "Address")).toContainText(/^12 rue des Lilas, 69\d{3} Lyon/);
    await expect(page.getByRole("link", { name: /^Show on a map/ })).toHaveAttribute(
      "href",
      /^https:\/\/www\.openstreetmap\.org\/\?mlat=45\.\d+&mlon=4\.\d+#map=/,
    );
    await expect(fact(page, "Parking places")).toHaveText("40");
    await expect(fact(page, "Shower")).toHaveText("Yes");
    await expect(fact(page, "Shop")).toHaveText("No");
    await expect(fact(page, "Restaurant")).toHaveText("—");
    await expect(fact(page, "Time zone")).toHaveText("Europe/Paris");
    await page.goto(`${home}/facilities`);
    await expect(page.getByRole("row", { name: /Stade des Lilas/ })).toHaveCount(1);
  });

  await test.step("it is edited, and what is wrong is told beside its field", async () => {
    await page.getByRole("link", { name: "Stade des Lilas" }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page).toHaveURL(/\/facilities\/[0-9a-f-]{36}\/edit$/);
    await expect(page.getByRole("combobox", { name: "Address" })).toHaveValue(/^12 rue des Lilas/);
    await expect(page.getByLabel("Description")).toHaveValue("Two pitches\nand a hall");
    await page.getByRole("button", { name: "Enter it by hand" }).click();
    await expect(page.getByLabel("Street and number")).toHaveValue("12 rue des Lilas");
    await page.getByLabel("Street and number").fill("14 rue des Lilas");
    await page.getByLabel("Postal code").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Postal code")).toHaveAccessibleDescription("This field is required");
    await expect(page.getByLabel("Postal code")).toBeFocused();
    await page.getByLabel("Postal code").fill("69003");
    await page.getByLabel("Time zone").fill("lisbon");
    await page.getByRole("option", { name: "Europe/Lisbon" }).click();
    await answer(page, "Shop", "Not specified");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Facility saved")).toBeVisible();
    await expect(fact(page, "Address")).toContainText("14 rue des Lilas, 69003 Lyon");
    await expect(fact(page, "Shop")).toHaveText("—");
    await expect(fact(page, "Time zone")).toHaveText("Europe/Lisbon");
  });

  await test.step("a form that is left changed asks first", async () => {
    await page.getByRole("link", { name: "Edit" }).click();
    await waitForRequests(page);
    await page.getByLabel("Name").fill("Another");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Stade des Lilas" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("Another");
  });
});

test("a facility with events to come is not deleted: links lead to them, and to the closure that cancels them all", async ({
  another,
}) => {
  const club = await createClub();
  const facilityId = await create(club, "facilities", { name: "Halle des Lilas" });
  const fieldId = await create(club, "fields", { name: "Court 1", facilityId, bookable: true });
  const booked = { fieldId, startTime: "2031-05-06T16:00:00Z", duration: 60, name: "Training", type: "training" };
  await callApi("POST", `/organizations/${club.id}/events`, { token: club.token, body: booked });
  const empty = await create(club, "facilities", { name: "Annexe" });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/facilities/${facilityId}`);
  await page.getByRole("button", { name: "Delete facility" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Halle des Lilas?" });
  await question.getByRole("button", { name: "Delete facility" }).click();
  await expect(question.getByRole("alert")).toContainText(/\b1\b.*event/);
  await question.getByRole("link", { name: "Show the events to come" }).click();
  await expect(page.getByRole("link", { name: "Training" })).toBeVisible();

  await page.goto(`/organizations/${club.id}/facilities/${empty}`);
  await page.getByRole("button", { name: "Delete facility" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete facility" }).click();
  await expect(toast(page, "Facility deleted")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/organizations/${club.id}/facilities$`));
  await expect(page.getByRole("row", { name: /Halle des Lilas/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Annexe/ })).toHaveCount(0);

  await page.goto(`/organizations/${club.id}/facilities/${facilityId}`);
  await page.getByRole("button", { name: "Delete facility" }).click();
  await question.getByRole("button", { name: "Delete facility" }).click();
  await question.getByRole("link", { name: "Cancel them together by a closure" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Closed for good");
  await page.getByRole("button", { name: "Create closure" }).click();
  await page.getByRole("button", { name: "Cancel all" }).click();
  await page.getByRole("button", { name: "Create closure" }).click();
  await expect(page).toHaveURL(/\/closures$/);
  await page.goto(`/organizations/${club.id}/facilities/${facilityId}`);
  await page.getByRole("button", { name: "Delete facility" }).click();
  await question.getByRole("button", { name: "Delete facility" }).click();
  await expect(toast(page, "Facility deleted")).toBeVisible();
});

test("without an address service one reads so, and goes on by hand with what was typed", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  // Not a 503, because fixtures fail a journey on any 5xx.
  await page.route("**/places/autocomplete*", (route) =>
    route.fulfill({ status: 404, json: { message: "Service non initialisé" } }),
  );
  await page.goto(`/organizations/${club.id}/facilities/create`);
  await page.getByLabel("Name").fill("Gymnase");
  const address = page.getByRole("combobox", { name: "Address" });
  await address.fill("3 place Bellecour");
  await expect(address).toHaveAccessibleDescription("Service non initialisé");
  await page.getByRole("option", { name: /^Enter it by hand/ }).click();
  await expect(page.getByLabel("Street and number")).toHaveValue("3 place Bellecour");
  await page.getByLabel("Postal code").fill("69002");
  await page.getByLabel("City").fill("Lyon");
  await page.getByRole("button", { name: "Create facility" }).click();
  await expect(fact(page, "Address")).toContainText("3 place Bellecour, 69002 Lyon");
});

test("a photo that cannot be sent leaves the facility, and its page says how to try again", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.route("**/files", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 422, json: { message: "This photo is broken." } })
      : route.fallback(),
  );
  await page.goto(`/organizations/${club.id}/facilities/create`);
  await page.getByLabel("Name").fill("Gymnase");
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  await page.locator("input[type=file]").setInputFiles({ name: "hall.jpg", mimeType: "image/jpeg", buffer: jpeg });
  await page.getByRole("button", { name: "Create facility" }).click();
  await expect(page.getByRole("heading", { name: "Gymnase", level: 1 })).toBeVisible();
  await expect(page.getByText("Saved, but without its photo: This photo is broken.")).toBeVisible();
  await page.getByRole("link", { name: "Add it in the gallery" }).click();
  await expect(page).toHaveURL(/\/gallery$/);
  await expect(page.getByText("Saved, but without its photo")).toHaveCount(0);
});
