import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { BankAccount, PaymentDetail, Refund } from "#contract/payments.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { BankAccountForm } from "./bank-account-form.tsx";
import { ReceivePayment, SendRefund, TransferDetails } from "./transfer.tsx";

const transfer = {
  ...{ holder: "Tennis Club de Lyon", iban: "FR7630006000011234567890189", bic: "AGRIFRPP", amount: 1800 },
  ...{ reference: "K7QM4-ZT9RX", currency: "EUR", expiresAt: "2026-06-06T08:00:00.000Z" },
};
const payment = {
  ...{ id: "p1", user: { id: "u1", fullName: "Élise Roux" }, organization: { id: "org", name: "Club" } },
  ...{ amount: 1800, currency: "EUR", reference: "K7QM4-ZT9RX", provider: "bank_transfer", method: "transfer" },
} as PaymentDetail;

let sent: { method: string; path: string; body: unknown }[] = [];
const fetched = globalThis.fetch;
function answer(status: number, answered: object) {
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const url = given instanceof Request ? given.url : given.toString();
    if (!url.includes("/api/v1/")) return fetched(given, init);
    const path = new URL(url, location.href).pathname.replace("/api/v1/organizations/org/", "");
    if (init?.method !== "GET")
      sent.push({
        method: String(init?.method),
        path,
        body: JSON.parse(typeof init?.body === "string" ? init.body : "{}"),
      });
    return Response.json(answered, { status });
  });
}
afterEach(async () => {
  vi.restoreAllMocks();
  queryClient.clear();
  await cleanup();
});

const scope = {
  ...{ organizationId: "org", isPlatform: false, membership: undefined, path: (rest: string) => rest },
  can: () => true,
};
const show = (content: React.ReactNode) =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>{content}</CurrentScopeContext>
    </QueryClientProvider>
  ));

test("who has to transfer sees all of it, the account number in groups", async () => {
  await show(<TransferDetails transfer={transfer} timezone="Europe/Paris" />);
  const details = page.getByRole("region", { name: "Bank transfer" });
  for (const text of ["K7QM4-ZT9RX", "FR76 3000 6000 0112 3456 7890 189", "AGRIFRPP", "Tennis Club de Lyon"])
    await expect.element(details.getByText(text, { exact: true })).toBeVisible();
  await expect.element(details.getByText("Please transfer €18.00")).toBeVisible();
  await expect.element(details.getByText(/10:00/)).toBeVisible();
});

test("a transfer is marked as received after a question that names its reference", async () => {
  answer(200, { data: {}, message: "Payment received" });
  await show(<ReceivePayment payment={payment} />);
  await page.getByRole("button", { name: "Mark as received" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText(/K7QM4-ZT9RX/)).toBeVisible();
  expect(sent).toEqual([]);
  await question.getByRole("button", { name: "Mark as received" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent).toEqual([{ method: "POST", path: "payments/p1/receive", body: {} }]);
});

test("a refund that was sent by hand is marked so; a refusal is said in the question", async () => {
  answer(409, { message: "This refund does not wait to be sent by hand" });
  const refund = { id: "r1", amount: 800, isManual: true, state: "pending" } as Refund;
  await show(<SendRefund payment={payment} refund={refund} />);
  await page.getByRole("button", { name: "Mark as sent" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText(/€8.00 back to Élise Roux/)).toBeVisible();
  await question.getByRole("button", { name: "Mark as sent" }).click();
  await expect.element(question.getByText("This refund does not wait to be sent by hand")).toBeVisible();
  expect(sent).toEqual([{ method: "POST", path: "payments/p1/refunds/r1/sent", body: {} }]);
});

test("a typing error in the account's numbers is said beside the field, before anything is sent", async () => {
  answer(200, { data: {} as BankAccount });
  await show(<BankAccountForm account={null} />);
  await page.getByLabelText("Account holder").fill("Tennis Club de Lyon");
  await page.getByLabelText("IBAN").fill("FR76 3000 6000 0112 3456 7890 198");
  await page.getByLabelText(/^BIC/).fill("AGRI");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("This IBAN has a typing error: its check digits do not agree")).toBeVisible();
  await expect.element(page.getByText("A BIC has 8 or 11 characters, such as AGRIFRPP")).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByLabelText("IBAN").fill("fr76 3000 6000 0112 3456 7890 189");
  await page.getByLabelText(/^BIC/).fill("agrifrpp");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        method: "PUT",
        path: "bank-account",
        body: {
          ...{ active: true, holder: "Tennis Club de Lyon", iban: "FR7630006000011234567890189", bic: "AGRIFRPP" },
          paymentDays: 5,
        },
      },
    ]);
});
