import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { CustomerDetail } from "#contract/customers.ts";
import type { CustomerBalance } from "#contract/payments.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { PaymentLinkDialog } from "./payment-link-dialog.tsx";

let providers: readonly { name: string }[] = [];
const original = globalThis.fetch;

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const url = given instanceof Request ? given.url : given.toString();
    if (!url.includes("/api/v1/")) return original(given, init);
    if (url.includes("payment-methods")) return Response.json({ data: { providers } });
    return Response.json({ data: { sellerMissing: [] } });
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  queryClient.clear();
  await cleanup();
});

const startTime = "2027-06-10T08:00:00.000Z";
const debt = {
  chargeId: "c1",
  eventId: "e1",
  name: "Match",
  fieldName: "Court 1",
  startTime,
  timezone: "Europe/Paris",
};
const debts = [{ ...debt, state: "today", dueOn: "2027-06-10", due: 1800, remindedAt: null, isWrittenOff: false }];
const sale = { ...debts[0], chargeId: "c2", eventId: null, fieldName: null, name: "Racket", due: 1200 };
const open = (owed: object[] = debts) =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext
        value={{
          ...{ organizationId: "org", isPlatform: false, membership: undefined },
          ...{ path: (rest: string) => `/organizations/org${rest}`, can: () => true },
        }}
      >
        <PaymentLinkDialog
          customer={
            {
              id: "u1",
              name: "Ada",
              email: null,
              guardian: null,
              relations: [] as CustomerDetail["relations"],
              organization: { id: "org" },
            } as CustomerDetail
          }
          balance={
            {
              ...{ debts: owed, currency: "EUR" },
              paymentLink: { count: owed.length, due: 3000, currency: "EUR" },
            } as unknown as CustomerBalance
          }
          onClose={() => {}}
        />
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
const send = page.getByRole("button", { name: "Send", exact: true });
const setUp = page.getByRole("link", { name: "Set up online payment" });

test("a link is sent where it can be paid; elsewhere the setting is one press away", async () => {
  providers = [{ name: "stripe" }];
  await open();
  await expect.element(send).toBeVisible();
  providers = [{ name: "bank_transfer" }];
  queryClient.clear();
  await open();
  await expect.element(setUp).toHaveAttribute("href", "/organizations/org/settings");
  await expect.element(send).not.toBeInTheDocument();
});

test("several debts have one link for all by default, and one of them can be chosen", async () => {
  providers = [{ name: "stripe" }];
  await open([...debts, sale]);
  const all = page.getByRole("radio", { name: /^All 2 debts/ });
  await expect.element(all).toBeChecked();
  await page.getByRole("textbox").fill("ada@example.test");
  await send.click();
  const { mock } = vi.mocked(globalThis.fetch);
  const sentTo = () => mock.calls.map(([given]) => (given instanceof Request ? given.url : String(given)));
  await expect.poll(sentTo).toContainEqual(expect.stringContaining("/customers/u1/payment-link"));
  await page.getByRole("radio", { name: /^Racket/ }).click();
  await expect.element(all).not.toBeChecked();
});
