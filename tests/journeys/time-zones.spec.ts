/** A reader far from the facility: whatever is about an event is told by the facility's clock, and its zone is named. */
import { createClub } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { callApi } from "./people.ts";

test("from Los Angeles an event in Paris has one clock on its page, in its history and in its questions", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const startTime = toInstant(dateInDays(9), "11:00");
  const eventId = await createBooking(club, court, { token: club.token, startTime, name: "Far away" });
  const path = `/organizations/${club.id}/events/${eventId}`;
  await callApi("PATCH", path, { token: club.token, body: { startTime: toInstant(dateInDays(9), "12:00") } });
  const page = await another({ token: club.token, timezoneId: "America/Los_Angeles" });
  await page.goto(path);
  const zone = /Central European (Standard|Summer) Time/;
  await expect(page.getByRole("region", { name: "Time and place" })).toContainText("12:00 PM");
  await expect(page.getByRole("region", { name: "Time and place" })).toContainText(zone);
  const history = page.locator("section").filter({ has: page.getByRole("heading", { name: "History" }) });
  await expect(history).toContainText(/moved “Far away” from 11:00 AM to 12:00 PM/);
  await expect(history).toContainText(/12:00 – 1:00 PM \(Central European (Standard|Summer) Time\)/);
  await expect(history.getByRole("heading", { level: 3 })).toContainText(zone);
  await expect(
    page
      .getByText(/^Can be canceled until/)
      .first()
      .locator("xpath=.."),
  ).toContainText(zone);
  await page.goto(`/organizations/${club.id}/planning?date=${dateInDays(9)}`);
  await expect(page.getByText(/^Times of Central European (Standard|Summer) Time$/)).toBeVisible();
  await page.goto(`/organizations/${club.id}/events?date=${dateInDays(9)}`);
  const row = page.getByRole("row").filter({ hasText: "Far away" });
  await expect(row.getByTitle(zone)).toHaveText(/^GMT\+[12]$/);
  await page.goto(path);
  await page.getByRole("button", { name: "Cancel event" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
