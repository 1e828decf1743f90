import { expect, test, toast } from "./journey.ts";
import { ask, newcomer, settle, tokenOf } from "./people.ts";

test.describe(() => {
  test.use({ as: "member" });

  test("a member books an hour to come, with what members may say, and finds it again", async ({ page }) => {
    await page.goto("/events");
    await page.getByRole("link", { name: "Create event" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
    for (const label of ["Internal notes", "Price in euros", "Customer’s name"])
      await expect(page.getByLabel(label)).toHaveCount(0);
    await expect(page.getByRole("radio", { name: "Block" })).toHaveCount(0);
    await page.getByRole("combobox", { name: "Field", exact: true }).selectOption("Squash 2");
    await page.getByLabel("Name", { exact: true }).fill("Squash with Inès");
    await page.getByLabel("Date").fill("2020-01-06");
    await page.getByLabel("Start time").fill("12:00");
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(page.getByLabel("Start time")).toHaveAccessibleDescription(/^Choose a start in the future/);
    await page.getByLabel("Date").fill("2031-01-06");
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(page.getByLabel("Start time")).toHaveAccessibleDescription(/30/);
    // Behind the demo's events, and before the horizon of members' bookings.
    await page.getByLabel("Date").fill(Temporal.Now.plainDateISO("Europe/Paris").add({ days: 20 }).toString());
    await page.getByRole("button", { name: "Create event" }).click();
    await expect(toast(page, "Event created")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Squash with Inès", level: 1 })).toBeVisible();
    await page.goto("/events?q=in%C3%A8s");
    await expect(page.getByRole("main").getByRole("link", { name: "Squash with Inès" })).toBeVisible();
  });
});

test("an invitation that is declined is gone, after a question", async ({ another }) => {
  const person = newcomer("Odile");
  const name = `Ligue ${person.email}`;
  const body = { name, type: "league", countryId: 250, addOwner: true, emailOwner: person.email };
  await ask("POST", "/organizations", { token: tokenOf("admin"), body });
  const page = await another({ token: await settle(person) });
  await page.goto("/overview");
  await expect(page.getByText(name)).toBeVisible();
  await page.getByRole("button", { name: /Decline/ }).click();
  const question = page.getByRole("alertdialog", { name: `Decline the invitation of ${name}?` });
  await question.getByRole("button", { name: "Decline" }).click();
  await expect(toast(page, "Invitation declined")).toBeVisible();
  await expect(page.getByRole("main").getByText(name)).toHaveCount(0);
  await expect(page.getByText("Accept an invitation, or ask an organization to invite you.")).toBeVisible();
});
