import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Debt } from "#contract/payments.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext, type Scope } from "#web/kit/data/scope.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { type DebtSource, TakePaymentDialog } from "./take-payment-dialog.tsx";

afterEach(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  await cleanup();
});

const debt: Debt = {
  ...{ id: "e1", organization: { id: "org", name: "Club" }, name: "Padel", fieldName: "Court 1", facilityName: "Hall" },
  ...{ facilityId: "f1", payerId: "c1", kind: "booking", eventId: "e1", dueOn: "2026-06-01" },
  ...{ startTime: "2026-06-01T16:00:00Z", endTime: "2026-06-01T17:00:00Z", timezone: "America/New_York" },
  ...{ customer: { id: "c1", name: "Zoé" }, seriesId: null, chargeId: "ch1", price: 1800, due: 1800, currency: "EUR" },
  ...{ isWrittenOff: false, isOverdue: true, state: "overdue", remindedAt: null, isRemindable: true },
  steps: { last: null, nextOn: null, isPaused: false, pausedUntil: null },
};
const show = async (asked: object, source: DebtSource = { debts: [debt] }, found: readonly Debt[] = []) => {
  const sent: unknown[] = [];
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    if (!String(address).includes("/api/v1/")) return fetched(address, init);
    if (String(address).includes("/debts")) return Promise.resolve(Response.json({ data: found }));
    if (init.method === "GET") return Promise.resolve(Response.json({ data: asked }));
    sent.push(JSON.parse(init.body as string));
    return Promise.resolve(Response.json({ data: { receiptsTo: [] }, message: "Done" }));
  });
  const scope: Scope = {
    ...{ organizationId: "org", isPlatform: false, membership: undefined, can: () => true, path: (rest) => rest },
  };
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>
        <TakePaymentDialog {...source} onClose={() => {}} />
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
  return sent;
};

test("a debt is dated by the clock of its facility, which is named where the reader's differs", async () => {
  await show({ receiptTo: "zoe@example.test", asksReceiptAddress: false });
  await expect.element(page.getByText(/12:00 PM \(Eastern/)).toBeVisible();
});

test("an address for the receipt is asked for where none is known, checked, and sent along", async () => {
  const sent = await show({ receiptTo: null, asksReceiptAddress: true });
  const address = page.getByRole("textbox", { name: /Email for the receipt/ });
  await address.fill("no address");
  await page.getByRole("button", { name: "Take €18.00" }).click();
  await expect.element(address).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
  await address.fill("zoe@example.test");
  await page.getByRole("button", { name: "Take €18.00" }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ method: "cash", debts: [{ chargeId: "ch1", amount: 1800 }], email: "zoe@example.test" }]);
});

test("nothing is asked for where an address is known", async () => {
  await show({ receiptTo: "zoe@example.test", asksReceiptAddress: false });
  await expect.element(page.getByText("A receipt is mailed to zoe@example.test.")).toBeVisible();
  expect(page.getByRole("textbox", { name: /Email for the receipt/ }).elements()).toEqual([]);
});

test("debts of two customers are not taken together, and a guardian pays for two children", async () => {
  const ofAnother: Debt = { ...debt, id: "e2", name: "Tennis", customer: { id: "c2", name: "Léo" }, payerId: "c2" };
  await show({ receiptTo: null, asksReceiptAddress: false }, { debts: [debt, ofAnother] });
  await expect.element(page.getByText(/^These bookings are of several customers/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Take €36.00" })).toBeDisabled();
  await page.getByRole("checkbox", { name: /Tennis/ }).click();
  await expect.element(page.getByRole("button", { name: "Take €18.00" })).toBeEnabled();
  await cleanup();
  await show({ receiptTo: null, asksReceiptAddress: false }, { debts: [debt, { ...ofAnother, payerId: "c1" }] });
  await expect.element(page.getByRole("button", { name: "Take €36.00" })).toBeEnabled();
});

test("a customer is not asked for what is written off, which may be ticked", async () => {
  const writtenOff: Debt = { ...debt, id: "e2", chargeId: "ch2", name: "Tennis", isWrittenOff: true };
  const sent = await show({ receiptTo: "zoe@example.test", asksReceiptAddress: false }, { customerId: "c1" }, [
    debt,
    writtenOff,
  ]);
  await expect.element(page.getByText("Written off")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Take €18.00" })).toBeVisible();
  await page.getByRole("checkbox", { name: /Tennis/ }).click();
  await page.getByRole("button", { name: "Take €36.00" }).click();
  const debts = ["ch1", "ch2"].map((chargeId) => ({ chargeId, amount: 1800 }));
  await expect.poll(() => sent).toEqual([{ method: "cash", debts }]);
});

test("cash that is less than what is taken is not taken", async () => {
  const sent = await show({ receiptTo: "zoe@example.test", asksReceiptAddress: false });
  const given = page.getByRole("textbox", { name: /^Given/ });
  await given.fill("10");
  await expect.element(page.getByText("€8.00 is missing")).toBeVisible();
  await page.getByRole("button", { name: "Take €18.00" }).click();
  await expect.element(given).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByText("This is less than what is taken")).toBeVisible();
  expect(sent).toEqual([]);
  await given.fill("20");
  await page.getByRole("button", { name: "Take €18.00" }).click();
  await expect.poll(() => sent).toEqual([{ method: "cash", debts: [{ chargeId: "ch1", amount: 1800 }] }]);
});
