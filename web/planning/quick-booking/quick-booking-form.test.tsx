import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Planning, PlanningField } from "#contract/planning.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { expectDate, fillDate } from "#tests/support/fill-date.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { buildBoard } from "#web/planning/grid/board.ts";
import type { GridRegion } from "#web/planning/grid/geometry.ts";
import { QuickBookingPopovers } from "./quick-booking-popovers.tsx";
import { useBookingStore, useGridDrafts } from "./booking-store.ts";
import { resolveRegionAction } from "./open-at-region.ts";

const [court1, court2] = ["019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91", "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d92"];
const date = "2027-06-10";
const fieldOf = (id: string, name: string): PlanningField => ({
  ...{ id, name, facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris", parentId: null },
  ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
  ...{ startStep: 30, turnaround: 0, sports: [], open: [{ start: `${date}T06:00:00Z`, end: `${date}T20:00:00Z` }] },
});
const data: Planning = {
  ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
  fields: [fieldOf(court1, "Court 1"), fieldOf(court2, "Court 2")],
  events: [],
};
const at = (time: string) => `${date}T${time}:00.000Z`;
const options = [
  { duration: 60, plan: "One hour", timeslot: "Day", priceType: null, price: 1800 },
  { duration: 90, plan: "Long", timeslot: "Day", priceType: null, price: 2500 },
];
const offered = (id: string, name: string, times: string[]) => ({
  ...{
    field: { id, name },
    facility: { id: "hall", name: "Hall" },
    timezone: "Europe/Paris",
    status: "open",
    open: [],
  },
  starts: times.map((time) => ({ startTime: at(time), options })),
});
const day = {
  ...{ date, timezone: "Europe/Paris" },
  fields: [offered(court1, "Court 1", ["08:00", "12:00"]), offered(court2, "Court 2", ["08:00"])],
};
const occurrence = (on: string, state: string) => ({
  ...{ date: on, startTime: `${on}T08:00:00Z`, endTime: `${on}T09:00:00Z`, state, price: 1800 },
  promo: null,
  alternatives: state === "ok" ? [] : [{ fieldId: court2, name: "Court 2", price: 1800 }],
});

interface Sent {
  path: string;
  body: Record<string, unknown>;
  key: string | null;
}
let sent: Sent[] = [];
let book: (body: Record<string, unknown>) => Response | Promise<Response>;
const original = globalThis.fetch;
const refusalResponse = (status: number, message: string, errors?: object) =>
  Response.json({ message, errors }, { status });
const listedPlace = { field: { id: court1, name: "Court 1" }, timezone: "Europe/Paris" };
const createdResponse = (body: Record<string, unknown>) =>
  Response.json({
    data: {
      ...body,
      id: "e1",
      startTime: body["startTime"],
      endTime: at("09:00"),
      date,
      creator: {},
      kind: "event",
      ...listedPlace,
    },
  });

beforeAll(ensureTemporal);
beforeEach(() => {
  sent = [];
  book = createdResponse;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const url = given instanceof Request ? given.url : given.toString();
    if (!url.includes("/api/v1/")) return original(given, init);
    const path = new URL(url, location.href).pathname.replace(/.*organizations\//, "");
    if (path.endsWith("payment-methods"))
      return Response.json({ data: { online: false, onSite: true, least: 50, mode: "test", providers: [] } });
    if (init?.method === "GET") return Response.json({ data: path.endsWith("availability") ? day : [] });
    const body = JSON.parse(typeof init?.body === "string" ? init.body : "{}") as Record<string, unknown>;
    if (path.endsWith("/quotes"))
      return Response.json({
        data: { total: body["duration"] === 90 ? 2500 : 1800, currency: "EUR", priceType: null, lines: [], trace: [] },
      });
    if (path.endsWith("/preview"))
      return Response.json({
        data: { occurrences: [occurrence("2027-06-10", "ok"), occurrence("2027-06-17", "conflict")] },
      });
    sent.push({ path, body, key: new Headers(init?.headers).get("idempotency-key") });
    if (path.endsWith("event-series"))
      return Response.json({ data: { seriesId: "s", created: ["1", "2"], skipped: [] } });
    return book(body);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  queryClient.clear();
  localStorage.clear();
  await cleanup();
});

const now = Date.parse(`${date}T05:00:00Z`);
const board = buildBoard(data, data.fields, { dates: [date], allHours: false, now });

/** 2:00 local for the second time, because clocks go back. */
const twice = { fieldId: court1, startTime: "2027-10-31T01:00:00.000Z" };

function TestHarness() {
  const store = useBookingStore();
  const drafts = useGridDrafts(store, board, data.fields);
  const open = (region: GridRegion) => {
    const decision = resolveRegionAction(board, region, { isTeam: true, defaultDuration: 60, now });
    if (decision.action === "open") store.open(decision.booking, data.fields);
  };
  return (
    <>
      <button onClick={() => open({ lane: 0, from: 120, to: 120 })}>One cell</button>
      <button onClick={() => open({ lane: 0, lanes: [0, 1], from: 240, to: 300 })}>Two fields</button>
      <button onClick={() => open({ lane: 0, from: 120, to: 210 })}>Hour and a half</button>
      <button onClick={() => open({ lane: 0, from: 120, to: 150 })}>Half an hour</button>
      <button
        onClick={() =>
          store.open({ kind: "event", places: [twice], duration: 60, hasChosenLength: false }, data.fields)
        }
      >
        Second two o’clock
      </button>
      <button onClick={() => store.closeOpen()}>Away</button>
      <ul aria-label="Drafts">
        {drafts.map(({ id, lane, lanes, from, to, state, name }) => (
          <li
            key={id}
            data-draft={id}
          >{`${lanes?.join("+") ?? lane}: ${from}–${to} ${state ?? "open"} ${name ?? ""}`}</li>
        ))}
      </ul>
      <QuickBookingPopovers store={store} board={board} fields={data.fields} />
    </>
  );
}
const show = () =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <TestHarness />
    </QueryClientProvider>
  ));
