import { createClub } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, hoverUndoButton, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

async function createYesterday() {
  const club = await createClub();
  const court = await createCourt(club);
  const customer = { kind: "person", firstName: "Marc", lastName: "Lebrun", phone: "+33612345678" };
  const { data } = await callApi<{ id: string }>("POST", `/organizations/${club.id}/customers`, {
    token: club.token,
    body: customer,
  });
  for (const time of ["10:00", "12:00", "14:00"])
    await createBooking(club, court, {
      token: club.token,
      startTime: toInstant(dateInDays(-1), time),
      name: `Lebrun ${time}`,
      customer: { customerId: data.id },
      override: true,
    });
  return { club, customerId: data.id };
}

test("the desk marks who came, several at once and one alone, takes it back, and finds the no-shows", async ({
  another,
}) => {
  const { club, customerId } = await createYesterday();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/events?from=${dateInDays(-1)}&to=${dateInDays(-1)}`);
  for (const time of ["10:00", "12:00"]) await page.getByRole("checkbox", { name: `Select Lebrun ${time}` }).check();
  await page.getByRole("button", { name: "No-show 2" }).click();
  const marks = page.getByRole("table", { name: "Events" }).getByText("No-show").filter({ visible: true });
  await expect(marks).toHaveCount(2);
  await (await hoverUndoButton(page, "2 events done")).click();
  await expect(marks).toHaveCount(0);
  await page.getByRole("link", { name: "Lebrun 10:00" }).click();

  const attendance = page.getByRole("group", { name: "Attendance" });
  const noShow = attendance.getByRole("button", { name: "No-show" });
  await expect(noShow).toHaveAttribute("aria-pressed", "false");
  await noShow.click();
  await expect(noShow).toHaveAttribute("aria-pressed", "true");
  await waitUntilLoaded(page);
  await expectAccessible(page, "an event with its attendance");
  await page.goto(`/organizations/${club.id}/customers/${customerId}`);
  await page.getByRole("link", { name: "1 no-show" }).click();
  const table = page.getByRole("table", { name: "Events" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "No-show" }).click();
  await expect(table.getByRole("row")).toHaveCount(4);
});

test("sur un téléphone, en français, le planning note qui est venu", async ({ another }) => {
  const { club } = await createYesterday();
  const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "fr-FR" };
  const page = await another({ token: club.token, ...telephone });
  await page.goto(`/organizations/${club.id}/planning?date=${dateInDays(-1)}`);
  await page.getByText("Lebrun 12:00").first().click();
  const came = page.getByRole("group", { name: "Présence" }).getByRole("button", { name: "Présent" });
  await came.click();
  await expect(came).toHaveAttribute("aria-pressed", "true");
  await expectNoOverflow(page, "le planning");
  await came.click();
  await expect(came).toHaveAttribute("aria-pressed", "false");
});

test("a manager asks a fee, the desk marks and reads it, waives it and takes it back, and the customer’s account follows", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const settings = await another({ token: club.token });
  await settings.goto(`/organizations/${club.id}/settings`);
  const form = settings.getByRole("form", { name: "Booking rules" });
  await form.getByRole("button", { name: "Charge a fee" }).click();
  await form.getByLabel("Fee for a no-show").fill("12");
  await expect(form.getByText("Bookers read: “No-show: a fee of €12.00, on top of the price”")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(settings, "Saved")).toBeVisible();
  await expectAccessible(settings, "the fee for a no-show");

  const customer = { kind: "person", firstName: "Marc", lastName: "Lebrun", phone: "+33612345678" };
  const { data } = await callApi<{ id: string }>("POST", `/organizations/${club.id}/customers`, {
    token: club.token,
    body: customer,
  });
  const eventId = await createBooking(club, court, {
    ...{ token: club.token, startTime: toInstant(dateInDays(-1), "10:00"), name: "Lebrun 10:00" },
    ...{ customer: { customerId: data.id }, override: true },
  });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/events/${eventId}`);
  const attendance = page.getByRole("group", { name: "Attendance" });
  await expect(attendance.getByText("A no-show costs €12.00")).toBeVisible();
  const noShow = attendance.getByRole("button", { name: "No-show" });
  await noShow.click();
  await expect(attendance.getByText("No-show fee: €12.00 due")).toBeVisible();
  await expectAccessible(page, "a no-show with its fee");
  await attendance.getByRole("button", { name: "Without fee" }).click();
  await expect(attendance.getByText("Without its fee of €12.00")).toBeVisible();
  await expect(noShow).toHaveAttribute("aria-pressed", "true");
  await noShow.click();
  await expect(attendance.getByText("A no-show costs €12.00")).toBeVisible();

  const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "fr-FR" };
  const french = await another({ token: club.token, ...telephone });
  await french.goto(`/organizations/${club.id}/events/${eventId}`);
  const presence = french.getByRole("group", { name: "Présence" });
  await presence.getByRole("button", { name: "Absent" }).click();
  await expect(presence.getByText(/^Frais d’absence\s: 12,00\s€ dus$/)).toBeVisible();
  await expectNoOverflow(french, "une absence avec ses frais");
  await french.goto(`/organizations/${club.id}/customers/${data.id}`);
  await expect(french.getByText(/^30,00\s€/).first()).toBeVisible();
});
