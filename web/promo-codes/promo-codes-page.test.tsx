import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { PromoCodesPage } from "./promo-codes-page.tsx";

const evenings = { name: "Evenings", weekdays: [1, 2, 3, 4, 5], start: "18:00", end: "22:00" };
const windowId = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
const original = globalThis.fetch;
let windows: object[] = [];
let codes: object[] = [];
let sent: Record<string, unknown>[] = [];

beforeEach(() => {
  [windows, codes, sent] = [[], [], []];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const url = given instanceof Request ? given.url : given.toString();
    if (!url.includes("/api/v1/")) return original(given, init);
    const isWindow = url.includes("/time-windows");
    if (init?.method === "POST") {
      const body = JSON.parse(typeof init.body === "string" ? init.body : "{}") as Record<string, unknown>;
      sent.push(body);
      const made = { ...body, id: windowId };
      if (isWindow) windows = [made];
      return Response.json({ data: made }, { status: 201 });
    }
    if (isWindow) return Response.json({ data: windows });
    return Response.json({ data: url.includes("/promo-codes") ? codes : [] });
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  queryClient.clear();
  await cleanup();
});

const open = () =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext
        value={{
          ...{ organizationId: "org", isPlatform: false, membership: undefined },
          ...{ path: (rest: string) => `/organizations/org${rest}`, can: () => true },
        }}
      >
        <PromoCodesPage />
      </CurrentScopeContext>
    </QueryClientProvider>
  ));

test("a code for evenings is made in one go: its hours are named in the form, and chosen at once", async () => {
  await open();
  await page.getByRole("button", { name: "Add promo code" }).first().click();
  const form = page.getByRole("dialog").last();
  await form.getByRole("textbox", { name: "Code", exact: true }).fill("EVENING10");
  await form.getByRole("button", { name: "Create time window" }).click();
  const inner = page.getByRole("dialog", { name: "Create time window" });
  await inner.getByRole("textbox", { name: "Name" }).fill("Evenings");
  await inner.getByRole("button", { name: "Save" }).click();
  await expect.element(inner).not.toBeInTheDocument();
  await expect.element(form.getByText("Evenings", { exact: true }).first()).toBeVisible();
  await form.getByRole("button", { name: "Add promo code" }).click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ code: "EVENING10", windowIds: [windowId] });
});

test("the list says when a code holds", async () => {
  windows = [{ ...evenings, id: windowId, fromDate: null, toDate: null }];
  const limits = { minAmount: null, fieldIds: [], roleIds: [], firstBookingOnly: false, maxPerCustomer: null };
  const dates = { bookedFrom: "2027-01-01", bookedTo: "2027-01-31", playedFrom: "2027-02-01", playedTo: null };
  const code = {
    id: "c1",
    appliesTo: "booking",
    code: "EVENING10",
    kind: "percent",
    value: 10,
    uses: 2,
    maxUses: 5,
    active: true,
  };
  codes = [{ ...code, ...limits, ...dates, windowIds: [windowId] }];
  await open();
  const list = page.getByRole("list", { name: "Promo codes" });
  await expect.element(list.getByText(/Uses: 2 of 5 · booked Jan 1, 2027 to Jan 31, 2027/)).toBeVisible();
  await expect.element(list.getByText(/· played from Feb 1, 2027 on · Evenings$/)).toBeVisible();
});
