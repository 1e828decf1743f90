import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Field } from "#contract/fields.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext, type Scope } from "#web/kit/data/scope.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { eventFieldParts } from "./field-parts.tsx";

beforeAll(ensureTemporal);
afterEach(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  await cleanup();
});

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const eventOf = (name: string, [from, to]: [number, number], fieldId = "court") => ({
  ...{ id: name, name, timezone: "America/New_York", startTime: at(from), endTime: at(to) },
  field: { id: fieldId, name: fieldId === "court" ? "Court 1" : "Hall" },
});
const { Occupation } = eventFieldParts;
const show = async (events: Record<string, unknown[]>, roles: "admin" | "member" = "admin") => {
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const url = new URL(address, location.href);
    if (!url.pathname.startsWith("/api/v1/")) return fetched(address, init);
    const found = events[url.searchParams.get("fieldId") ?? ""] ?? [];
    return Promise.resolve(Response.json({ data: found, meta: { total: found.length } }));
  });
  const membership = { roles: [{ id: 1, name: "", type: roles }], permissions: [] } as unknown as Scope["membership"];
  const scope: Scope = {
    ...{ organizationId: "", isPlatform: false, membership, can: () => true },
    path: (rest) => rest,
  };
  const field = { id: "court", name: "Court 1", parent: { id: "hall", name: "Hall" }, parts: [] } as unknown as Field;
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope}>
        <h1>Field</h1>
        <Occupation field={field} />
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
};
const valueOf = (name: string) =>
  page.getByRole("term").filter({ hasText: name }).element().nextElementSibling?.textContent ?? "";

test("who is on a field now and who is next is told, also on the whole that it is part of", async () => {
  await show({
    court: [eventOf("Zoé", [2, 3]), eventOf("Marc", [5, 6])],
    hall: [eventOf("Training", [-1, 1], "hall")],
  });
  await expect.poll(() => valueOf("Now")).toMatch(/Training.*Hall/);
  // The test's clock is another than that of the facility.
  expect(valueOf("Next")).toMatch(/\(Eastern.*Zoé$/);
});

test("a field without anybody is free, and members do not read who is there", async () => {
  await show({ court: [eventOf("Gone", [-2, -1])] });
  await expect.poll(() => valueOf("Now")).toBe("Free");
  expect(valueOf("Next")).toBe("Nothing booked");
  await show({ court: [eventOf("Zoé", [2, 3])] }, "member");
  await expect.element(page.getByRole("heading", { name: "Field" })).toBeVisible();
  expect(page.getByText("Zoé").elements()).toEqual([]);
});
