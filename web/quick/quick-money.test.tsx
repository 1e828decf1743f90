import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Planning } from "#contract/planning.ts";
import { queryClient } from "#web/kit/query.ts";
import { ScopeGiven } from "#web/kit/scope.ts";
import { stage, strike } from "#web/kit/stage.tsx";
import { ensureTemporal } from "#web/kit/temporal.ts";
import { boardOf } from "#web/planner/board.ts";
import { QuickPopover } from "./quick-popover.tsx";
import { useQuick } from "./use-quick.ts";

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
const board = boardOf(data, data.fields, { dates: [date], allHours: false, now: Date.parse(`${date}T05:00:00Z`) });

let sent: { path: string; body: unknown }[] = [];
let permissions: string[] = [];
let isOnline = true;
/** What the server says about the money, after the booking. */
let settle: () => Response;
const original = globalThis.fetch;

beforeAll(ensureTemporal);
beforeEach(() => {
  sent = [];
  permissions = ["payments.record"];
  isOnline = true;
  settle = () => Response.json({ data: {} });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const url = given instanceof Request ? given.url : given.toString();
    if (!url.includes("/api/v1/")) return original(given, init);
    const path = new URL(url, location.href).pathname.replace(/.*organizations\/[^/]*\//, "");
    if (path === "payment-ways")
      return Response.json({ data: { online: isOnline, onSite: true, least: 50, mode: "test" } });
    if (init?.method === "GET") return Response.json({ data: path === "availability" ? { fields: [] } : [] });
    if (path.endsWith("quotes"))
      return Response.json({ data: { total: 1800, currency: "EUR", priceType: null, lines: [], trace: [] } });
    if (path.includes("selection")) return Response.json({ data: {} });
    if (path.endsWith("/preview")) return Response.json({ data: { occurrences: [] } });
    const body = JSON.parse(typeof init?.body === "string" ? init.body : "{}") as Record<string, unknown>;
    sent.push({ path, body });
    if (path !== "events") return settle();
    const booked = { ...body, id: "e1", organizationId: "org", price: 1800, date, creator: {}, kind: "event" };
    return Response.json({ data: { ...booked, endTime: `${date}T09:00:00.000Z` } });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  localStorage.clear();
  strike();
});

function Scene() {
  const quick = useQuick(board);
  return (
    <>
      <button onClick={() => quick.begin({ lane: 0, from: 120, to: 180 })}>One hour</button>
      {quick.drafted.map(({ id }) => (
        <p key={id} data-draft={id} />
      ))}
      <QuickPopover quick={quick} board={board} fields={data.fields} />
    </>
  );
}
const box = page.getByRole("dialog", { name: "Create event" });
const ways = () => [...document.querySelectorAll("[data-field=payment] label")].map((label) => label.textContent);
const begin = async () => {
  const scope = {
    ...{ organizationId: "org", isPlatform: false, min: undefined, path: (rest: string) => rest },
    can: (what: string | { allow: string }) => permissions.includes(typeof what === "string" ? what : what.allow),
  };
  await stage(() => (
    <QueryClientProvider client={queryClient}>
      <ScopeGiven value={scope}>
        <Scene />
      </ScopeGiven>
    </QueryClientProvider>
  ));
  await page.getByRole("button", { name: "One hour" }).click();
  await expect.element(box.getByText("€18.00", { exact: true })).toBeVisible();
};

test("only what may be done is offered: without the permission, and without online payments", async () => {
  await begin();
  await expect.poll(ways).toEqual(["Pay link", "On site", "Paid now", "Free"]);
  permissions = [];
  await begin();
  await expect.poll(ways).toEqual(["On site", "Free"]);
  permissions = ["payments.record"];
  isOnline = false;
  queryClient.clear();
  await begin();
  await expect.poll(ways).toEqual(["On site", "Paid now", "Free"]);
  await box.getByText("Paid now").click();
  await box.getByText("Series", { exact: true }).click();
  await expect.poll(ways).toEqual(["On site", "Free"]);
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
  const email = box.getByRole("textbox", { name: "Email" });
  await expect.element(email).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
  await email.fill("ines@example.org");
  settle = () => Response.json({ message: "The provider is away" }, { status: 503 });
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText(/is booked, but the payment link was not sent \(The provider is away\)/).first())
    .toBeVisible();
  await expect.element(box).not.toBeInTheDocument();
  expect(sent.map(({ path }) => path)).toEqual(["events", "events/e1/payment-link"]);
  expect(sent[1]?.body).toEqual({ email: "ines@example.org" });
});