const box = page.getByRole("dialog", { name: "Create event" });
const drafts = () => [...document.querySelectorAll("[data-draft]")].map((draft) => draft.textContent.trim());
const begin = async (name = "One cell") => {
  await show();
  await page.getByRole("button", { name }).click();
  await expect.element(box).toBeVisible();
};
const field = (name: string) =>
  box.getByRole(name === "People" ? "spinbutton" : "textbox", { name: new RegExp(`^${name}`) });

test("a click means what is sold there; another length costs otherwise, at once, and Enter books it once", async () => {
  await begin();
  await expect.poll(drafts).toEqual(["0: 120–180 open"]);
  await expect.element(box.getByText("€18.00", { exact: true })).toBeVisible();
  await box.getByRole("button", { name: /1 h 30 min · €25/ }).click();
  await expect.element(box.getByText("€25.00", { exact: true })).toBeVisible();
  await expect.poll(drafts).toEqual(["0: 120–210 open"]);
  let answer: (response: Response) => void = () => {};
  book = () => new Promise((resolve) => (answer = resolve));
  await field("Customer’s name").fill("Ines Morel");
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(box).not.toBeInTheDocument();
  await expect.poll(drafts).toEqual(["0: 120–210 saving Ines Morel"]);
  answer(createdResponse({ fieldId: court1, startTime: at("08:00") }));
  await expect.poll(drafts).toEqual([]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[0]?.body).toMatchObject({
    ...{ fieldId: court1, startTime: at("08:00"), duration: 90, name: "Ines Morel" },
    customer: { name: "Ines Morel" },
  });
});

test("what is taken meanwhile comes back with all that was typed, and the next free time is one click away", async () => {
  await begin();
  await field("Customer’s name").fill("Ines Morel");
  book = () => refusalResponse(409, "Taken", { startTime: ["No slot available for this date and this facility."] });
  await userEvent.keyboard("{Enter}");
  await expect.element(box.getByText(/No slot available/)).toBeVisible();
  await expect.poll(drafts).toEqual(["0: 120–180 refused Ines Morel"]);
  await expect.element(field("Customer’s name")).toHaveValue("Ines Morel");
  await box
    .getByRole("group", { name: "Next free:" })
    .getByRole("button", { name: /10:00.*Court 2/ })
    .click();
  await expect.poll(drafts).toEqual(["1: 120–180 refused Ines Morel"]);
  book = createdResponse;
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect.poll(() => sent.at(-1)?.body["fieldId"]).toBe(court2);
});

test("what is wrong is said beside its field, and a lost connection loses nothing", async () => {
  await begin();
  await field("Customer’s name").fill("Ines Morel");
  book = () => refusalResponse(422, "Wrong", { duration: ["Not offered at this time."], people: ["At most 4."] });
  await userEvent.keyboard("{Enter}");
  await expect.element(box.getByText("At most 4.")).toBeVisible();
  await expect.element(field("People")).toHaveAttribute("aria-invalid", "true");
  book = () => Promise.reject(new TypeError("offline"));
  await field("People").fill("3");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/cannot be reached/).first()).toBeVisible();
  await expect.element(field("Customer’s name")).toHaveValue("Ines Morel");
  await expect.element(field("People")).toHaveValue(3);
  await expect.element(box.getByText(/Next free/)).not.toBeInTheDocument();
});

