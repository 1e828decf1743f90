import { createClub } from "./clubs.ts";
import { countClicks } from "./clicks.ts";
import { createCourt } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { clickLane, eventBlock, openPlanning, quickBookingDialog } from "./planning-steps.ts";
import { callApi } from "./people.ts";

test.slow();

test("the desk keeps a customer without an email: found while one calls, with bookings, debt and notes", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const start = new Date(Date.now() + 3 * 86_400_000);
  start.setUTCHours(9, 0, 0, 0);
  const book = (hours: number, customer: object) =>
    callApi<{ id: string; customer: { customerId: string } }>("POST", `${base}/events`, {
      token: club.token,
      body: {
        fieldId: court.fieldId,
        startTime: new Date(start.getTime() + hours * 3_600_000).toISOString(),
        duration: 60,
        name: "Marc",
        type: "game",
        customer,
      },
    });
  await book(0, { name: "Marc Lebrun", phone: "06 12 34 56 78" });
  const page = await another({ token: club.token });

  await test.step("who calls is found by their number, and their page shows what is booked", async () => {
    await page.goto(`${base}/users`);
    await page.getByRole("searchbox").fill("12345678");
    await page.getByRole("link", { name: "Marc Lebrun" }).click();
    await expect(page.getByRole("heading", { name: "Marc Lebrun", level: 1 })).toBeVisible();
    await expect(page.getByRole("list", { name: "Next bookings" }).getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("link", { name: "06 12 34 56 78" })).toHaveAttribute("href", "tel:0612345678");
  });

  await test.step("a note is written, pinned, and stays", async () => {
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByLabel("New note").fill("Prefers Court A");
    await page.getByRole("button", { name: "Add note" }).click();
    const note = page.getByRole("list", { name: "Notes" }).getByRole("listitem");
    await expect(note).toContainText("Prefers Court A");
    await expect(page.getByLabel("New note")).toBeHidden();
    await note.getByRole("button", { name: "Pin" }).click();
    await expect(note.getByLabel("Pinned")).toBeVisible();
  });

  await test.step("a second spelling is merged, and its booking comes along", async () => {
    await book(2, { name: "M. Lebrun", phone: "06 99 88 77 66" });
    await page.getByRole("button", { name: "Merge" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "The other customer" }).fill("lebrun");
    await dialog.getByRole("option", { name: /^M\. Lebrun/ }).click();
    await expect(dialog.getByRole("status").filter({ hasText: "1 booking" })).toBeVisible();
    await dialog.getByRole("button", { name: "Merge" }).click();
    await expect(toast(page, "The two customers are one now")).toBeVisible();
    await expect(page.getByRole("list", { name: "Next bookings" }).getByRole("listitem")).toHaveCount(2);
  });

  await test.step("what is owed is seen, taken or asked for, and a message is written", async () => {
    await page.getByRole("button", { name: "Take payment" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("checkbox")).toHaveCount(3);
    await expectAccessible(page, "the choice of debts");
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Message" }).click();
    await expect(dialog.getByText("Marc Lebrun has no email address. Add one, or call.")).toBeVisible();
    await expect(dialog.locator(":focus")).toBeVisible();
    // The dialog listens for keys a moment after it has the focus.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await waitUntilLoaded(page);
    await expectAccessible(page, "the page of a customer");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the page of a customer on a telephone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("Book asks what is free for this customer", async () => {
    await page.getByRole("button", { name: "Book", exact: true }).click();
    const search = page.getByRole("dialog", { name: "Search", exact: true });
    await expect(search.getByText("Marc Lebrun")).toBeVisible();
  });
});

test("a known customer who calls is booked with three clicks and the typing", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  await callApi("POST", `/organizations/${club.id}/customers`, {
    token: club.token,
    body: { firstName: "Zoé", lastName: "Chevalier", phone: "06 12 34 56 78" },
  });
  const page = await another({ token: club.token });
  const clicks = await countClicks(page);
  await openPlanning(page, club);
  await clickLane(page, 0, 10);
  await page.keyboard.type("12345678");
  await quickBookingDialog(page)
    .getByRole("option", { name: /^Zoé Chevalier/ })
    .click();
  await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(eventBlock(page, /^Zoé Chevalier, Court A/)).toBeVisible();
  expect(clicks.total()).toBeLessThanOrEqual(4);
});
