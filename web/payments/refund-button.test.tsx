import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Event } from "#contract/events.ts";
import type { Payment } from "#contract/payments.ts";
import { listModules, registerModules } from "#web/kit/data/modules.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { token } from "#web/kit/data/session.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { RecordPaymentForm } from "./payment-forms.tsx";
import { RefundForm } from "./refund-button.tsx";

const id = (last: number) => `0190a0b0-0000-7000-8000-00000000000${last}`;
const event = { id: id(1), organizationId: id(2), customer: null } as Event;
const payment: Payment = {
  id: id(3),
  user: { id: id(4), fullName: "Élise Roux" },
  customerId: null,
  organization: { id: id(2), name: "Club des Lilas" },
  country: { id: 250, name: "France" },
  event: {
    ...{ id: id(1), name: "Tennis", startTime: "2026-06-01T08:00:00Z", timezone: "Europe/Paris" },
    ...{ fieldName: "A", facilityId: id(9) },
  },
  label: "Tennis",
  timezone: "Europe/Paris",
  askedAmount: null,
  link: null,
  groupId: null,
  method: "card",
  provider: "stripe",
  reference: null,
  isReceivable: false,
  status: "succeeded",
  amount: 1800,
  providerFee: 55,
  stripeFee: 55,
  currency: "EUR",
  refunded: 500,
  refundable: 1300,
  failure: null,
  note: null,
  isDisputed: false,
  paid_at: "2026-06-01T08:00:00Z",
  created_at: "2026-06-01T08:00:00Z",
  updated_at: "2026-06-01T08:00:00Z",
};

interface Sent {
  address: string;
  body: unknown;
  key: string | null;
}
let sent: Sent[] = [];
let answer: () => Response;
const onClose = vi.fn<() => void>();

beforeEach(() => {
  sent = [];
  onClose.mockClear();
  answer = () => Response.json({ data: payment, message: "Done" });
  const fetched = fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (!/\/(payments|refund)$/.test(String(address))) return fetched(address, init);
    if (init.method !== "POST") return Response.json({ data: { receiptTo: "elise@example.test" } });
    sent.push({
      address,
      body: JSON.parse(init.body as string),
      key: new Headers(init.headers).get("idempotency-key"),
    });
    // Long enough for a second click.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return answer();
  });
  token.set("secret");
});
afterEach(async () => {
  vi.unstubAllGlobals();
  token.clear();
  queryClient.clear();
  await cleanup();
});

const refunding = () =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <RefundForm payment={payment} onClose={onClose} />
    </QueryClientProvider>
  ));
const recording = () =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <RecordPaymentForm event={event} due={1850} wallet={0} currency="EUR" onClose={onClose} />
    </QueryClientProvider>
  ));
const amount = page.getByLabelText("Amount");
const reason = page.getByLabelText("Reason");
const refund = page.getByRole("button", { name: "Refund" });
const record = page.getByRole("button", { name: "Record payment" });

test("a refund begins with all that is left, says what it means, and two clicks give back once", async () => {
  await refunding();
  await expect.element(amount).toHaveValue("13");
  await expect
    .element(page.getByText("€13.00 of €18.00 goes back to the card; a credit note is issued."))
    .toBeVisible();
  await amount.fill("4.35");
  await expect.element(page.getByText("€4.35 of €18.00 goes back to the card; a credit note is issued.")).toBeVisible();
  await reason.fill("Rain");
  await refund.dblClick();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      address: `/api/v1/organizations/${id(2)}/payments/${id(3)}/refund`,
      body: { amount: 435, reason: "Rain" },
      key: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    },
  ]);
});

test.each([
  ["13.01", "At most €13.00, which is what was not given back yet"],
  ["0", ""],
  ["", ""],
])("a refund of “%s” is refused beside its amount, and nothing is sent", async (given, said) => {
  await refunding();
  await reason.fill("Rain");
  await amount.fill(given);
  await refund.click();
  await expect.element(amount).toHaveAttribute("aria-invalid", "true");
  await expect.element(amount).toHaveAccessibleDescription(said === "" ? /./ : said);
  await expect.element(page.getByText("€13.01 of €18.00")).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("a refund wants a reason", async () => {
  await refunding();
  await refund.click();
  await expect.element(reason).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
});

test("the dialog closes when the page behind shows what is left, not before", async () => {
  const modules = listModules();
  registerModules([{ name: "payments", includesDataOf: ["money"] }]);
  const due = ["€18.50", "€0.00"];
  const fetchDue = async () => {
    await new Promise((resolve) => setTimeout(resolve, due.length === 2 ? 0 : 300));
    return due.shift();
  };
  const Debt = () => <output>{useQuery({ queryKey: ["payments.customerBalance"], queryFn: fetchDue }).data}</output>;
  const knownAtClose: unknown[] = [];
  onClose.mockImplementation(() => void knownAtClose.push(queryClient.getQueryData(["payments.customerBalance"])));
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <Debt />
      <RecordPaymentForm event={event} due={1850} wallet={0} currency="EUR" onClose={onClose} />
    </QueryClientProvider>
  ));
  await expect.element(page.getByText("€18.50")).toBeVisible();
  await record.click();
  await expect.poll(() => knownAtClose).toEqual(["€0.00"]);
  onClose.mockReset();
  registerModules(modules);
});

test("what the server refuses stands beside the amount, and another try is the same request until something changes", async () => {
  await recording();
  await expect.element(amount).toHaveValue("18.50");
  await expect.element(page.getByText("A receipt is mailed to elise@example.test.")).toBeVisible();
  answer = () =>
    Response.json({ message: "No", errors: { amount: ["At most €5.00, which is what is due"] } }, { status: 422 });
  await record.click();
  await expect.element(amount).toHaveAccessibleDescription("At most €5.00, which is what is due");
  await record.click();
  await expect.poll(() => sent.length).toBe(2);
  answer = () => Response.json({ data: payment, message: "Done" });
  await expect.element(record).toBeEnabled();
  await amount.fill("5");
  await page.getByLabelText("Method").selectOptions("Check");
  await record.dblClick();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent.map(({ body }) => body)).toEqual([
    { method: "cash", amount: 1850 },
    { method: "cash", amount: 1850 },
    { method: "check", amount: 500 },
  ]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  expect(sent[2]?.key).not.toBe(sent[1]?.key);
});
