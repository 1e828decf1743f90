import { addMember, createClub, memberRoleId, staffRoleId } from "./clubs.ts";
import { countClicks } from "./clicks.ts";
import { createBooking, createCourt, toInstant } from "./courts.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import {
  createSecondCourt,
  eventBlock,
  findEventByName,
  hourPx,
  listApprovedEvents,
  openPlanning,
  planningDate,
  pointOnLane,
  quickBookingDialog,
} from "./planning-steps.ts";

test.slow();

const wizard = (page: Page) => page.getByRole("dialog", { name: /^Block \d field/ });
const booking = (page: Page, name: string) => wizard(page).getByRole("group", { name, exact: true });

/** Runs in the page: neither overflow nor scrolling tells of a placeholder that is cut. In pixels. */
function measurePlaceholderRoom(input: HTMLElement | SVGElement): number {
  const { font, paddingLeft, paddingRight } = getComputedStyle(input);
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return Number.NaN;
  context.font = font;
  const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return room - context.measureText(input.getAttribute("placeholder") ?? "").width;
}

test("rain: fields are blocked over bookings by staff, each kept, moved or canceled, in one go with one undo, on a phone too", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const second = await createSecondCourt(club, court);
  const { token } = await addMember(club, memberRoleId);
  const clerk = await addMember(club, staffRoleId, "Sacha");
  const book = (name: string, hour: string, place = court) =>
    createBooking(club, place, { token: club.token, startTime: toInstant(planningDate, hour), name });
  await book("Lesson", "10:00");
  await book("Match", "11:00", second);
  const page = await another({ token: clerk.token });
  const clicks = await countClicks(page);
  await openPlanning(page, club);

  await test.step("a drag across both fields and Block show what becomes of each, on the planning too", async () => {
    const from = await pointOnLane(page, 0, 9);
    const to = await pointOnLane(page, 1, 12);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await quickBookingDialog(page).getByText("Block", { exact: true }).first().click();
    await quickBookingDialog(page).getByRole("button", { name: "Weather" }).click();
    await quickBookingDialog(page).getByRole("button", { name: "Block (2)" }).click();
    await expect(wizard(page).getByText("2 bookings are inside")).toBeVisible();
    expect(clicks.total()).toBe(4);
    await expect(booking(page, "Lesson").getByRole("radio", { name: "Move" })).toBeChecked();
    await expect(page.locator(".planner-draft[data-state=blocked]")).toHaveCount(2);
    await expect(page.locator(".planner-draft[data-state=moved]").first()).toBeVisible();
    await expect(page.locator("[data-outcome=move]")).toHaveCount(2);
    await expectAccessible(page, "the wizard of a block");
  });

  await test.step("a booking that is made meanwhile is told, and nothing is half done", async () => {
    await page.route(
      "**/blocks",
      async (route) => {
        await createBooking(club, court, { token, startTime: toInstant(planningDate, "11:00"), name: "Quick" });
        await route.continue();
      },
      { times: 1 },
    );
    await wizard(page)
      .getByRole("button", { name: /^Block( and tell \d)?$/ })
      .click();
    await expect(wizard(page).getByRole("alert").first()).toContainText(
      "1 booking is inside that nobody has decided about",
    );
    await expect(wizard(page).getByText("3 bookings are inside")).toBeVisible();
    await expect(wizard(page).getByText("New", { exact: true })).toBeVisible();
    expect(await findEventByName(club, "Weather")).toBeUndefined();
  });

  await test.step("one is canceled, the others move, and all of it is one click", async () => {
    await booking(page, "Match").getByRole("radio", { name: "Cancel" }).check();
    await expect(page.locator("[data-outcome=cancel]")).toHaveCount(1);
    await expect(wizard(page).getByText("2 bookings move", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
    await expect(booking(page, "Match").getByRole("radio", { name: "Cancel" })).toBeChecked();
    await clicks.restart();
    await wizard(page).getByRole("button", { name: "Block and tell 1" }).click();
    await expect(wizard(page)).toBeHidden();
    await expect(eventBlock(page, /^Weather, Court A/)).toBeVisible();
    expect((await listApprovedEvents(club)).some(({ name }) => name === "Match")).toBe(false);
    expect(clicks.total()).toBe(1);
  });

  await test.step("one undo brings everything back", async () => {
    await hoverUndoButton(page, "Blocked");
    await toast(page, /Blocked/)
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(eventBlock(page, /^Weather, Court A/)).toHaveCount(0);
    await expect(eventBlock(page, /^Match, Court B, 11:00 AM/)).toBeVisible();
    await expect(eventBlock(page, /^Lesson, Court A, 10:00 AM/)).toBeVisible();
  });

  await test.step("one field is clicked, and others are chosen in the box and in the wizard", async () => {
    const { x, y } = await pointOnLane(page, 0, 14);
    await page.mouse.click(x, y);
    const dialog = quickBookingDialog(page);
    await dialog.getByText("Block", { exact: true }).first().click();
    await dialog.getByRole("button", { name: "Maintenance" }).click();
    await dialog.getByRole("combobox", { name: "What to block" }).fill("court b");
    await page.getByRole("option", { name: "Court B" }).click();
    await expect(page.locator(".planner-draft").first()).toBeVisible();
    await expectAccessible(page, "the box of a block");
    await dialog.getByRole("button", { name: "Block (2)" }).click();
    await expect(eventBlock(page, /^Maintenance, Court A/)).toBeVisible();
    await expect(eventBlock(page, /^Maintenance, Court B/)).toBeVisible();
    await hoverUndoButton(page, "Blocked");
    await toast(page, /Blocked/)
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(eventBlock(page, /^Maintenance/)).toHaveCount(0);

    const lesson = await pointOnLane(page, 0, 9);
    await page.mouse.click(lesson.x, lesson.y);
    await dialog.getByText("Block", { exact: true }).first().click();
    await dialog.getByRole("button", { name: "Weather" }).click();
    await dialog.getByRole("spinbutton", { name: "Duration in minutes" }).fill("180");
    await dialog.getByRole("button", { name: "Block", exact: true }).click();
    await expect(wizard(page).getByText("2 bookings are inside")).toBeVisible();
    await wizard(page).getByRole("combobox", { name: "What to block" }).click();
    await page.getByRole("option", { name: "Court B" }).click();
    await expect(wizard(page).getByText("3 bookings are inside")).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Block 2 fields" })).toBeVisible();
    // They were there before: only other fields were chosen.
    await expect(wizard(page).getByRole("alert")).toHaveCount(0);
    await wizard(page).getByRole("button", { name: "Close" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  });

  await test.step("on a phone, in French and dark, the wizard fills the screen, cuts nothing, and blocks as well", async () => {
    const phone = await another({
      ...{ token: clerk.token, locale: "fr-FR", colorScheme: "dark" },
      ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    });
    await openPlanning(phone, club);
    await phone
      .locator("[data-lane]")
      .first()
      .tap({ position: { x: 40, y: hourPx + 6 } });
    const dialog = quickBookingDialog(phone);
    await dialog.getByText("Blocage", { exact: true }).tap();
    await dialog.getByRole("button", { name: "Météo" }).tap();
    await dialog.getByRole("spinbutton", { name: "Durée en minutes" }).fill("180");
    await dialog.getByRole("button", { name: "Bloquer" }).tap();
    const onPhone = phone.getByRole("dialog", { name: /^Bloquer 1 terrain/ });
    await expect(onPhone.getByText("2 réservations concernées")).toBeVisible();
    expect(await onPhone.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expectNoOverflow(phone, "the wizard on a phone");
    const placeholder = onPhone.getByPlaceholder("Ce que disent les e-mails");
    expect(await placeholder.evaluate(measurePlaceholderRoom), "room beside the placeholder").toBeGreaterThan(0);
    await onPhone.getByRole("group").filter({ hasText: "Changer" }).first().getByText("Annuler", { exact: true }).tap();
    await onPhone.getByRole("button", { name: "Changer" }).first().tap();
    const places = onPhone.getByRole("combobox", { name: "Terrain" });
    await expect(places).toBeVisible();
    await expect(places.locator("optgroup").first()).toHaveAttribute("label", "Libres à ce moment");
    await expectNoOverflow(phone, "the wizard on a phone with another place");
    await expectAccessible(phone, "the wizard on a phone");
    await onPhone.getByRole("button", { name: /^Bloquer/ }).tap();
    await expect(onPhone).toBeHidden();
    // The reason is read in the language of the reader, who is the API here.
    expect(await findEventByName(club, "Weather")).toBeDefined();
  });
});
