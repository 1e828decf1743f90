/** The tasks of a clerk and of a manager, each with its clicks counted from the page on which one stands. */
import { addMember, createClub, sidebarLinks, staffRoleId } from "./clubs.ts";
import { countClicks } from "./clicks.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { fillDate } from "./date-fields.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { callApi } from "./people.ts";
import { clickLane, dragTo, eventBlock, openPlanning, pointOnLane, quickBookingDialog } from "./planning-steps.ts";

test.slow();

const openByName = (page: Page, name: string) =>
  sidebarLinks(page)
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();

test("a clerk’s evening, in few clicks", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const { data: marc } = await callApi<{ id: string }>("POST", `/organizations/${club.id}/customers`, {
    token: club.token,
    body: { kind: "person", firstName: "Marc", lastName: "Lebrun", phone: "06 99 88 77 66" },
  });
  await createBooking(club, court, {
    token: club.token,
    startTime: toInstant(dateInDays(-1), "10:00"),
    name: "Marc Lebrun",
    customer: { customerId: marc.id },
    override: true,
  });
  const clerk = await addMember(club, staffRoleId, "Sacha");
  const page = await another({ token: clerk.token });
  const clicks = await countClicks(page);
  const panel = page.getByRole("complementary", { name: "Event" });
  const dialog = page.getByRole("dialog");
  const box = quickBookingDialog(page);
  await openPlanning(page, club);

  await test.step("somebody who is new books and pays at once: 4", async () => {
    await clicks.restart();
    await clickLane(page, 0, 10);
    await page.keyboard.type("Aurélie Dupont 06 12 34 56 78");
    await box.getByRole("button", { name: "New customer" }).click();
    await box.getByText("Paid now").click();
    await box.getByRole("button", { name: "Book", exact: true }).click();
    await expect(eventBlock(page, /^Aurélie Dupont, Court A, 10:00 AM.*, paid/i)).toBeVisible();
    expect(clicks.total()).toBe(4);
  });

  await test.step("it is moved by dragging, and the customer is told: 2", async () => {
    await clicks.restart();
    await dragTo(page, eventBlock(page, /^Aurélie Dupont/), await pointOnLane(page, 0, 12));
    await page.getByRole("dialog", { name: "Move" }).getByRole("button", { name: "Move" }).click();
    await expect(eventBlock(page, /^Aurélie Dupont, Court A, 12:00 PM/)).toBeVisible();
    expect(clicks.total()).toBe(2);
  });

  await test.step("it is canceled: 3, and taken back: 1", async () => {
    await clicks.restart();
    await eventBlock(page, /^Aurélie Dupont/).click();
    await panel.getByRole("button", { name: "Cancel event" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Ill");
    await dialog.getByRole("button", { name: "Cancel event" }).click();
    await expect(eventBlock(page, /^Aurélie Dupont/)).toBeHidden();
    expect(clicks.total()).toBe(3);
    await toast(page, /canceled/i)
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(eventBlock(page, /^Aurélie Dupont/)).toBeVisible();
    expect(clicks.total()).toBe(4);
  });

  await test.step("a series of ten weeks: 3", async () => {
    await clicks.restart();
    await clickLane(page, 0, 14);
    await page.keyboard.type("Chess school");
    await box.getByText("Series", { exact: true }).click();
    await box.getByLabel("Number of dates").fill("10");
    await box.getByRole("button", { name: "Book the series" }).click();
    await expect(toast(page, "Series created")).toBeVisible();
    expect(clicks.total()).toBe(3);
  });

  await test.step("who played yesterday at ten, by telephone: 2", async () => {
    await page.goto(`/organizations/${club.id}/planning?view=day`);
    await clicks.restart();
    await page.getByRole("button", { name: "Previous day" }).click();
    await eventBlock(page, /^Marc Lebrun, Court A, 10:00 AM/).click();
    await expect(panel.getByRole("link", { name: "06 99 88 77 66" })).toHaveAttribute("href", "tel:0699887766");
    expect(clicks.total()).toBe(2);
  });

  await test.step("that one did not come: 1 more", async () => {
    await clicks.restart();
    await panel.getByRole("button", { name: "No-show" }).click();
    await expect(panel.getByRole("button", { name: "No-show" })).toHaveAttribute("aria-pressed", "true");
    expect(clicks.total()).toBe(1);
  });

  await test.step("what was taken today in cash: 2", async () => {
    await clicks.restart();
    await openByName(page, "Payments");
    await page.getByRole("link", { name: "Takings" }).click();
    await expect(page.getByRole("main")).toContainText(/Cash\D*€18\.00/);
    expect(clicks.total()).toBe(2);
  });

  await test.step("what happened meanwhile: 1", async () => {
    await clicks.restart();
    await openByName(page, "Activity");
    await expect(page.getByRole("main")).toContainText("moved Aurélie Dupont");
    expect(clicks.total()).toBe(1);
  });
});

test("a manager’s day, in few clicks", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  const clicks = await countClicks(page);
  await page.goto(`/organizations/${club.id}/overview`);

  await test.step("an hour costs 2 more: 5", async () => {
    await clicks.restart();
    await openByName(page, "Prices");
    await page.getByRole("main").getByRole("table").getByRole("link").first().click();
    await page.getByRole("grid").getByRole("gridcell").first().dblclick();
    await page.keyboard.type("20");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, /saved|updated/i)).toBeVisible();
    expect(clicks.total()).toBe(5);
  });

  await test.step("another court has a price of its own: the same prices are copied with 3", async () => {
    await openByName(page, "Prices");
    await clicks.restart();
    await page.getByRole("main").getByRole("table").getByRole("link").first().click();
    await page.getByRole("link", { name: "Duplicate" }).click();
    await expect(page.getByLabel("Name").first()).toHaveValue(/ \(copy\)$/);
    await expect(page.getByRole("grid").getByRole("gridcell").first()).toContainText("20");
    await page.getByRole("button", { name: "Create price pattern" }).click();
    await expect(page.getByRole("heading", { name: / \(copy\)$/, level: 1 })).toBeVisible();
    expect(clicks.total()).toBe(3);
  });

  await test.step("one day of next week has other hours: 4", async () => {
    await clicks.restart();
    await openByName(page, "Closures");
    await page.getByRole("link", { name: "Create closure" }).first().click();
    await page.getByRole("combobox", { name: "Facility or field" }).fill("court a");
    await page.keyboard.press("Enter");
    await page.getByLabel("Name").fill("Cleaning");
    await fillDate(page, "From", dateInDays(7));
    await fillDate(page, "To (included)", dateInDays(7));
    await page.getByText("Special hours").click();
    await page.getByRole("button", { name: "Create closure" }).click();
    await expect(page.getByRole("row", { name: /Cleaning.*8:00 AM – 10:00 PM/ })).toBeVisible();
    expect(clicks.total()).toBe(4);
  });

  await test.step("a new receptionist is invited: 4", async () => {
    await clicks.restart();
    await openByName(page, "Team");
    await page.getByRole("button", { name: "Add users" }).click();
    await page.getByLabel("Emails").fill(`reception.${process.pid}@journeys.test`);
    await page.getByLabel("Role").selectOption("Staff");
    await page.getByRole("button", { name: "Send the invitations" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    expect(clicks.total()).toBe(4);
  });

  await test.step("how full the courts are, by field and hour: 1", async () => {
    await clicks.restart();
    await openByName(page, "Reports");
    await expect(page.getByRole("table", { name: "Occupancy by field and hour" })).toBeVisible();
    expect(clicks.total()).toBe(1);
  });
});
