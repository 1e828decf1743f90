import { readFile } from "node:fs/promises";
import { type Club, createClub, addMember, memberRoleId, sidebarLinks } from "./clubs.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

/** A member paid 24 euros at the desk, of which 6 were refunded. */
async function sell(club: Club): Promise<{ token: string; invoiceId: string }> {
  const { id: userId, token } = await addMember(club, memberRoleId, "Elise");
  const make = async <T extends { id: string }>(rest: string, body: object) =>
    (await callApi<T>("POST", `/organizations/${club.id}${rest}`, { token: club.token, body })).data;
  const { id: facilityId } = await make("/facilities", { name: "Halle des Lilas" });
  const { id: fieldId } = await make("/fields", { name: "Court 1", facilityId, bookable: true });
  const { id: eventId } = await make("/events", {
    fieldId,
    name: "Match du mardi",
    startTime: "2027-06-01T18:30:00+02:00",
    duration: 60,
    type: "game",
    price: 2400,
    customer: { userId },
  });
  const payment = await make<{ id: string; invoices: { id: string }[] }>(`/events/${eventId}/payments`, {
    method: "cash",
    amount: 2400,
  });
  await make(`/payments/${payment.id}/refund`, { amount: 600, reason: "The lights went out" });
  return { token, invoiceId: payment.invoices[0]?.id ?? "" };
}

async function downloadOf(page: Page, start: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const begun = page.waitForEvent("download");
  await start();
  const download = await begun;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("what was paid and given back is invoiced, listed, downloaded, and handed to the accountant", async ({
  another,
}) => {
  const club = await createClub();
  const buyer = await sell(club);
  const page = await another({ token: club.token });
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });

  await test.step("from the sidebar to the list, with its sums", async () => {
    await page.goto(`/organizations/${club.id}/overview`);
    await sidebarLinks(page).filter({ hasText: "Invoices" }).click();
    await expect(row("FA-\\d{4}-000001")).toContainText("€24.00");
    await expect(row("AV-\\d{4}-000001")).toContainText("−€6.00");
    await expect(page.getByRole("region", { name: "Sums" })).toContainText("€18.00");
    await expectAccessible(page, "the list");
  });

  await test.step("narrowed down to what was given back", async () => {
    await page.getByLabel("Kind").selectOption("Credit note");
    await expect(row("FA-")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Sums" })).toContainText("−€6.00");
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await expect(row("FA-")).toHaveCount(1);
  });

  await test.step("a download that fails says nothing, and may be tried again", async () => {
    const button = page.getByRole("button", { name: /^Download FA-/ });
    await page.route("**/invoices/*", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/invoices/"));
    await button.click();
    await failed;
    await expect(button).toBeEnabled();
    await expect(toast(page, /./)).toHaveCount(0);
    await page.unroute("**/invoices/*");
    const { name, bytes } = await downloadOf(page, () => button.click());
    expect(name).toMatch(/^FA-\d{4}-000001\.pdf$/);
    expect(bytes.toString("latin1", 0, 8)).toBe("%PDF-1.7");
  });

  await test.step("a month comes as one file", async () => {
    await page.getByRole("button", { name: "A month for the accountant" }).click();
    const dialog = page.getByRole("dialog", { name: "A month for the accountant" });
    await dialog.getByLabel("Month").selectOption({ index: 0 });
    await expectAccessible(page, "the question");
    const { name, bytes } = await downloadOf(page, () => dialog.getByRole("button", { name: "Download" }).click());
    expect(name).toMatch(/^Invoices \d{4}-\d\d\.zip$/);
    for (const file of ["FA-", "AV-", ".csv"]) expect(bytes.includes(file)).toBe(true);
    await expect(dialog).toBeHidden();
  });

  await test.step("who paid downloads it too, and nobody else", async () => {
    const address = `/api/v1/organizations/${club.id}/invoices/${buyer.invoiceId}`;
    const status = async (token: string) =>
      (await page.request.get(address, { headers: { authorization: `Bearer ${token}` } })).status();
    const { token: stranger } = await addMember(club, memberRoleId, "Nadia");
    expect([await status(buyer.token), await status(stranger)]).toEqual([200, 404]);
  });
});
