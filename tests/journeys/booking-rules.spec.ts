import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { fillDate } from "./date-fields.ts";
import { expect, test, toast } from "./journey-test.ts";
import { callApi } from "./people.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

test("a manager sets a quota, and a role is given its own", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const form = page.getByRole("form", { name: "Booking rules" });
  await form.getByRole("button", { name: "Add quota" }).click();
  const row = form.getByRole("group", { name: "Quota 1" });
  await row.getByLabel("At most").fill("0");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(row.getByLabel("At most")).toHaveAttribute("aria-invalid", "true");
  await row.getByLabel("At most").fill("180");
  await row.getByLabel("In").selectOption("a month");
  await form.getByLabel("Unpaid holds at once").fill("1");
  await expectAccessible(page, "booking rules");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.reload();
  await expect(row.getByLabel("At most")).toHaveValue("180");
  await expect(row.getByLabel("In").locator("option:checked")).toHaveText("a month");
  await row.getByRole("button", { name: "Remove quota 1" }).click();
  await expect(row).toHaveCount(0);
  await toast(page, "Quota 1 removed").getByRole("button", { name: "Undo" }).click();
  await expect(row.getByLabel("At most")).toHaveValue("180");
  await form.getByRole("button", { name: "Add quota" }).click();
  await expect(form.getByRole("group", { name: "Quota 2" }).getByLabel("At most")).toBeFocused();

  await page.goto(`/organizations/${club.id}/roles/create`);
  await page.getByLabel("Name").fill("Competition");
  await page.getByRole("button", { name: "Set own quotas" }).click();
  await page.getByRole("button", { name: "Add quota" }).click();
  await page.getByRole("button", { name: /^(Save|Create)/ }).click();
  await expect(page.getByText("240 minutes a week")).toBeVisible();
});

test("a member whose quota is used reads in the finder which rule it is and from when", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const quotas = [{ measure: "minutes", amount: 60, per: "day" }];
  const bookingRules = { horizonDays: 60, noticeMinutes: null, mostActive: null, quotas };
  await callApi("PATCH", `/organizations/${club.id}`, { token: club.token, body: { bookingRules } });
  await callApi("PATCH", `/organizations/${club.id}/fields/${court.fieldId}`, {
    token: club.token,
    body: { pricePatternIds: [] },
  });
  const date = dateInDays(2);
  const page = await another({
    token: (await addMember(club, memberRoleId)).token,
    locale: "fr-FR",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`/organizations/${club.id}/find?date=${date}&time=11:00&duration=90`);
  await expect(page.getByText("60 minutes par jour au plus : cette réservation est plus longue.")).toBeVisible();
  await expectNoOverflow(page, "a quota in the finder");
  await expectAccessible(page, "a quota in the finder");
  await page.goto(`/organizations/${club.id}/find?date=${date}&time=11:00&duration=60`);
  await expect(page.getByRole("list", { name: "Libre", exact: true }).getByRole("link").first()).toBeVisible();
});

test("a manager sets the steps of cancellations, and whoever pays reads them with dates and what comes back", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  const form = page.getByRole("form", { name: "Booking rules" });
  const step = (number: number) => form.getByRole("group", { name: `Step ${number}` });
  await step(1).getByLabel("Until").selectOption("48 h before the start");
  await form.getByRole("button", { name: "Add step" }).click();
  await step(2).getByLabel("Comes back").fill("100");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(step(2).getByLabel("Comes back")).toHaveAccessibleDescription("Less than the step above");
  await step(2).getByLabel("Comes back").fill("50");
  await form.getByLabel("Members cancel by themselves until").selectOption("the start");
  await form.getByRole("button", { name: "Block after no-shows" }).click();
  await form.getByLabel("In how many days").fill("90");
  await expectAccessible(page, "steps of cancellations");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("In how many days")).toHaveValue("90");

  const { token } = await addMember(club, memberRoleId);
  const eventId = await createBooking(club, court, { token, startTime: toInstant(dateInDays(5), "10:00") });
  await callApi("POST", `/organizations/${club.id}/events/${eventId}/payments`, {
    token: club.token,
    body: { method: "cash", amount: 1800 },
  });
  const member = await another({
    ...{ token, locale: "fr-FR", colorScheme: "dark" },
    ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  });
  await member.goto(`/organizations/${club.id}/bookings/${eventId}`);
  await expect(
    member.getByRole("heading", { name: /^Annulation jusqu’au .+\s: remboursement intégral$/ }),
  ).toBeVisible();
  await expect(
    member.getByText(/Jusqu’au .+\s: la moitié remboursée\. Jusqu’au .+\s: rien de remboursé\./),
  ).toBeVisible();
  await waitUntilLoaded(member);
  await expectNoOverflow(member, "a booking with steps");
  await expectAccessible(member, "a booking with steps");

  await page.goto(`/organizations/${club.id}/events/${eventId}`);
  await page.getByRole("button", { name: "Cancel event" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    /was paid\. Canceling is free until .+, so all of it is due back/,
  );
});

test("one page shows all rules, and says for a role, a field and a day which rule would refuse a booking", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  const quotas = [{ measure: "minutes", amount: 30, per: "day" }];
  const rules = { horizonDays: 7, noticeMinutes: null, mostActive: null };
  await callApi("PATCH", `/organizations/${club.id}`, {
    token: club.token,
    body: { bookingRules: { ...rules, quotas } },
  });
  await callApi("POST", `/organizations/${club.id}/roles`, {
    token: club.token,
    body: {
      ...{ name: "Competition", type: "member", permissions: ["fields.show"] },
      bookingRules: { ...rules, horizonDays: 14 },
    },
  });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("main").getByRole("link", { name: "Rules", exact: true }).click();
  await expect(page.getByRole("row", { name: /How far ahead/ })).toContainText("7 days14 days");
  const result = page.getByRole("region", { name: "What holds" });
  await page.getByLabel("Role", { exact: true }).last().selectOption("Competition");
  await expect(result).toContainText("14 daysCompetition");
  await expect(result).toContainText("30 minutes a dayOrganization");
  await page.getByRole("combobox", { name: /^Field/ }).click();
  await page.getByRole("option", { name: /Court A/ }).click();
  await expect(result).toContainText("Choose a field and a day");
  await fillDate(page, "Date", dateInDays(20));
  await expect(result).toContainText(/This booking would be refused\..*How far ahead: /);
  await expectAccessible(page, "rules");
  await fillDate(page, "Date", dateInDays(10));
  await expect(result).toContainText(/This booking would be accepted\./);

  const phone = await another({
    ...{ token: club.token, locale: "fr-FR", colorScheme: "dark" },
    ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  });
  await phone.goto(`/organizations/${club.id}/settings/rules`);
  await expect(phone.getByRole("heading", { name: "Toutes les règles" })).toBeVisible();
  await waitUntilLoaded(phone);
  await expectNoOverflow(phone, "rules on a telephone");
  await expectAccessible(phone, "rules on a telephone");
});
