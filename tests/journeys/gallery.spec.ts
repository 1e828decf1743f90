import sharp from "sharp";
import { type Club, createClub, addMember, memberRoleId } from "./clubs.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

const photo = async (name: string, background: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});
const colours = ["firebrick", "forestgreen", "royalblue", "goldenrod", "slategray", "purple", "teal"];
const album = () => Promise.all(colours.map((colour) => photo(`${colour}.jpg`, colour)));

async function createGallery({ id, token }: Club) {
  const within = `/organizations/${id}`;
  const body = { name: "Halle des Lilas" };
  const { data: facility } = await callApi<{ id: string }>("POST", `${within}/facilities`, { token, body });
  const court = { name: "Court A", facilityId: facility.id };
  const { data: field } = await callApi<{ id: string }>("POST", `${within}/fields`, { token, body: court });
  return { facility: `${within}/facilities/${facility.id}`, field: `${within}/fields/${field.id}` };
}

const tiles = (page: Page) => page.locator("[data-photo]");
const order = (page: Page) => tiles(page).evaluateAll((found) => found.map((tile) => tile.getAttribute("data-photo")));
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Add photo/ });
const choose = async (page: Page, files: Awaited<ReturnType<typeof album>>) =>
  dialog(page).locator("input[type=file]").setInputFiles(files);

