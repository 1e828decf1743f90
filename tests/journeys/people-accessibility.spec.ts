import { createClub } from "./clubs.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "fr-FR" };

test("adding people is accessible, with its outcomes, and so is what is not allowed", async ({ another }) => {
  const club = await createClub();
  for (const options of [{}, telephone]) {
    const page = await another({ ...options, token: club.token });
    await page.goto(`/organizations/${club.id}/team-users`);
    await page.getByRole("button", { name: /Add users|Ajouter des utilisateurs/ }).click();
    await page.getByLabel("mails").fill(`nobody, ${club.owner.email}`);
    await page.getByRole("button", { name: /Send the invitations|Envoyer les invitations/ }).click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(2);
    await expectAccessible(page, "the outcomes");
    await expectNoOverflow(page, "the outcomes");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: club.owner.email }).click();
    await expect(page.getByRole("switch")).toBeDisabled();
    await expectAccessible(page, "the last owner");
    await expectNoOverflow(page, "the last owner");
  }
});

test("what happened is accessible, and fits", async ({ another }) => {
  const club = await createClub();
  await callApi("PATCH", `/organizations/${club.id}`, {
    token: club.token,
    body: {
      timezone: "America/Argentina/ComodRivadavia",
      email: "accueil.de.la.direction.generale@club-des-lilas-de-saint-aubin.fr",
    },
  });
  const body = { name: "Entraîneur", type: "admin", permissions: ["events.show", "events.approve"] };
  await callApi("POST", `/organizations/${club.id}/roles`, { token: club.token, body });
  for (const options of [{}, telephone]) {
    const page = await another({ ...options, token: club.token });
    await page.goto(`/organizations/${club.id}/activity`);
    await waitUntilLoaded(page);
    await expectAccessible(page, "the activity");
    await expectNoOverflow(page, "the activity");
    if ("isMobile" in options) await page.getByRole("button", { name: "Filtres" }).click();
    await page.getByRole("combobox").first().click();
    // The one person of the club, and everybody but them.
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(2);
    await expectAccessible(page, "the choice of a person");
  }
});