test("of an hour that comes twice, the one that was clicked is booked, until another time is filled in", async () => {
  await begin("Second two o’clock");
  await expectDate("Start time", "02:00");
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect.poll(() => sent.at(-1)?.body["startTime"]).toBe("2027-10-31T01:00:00.000Z");
});

test("left and begun again on the same place, it is as it was typed", async () => {
  await begin();
  await field("Customer’s name").fill("Ines");
  await page.getByRole("button", { name: "Away" }).click();
  await expect.element(box).not.toBeInTheDocument();
  await page.getByRole("button", { name: "One cell" }).click();
  await expect.element(field("Customer’s name")).toHaveValue("Ines");
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect.poll(drafts).toEqual([]);
  await page.getByRole("button", { name: "One cell" }).click();
  await expect.element(field("Customer’s name")).toHaveValue("");
});

test("what is clicked or drawn decides where and when, whatever was changed there before and left", async () => {
  await begin();
  await field("Customer’s name").fill("Ines");
  await fillDate("Start time", "13:00");
  await expect.poll(drafts).toEqual(["0: 300–360 open"]);
  for (const [name, draft] of [
    ["One cell", "0: 120–180 open"],
    ["Hour and a half", "0: 120–210 open"],
    ["Half an hour", "0: 120–150 open"],
    ["One cell", "0: 120–180 open"],
  ] as const) {
    await page.getByRole("button", { name: "Away" }).click();
    await expect.element(box).not.toBeInTheDocument();
    await page.getByRole("button", { name }).click();
    await expect
      .element(box.getByText("€18.00", { exact: true }).or(box.getByText("€25.00", { exact: true })))
      .toBeVisible();
    await expect.poll(drafts).toEqual([draft]);
    await expectDate("Start time", "10:00");
    await expect.element(field("Customer’s name")).toHaveValue("Ines");
  }
});

test("by Shift and Enter the next one begins where this one ends", async () => {
  await begin();
  await field("Customer’s name").fill("Ines Morel");
  await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
  await expect.poll(drafts).toEqual(["0: 180–240 open"]);
  await expect.element(field("Customer’s name")).toHaveValue("");
});

test("of several fields each is booked for itself: what is refused stays, and it is said which", async () => {
  await begin("Two fields");
  await field("Customer’s name").fill("Ines Morel");
  book = (body) =>
    body["fieldId"] === court2 ? refusalResponse(409, "Taken", { startTime: ["Taken"] }) : createdResponse(body);
  await box.getByRole("button", { name: "Book (2)" }).click();
  await expect.element(box.getByRole("listitem").filter({ hasText: "Court 1" })).toMatchTextContent("booked");
  await expect.element(box.getByRole("listitem").filter({ hasText: "Court 2" })).toMatchTextContent("Taken");
  await expect.poll(drafts).toEqual(["1: 240–300 refused Ines Morel"]);
  expect(sent.map(({ body }) => body["fieldId"])).toEqual([court1, court2]);
});

test("a block has a reason, and neither customer nor price", async () => {
  await begin("Two fields");
  await box.getByText("Block", { exact: true }).first().click();
  await box.getByRole("button", { name: "Maintenance" }).click();
  await field("Text for customers").fill("The floor is being waxed");
  await box.getByRole("button", { name: "Block (2)" }).click();
  // One request for both fields, so that never one of the two is blocked.
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    places: [court1, court2].map((fieldId) => ({ fieldId, startTime: at("10:00"), endTime: at("11:00") })),
    ...{ name: "Maintenance", description: "The floor is being waxed" },
  });
});

test("a series says how many of its dates are free, and takes the other field where one is not", async () => {
  await begin();
  await box.getByText("Series", { exact: true }).click();
  await expect.element(box.getByText("1 taken")).toBeVisible();
  await box.getByRole("combobox", { name: /Jun 17/ }).selectOptions("Court 2");
  await box.getByRole("button", { name: "Book the series" }).click();
  await expect
    .poll(() => sent.at(-1)?.body)
    .toMatchObject({
      rule: { weekdays: [4], count: 10 },
      dates: [{ date: "2027-06-10" }, { date: "2027-06-17", fieldId: court2 }],
    });
});
