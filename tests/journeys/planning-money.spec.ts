import { found } from "./clubs.ts";
import { at, book, openCourt } from "./courts.ts";
import { block, box, clickAt, date, openDesk, openOther } from "./desk.ts";
import { expect, test, toast } from "./journey.ts";
import { expectAccessible } from "./looks.ts";
import { findMail, linkIn } from "./mails.ts";

test.slow();

test("at the planning one takes money: by a key, beside the grid, and for several at once", async ({ another }) => {
  const club = await found();
  const court = await openCourt(club);
  await openOther(club, court);
  const hours = { Ada: "09:00", Ben: "11:00", Cleo: "13:00", Dan: "15:00" };
  for (const [name, hour] of Object.entries(hours))
    await book(club, court, { token: club.token, startTime: at(date, hour), name });
  const page = await another({ token: club.token });
  await openDesk(page, club);
  const dialog = page.getByRole("dialog");

  await test.step("right with the booking: at the desk, or by a link", async () => {
    await clickAt(page, 0, 10);
    await box(page).getByRole("radio", { name: "Paid now" }).check();
    await expectAccessible(page, "the small box with a payment");
    await box(page).getByRole("button", { name: "Book", exact: true }).click();
    await expect(block(page, /^Free play, Court A, 10:00 AM.*, paid/i)).toBeVisible();
    await clickAt(page, 0, 12);
    await box(page).getByRole("radio", { name: "Pay link" }).check();
    const email = `guest.box.${process.pid}@journeys.test`;
    await box(page).getByLabel("Email").fill(email);
    await box(page).getByRole("button", { name: "Book", exact: true }).click();
    await expect(block(page, /^Free play, Court A, 12:00 PM.*, unpaid/i)).toBeVisible();
    expect(linkIn(await findMail(email, "payments.link"), "/test-payments").pathname).toContain("cs_test");
  });

  await test.step("by a key, for the event that has the focus", async () => {
    await block(page, /^Ada, Court A/).focus();
    await page.keyboard.press("p");
    await expect(dialog).toHaveAccessibleName("Payment for “Ada”");
    await expect(dialog.getByLabel("Amount")).toHaveValue("18");
    await expectAccessible(page, "what was paid");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(toast(page, "Payment recorded")).toBeVisible();
    await expect(block(page, /^Ada, Court A.*, paid/i)).toBeVisible();
    await page.keyboard.press("p");
    await expect(toast(page, "This is not possible with Ada")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("beside the grid: what is due, a part of it in cash, and a link for the rest", async () => {
    await block(page, /^Ben, Court A/).click();
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
      await block(page, name).focus();
      await page.keyboard.press(" ");
    }
    await page.getByRole("button", { name: "Mark 2 as paid" }).click();
    await dialog.getByLabel("Method").selectOption("Transfer");
    await dialog.getByRole("button", { name: "Mark 2 as paid" }).click();
    await expect(block(page, /^Cleo, Court A.*, paid/i)).toBeVisible();
    await expect(block(page, /^Dan, Court A.*, paid/i)).toBeVisible();
    await expect(page.getByRole("region", { name: "Selected events" })).toHaveCount(0);
  });
});
