import type { Page } from "@playwright/test";
import { addMember, createClub, staffRoleId } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

const telephone = { locale: "fr-FR", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** As the server answers once the seven days have passed. */
const passTime = (page: Page) =>
  page.route("**/api/v1/organizations-min/*", async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: object };
    await route.fulfill({
      response: answer,
      json: { data: { ...data, secondFactorDueAt: "2026-01-01T08:00:00.000Z" } },
    });
  });

test("an owner demands two-step sign-in; the team reads by when, and the list who has it", async ({ another }) => {
  const club = await createClub();
  const staff = await addMember(club, staffRoleId, "Nora");
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("switch", { name: "Demand two-step sign-in" }).click();
  await page.getByRole("form", { name: "Sign-in of the team" }).getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("switch", { name: "Demand two-step sign-in" })).toBeChecked();
  const notice = page.getByRole("complementary", { name: "Two-step sign-in" });
  await expect(notice).toContainText(/^Two-step sign-in is demanded of you\. Set it up by /);
  await page.goto(`/organizations/${club.id}/team-users`);
  await expect(page.getByRole("row").filter({ hasText: staff.person.email })).toContainText("Password alone");
  await expectAccessible(page, "team with how it signs in");

  const colleague = await another({ token: staff.token });
  await colleague.goto(`/organizations/${club.id}/events`);
  await colleague.getByRole("link", { name: "Set up two-step sign-in" }).click();
  await expect(colleague).toHaveURL("/settings/second-factor");
  await expect(colleague.getByRole("button", { name: "Set up two-step sign-in" })).toBeVisible();
});

test("once the time has passed, on a telephone in French, only the page where it is set up opens", async ({
  another,
}) => {
  const club = await createClub();
  const token = club.token;
  await callApi("PATCH", `/organizations/${club.id}`, { token, body: { demandsSecondFactor: true } });
  const page = await another({ token, ...telephone });
  await page.goto(`/organizations/${club.id}/events`);
  await expect(page.getByText(/^La connexion en deux étapes est exigée de vous\. Activez-la avant le /)).toBeVisible();
  await expectNoOverflow(page, "the date");
  await passTime(page);
  for (const path of [`/organizations/${club.id}/events`, "/overview"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/settings/second-factor");
  }
  await expect(page.getByText("rien d’autre ne s’ouvre tant qu’elle n’est pas activée")).toBeVisible();
  await expectNoOverflow(page, "the demand");
});
