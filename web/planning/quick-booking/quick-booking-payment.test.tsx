import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Planning } from "#contract/planning.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { buildBoard } from "#web/planning/grid/board.ts";
import type { GridRegion } from "#web/planning/grid/geometry.ts";
import { QuickBookingPopovers } from "./quick-booking-popovers.tsx";
import { blankBooking } from "./booking-columns.ts";
import { useBookingStore, useGridDrafts } from "./booking-store.ts";
import { resolveRegionAction } from "./open-at-region.ts";

const court = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
const date = "2027-06-10";
const data: Planning = {
  ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
  fields: [
    {
      ...{ id: court, name: "Court 1", facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris" },
      ...{ parentId: null, status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
      ...{ startStep: 30, turnaround: 0, sports: [], open: [{ start: `${date}T06:00:00Z`, end: `${date}T20:00:00Z` }] },
    },
  ],
  events: [],
};
const now = Date.parse(`${date}T05:00:00Z`);
const board = buildBoard(data, data.fields, { dates: [date], allHours: false, now });

let sent: { path: string; body: unknown }[] = [];
let permissions: string[] = [];
let isOnline = true;
let wallet = 0;
let packOffers: unknown[] = [];
let percent = 100;
const stripe = { name: "stripe", minAmount: 50, minLeadHours: 0 };
let answerPayment: () => Response;
const original = globalThis.fetch;

beforeAll(ensureTemporal);
beforeEach(() => {
  sent = [];
  permissions = ["payments.record"];
  isOnline = true;
  wallet = 0;
  packOffers = [];
  percent = 100;
  holder = undefined;
  answerPayment = () => Response.json({ data: {} });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const url = given instanceof Request ? given.url : given.toString();
    if (!url.includes("/api/v1/")) return original(given, init);
    const path = new URL(url, location.href).pathname.replace(/.*organizations\/[^/]*\//, "");
    if (path === "payment-methods")
      return Response.json({
        data: { online: isOnline, onSite: true, least: 50, mode: "test", providers: isOnline ? [stripe] : [] },
      });
    if (path.endsWith("/wallet")) return Response.json({ data: { amount: wallet, currency: "EUR" } });
    if (path === "pack-offers") return Response.json({ data: packOffers });
    if (path.endsWith("/cancellation"))
      return Response.json({
        data: { pack: { name: "10 hours", unit: "count", units: 1 }, policy: "partial", percent },
      });
    if (init?.method === "GET") return Response.json({ data: path === "availability" ? { fields: [] } : [] });
    if (path.endsWith("quotes"))
      return Response.json({ data: { total: 1800, currency: "EUR", priceType: null, lines: [], trace: [] } });
    if (path.includes("selection")) return Response.json({ data: {} });
    if (path.endsWith("/preview")) return Response.json({ data: { occurrences: [] } });
    const body = JSON.parse(typeof init?.body === "string" ? init.body : "{}") as Record<string, unknown>;
    sent.push({ path, body });
    if (path !== "events") return answerPayment();
    const booked = {
      ...body,
      id: "e1",
      organizationId: "org",
      price: 1800,
      date,
      creator: {},
      kind: "event",
      status: "approved",
    };
    const listed = { field: { id: "c1", name: "Court 1" }, timezone: "Europe/Paris" };
    return Response.json({ data: { ...booked, ...listed, endTime: `${date}T09:00:00.000Z` } });
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  queryClient.clear();
  localStorage.clear();
  await cleanup();
});

let holder: { customerId: string; name: string; email: string } | undefined;

function TestHarness() {
  const store = useBookingStore();
  const drafts = useGridDrafts(store, board, data.fields);
  const open = (region: GridRegion) => {
    const decision = resolveRegionAction(board, region, { isTeam: true, defaultDuration: 60, now });
    if (decision.action !== "open") return;
    const initialValues = holder && { customer: { ...blankBooking().customer, ...holder } };
    store.open({ ...decision.booking, ...(initialValues && { initialValues }) }, data.fields);
  };
  return (
    <>
      <button onClick={() => open({ lane: 0, from: 120, to: 180 })}>One hour</button>
      {drafts.map(({ id }) => (
        <p key={id} data-draft={id} />
      ))}
      <QuickBookingPopovers store={store} board={board} fields={data.fields} />
    </>
  );
}
const box = page.getByRole("dialog", { name: "Create event" });
const paymentOptions = () =>
  [...document.querySelectorAll("[data-field=payment] label")].map((label) => label.textContent);
const begin = async () => {
  const scope = {
    ...{ organizationId: "org", isPlatform: false, membership: undefined, path: (rest: string) => rest },
    can: (what: string | { allow: string }) => permissions.includes(typeof what === "string" ? what : what.allow),
  };
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>
        <TestHarness />
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
  await page.getByRole("button", { name: "One hour" }).click();
  await expect.element(box.getByText("€18.00", { exact: true })).toBeVisible();
};

test("only what may be done is offered: without the permission, and without online payments", async () => {
  await begin();
  await expect.poll(paymentOptions).toEqual(["Pay link", "On site", "Paid now", "Free"]);
  permissions = [];
  await begin();
  await expect.poll(paymentOptions).toEqual(["On site", "Free"]);
  permissions = ["payments.record"];
  isOnline = false;
  queryClient.clear();
  await begin();
  await expect.poll(paymentOptions).toEqual(["On site", "Paid now", "Free"]);
  await box.getByText("Paid now").click();
  await box.getByText("Series", { exact: true }).click();
  await expect.poll(paymentOptions).toEqual(["On site", "Free"]);
  await expect.element(box.getByRole("radio", { name: "On site" })).toBeChecked();
});

test("what is paid now is recorded in full, once it is booked", async () => {
  await begin();
  await box.getByText("Paid now").click();
  await box.getByRole("combobox", { name: "Method" }).selectOptions("Check");
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect.element(box).not.toBeInTheDocument();
  expect(sent.map(({ path }) => path)).toEqual(["events", "events/e1/payments"]);
  expect(sent[1]?.body).toEqual({ method: "check", amount: 1800 });
});

test("a link needs an address; where it cannot be sent, what is booked stays booked, and it is said", async () => {
  await begin();
  await box.getByText("Pay link").click();
  await box.getByRole("button", { name: "Book", exact: true }).click();
  const email = box.getByRole("textbox", { name: "Send link to" });
  await expect.element(email).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
  await email.fill("ines@example.org");
  answerPayment = () => Response.json({ message: "The provider is away" }, { status: 503 });
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText(/is booked, but the payment link was not sent \(The provider is away\)/).first())
    .toBeVisible();
  await expect.element(box).not.toBeInTheDocument();
  expect(sent.map(({ path }) => path)).toEqual(["events", "events/e1/payment-link"]);
  expect(sent[1]?.body).toEqual({ email: "ines@example.org" });
});

test("the balance of the customer is a method where it covers the price", async () => {
  permissions = ["payments.record", "payments.show"];
  holder = { customerId: court, name: "Ada", email: "" };
  wallet = 1799;
  await begin();
  await box.getByText("Paid now").click();
  const method = box.getByRole("combobox", { name: "Method" });
  await expect.element(method).toBeVisible();
  await expect.element(method).not.toHaveTextContent("Prepaid balance");
  wallet = 1800;
  queryClient.clear();
  await begin();
  await box.getByText("Paid now").click();
  await method.selectOptions("Prepaid balance · €18.00");
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect.element(box).not.toBeInTheDocument();
  expect(sent.find(({ path }) => path === "events/e1/payments")?.body).toEqual({ method: "balance", amount: 1800 });
});

test("a booking can be undone where its customer is told of it, too, and that is said", async () => {
  holder = { customerId: court, name: "Ada", email: "ada@example.org" };
  await begin();
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect.element(page.getByText(/The customer is told by email, of an undo too\./).first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sent.map(({ path }) => path)).toContain("events/e1/cancel");
});

test("an undo gives all units of the pack back, also where the conditions of a cancellation would not", async () => {
  holder = { customerId: court, name: "Ada", email: "" };
  const pack = { id: court, name: "10 hours", unit: "count", unitsLeft: 10, expiresOn: null };
  packOffers = [{ pack, unitsNeeded: 1, unitsLeft: 10, refusal: null }];
  const undo = async () => {
    sent = [];
    queryClient.clear();
    await begin();
    await expect.element(box.getByRole("radio", { name: "Pack" })).toBeChecked();
    await box.getByRole("button", { name: "Book", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => sent.map(({ path }) => path)).toContain("events/e1/cancel");
    return sent.map(({ path }) => path);
  };
  expect(await undo()).toEqual(["events", "events/e1/cancel"]);
  percent = 0;
  expect(await undo()).toEqual(["events", "events/e1/pack-uses/give-back", "events/e1/cancel"]);
});
