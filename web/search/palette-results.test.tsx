import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext } from "#web/kit/data/scope.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
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
