import { readFile } from "node:fs/promises";
import { createClub, addMember, managerRoleId, memberRoleId, staffRoleId } from "./clubs.ts";
import { countClicks } from "./clicks.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";
import { findMail, findLink } from "./mails.ts";

test.slow();

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const day = (page: Page, place: number) => page.getByRole("group", { name: "Day" }).getByRole("button").nth(place);
const free = (page: Page, field: string) => page.getByRole("group", { name: `Free times of ${field}` });
const money = (page: Page) => page.locator("section").filter({ has: page.getByRole("heading", { name: "Payment" }) });
const payWith = async (page: Page, card: string) => {
  await page.getByRole("radio", { name: card, exact: true }).check();
  await page.getByRole("button", { name: /^Pay €/ }).click();
};
const paid = (page: Page) => page.getByRole("status").getByText("Payment received");

test("a member books online: declined, then paid; the invoice is there, a part is given back", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const { token, person } = await addMember(club, memberRoleId);
  const page = await another({ token });

  await test.step("booking leads to the page to pay on", async () => {
    await page.goto(`/organizations/${club.id}/events/create`);
    await day(page, 2).click();
    await free(page, "Court A")
      .getByRole("button", { name: /^10:00 AM/ })
      .click();
    await expect(page.getByRole("radio", { name: "Pay online" })).toBeChecked();
    await page.getByRole("button", { name: "Book and pay" }).click();
    await expect(page.getByText("Test payments: no real money moves")).toBeVisible();
  });

  await test.step("who goes back without paying finds the booking held, and how to pay", async () => {
    await page.getByRole("link", { name: "Back without paying" }).click();
    await expect(page.getByText("Nothing was paid: you closed the payment page.")).toBeVisible();
    await expect(money(page).getByRole("timer")).toHaveText(/^(30|2\d):\d\d$/);
    await waitUntilLoaded(page);
    await expectAccessible(page, "an event to pay");
    await page.goto("/my-bookings");
    const card = page.getByRole("region", { name: "To pay" }).getByRole("listitem");
    await expect(card.getByRole("timer")).toBeVisible();
    await card.getByRole("button", { name: "Pay" }).click();
  });

  await test.step("a card is declined, another one pays, and the page says so, also when it is loaded anew", async () => {
    await payWith(page, "It is declined");
    await expect(page.getByRole("alert")).toHaveText("The card was declined. Nothing was paid: try another one.");
    await payWith(page, "It pays");
    await expect(paid(page)).toBeVisible();
    await expect(page).toHaveURL(/\/payments\/[\da-f-]{36}\/return$/);
    await page.reload();
    await expect(paid(page)).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, "the page after paying");
  });

  const invoice = page.getByRole("button", { name: /^Download FA-/ });
  await test.step("the invoice is downloaded as a PDF", async () => {
    await expect(invoice).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent("download"), invoice.click()]);
    expect(download.suggestedFilename()).toMatch(/^FA-.*\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
    await page.getByRole("link", { name: "Back to the booking" }).click();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    await page.goto("/my-payments");
    await expect(page.getByRole("row").nth(1)).toContainText("€18.00");
    await expect(invoice).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, "one's own payments");
  });

  await test.step("the manager gives a part back, and the credit note is there", async () => {
    const desk = await another({ token: club.token });
    await desk.goto(`/organizations/${club.id}/payments`);
    const payer = desk
      .getByRole("link", { name: `${person.firstName} ${person.lastName}` })
      .and(desk.locator(":not([title])"));
    await expect(payer).toHaveAttribute("href", /\/customers\//);
    await desk.getByTitle("Details of the payment").first().click();
    await expect(desk.getByRole("heading", { level: 1 })).toContainText("€18.00");
    await desk.getByRole("button", { name: "Refund" }).click();
    const dialog = desk.getByRole("dialog");
    await expect(dialog.getByLabel("Amount")).toHaveValue("18");
    await dialog.getByLabel("Amount").fill("20");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The lights went out");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(dialog.getByText("At most €18.00, which is what was not given back yet")).toBeVisible();
    await dialog.getByLabel("Amount").fill("8");
    await expect(dialog.getByText("€8.00 of €18.00 goes back to the card; a credit note is issued.")).toBeVisible();
    await expectAccessible(desk, "the question what to give back");
    await dialog.getByRole("button", { name: "Refund" }).dblclick();
    await expect(toast(desk, "Refund on its way")).toBeVisible();
    await expect(desk.getByRole("row").filter({ hasText: "Credit note" })).toContainText("−€8.00");
    await expect(desk.getByRole("row")).toHaveCount(3);
    await waitUntilLoaded(desk);
    await expectAccessible(desk, "a payment");
    await desk.goto(`/organizations/${club.id}/payments`);
    await waitUntilLoaded(desk);
    await expectAccessible(desk, "the list of payments");
  });
});

