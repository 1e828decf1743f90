import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Returns } from "#contract/kit.ts";
import type { payments } from "#contract/payments.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { token } from "#web/kit/data/session.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { PaymentReturnPage } from "./return-page.tsx";

type Outcome = Returns<typeof payments.check>;
const eventId = "0190a0b0-0000-7000-8000-000000000001";
const event = {
  id: eventId,
  name: "Tennis",
  field: { name: "Court A" },
  startTime: "2026-06-01T08:00:00Z",
  endTime: "2026-06-01T09:00:00Z",
  timezone: "Europe/Paris",
};

/** Responses of the provider in turn; the last one repeats. */
let outcomes: (Partial<Outcome> | number)[];
let shown: object;
let asked = 0;

beforeEach(() => {
  asked = 0;
  shown = event;
  const fetched = fetch;
  vi.stubGlobal("fetch", (given: string, init: RequestInit) => {
    const address = String(given);
    if (address.endsWith("/check")) {
      const said = outcomes[Math.min(asked, outcomes.length - 1)];
      asked += 1;
      if (typeof said === "number")
        return Promise.resolve(Response.json({ message: "The payment service does not answer" }, { status: said }));
      const known: Outcome = {
        status: "processing",
        eventId,
        eventStatus: "pending",
        failure: null,
        transfer: null,
        card: null,
      };
      return Promise.resolve(Response.json({ data: { ...known, ...said } }));
    }
    if (address.endsWith(`/events/${eventId}`)) return Promise.resolve(Response.json({ data: shown }));
    if (address.endsWith(`/events/${eventId}/payments`))
      return Promise.resolve(Response.json({ data: { payments: [] } }));
    return fetched(given, init);
  });
  token.set("secret");
});
afterEach(async () => {
  vi.unstubAllGlobals();
  token.clear();
  queryClient.clear();
  await cleanup();
});

const open = () =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <PaymentReturnPage />
    </QueryClientProvider>
  ));
const said = (text: string) => page.getByText(text, { exact: false });

test("what is not known yet is asked again until it is, and then no more", async () => {
  outcomes = [{}, { status: "succeeded", eventStatus: "approved" }];
  await open();
  await expect.element(said("Your payment is being processed")).toBeVisible();
  await expect.element(said("Payment received")).toBeVisible();
  await expect.element(said("Tennis · Jun 1, 2026 10:00 – 11:00 AM · Court A")).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(asked).toBe(2);
});

test("a provider that does not answer is said, and asked again", async () => {
  outcomes = [503, { status: "succeeded", eventStatus: "pending" }];
  await open();
  await expect.element(said("The payment service does not answer")).toBeVisible();
  await expect.element(said("Thank you. Your booking is paid, and waits for its approval.")).toBeVisible();
});

test("what was paid too late goes back, and there is nothing to pay again", async () => {
  outcomes = [{ status: "succeeded", eventStatus: "canceled" }];
  await open();
  await expect.element(said("Your payment goes back to you")).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("what failed may be tried again, as long as the slot is held", async () => {
  outcomes = [{ status: "failed", failure: "Your card was declined." }];
  shown = { ...event, pendingReason: "payment", holdExpiresAt: new Date(Date.now() + 600_000).toISOString() };
  await open();
  await expect.element(said("The payment did not go through")).toBeVisible();
  await expect.element(said("Your card was declined.")).toBeVisible();
  await expect.element(page.getByRole("timer")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeEnabled();
});

test("what was closed may be paid again; what is free again is booked again", async () => {
  outcomes = [{ status: "canceled" }];
  await open();
  await expect.element(said("The payment page was closed")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Pay again" })).toBeEnabled();
  outcomes = [{ status: "canceled", eventStatus: "canceled" }];
  queryClient.clear();
  await open();
  await expect.element(page.getByRole("link", { name: "Book again" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Pay again" })).not.toBeInTheDocument();
});
