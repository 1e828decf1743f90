import { openWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { createClub } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const compact = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");

test("a field follows another calendar, a booking in its way is kept or moved, and stopping frees the field", async ({
  another,
}) => {
  const server = await openWebhookReceiver();
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(2);
  const at = (time: string) => toInstant(date, time);
  const busy = ["BEGIN:VEVENT", "UID:1", "SUMMARY:Mayor", `DTSTART:${compact(at("10:00"))}`];
  const calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", ...busy, `DTEND:${compact(at("12:00"))}`, "END:VEVENT"];
  server.answerWith((_request, response) => void response.end([...calendar, "END:VCALENDAR"].join("\r\n")));
  const book = (time: string, name: string) =>
    callApi("POST", `/organizations/${club.id}/events`, {
      token: club.token,
      body: { fieldId: court.fieldId, startTime: at(time), duration: 60, name, type: "free_play" },
    });
  await book("10:00", "Match");
  await book("11:00", "Lesson");

  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("link", { name: "Show busy calendars" }).click();
  await expect(page.getByText("No field follows a calendar")).toBeVisible();
  await expectAccessible(page, "no calendars");
  await page.getByRole("main").getByRole("link", { name: "Follow a calendar" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Town hall");
  await page.getByLabel("Address of the calendar").fill("https://192.168.1.5/hall.ics");
  await page.getByRole("checkbox", { name: "Court A" }).check();
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("The address leads into a private network")).toBeVisible();
  await page.getByLabel("Address of the calendar").fill(server.url);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("The calendar can be read: 1 busy time")).toBeVisible();
  await expect(page.getByText("2 bookings stand in them.")).toBeVisible();
  await expectAccessible(page, "what was found");
  await page.getByRole("button", { name: "Follow this calendar" }).click();
  await expect(page.getByText("Followed", { exact: true })).toBeVisible({ timeout: 20_000 });
  const conflicts = page.getByRole("list", { name: "Bookings in busy times" });
  await expect(conflicts.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "the calendar");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the calendar");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/organizations/${club.id}/planning?date=${date}`);
  await page.getByText("2 bookings stand in times that other calendars say are busy").waitFor();
  await expectAccessible(page, "the planning");
  await page.getByRole("link", { name: "Decide" }).click();
  await conflicts.getByRole("button", { name: /^Keep: Match/ }).click();
  await expect(conflicts.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Kept bookings" }).getByText("Match")).toBeVisible();
  await conflicts.getByRole("button", { name: /^Move or cancel: Lesson/ }).click();
  await expect(page.getByRole("textbox", { name: "Reason", exact: true })).toHaveValue("Town hall");
  await expectAccessible(page, "the wizard");
  await page.getByRole("button", { name: /^Block/ }).click();
  await expect(page.getByText("Nothing to decide")).toBeVisible();
  await expectAccessible(page, "all decided");
  const listed = await callApi<{ name: string; startTime: string }[]>(
    "GET",
    `/organizations/${club.id}/events?date=${date}&kind=event`,
    { token: club.token },
  );
  expect(listed.data.find(({ name }) => name === "Lesson")?.startTime).not.toBe(new Date(at("11:00")).toISOString());

  await page.goto(`/organizations/${club.id}/fields/${court.fieldId}/calendar`);
  await page
    .getByRole("list", { name: "Busy calendars of this field" })
    .getByRole("link", { name: "Town hall" })
    .click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expectAccessible(page, "the dialog");
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("City");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "City" })).toBeVisible();
  await page.getByRole("button", { name: "Stop following" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop following" }).click();
  await expect(page.getByText("No field follows a calendar")).toBeVisible();
  await server.close();
});