test("the desk sends a link that a guest pays by, and takes the rest in cash", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const { token } = await addMember(club, managerRoleId, "Odile");
  const customer = await callApi<{ id: string }>("POST", `/organizations/${club.id}/customers`, {
    token,
    body: { firstName: "Marc", lastName: "Lebrun" },
  });
  const eventId = await createBooking(club, court, {
    token,
    startTime: toInstant(dateInDays(3), "11:00"),
    name: "Walk-in",
    customer: { customerId: customer.data.id },
  });
  const page = await another({ token });
  await page.goto(`/organizations/${club.id}/events/${eventId}`);

  await test.step("a part is paid in cash", async () => {
    await page.getByRole("button", { name: "Record payment" }).click();
    const dialog = page.getByRole("dialog", { name: "Record payment" });
    await expect(dialog.getByLabel("Amount")).toHaveValue("18");
    await dialog.getByLabel("Amount").fill("5.50");
    await dialog.getByRole("button", { name: "Record payment" }).dblclick();
    await expect(toast(page, "Payment recorded")).toBeVisible();
    await expect(money(page).getByRole("list", { name: "Payments" }).getByRole("listitem")).toHaveCount(1);
    await expect(money(page).getByText("€12.50")).toBeVisible();
  });

  await test.step("the link is copied, and the customer's page tells of it", async () => {
    await page.getByRole("button", { name: "Send payment link" }).click();
    const dialog = page.getByRole("dialog", { name: "Send payment link" });
    await dialog.getByRole("button", { name: "Copy link" }).click();
    await expect(dialog.getByLabel("Payment link")).toHaveValue(/\/test-payments\/cs_test/);
    await expectAccessible(page, "the copied link");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.goto(`/organizations/${club.id}/customers/${customer.data.id}`);
    const given = page.getByRole("list", { name: "Payments and invoices" }).getByRole("listitem").first();
    await expect(given).toContainText(/Link copied .* · not paid yet/);
    await expect(given).toContainText("€12.50");
    await page.goto(`/organizations/${club.id}/events/${eventId}`);
  });

  await test.step("the rest by a link", async () => {
    await page.getByRole("button", { name: "Send payment link" }).click();
    const dialog = page.getByRole("dialog", { name: "Send payment link" });
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page, "the question where to send the link");
    const guest = `guest.${process.pid}@journeys.test`;
    await dialog.getByLabel("Email").fill(guest);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(toast(page, "Payment link sent")).toBeVisible();
    const link = findLink(await findMail(guest, "payments.link"), "/test-payments");
    const stranger = await another();
    await stranger.goto(link.pathname);
    await payWith(stranger, "It pays");
    await expect(stranger.getByRole("heading", { name: "Payment received" })).toBeVisible();
    await expectAccessible(stranger, "the page for guests who paid");
    await expect(money(page).getByText("€0.00")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send payment link" })).toHaveCount(0);
  });
});

test("the owner connects an account of the club's own, in two goes", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  const part = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Payment account" }) })
    .last();
  await page.goto(`/organizations/${club.id}/settings`);
  await expect(part.getByText("Online payments go to the account of this installation.")).toBeVisible();
  await expect(part.getByText("Test: no real money moves")).toBeVisible();
  await page.getByRole("button", { name: "Connect an account" }).click();
  await page.getByRole("button", { name: "Later" }).click();
  await expect(part.getByText("Begun", { exact: true })).toBeVisible();
  await expect(part.getByText("Still wanted")).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, "the settings");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Say everything" }).click();
  await expect(part.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
});

test("on a telephone everything about money fits, in French too", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const { token } = await addMember(club, memberRoleId);
  const eventId = await createBooking(club, court, {
    token,
    startTime: toInstant(dateInDays(3), "11:00"),
    payment: "online",
  });
  const looks = async (who: string, paths: string[]) => {
    const page = await another({ token: who, ...telephone });
    await page.addInitScript(() => localStorage.setItem("language", "fr"));
    for (const path of paths) {
      await page.goto(path);
      await waitUntilLoaded(page);
      await expectNoOverflow(page, path);
    }
  };
  const within = `/organizations/${club.id}`;
  await looks(token, [`${within}/events/${eventId}?payment=closed`, "/my-bookings", "/my-payments"]);
  await looks(club.token, [`${within}/events/${eventId}`, `${within}/payments`, `${within}/settings`]);
});

