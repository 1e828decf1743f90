import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "#web/kit/data/query-client.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import "#web/modules.ts";
import { ChangeList } from "./change-list.tsx";
import { listEntryChanges } from "./entry-changes.ts";
import { entryCurrency } from "./labels.ts";

afterEach(cleanup);

test("amounts are read in their currency, and called as people call them", async () => {
  const after = { number: "FA-2026-000120", totalAmount: 4800, taxAmount: 800, currency: "EUR" };
  const entry = { before: null, after };
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <ChangeList subject="invoices" changes={listEntryChanges(entry)} isNew currency={entryCurrency(entry)} />
    </QueryClientProvider>
  ));
  const said = page.getByRole("term");
  await expect.element(said.first()).toBeVisible();
  const pairs = [...document.querySelectorAll("dt")].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);
  expect(pairs).toEqual([
    ["Number", "FA-2026-000120"],
    ["Incl. VAT", "€48.00"],
    ["VAT", "€8.00"],
  ]);
});