test("photos are added, ordered, looked at and deleted", async ({ another }) => {
  test.slow();
  const club = await createClub();
  const places = await createGallery(club);
  const page = await another({ token: club.token });
  const all = await album();

  await test.step("at first there are none", async () => {
    await page.goto(places.facility);
    await page.getByRole("link", { name: "Gallery" }).click();
    await expect(page.getByText("No photos found")).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, "the empty gallery");
  });

  await test.step("three are chosen, what is no photo is told, and they are sent", async () => {
    await page.getByRole("button", { name: "Add photo" }).click();
    await choose(page, [...all.slice(0, 3), { name: "plan.jpg", mimeType: "image/jpeg", buffer: Buffer.from("%PDF") }]);
    await expect(dialog(page).getByText("“plan.jpg” is no JPEG photo.")).toBeVisible();
    await expect(dialog(page).getByRole("img")).toHaveCount(3);
    await dialog(page).getByRole("button", { name: "Remove forestgreen.jpg" }).click();
    await expect(dialog(page).getByRole("img")).toHaveCount(2);
    await expectAccessible(page, "the choice of photos");
    await dialog(page).getByRole("button", { name: "Add 2 photos" }).click();
    await expect(toast(page, "2 photos added")).toBeVisible();
    await expect(tiles(page)).toHaveCount(2);
    await expect(tiles(page).first()).toContainText("Default photo");
    await expect(page.getByText("2 of 6 photos")).toBeVisible();
  });

  await test.step("one that fails is told beside it, and sent again alone", async () => {
    let broken = true;
    await page.route("**/api/v1/organizations/*/files", (route) => {
      if (route.request().method() !== "POST" || !broken) return route.fallback();
      broken = false;
      return route.abort();
    });
    await page.getByRole("button", { name: "Add photos" }).click();
    await choose(page, all.slice(3, 5));
    await dialog(page).getByRole("button", { name: "Add 2 photos" }).click();
    await expect(dialog(page).getByRole("alert")).toHaveText(
      "The server cannot be reached. Check your connection and try again.",
    );
    await dialog(page).getByRole("button", { name: "Try again: goldenrod.jpg" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(tiles(page)).toHaveCount(4);
  });

  await test.step("only as many as fit are taken, and then there is no button", async () => {
    await page.getByRole("button", { name: "Add photos" }).click();
    await choose(
      page,
      [all[1], all[5], all[6]].filter((file) => file !== undefined),
    );
    await expect(dialog(page).getByText("Only 2 photos can be chosen here. The others were left out.")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Add 2 photos" }).click();
    await expect(tiles(page)).toHaveCount(6);
    await expect(page.getByText("To add another photo, delete one first.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add photos" })).toHaveCount(0);
    await waitUntilLoaded(page);
    await expectAccessible(page, "the full gallery");
  });

  await test.step("by keyboard one moves, and the focus with it; the order is kept", async () => {
    const [first, second, third] = await order(page);
    await page.getByRole("button", { name: "Move photo 3 to the left" }).press("Enter");
    await expect(page.getByText("Photo moved to position 2 of 6")).toBeAttached();
    await expect(page.getByRole("button", { name: "Move photo 2 to the left" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(() => order(page).then((ids) => ids.slice(0, 3))).toEqual([third, first, second]);
    await expect(tiles(page).first()).toContainText("Default photo");
    await waitUntilLoaded(page);
    await page.reload();
    await expect.poll(() => order(page).then((ids) => ids.slice(0, 3))).toEqual([third, first, second]);
  });

  await test.step("one is dragged onto another, and one made the default", async () => {
    const before = await order(page);
    await expect(tiles(page)).toHaveCount(6);
    await waitUntilLoaded(page);
    const from = await tiles(page).nth(1).boundingBox();
    const to = await tiles(page).nth(2).boundingBox();
    if (!from || !to) throw new Error("nothing to drag");
    await page.mouse.move(from.x + 60, from.y + 60);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 30, { steps: 4 });
    await page.mouse.move(to.x + 60, to.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual([before[0], before[2], before[1], ...before.slice(3)]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Make photo 3 the default one" }).click();
    await expect(toast(page, "Default photo set")).toBeVisible();
    await expect.poll(() => order(page).then(([id]) => id)).toBe(before[1]);
  });

  await test.step("they are looked at one by one, without the mouse", async () => {
    const second = page.getByRole("button", { name: "Halle des Lilas, photo 2 of 6" });
    await second.press("Enter");
    const lightbox = page.getByRole("dialog", { name: "Photos of Halle des Lilas" });
    await expect(lightbox.getByRole("img", { name: "Halle des Lilas, photo 2 of 6" })).toBeVisible();
    await expectAccessible(page, "the lightbox");
    await page.keyboard.press("ArrowRight");
    await expect(lightbox.getByRole("img", { name: "Halle des Lilas, photo 3 of 6" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(lightbox).toHaveCount(0);
    await expect(second).toBeFocused();
  });

  await test.step("one is deleted, once one is sure", async () => {
    await page.getByRole("button", { name: "Delete photo 6" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete photo 6 of Halle des Lilas?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByRole("button", { name: "Delete photo" }).click();
    await expect(toast(page, "Photo deleted")).toBeVisible();
    await expect(tiles(page)).toHaveCount(5);
    await expect(page.getByRole("region", { name: "Gallery" })).toBeFocused();
  });

  await test.step("the default one is in the list; members look, and change nothing", async () => {
    const { token } = await addMember(club, memberRoleId);
    const theirs = await another({ token });
    await theirs.goto(`/organizations/${club.id}/facilities`);
    await expect(theirs.getByRole("row", { name: /Halle des Lilas/ }).locator("img")).toBeVisible();
    await theirs.goto(`${places.facility}/gallery`);
    await expect(tiles(theirs)).toHaveCount(5);
    await expect(theirs.getByRole("button", { name: /^(Add|Move|Make|Delete)/ })).toHaveCount(0);
    await theirs.getByRole("button", { name: /photo 1 of 5/ }).click();
    await expect(theirs.getByText("1 / 5")).toBeVisible();
  });
});

test("a field has a gallery too, which fits a telephone in French", async ({ another }) => {
  const club = await createClub();
  const places = await createGallery(club);
  const page = await another({
    token: club.token,
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`${places.field}/gallery`);
  await expect(page.getByText("Aucune photo")).toBeVisible();
  await page.getByRole("button", { name: "Ajouter une photo" }).tap();
  const add = page.getByRole("dialog", { name: "Ajouter une photo" });
  await add.locator("input[type=file]").setInputFiles((await album()).slice(0, 3));
  await expect(add.getByRole("img")).toHaveCount(3);
  await expectNoOverflow(page, "the choice of photos");
  await add.getByRole("button", { name: "Ajouter 3 photos" }).tap();
  await expect(tiles(page)).toHaveCount(3);
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the gallery");
  await expectAccessible(page, "the gallery");
  await page.getByRole("button", { name: /photo 1 sur 3/ }).tap();
  await expect(page.getByText("1 / 3")).toBeVisible();
  await expectNoOverflow(page, "the lightbox");
});