test("the desk cancels what was paid: the conditions decide what goes back, the screen says so, and it can be undone", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const { token } = await addMember(club, staffRoleId, "Sami");
  const startTime = toInstant(dateInDays(4), "11:00");
  const eventId = await createBooking(club, court, { token: club.token, startTime, name: "Paid hour" });
  const path = `/organizations/${club.id}/events/${eventId}`;
  await callApi("POST", `${path}/payments`, { token: club.token, body: { method: "cash", amount: 1800 } });
  const desk = await another({ token });
  await desk.goto(path);
  await desk.getByRole("button", { name: "Cancel event" }).click();
  const dialog = desk.getByRole("dialog");
  await expect(dialog.getByText(/^€18.00 is refunded: canceling is free until/)).toBeVisible();
  await expect(dialog.getByText("Another amount needs the right to refund: ask a manager.")).toBeVisible();
  await expect(dialog.getByRole("radio")).toHaveCount(0);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The court is under water");
  await expectAccessible(desk, "the question what goes back");
  await dialog.getByRole("button", { name: "Cancel event" }).click();
  const undo = await hoverUndoButton(desk, "Event canceled. Refund of €18.00 under way.");
  await expect(desk.getByRole("main").getByText("Refund of €18.00 under way")).toBeVisible();
  await undo.click();
  await expect(desk.getByRole("main").getByText("Refund of €18.00 under way")).toBeHidden();
  await expect(desk.getByRole("main").getByText("Approved", { exact: true })).toBeVisible();
});

test("the desk reminds a customer, takes two debts in one payment, and keeps what is chosen while it looks around", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const email = `marc.${process.pid}.${Date.now()}@example.test`;
  const customer = await callApi<{ id: string }>("POST", `${base}/customers`, {
    token: club.token,
    body: { kind: "person", firstName: "Marc", lastName: "Lebrun", email },
  });
  const book = (days: number, hour: number) =>
    callApi("POST", `${base}/events`, {
      token: club.token,
      body: {
        fieldId: court.fieldId,
        startTime: toInstant(dateInDays(days), `${hour}:00`),
        duration: 60,
        name: "Marc",
        type: "game",
        customer: { customerId: customer.data.id },
      },
    });
  await book(-2, 10);
  await book(-1, 10);
  await book(5, 10);
  const page = await another({ token: club.token });
  const clicks = await countClicks(page);
  const dialog = page.getByRole("dialog");
  const overdue = page.getByRole("region", { name: "Overdue" });

  await test.step("one click shows the one mail about both overdue bookings, another sends it", async () => {
    await page.goto(`${base}/customers/${customer.data.id}`);
    await overdue.getByRole("button", { name: "Send reminder" }).click();
    await expect(dialog).toContainText(email);
    await expect(dialog).toContainText("36,00");
    await expectAccessible(page, "the reminder before it is sent");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog).toBeHidden();
    await expect(toast(page, "Reminders sent for 2 debts")).toBeVisible();
    expect((await findMail(email, "payments.debtReminder")).subject).toContain("36,00");
    await expect(overdue.getByText(/reminded on/)).toBeVisible();
    expect(clicks.total()).toBe(2);
  });

  await test.step("in the list of events the third is reminded of, and none twice a day", async () => {
    await page.goto(`${base}/events?customerId=${customer.data.id}`);
    const boxes = page.getByRole("checkbox", { name: "Select Marc" });
    await expect(boxes).toHaveCount(3);
    for (const box of await boxes.all()) await box.check();
    await page.getByRole("region", { name: "Selected events" }).getByRole("button", { name: "Send reminder" }).click();
    await expect(dialog).toContainText(/2 debts not reminded: .*already sent today/);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await expect(toast(page, /Reminder sent for 1 debt.*2 debts not reminded: .*already sent today/)).toBeVisible();
    await page.goto(`${base}/customers/${customer.data.id}`);
  });

  await test.step("two clicks take both in one payment; what is due later is not chosen", async () => {
    await clicks.restart();
    await overdue.getByRole("button", { name: "Take payment" }).click();
    await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(2);
    await expectAccessible(page, "several debts");
    await dialog.getByRole("button", { name: "Take €36.00" }).click();
    await expect(toast(page, "Payment recorded")).toBeVisible();
    await expect(overdue).toBeHidden();
    expect(clicks.total()).toBe(2);
  });

  await test.step("debts stay chosen under another filter, and what was not taken stays chosen", async () => {
    await book(-3, 12);
    await page.goto(`${base}/payments/unpaid`);
    const filter = page.getByRole("radiogroup", { name: "Unpaid" });
    await filter.getByText("Overdue").click();
    await page.getByRole("row").getByRole("checkbox", { name: "Choose Marc Lebrun" }).check();
    await filter.getByText("Later").click();
    await expect(page.getByText("1 chosen")).toBeVisible();
    await page.getByRole("row").getByRole("checkbox", { name: "Choose Marc Lebrun" }).check();
    await expect(page.getByText("2 chosen")).toBeVisible();
    await page.getByRole("button", { name: "Take payment" }).click();
    await dialog.getByRole("checkbox", { checked: true }).last().uncheck();
    await dialog.getByRole("button", { name: "Take €18.00" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("1 chosen")).toBeVisible();
    await page.getByRole("button", { name: "Clear the choice" }).click();
    await expect(page.getByText(/chosen/)).toBeHidden();
    await waitUntilLoaded(page);
    await expectAccessible(page, "unpaid bookings");
  });
});
