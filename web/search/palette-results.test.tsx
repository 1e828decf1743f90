import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import type { Slots } from "#contract/availability.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { PaletteResults } from "./palette-results.tsx";

const nothing = { total: 0, hits: [] };
const noHits = {
  ...{ customers: nothing, events: nothing, fields: nothing },
  ...{ facilities: nothing, invoices: nothing, payments: nothing },
};
let answers: Record<string, (data: unknown) => void> = {};

beforeAll(ensureTemporal);
beforeEach(() => {
  answers = {};
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    if (!String(address).includes("/api/v1/")) return fetched(address, init);
    const [path = ""] = String(address).split("?");
    return new Promise<Response>((resolve) => {
      answers[path.split("/").slice(5).join("/")] = (data) => resolve(Response.json({ data }));
    });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
  await cleanup();
});

const search = async (text: string) => {
  const scope = {
    ...{ organizationId: "org", isPlatform: false, membership: undefined, path: (rest: string) => rest },
    can: () => true,
  };
  const ignore = () => {};
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>
        <PaletteResults
          {...{ request: {}, text, pages: [], listId: "results", isEnterAwaited: false }}
          {...{ close: ignore, onText: ignore, onActive: ignore, focusInput: ignore, onKeys: ignore }}
        />
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
};
const option = (name: string | RegExp) => page.getByRole("option", { name });

test("a new customer is offered when the search has answered, not while it is running", async () => {
  await search("zoe");
  await expect.element(page.getByText("Searching…")).toBeVisible();
  await expect.element(option(/What is free/)).toBeVisible();
  expect(option(/zoe/).elements()).toEqual([]);
  await expect.poll(() => Object.keys(answers)).toContain("search");
  answers["search"]?.(noHits);
  await expect.element(option(/zoe/)).toBeVisible();
  await expect.element(page.getByText("Searching…")).not.toBeInTheDocument();
});

const start = (time: string, prices: readonly number[]): Slots["near"][number] => ({
  ...{ startTime: `2026-06-10T${time}:00Z`, endTime: `2026-06-10T${time}:30Z`, duration: 60, free: prices.length },
  price: { from: Math.min(...prices), to: Math.max(...prices) },
  fields: prices.map((price, index) => ({
    ...{ id: `court${index}`, name: `Court ${index + 1}`, facility: { id: "hall", name: "Hall" }, space: null },
    ...{ cancellationDeadline: 24, approval: "automatic", minPeople: 1, price, priceType: "field" },
  })),
});
const answerSlots = async (near: Slots["near"]) => {
  await expect.poll(() => Object.keys(answers)).toContain("slots/options");
  const fields = [{ id: "court1", name: "Court 2" }];
  answers["slots/options"]?.({
    ...{ timezone: "Europe/Paris", sports: [], durations: [60], spaces: [], hasLights: false, fields },
  });
  await expect.poll(() => Object.keys(answers)).toContain("slots");
  answers["slots"]?.({
    ...{ asked: { date: "2026-06-10", time: "18:00", duration: 60, people: 1 }, timezone: "Europe/Paris" },
    ...{ currency: "EUR", near, instead: [], full: [], day: [], taken: [], canWait: true, contact: null },
  });
};

test("where the fields of a start cost differently, the lowest price is given as such, and each field has its own", async () => {
  await search("7pm");
  await answerSlots([start("17:00", [2400, 3000]), start("18:00", [2400, 2400])]);
  await expect.element(option(/Court 1 · €24\.00.*Court 2 · €30\.00.*from €24\.00/)).toBeVisible();
  await expect.element(option(/Court 1\s*Court 2.*€24\.00/)).toBeVisible();
  expect(option(/from €24\.00/).elements()).toHaveLength(1);
});

test("a field and a day find its bookings, and what is free of it", async () => {
  await search("court 2 tomorrow");
  await answerSlots([start("17:00", [2400])]);
  await expect.poll(() => Object.keys(answers)).toContain("search");
  const { startTime, endTime } = start("16:00", []);
  const hit = { id: "e1", organization: { id: "org", name: "Club" }, kind: "event", name: "Zoé", customerName: "Zoé" };
  const booking = { ...hit, fieldName: "Court 2", status: "approved", paymentStatus: "paid", startTime, endTime };
  answers["search"]?.({ ...noHits, events: { total: 1, hits: [{ ...booking, timezone: "Europe/Paris" }] } });
  await expect.element(option(/^7:00 PM/)).toBeVisible();
  await expect.element(option(/Zoé · Court 2/)).toBeVisible();
});
