import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Invoice } from "#contract/invoice-shape.ts";
import { token } from "#web/kit/data/session.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { currentToasts } from "#web/kit/ui/toast-store.ts";
import { InvoiceTable } from "./invoice-table.tsx";

const id = (last: number) => `0190a0b0-0000-7000-8000-00000000000${last}`;
const invoice: Invoice = {
  id: id(1),
  name: "FA-2026-000123",
  kind: "invoice",
  organizationId: id(2),
  totalAmount: 4200,
  taxAmount: 700,
  taxName: "vat",
  currency: "EUR",
  issuedOn: "2026-06-01",
  buyerName: "Élise Roux",
  paymentId: id(3),
  eventId: id(4),
  correctsId: null,
  dueOn: null,
  created_at: "2026-06-01T08:00:00.000Z",
};
const credit: Invoice = {
  ...invoice,
  id: id(5),
  name: "AV-2026-000004",
  kind: "credit_note",
  totalAmount: -1200,
  taxAmount: -200,
};

const kept = vi.fn<(name: string) => void>();
let answer: () => Promise<Response>;
const sent = vi.fn<(address: string) => Promise<Response>>(() => answer());
const button = page.getByRole("button", { name: "Download FA-2026-000123" });

beforeEach(() => {
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    String(address).includes("/invoices/") ? sent(address) : fetched(address, init),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    kept(this.download);
  });
  token.set("secret");
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sent.mockClear();
  kept.mockClear();
  token.clear();
  await cleanup();
});

test("says name, total and tax of each, and which of them gives back", async () => {
  await page.viewport(1024, 700);
  await renderInApp(() => <InvoiceTable invoices={[invoice, credit]} />);
  const row = (name: string) => page.getByRole("row", { name, exact: false });
  for (const [name, ...cells] of [
    ["FA-2026-000123", "€42.00", "€7.00"],
    ["AV-2026-000004 Credit note", "−€12.00", "−€2.00"],
  ] as const)
    for (const cell of cells)
      await expect.element(row(name).getByRole("cell", { name: cell, exact: true })).toBeVisible();
});

test("without any it says when one will be", async () => {
  await renderInApp(() => <InvoiceTable invoices={undefined} />);
  await expect.element(page.getByText("No invoices yet")).toBeVisible();
});

test("a download keeps the file under the server's name", async () => {
  answer = () =>
    Promise.resolve(
      new Response("%PDF", {
        headers: { "content-disposition": `attachment; filename="FA.pdf"; filename*=UTF-8''FA-2026-000123.pdf` },
      }),
    );
  await renderInApp(() => <InvoiceTable invoices={[invoice]} />);
  await button.click();
  await expect.poll(() => kept.mock.calls).toEqual([["FA-2026-000123.pdf"]]);
  expect(sent.mock.calls[0]?.[0]).toMatch(new RegExp(`/organizations/${id(2)}/invoices/${id(1)}$`));
});

test.each([
  ["the server refuses", () => Promise.resolve(Response.json({ message: "No" }, { status: 500 }))],
  ["nobody answers", () => Promise.reject(new TypeError("offline"))],
])("when %s, the words stand beside the button without a toast, and it takes another try", async (_why, failing) => {
  let fail = () => {};
  answer = () => new Promise<void>((resolve) => (fail = resolve)).then(failing);
  await renderInApp(() => <InvoiceTable invoices={[invoice]} />);
  await button.click();
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  fail();
  await expect.element(button).toBeEnabled();
  expect([currentToasts(), kept.mock.calls]).toEqual([[], []]);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Not downloaded. Try again.");
  await button.click();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.poll(() => sent.mock.calls.length).toBe(2);
});
