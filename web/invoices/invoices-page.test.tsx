import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "#web/kit/data/query-client.ts";
import { token } from "#web/kit/data/session.ts";
import { localToday } from "#web/availability/slots.ts";
import { fillDate } from "#tests/support/fill-date.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { InvoiceFilterBar, parseInvoiceFilters } from "./invoice-filters.tsx";
import { MonthDownload } from "./month-download.tsx";
import { listMonthsUpTo } from "./month-dialog.tsx";
import { InvoiceSums } from "./invoice-sums.tsx";

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  token.clear();
  await cleanup();
});

test("filters are what the address names, and nothing else", () => {
  expect(parseInvoiceFilters({ kind: "credit_note", from: "2026-06-01", to: "tomorrow", page: "2" })).toEqual({
    kind: "credit_note",
    from: "2026-06-01",
  });
  expect(parseInvoiceFilters({ kind: "letter", from: 3 })).toEqual({});
});

test("filters go into the address, and back to its first page", async () => {
  const router = await renderInApp(() => <InvoiceFilterBar />, "/?from=2026-06-01&page=3");
  await page.getByLabelText("Kind").selectOptions("Credit note");
  await expect.poll(() => router.state.location.search).toEqual({ from: "2026-06-01", kind: "credit_note" });
  await fillDate("To", "2026-06-30");
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ from: "2026-06-01", kind: "credit_note", to: "2026-06-30" });
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("sums stand in a line for each currency; nothing adds up to nothing", async () => {
  const euro = { currency: "EUR", taxName: "vat", count: 1200, totalAmount: 120_000, taxAmount: 20_000 } as const;
  await renderInApp(() => (
    <InvoiceSums
      taxName="vat"
      sums={[
        { currency: "CAD", taxName: "gst", count: 1, totalAmount: 1130, taxAmount: 130 },
        euro,
        { currency: "USD", taxName: "salesTax", count: 1, totalAmount: -500, taxAmount: 0 },
        { currency: "GBP", taxName: null, count: 1, totalAmount: 100, taxAmount: 10 },
      ]}
    />
  ));
  const said = (name: string) => expect.element(page.getByRole("region", { name, exact: true }));
  await said("Sums in EUR").toHaveTextContent("Documents1,200Excl. VAT€1,000.00VAT€200.00Incl. VAT€1,200.00");
  await said("Sums in USD").toHaveTextContent("Documents1Subtotal−$5.00Sales tax$0.00Total−$5.00");
  await said("Sums in CAD").toHaveTextContent("Documents1SubtotalCA$10.00GST/HSTCA$1.30TotalCA$11.30");
  await said("Sums in GBP").toHaveTextContent("Documents1Subtotal£0.90Tax£0.10Total£1.00");
  await renderInApp(() => <InvoiceSums sums={[]} taxName="vat" />);
  await said("Sums").toHaveTextContent("Documents0Excl. VAT€0.00VAT€0.00Incl. VAT€0.00");
});

test("months go back from this one, across the year", () => {
  const months = listMonthsUpTo("2027-01-31", "en");
  expect(months.slice(0, 3)).toEqual([
    { value: "2027-01", label: "January 2027" },
    { value: "2026-12", label: "December 2026" },
    { value: "2026-11", label: "November 2026" },
  ]);
  expect(months).toHaveLength(36);
});

test("the last whole month is offered, also where the browser knows no Temporal, comes as a file, and closes the question", async () => {
  const known = Object.getOwnPropertyDescriptor(globalThis, "Temporal");
  Reflect.deleteProperty(globalThis, "Temporal");
  onTestFinished(() => void (known && Object.defineProperty(globalThis, "Temporal", known)));
  const kept = vi.fn<(name: string) => void>();
  const sent: string[] = [];
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    if (!String(address).includes("/invoices-month/")) return fetched(address, init);
    sent.push(address);
    return Promise.resolve(
      new Response("PK", { headers: { "content-disposition": 'attachment; filename="Invoices.zip"' } }),
    );
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    kept(this.download);
  });
  token.set("secret");
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <MonthDownload />
    </QueryClientProvider>
  ));
  await page.getByRole("button", { name: "A month for the accountant" }).click();
  const dialog = page.getByRole("dialog", { name: "A month for the accountant" });
  await expect.element(dialog).toBeVisible();
  const [, last] = listMonthsUpTo(localToday(), "en");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect.poll(() => kept.mock.calls).toEqual([["Invoices.zip"]]);
  expect(sent[0]).toContain(`/invoices-month/${last?.value}.zip`);
  await expect.element(dialog).not.toBeInTheDocument();
});
