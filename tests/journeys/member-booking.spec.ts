import { createClub, addMember, memberRoleId } from "./clubs.ts";
import { dateInDays, createCourt } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { callApi, createNewPerson, registerConfirmed, demoToken } from "./people.ts";
import { expectDate, jumpTo } from "./date-fields.ts";
import { expectAccessible } from "./page-checks.ts";

test("a member books an hour to come, with what members may say, and finds it again", async ({ another }) => {
  // An own court, because the demo's are closed on holidays and used by other journeys.
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: (await addMember(club, memberRoleId)).token });
  await page.goto("/events");
  await page.getByRole("link", { name: "Book", exact: true }).first().click();
  await expect(page.getByLabel("Name")).toBeVisible();
  for (const label of ["Internal notes", "Customized price", "Customer’s name", "Start time"])
    await expect(page.getByLabel(label)).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Block" })).toHaveCount(0);
  await page.getByLabel("Name").fill("Squash with Inès");
  await jumpTo(page, "Another day", "2020-01-06");
  await expect(page.getByText("No slot available for this date and this facility.")).toBeVisible();
  await jumpTo(page, "Another day", dateInDays(20));
  await page.getByRole("group", { name: "Free times of Court A" }).getByRole("button").nth(2).click();
  await page.getByRole("radio", { name: "Pay on site" }).check();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(toast(page, /^Court A, .*: booked/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your booking", level: 1 })).toBeVisible();
  await expect(page.getByText("Squash with Inès")).toBeVisible();
  await page.goto("/events?q=in%C3%A8s");
  await expect(page.getByRole("main").getByRole("link", { name: "Squash with Inès" })).toBeVisible();
});

test("a booking begins with the facility and the date of its address: for a member who comes from the facility, and for the team", async ({
  another,
}) => {
  const club = await createClub();
  const here = await createCourt(club);
  const there = await createCourt(club, { name: "Court B" });
  const within = `/organizations/${club.id}`;
  const page = await another({ token: (await addMember(club, memberRoleId)).token });
  const freeTimes = (court: string) => page.getByRole("group", { name: `Free times of ${court}` });

  for (const place of [`/facilities/${here.facilityId}`, `/fields/${here.fieldId}`]) {
    await page.goto(`${within}${place}`);
    await expect(page.getByRole("link", { name: "Book", exact: true })).toHaveAttribute("href", /\/find\b/);
    await expect(page.getByRole("link", { name: "Print" })).toHaveCount(0);
  }
  await page.goto(`${within}/events/create?facilityId=${there.facilityId}&date=${dateInDays(3)}`);
  await expect(freeTimes("Court B")).toBeVisible();
  await expect(freeTimes("Court A")).toHaveCount(0);
  const days = page.getByRole("group", { name: "Day", exact: true });
  await expect(days.getByRole("button", { pressed: true })).toHaveText(new RegExp(`${Number(dateInDays(3).slice(8))}`));

  const team = await another({ token: club.token });
  await team.goto(`${within}/events/create?facilityId=${there.facilityId}&date=${dateInDays(3)}`);
  await expect(team.getByLabel("Field", { exact: true }).getByRole("option")).toHaveText(["Court B"]);
  await expectDate(team, "Date", dateInDays(3));
});

test("a member reads before booking whether it can be canceled, and afterwards whom to ask", async ({ another }) => {
  const club = await createClub();
  await createCourt(club, { cancellationDeadline: 240 });
  const page = await another({ token: (await addMember(club, memberRoleId)).token });
  const over = "Starts in less than 240 h: once booked, it can no longer be canceled online or refunded.";
  const firstTime = page.getByRole("group", { name: "Free times of Court A" }).getByRole("button").first();
  await page.goto(`/organizations/${club.id}/events/create?date=${dateInDays(20)}`);
  await firstTime.click();
  await expect(page.getByText(/^Free to cancel until /)).toBeVisible();
  await page.goto(`/organizations/${club.id}/events/create?date=${dateInDays(3)}`);
  await firstTime.click();
  await expect(page.getByText(over)).toBeVisible();
  await expectAccessible(page, "a booking that cannot be canceled");
  await page.getByRole("radio", { name: "Pay on site" }).check();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Can no longer be canceled online" })).toBeVisible();
  await expect(page.getByText(/Something came up\? Ask at the desk, which decides\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
});

test("a declined invitation is removed from the list, after a confirmation", async ({ another }) => {
  const person = createNewPerson("Odile");
  const name = `Ligue ${person.email}`;
  const body = { name, type: "league", countryId: 250, addOwner: true, emailOwner: person.email };
  await callApi("POST", "/organizations", { token: demoToken("admin"), body });
  const page = await another({ token: await registerConfirmed(person) });
  await page.goto("/overview");
  await expect(page.getByText(name)).toBeVisible();
  await page.getByRole("button", { name: /Decline/ }).click();
  const question = page.getByRole("alertdialog", { name: `Decline the invitation of ${name}?` });
  await question.getByRole("button", { name: "Decline" }).click();
  await expect(toast(page, "Invitation declined")).toBeVisible();
  await expect(page.getByRole("main").getByText(name)).toHaveCount(0);
  await expect(page.getByText("Accept an invitation, or ask an organization to invite you.")).toBeVisible();
});
