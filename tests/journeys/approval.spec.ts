import { createClub, addMember, memberRoleId } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { callApi } from "./people.ts";
import { eventBlock, openPlanning, planningDate } from "./planning-steps.ts";

test.slow();

const status = (page: Page, name: string) => page.getByText(name, { exact: true }).first();

test("who asks for a court sees at once that it was approved, or why it was not", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club, { approval: "manual" });
  const { token } = await addMember(club, memberRoleId);
  const theirs = await another({ token });
  const desk = await another({ token: club.token });

  await test.step("asked for", async () => {
    await theirs.goto(`/organizations/${club.id}/events/create`);
    await theirs.getByRole("group", { name: "Day" }).getByRole("button").nth(2).click();
    await theirs
      .getByRole("group", { name: "Free times of Court A" })
      .getByRole("button", { name: /^9:00 AM/ })
      .click();
    await expect(theirs.getByText(/The team approves it first/)).toBeVisible();
    await theirs.getByLabel("Name").fill("Birthday game");
    await theirs.getByRole("radio", { name: "Pay on site" }).check();
    await theirs.getByRole("button", { name: "Book", exact: true }).click();
    await expect(theirs.getByRole("heading", { name: "Your booking", level: 1 })).toBeVisible();
    await expect(theirs.getByText("Birthday game")).toBeVisible();
    await expect(status(theirs, "Requested")).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Approve" })).toHaveCount(0);
  });

  await test.step("approved, and seen where it was asked for", async () => {
    await desk.goto(`/organizations/${club.id}/events?status=pending`);
    await desk.getByRole("link", { name: "Birthday game", exact: true }).click();
    await desk.getByRole("button", { name: "Approve" }).click();
    await hoverUndoButton(desk, "Event approved");
    await expect(status(desk, "Approved")).toBeVisible();
    await toast(desk, "Event approved").getByRole("button", { name: "Undo" }).click();
    await expect(status(desk, "Pending")).toBeVisible();
    await desk.getByRole("button", { name: "Approve" }).click();
    await expect(status(desk, "Approved")).toBeVisible();
    const approved = desk
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: /approved .*Birthday game/ });
    await expect(approved.first()).toBeVisible();
    await expect(status(theirs, "Confirmed")).toBeVisible();
  });

  await test.step("another one is rejected, with a reason that the member reads", async () => {
    const eventId = await createBooking(club, court, {
      token,
      startTime: toInstant(dateInDays(3), "10:00"),
      name: "Second game",
    });
    await theirs.goto(`/organizations/${club.id}/events/${eventId}`);
    await desk.goto(`/organizations/${club.id}/events/${eventId}`);
    await desk.getByRole("button", { name: "Reject" }).click();
    const dialog = desk.getByRole("dialog", { name: "Reject “Second game”?" });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveAttribute("aria-invalid", "true");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The court is being resown");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await hoverUndoButton(desk, "Event rejected");
    await expect(theirs.getByText("The court is being resown").first()).toBeVisible();
    await expect(status(theirs, "Not accepted")).toBeVisible();
  });

  await test.step("and brought back by undoing it", async () => {
    await toast(desk, "Event rejected").getByRole("button", { name: "Undo" }).click();
    await expect(status(desk, "Pending")).toBeVisible();
    await expect(status(theirs, "Requested")).toBeVisible();
  });

  await test.step("the team cancels with a reason only", async () => {
    await desk.getByRole("button", { name: "Cancel event" }).click();
    const dialog = desk.getByRole("dialog", { name: "Cancel “Second game”?" });
    await dialog.getByRole("button", { name: "Cancel event" }).click();
    await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription(/This field is required/);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Storm");
    await dialog.getByRole("button", { name: "Cancel event" }).click();
    await expect(status(theirs, "Canceled")).toBeVisible();
    await expect(theirs.getByText("Storm").first()).toBeVisible();
  });
});

test("on the planning requests are decided from the panel, by a key or several at once, and each decision is taken back", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club, { approval: "manual" });
  const { token } = await addMember(club, memberRoleId);
  const ids: string[] = [];
  for (const [index, name] of ["Nine", "Ten"].entries())
    ids.push(
      await createBooking(club, court, {
        token,
        startTime: toInstant(planningDate, `${String(9 + index).padStart(2, "0")}:00`),
        name,
      }),
    );
  const statuses = () =>
    Promise.all(
      ids.map(async (id) => {
        const path = `/organizations/${club.id}/events/${id}`;
        return (await callApi<{ status: string }>("GET", path, { token: club.token })).data.status;
      }),
    );
  const page = await another({ token: club.token });
  const panel = page.getByRole("complementary", { name: "Event", exact: true });
  const undo = async (said: string) => {
    await hoverUndoButton(page, said);
    await toast(page, said).getByRole("button", { name: "Undo" }).click();
    await expect.poll(statuses).toEqual(["pending", "pending"]);
  };
  await openPlanning(page, club);

  await test.step("the panel", async () => {
    await eventBlock(page, /^Nine, /).click();
    await panel.getByRole("button", { name: "Approve" }).click();
    await expect.poll(statuses).toEqual(["approved", "pending"]);
    await undo("Event approved");
    await panel.getByRole("button", { name: "Reject" }).click();
    const dialog = page.getByRole("dialog", { name: "Reject “Nine”?" });
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The court is being resown");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect.poll(statuses).toEqual(["rejected", "pending"]);
    await undo("Event rejected");
  });

  await test.step("the key", async () => {
    await eventBlock(page, /^Ten, /).focus();
    await page.keyboard.press("a");
    await expect.poll(statuses).toEqual(["pending", "approved"]);
    await undo("Event approved");
  });

  await test.step("several", async () => {
    for (const name of [/^Nine, /, /^Ten, /]) {
      await eventBlock(page, name).focus();
      await page.keyboard.press("Space");
    }
    await page.getByRole("button", { name: "Approve 2", exact: true }).click();
    await expect.poll(statuses).toEqual(["approved", "approved"]);
    await undo("2 events done");
  });
});
