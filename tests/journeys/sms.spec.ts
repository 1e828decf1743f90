import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { createBooking, createCourt } from "./courts.ts";
import { callApi } from "./people.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test("an owner pays for text messages: a customer hears by telephone that a booking is canceled", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  // A field without prices is booked at night too.
  await callApi("PATCH", `/organizations/${club.id}/fields/${court.fieldId}`, {
    token: club.token,
    body: { pricePatternIds: [] },
  });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("link", { name: "Text messages" }).click();
  const number = page.getByRole("spinbutton", { name: "At most in a month" });
  await number.fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await number.fill("50");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Text messages saved")).toBeVisible();
  await expect(page.getByText("0 of 50 sent this month")).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, "text messages");
  // Soon enough to be told at night too.
  const startTime = new Date(Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000).toISOString();
  const customer = { name: "Marc Lebrun", phone: "06 12 34 56 78" };
  const eventId = await createBooking(club, court, {
    token: club.token,
    name: "Match",
    startTime,
    customer,
    override: true,
  });
  const cancel = { token: club.token, body: { reason: "Orage" } };
  await callApi("POST", `/organizations/${club.id}/events/${eventId}/cancel`, cancel);
  await page.reload();
  await expect(page.getByText("1 of 50 sent this month")).toBeVisible();
  await expect(async () => {
    await page.goto("/dev/mail");
    await expect(page.getByText("est annulé. Orage").first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 40_000 });
});

test("au téléphone, un gérant règle les SMS en français, et un membre les désactive", async ({ another }) => {
  const club = await createClub();
  const page = await another({ ...telephone, locale: "fr-FR", token: club.token });
  await page.goto(`/organizations/${club.id}/settings/sms`);
  await page.getByRole("spinbutton", { name: "Au plus par mois" }).fill("20");
  await page.getByRole("button", { name: "Enregistrer" }).tap();
  await expect(toast(page, "SMS enregistrés")).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, "les SMS");
  await expectNoOverflow(page, "les SMS");
  const member = await addMember(club, memberRoleId);
  const own = await another({ ...telephone, locale: "fr-FR", token: member.token });
  await own.goto("/settings/notifications");
  const choice = own.getByRole("switch", { name: "Aussi par SMS, si le club en envoie" }).first();
  await expect(choice).toBeChecked();
  await choice.tap();
  await expect(toast(own, "Notifications enregistrées")).toBeVisible();
  await own.reload();
  await expect(choice).not.toBeChecked();
});
