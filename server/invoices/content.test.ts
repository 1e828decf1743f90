import fc from "fast-check";
import { expect, test } from "vitest";
import { buildInvoice } from "#tests/fixtures/invoice-fixtures.ts";
import { buildCreditNoteContent, type InvoiceContent } from "./content.ts";

const lines = fc.array(
  fc.record({ total: fc.integer({ min: 0, max: 30_000 }), quantity: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 1, maxLength: 4 },
);

test("credit notes of a refund in any parts add up to the invoice: each line, each rate, net and VAT to the cent", () => {
  fc.assert(
    fc.property(
      lines,
      fc.constantFrom(0, 210, 550, 1000, 2000, 888),
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 }),
      (given, rate, shares) => {
        const amount = given.reduce((sum, { total }) => sum + total, 0);
        fc.pre(amount > 0);
        const priceLines = given.map((line) => ({ ...line, label: "Hour", unitPrice: line.total }));
        const event = { name: "Game", place: "Court 1", time: "18:00", price: amount };
        const { number, issuedOn, content } = buildInvoice({ priceLines, amount, rate, event });
        const notes: InvoiceContent[] = [];
        let left = amount;
        for (const [index, share] of shares.entries()) {
          const part = index === shares.length - 1 ? left : Math.min(left, Math.round((amount * share) / 2000));
          if (part === 0) continue;
          const draft = {
            seller: content.seller,
            amount: part,
            reason: null,
            refundedOn: issuedOn,
            language: "fr" as const,
          };
          const note = buildCreditNoteContent({ ...content, number, issuedOn }, notes, draft);
          const sum = (of: "gross" | "net" | "vat") => note.rates.reduce((total, one) => total + one[of], 0);
          expect(sum("gross")).toBe(-part);
          expect(sum("net") + sum("vat")).toBe(-part);
          expect(sum("vat")).toBeLessThanOrEqual(0);
          expect(note.lines.every(({ total }) => total <= 0)).toBe(true);
          notes.push(note);
          left -= part;
        }
        for (const [index, line] of content.lines.entries()) {
          const credited = (of: "total" | "net") =>
            notes.reduce((sum, note) => sum + (note.lines[index]?.[of] ?? 0), 0);
          expect(credited("total") + line.total).toBe(0);
        }
        for (const { rate: each, vat, net } of content.rates) {
          const totals = notes.flatMap(({ rates }) => rates).filter((total) => total.rate === each);
          expect(totals.reduce((sum, total) => sum + total.vat, 0) + vat).toBe(0);
          expect(totals.reduce((sum, total) => sum + total.net, 0) + net).toBe(0);
        }
      },
    ),
  );
});
