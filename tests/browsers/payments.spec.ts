import { addMember, createClub, memberRoleId } from "#tests/journeys/clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "#tests/journeys/courts.ts";
import { telephone, test } from "./browser-test.ts";
import type { Page } from "./page.ts";

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByRole("radio", { name: card, exact: true }).tap();
  await page.getByRole("button", { name: /^(Pay|Payer) / }).tap();
}

test("a member books on a telephone, pays by card after one is declined, and cancels: the money goes back", async ({
  open,
}) => {
  const club = await createClub();
  await createCourt(club);
  const { token } = await addMember(club, memberRoleId);
  const page = await open({ token, viewport: telephone, hasTouch: true });
  await page.goto(`/organizations/${club.id}/events/create`);
  await page.getByRole("group", { name: "Day" }).getByRole("button").nth(3).tap();
  const times = page.getByRole("group", { name: "Free times of Court A" });
  await times.getByRole("button", { name: /^10:00 AM/ }).tap();
  await page.getByRole("radio", { name: "Pay online" }).waitFor(({ isChecked }) => isChecked, "is chosen");
  await page.getByRole("button", { name: "Book and pay" }).tap();
  await page.getByText("Test payments: no real money moves").waitFor();

  await payWith(page, "It is declined");
  await page.getByRole("alert").waitForText("The card was declined. Nothing was paid: try another one.");
  await payWith(page, "It pays");
  await page.getByRole("status").getByText("Payment received").waitFor();
  await page.waitForUrl(/\/payments\/[\da-f-]{36}\/return$/);

  await page.getByRole("link", { name: "Back to the booking" }).tap();
  await page.getByText("Approved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Cancel event" }).tap();
  const question = page.getByRole("dialog");
  await question.waitForText(/€18.00 is refunded/);
  await question.getByRole("button", { name: "Cancel event" }).tap();
  await page.getByText("Refund of €18.00 under way", { exact: true }).waitFor();
});

test("on a telephone a member books in French, and finds the booking again", async ({ open }) => {
  const club = await createClub();
  await createCourt(club);
  const { token } = await addMember(club, memberRoleId);
  const page = await open({ token, viewport: telephone, hasTouch: true, language: "fr" });
  await page.goto(`/organizations/${club.id}/events/create`);
  await page.getByLabel("Nom").fill("Squash avec Inès");
  await page.getByRole("group", { name: "Jour" }).getByRole("button").nth(4).tap();
  await page
    .getByRole("group", { name: "Horaires libres de Court A" })
    .getByRole("button", { name: /^10:00/ })
    .tap();
  await page.getByRole("radio", { name: "Sur place" }).tap();
  await page.getByRole("button", { name: "Réserver", exact: true }).tap();
  await page.getByRole("heading", { name: "Squash avec Inès", level: 1 }).waitFor();
  await page
    .getByText(/18,00\s€/)
    .first()
    .waitFor();
  await page.goto("/my-bookings");
  await page
    .getByRole("link", { name: /Squash avec Inès/ })
    .first()
    .waitFor();
});

test("the desk takes a part in cash, with the keys of the form", async ({ open }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const startTime = toInstant(dateInDays(3), "11:00");
  const eventId = await createBooking(club, court, { token: club.token, startTime, name: "Walk-in" });
  const page = await open({ token: club.token });
  await page.goto(`/organizations/${club.id}/events/${eventId}`);
  await page.getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Record payment" });
  await dialog.getByLabel("Amount").waitFor(({ value }) => value === "18", "proposes the price");
  await dialog.getByLabel("Amount").fill("5.50");
  await page.press("Enter");
  await page.getByText("Payment recorded").first().waitFor();
  await page.getByText("€12.50").first().waitFor();
});
