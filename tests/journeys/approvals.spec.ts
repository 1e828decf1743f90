import { addMember, createClub, memberRoleId, sidebarLinks, staffRoleId } from "./clubs.ts";
import { countClicks } from "./clicks.ts";
import { createBooking, createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";

test.slow();

const row = (page: Page, name: RegExp | string) =>
  page.getByRole("list", { name: "To approve" }).getByRole("listitem").filter({ hasText: name });

test("requests are decided on their row or several at once, with a reason and an undo, and what a colleague did meanwhile is told", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club, { approval: "manual" });
  const { token } = await addMember(club, memberRoleId);
  const clerk = await addMember(club, staffRoleId, "Sacha");
  const names = ["Nine", "Ten", "Eleven", "Noon"];
  for (const [index, name] of names.entries())
    await createBooking(club, court, {
      token,
      startTime: toInstant(dateInDays(3), `${9 + index}:00`.padStart(5, "0")),
      name,
    });
  const page = await another({ token: clerk.token });
  const colleague = await another({ token: club.token });
  const clicks = await countClicks(page);

  await test.step("the sidebar counts them, and each has requester, time, place, price and hint", async () => {
    await page.goto(`/organizations/${club.id}/planning`);
    await expect(sidebarLinks(page).filter({ hasText: "To approve" })).toContainText("4 wait");
    await sidebarLinks(page).filter({ hasText: "To approve" }).click();
    await expect(row(page, "Nine")).toContainText("Court A");
    await expect(row(page, "Nine")).toContainText("€18.00");
    await expect(row(page, "Nine")).toContainText("Free");
    await expect(row(page, "Nine").getByRole("link", { name: /Nadia/ })).toHaveAttribute("href", /customers/);
    await expectAccessible(page, "the requests");
  });

  await test.step("one is approved by one click, stays in its place with the way to it, and is taken back by another", async () => {
    const order = await page.getByRole("list", { name: "To approve" }).getByRole("listitem").allInnerTexts();
    await row(page, "Nine").getByRole("button", { name: "Approve" }).click();
    await expect(row(page, "Nine")).toContainText("Approved");
    expect(clicks.total()).toBe(2);
    await expect(row(page, "Nine").getByRole("link").nth(1)).toHaveAttribute("href", /events/);
    const after = await page.getByRole("list", { name: "To approve" }).getByRole("listitem").allInnerTexts();
    const nameOf = (text: string) => text.split("\n").find((line) => /Nine|Ten|Eleven|Noon/.test(line));
    expect(after.map(nameOf)).toEqual(order.map(nameOf));
    await expectAccessible(page, "a request that was approved");
    await row(page, "Nine").getByRole("button", { name: "Undo" }).click();
    await expect(row(page, "Nine").getByRole("button", { name: "Approve" })).toBeVisible();
    await row(page, "Nine").getByRole("button", { name: "Approve" }).click();
    await expect(row(page, "Nine")).toContainText("Approved");
    await hoverUndoButton(page, "approved");
    await toast(page, /approved/)
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(row(page, "Nine").getByRole("button", { name: "Approve" })).toBeVisible();
  });

  await test.step("of three at once, the one that a colleague rejected meanwhile is told by name", async () => {
    await colleague.goto(`/organizations/${club.id}/approvals`);
    await row(colleague, "Noon").getByRole("button", { name: "Reject" }).click();
    const dialog = colleague.getByRole("dialog");
    await dialog.getByRole("button", { name: "Closed at that time" }).click();
    await clicks.restart();
    for (const name of ["Nine", "Ten", "Noon"]) await row(page, name).getByRole("checkbox").click();
    const bar = page.getByRole("region", { name: "3 selected" });
    await expect(bar).toContainText("€54.00");
    await expect(bar).toContainText("no conflicts");
    await expectAccessible(page, "several selected requests");
    await page.route(
      "**/approvals",
      async (route) => {
        await dialog.getByRole("button", { name: "Reject", exact: true }).click();
        await expect(row(colleague, "Noon")).toContainText("Rejected");
        await route.continue();
      },
      { times: 1 },
    );
    await bar.getByRole("button", { name: "Approve 3" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "could not be decided" })).toContainText(
      "2 requests decided",
    );
    await expect(page.getByRole("alert").filter({ hasText: "could not be decided" })).toContainText("Rejected");
    await expect(row(page, "Eleven")).toBeVisible();
    expect(clicks.total()).toBe(4);
  });

  await test.step("what a colleague decided stays in its row, and a new request moves none", async () => {
    await expect(row(page, "Noon")).toContainText("No longer waiting");
    const startTime = toInstant(dateInDays(2), "12:00");
    await createBooking(club, court, { token, startTime, name: "Early" });
    const rows = page.getByRole("list", { name: "To approve" }).getByRole("listitem");
    await expect(rows.last()).toContainText("Early");
    await expectAccessible(page, "a request that is new");
    await page.getByRole("button", { name: "Sort again" }).click();
    await expect(rows.first()).toContainText("Early");
    await expect(rows).toHaveCount(2);
  });

  await test.step("what was decided is listed with who did, when and why", async () => {
    await page.getByRole("radio", { name: "Decided" }).click();
    await expect(page.getByRole("heading", { name: "Decided requests", level: 1 })).toBeVisible();
    const decided = page.getByRole("list", { name: "Decided requests" }).getByRole("listitem");
    await expect(decided).toHaveCount(3);
    await expect(decided.filter({ hasText: "Nine" })).toContainText(/Approved.*Sacha/);
    await expect(decided.filter({ hasText: "Noon" })).toContainText(/RejectedClosed at that time/);
    await expect(decided.filter({ hasText: "Noon" })).not.toContainText("Sacha");
    await expectAccessible(page, "the decided requests");
    await page.getByLabel("Decision").selectOption({ label: "Rejected" });
    await expect(decided).toHaveCount(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the decided requests on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: /^Undo: / }).click();
    await expect(decided).toHaveCount(0);
    await page.getByRole("radio", { name: "Waiting" }).click();
    await expect(row(page, "Noon").getByRole("button", { name: "Approve" })).toBeVisible();
  });

  await test.step("on a phone nothing is cut", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row(page, "Eleven").getByRole("button", { name: "Approve" })).toBeVisible();
    await expectNoOverflow(page, "the requests on a phone");
  });
});
