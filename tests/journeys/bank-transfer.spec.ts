import { createClub, addMember, managerRoleId, memberRoleId } from "./clubs.ts";
import { dateInDays, createCourt } from "./courts.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { findMail } from "./mails.ts";

test.slow();

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const money = (page: Page) => page.locator("section").filter({ has: page.getByRole("heading", { name: "Payment" }) });
const details = (page: Page) => page.getByRole("region", { name: "Bank transfer" });

test("a club is paid by bank transfer: set up, chosen, waited for, received, and sent back", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const owner = await another({ token: club.token });

  await test.step("the owner gives the bank account, whose check digits are checked", async () => {
    await owner.goto(`/organizations/${club.id}/settings`);
    const form = owner.getByRole("form", { name: "Bank transfer" });
    await form.getByLabel("Account holder").fill("Tennis Club de Lyon");
    await form.getByLabel("IBAN").fill("FR76 3000 6000 0112 3456 7890 198");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("This IBAN has a typing error: its check digits do not agree")).toBeVisible();
    await form.getByLabel("IBAN").fill("FR76 3000 6000 0112 3456 7890 189");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(toast(owner, "Bank account saved")).toBeVisible();
    await waitUntilLoaded(owner);
    await expectAccessible(owner, "the settings with a bank account");
  });

  const { token, person } = await addMember(club, memberRoleId);
  const page = await another({ token, ...telephone });
  let reference = "";
  await test.step("a member chooses it while booking, and sees where to transfer what until when", async () => {
    await page.goto(`/organizations/${club.id}/events/create`);
    await page.getByRole("group", { name: "Day" }).getByRole("button").nth(4).click();
    await page
      .getByRole("group", { name: "Free times of Court A" })
      .getByRole("button", { name: /^10:00 AM/ })
      .click();
    await page.getByText("Bank transfer", { exact: true }).click();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await expect(details(page).getByText("FR76 3000 6000 0112 3456 7890 189")).toBeVisible();
    await expect(details(page).getByText("Please transfer €18.00")).toBeVisible();
    reference =
      (await details(page)
        .getByText(/^[\dA-Z]{5}-[\dA-Z]{5}$/)
        .textContent()) ?? "";
    await waitUntilLoaded(page);
    await expectNoOverflow(page, "where to transfer");
    await expectAccessible(page, "where to transfer");
    const mail = await findMail(person.email, "payments.transfer");
    expect([mail.subject, mail.text]).toEqual([expect.stringMatching(/18[.,]00/), expect.stringContaining(reference)]);
  });

  await test.step("the booking is held, and says so with the same details", async () => {
    await page.getByRole("link", { name: "Back to the booking" }).click();
    await expect(details(page).getByText(reference)).toBeVisible();
    await expect(money(page).getByText("Transfer expected")).toBeVisible();
    await expect(money(page).getByRole("button", { name: "Pay €18.00" })).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, "an event that waits for a transfer");
  });

  const desk = await another({ token: (await addMember(club, managerRoleId, "Odile")).token });
  await test.step("beside the planning it is offered to be marked as received", async () => {
    await desk.goto(`/organizations/${club.id}/planning?date=${dateInDays(4)}&view=day`);
    await desk.getByRole("grid").getByRole("button", { name: /10:00/ }).click();
    const panel = desk.getByRole("region", { name: "Payment" });
    await expect(panel.getByText(reference)).toBeVisible();
    await expect(panel.getByRole("button", { name: "Mark as received" })).toBeVisible();
    await waitUntilLoaded(desk);
  });

  await test.step("the desk finds it by its reference, and marks it as received", async () => {
    await desk.goto(`/organizations/${club.id}/payments?q=${reference}`);
    await desk.getByTitle("Details of the payment").first().click();
    await desk.getByRole("button", { name: "Mark as received" }).click();
    const question = desk.getByRole("alertdialog");
    await expect(question.getByText(reference)).toBeVisible();
    await expectAccessible(desk, "the question whether it has come");
    await question.getByRole("button", { name: "Mark as received" }).click();
    await expect(toast(desk, "Payment received")).toBeVisible();
    await expect(desk.getByRole("button", { name: /^Download FA-/ })).toBeVisible();
    await page.reload();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  });

  await test.step("what is given back is sent by hand, and marked so", async () => {
    await desk.getByRole("button", { name: "Refund" }).click();
    const dialog = desk.getByRole("dialog");
    await expect(dialog.getByText(/is to be sent back by you, by bank transfer/)).toBeVisible();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The lights went out");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(desk.getByText("To be sent by hand")).toBeVisible();
    await waitUntilLoaded(desk);
    await expectAccessible(desk, "a payment whose refund is to be sent");
    await desk.getByRole("button", { name: "Mark as sent" }).click();
    await desk.getByRole("alertdialog").getByRole("button", { name: "Mark as sent" }).click();
    await expect(toast(desk, "Refund marked as sent")).toBeVisible();
    await expect(desk.getByRole("row").filter({ hasText: "Credit note" })).toContainText("−€18.00");
  });
});
