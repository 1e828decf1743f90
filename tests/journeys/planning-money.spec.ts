import { createClub } from "./clubs.ts";
import { toInstant, createBooking, createCourt } from "./courts.ts";
import {
  eventBlock,
  quickBookingDialog,
  clickLane,
  planningDate,
  openPlanning,
  createSecondCourt,
  dragTo,
  findEventByName,
  pointOnLane,
} from "./planning-steps.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { findMail, findLink } from "./mails.ts";
import { callApi } from "./people.ts";

test.slow();

test("at the planning one takes money: by a key, beside the grid, and for several at once", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createSecondCourt(club, court);
  const hours = { Ada: "09:00", Ben: "11:00", Cleo: "13:00", Dan: "15:00" };
  for (const [name, hour] of Object.entries(hours))
    await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, hour), name });
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  const dialog = page.getByRole("dialog");

  await test.step("right with the booking: at the desk, or by a link", async () => {
    await clickLane(page, 0, 10);
    await quickBookingDialog(page).getByRole("radio", { name: "Paid now" }).check();
    await expectAccessible(page, "the small box with a payment");
    await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
    await expect(eventBlock(page, /^Free play, Court A, 10:00 AM.*, paid/i)).toBeVisible();
    await clickLane(page, 0, 12);
    await quickBookingDialog(page).getByRole("radio", { name: "Pay link" }).check();
    const email = `guest.box.${process.pid}@journeys.test`;
    await quickBookingDialog(page).getByLabel("Send link to").fill(email);
    await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
    await expect(eventBlock(page, /^Free play, Court A, 12:00 PM.*, unpaid/i)).toBeVisible();
    expect(findLink(await findMail(email, "payments.link"), "/test-payments").pathname).toContain("cs_test");
  });

  await test.step("by a key, for the event that has the focus", async () => {
    await eventBlock(page, /^Ada, Court A/).focus();
    await page.keyboard.press("p");
    await expect(dialog).toHaveAccessibleName("Payment for “Ada”");
    await expect(dialog.getByLabel("Amount")).toHaveValue("18");
    await expectAccessible(page, "what was paid");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(toast(page, "Payment recorded")).toBeVisible();
    await expect(eventBlock(page, /^Ada, Court A.*, paid/i)).toBeVisible();
    await page.keyboard.press("p");
    await expect(toast(page, "This is not possible with Ada")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("beside the grid: what is due, a part of it in cash, and a link for the rest", async () => {
    await eventBlock(page, /^Ben, Court A/).click();
    const panel = page.getByRole("complementary", { name: "Event" });
    const due = panel.getByRole("region", { name: "Payment" });
    await expect(due).toContainText("€18.00");
    await due.getByRole("button", { name: "Record payment" }).click();
    await dialog.getByLabel("Amount").fill("5");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(due).toContainText("€13.00");
    await due.getByRole("button", { name: "Send payment link" }).click();
    await dialog.getByLabel("Email").fill(`guest.planning.${process.pid}@journeys.test`);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(toast(page, "Payment link sent")).toBeVisible();
    await panel.getByRole("button", { name: "Close" }).click();
  });

  await test.step("for several at once", async () => {
    for (const name of [/^Cleo, Court A/, /^Dan, Court A/]) {
      await eventBlock(page, name).focus();
      await page.keyboard.press(" ");
    }
    await page.getByRole("button", { name: "Mark 2 as paid" }).click();
    await dialog.getByLabel("Method").selectOption("Transfer");
    await dialog.getByRole("button", { name: "Mark 2 as paid" }).click();
    await expect(eventBlock(page, /^Cleo, Court A.*, paid/i)).toBeVisible();
    await expect(eventBlock(page, /^Dan, Court A.*, paid/i)).toBeVisible();
    await expect(page.getByRole("region", { name: "Selected events" })).toHaveCount(0);
  });
});

test("beside the grid, what is due follows a booking whose price another desk has changed, or which is moved", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createSecondCourt(club, court);
  const startTime = toInstant(planningDate, "10:00");
  await createBooking(club, court, { token: club.token, startTime, name: "Lesson" });
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  await eventBlock(page, /^Lesson, Court A, 10:00 AM/).click();
  const due = page.locator("[data-event-panel]").getByRole("region", { name: "Payment" });
  await expect(due).toContainText("€18.00");

  await dragTo(page, eventBlock(page, /^Lesson, Court A, 10:00 AM/), await pointOnLane(page, 1, 12));
  const bar = page.getByRole("dialog", { name: "Move" });
  await bar.getByRole("button", { name: "Move" }).click();
  await expect(due).toContainText("€24.00");

  const lesson = await findEventByName(club, "Lesson");
  const path = `/organizations/${club.id}/events/${lesson?.id}`;
  await callApi("PATCH", path, { token: club.token, body: { price: 3000, priceReason: "As agreed" } });
  await expect(due).toContainText("€30.00");
});
