import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createCourt, dateInDays } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { callApi } from "./people.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";

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
