import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "#web/kit/data/query-client.ts";
import { token } from "#web/kit/data/session.ts";
import { Countdown } from "#web/kit/ui/countdown.tsx";
import "#web/modules.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { parsePaymentFilters } from "./labels.ts";
import { HoldCountdown, PayButton } from "./pay-button.tsx";

afterEach(async () => {
  vi.unstubAllGlobals();
  token.clear();
  queryClient.clear();
  await cleanup();
});

test("the time left to pay is counted down, and its end is announced once", async () => {
  const onOver = vi.fn<() => void>();
  const until = new Date(Date.now() + 2500).toISOString();
  await renderInApp(() => <Countdown until={until} label="Held for you" over="Too late" onOver={onOver} />);
  await expect.element(page.getByRole("timer")).toMatchTextContent(/^0:0[1-3]$/);
  await expect.element(page.getByText("Too late")).toBeVisible();
  expect(onOver).toHaveBeenCalledTimes(1);
});

test("whoever waits for what is held is told what became of it, though it takes a while", async () => {
  let asked = 0;
  function Booking() {
    const { data } = useQuery({
      queryKey: ["events.mine"],
      queryFn: () => {
        asked += 1;
        return asked;
      },
    });
    return (data ?? 0) < 3 ? <HoldCountdown until={until} timeZone="Europe/Paris" isOwn /> : <p>It is free again</p>;
  }
  const until = new Date(Date.now() + 1200).toISOString();
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <Booking />
    </QueryClientProvider>
  ));
  await expect.element(page.getByRole("timer")).toBeVisible();
  await expect.element(page.getByText("It is free again"), { timeout: 10_000 }).toBeVisible();
  const then = asked;
  await new Promise((resolve) => setTimeout(resolve, 4500));
  expect(asked).toBe(then);
});

test("minutes and seconds are told as clocks do", async () => {
  const until = new Date(Date.now() + (29 * 60 + 5) * 1000).toISOString();
  await renderInApp(() => <Countdown until={until} label="Held for you" over="Too late" />);
  await expect.element(page.getByRole("timer")).toMatchTextContent(/^29:0[45]$/);
});

test("paying asks for one page, however often it is clicked; a refusal is said, and the button takes another try", async () => {
  const asked: string[] = [];
  const fetched = fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (!String(address).endsWith("/checkout")) return fetched(address, init);
    asked.push(address);
    await new Promise((resolve) => setTimeout(resolve, 150));
    return Response.json({ message: "The time to pay has run out: book again" }, { status: 409 });
  });
  token.set("secret");
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <PayButton event={{ organizationId: "one", id: "two" }}>Pay €18.00</PayButton>
    </QueryClientProvider>
  ));
  const pay = page.getByRole("button", { name: "Pay €18.00" });
  await pay.dblClick();
  await expect.element(page.getByText("The time to pay has run out: book again")).toBeVisible();
  expect(asked).toEqual(["/api/v1/organizations/one/events/two/checkout"]);
  await expect.element(pay).toBeEnabled();
});

test("filters of payments are what the address names, and nothing else", () => {
  const given = { status: "failed", method: "cash", from: "2026-06-01", to: "tomorrow", page: "2" };
  expect(parsePaymentFilters(given)).toEqual({ status: "failed", method: "cash", from: "2026-06-01" });
  expect(parsePaymentFilters({ status: "toString", method: "gold", from: 3 })).toEqual({});
});
