import { extractXml, Profile, validateXsd } from "@stackforge-eu/factur-x";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  buildCreditNote,
  buildInvoice,
  buildInvoiceAtSeveralRates,
  buildInvoiceOfGoodsAndCourt,
  buildInvoiceToCompany,
  frenchCompany,
  readPdf,
  seller,
} from "#tests/fixtures/invoice-fixtures.ts";
import { buildCreditNoteContent } from "./content.ts";
import { buildFacturX, isFacturXEligible } from "./factur-x.ts";
import type { PrintableInvoice } from "./pdf-page.ts";
import { renderInvoicePdf } from "./render-pdf.ts";

const exemptSeller = { ...seller, vatNumber: null };
const invoices: Record<string, PrintableInvoice> = {
  standard: buildInvoice(),
  "a part of the price": buildInvoice({ amount: 1001, rate: 550 }),
  "paid by transfer": buildInvoice({ method: "transfer" }),
  "without VAT number": buildInvoice({ seller: exemptSeller }),
  "at no rate": buildInvoice({ rate: 0 }),
  "at several rates, of which one is exempt": buildInvoiceAtSeveralRates(),
  franchise: buildInvoice({ vatProfile: "franchise", seller: exemptSeller }),
  exempt: buildInvoice({ vatProfile: "exempt", seller: exemptSeller, language: "en" }),
  "of what took place before": { ...buildInvoice(), suppliedOn: "2026-05-30" },
  "of goods": buildInvoice({ isGoods: true }),
  "of goods and a court": buildInvoiceOfGoodsAndCourt(),
  "with VAT on debits": buildInvoice({ isOnDebits: true }),
  "of a membership": buildInvoice({ suppliedFrom: "2026-06-02", suppliedTo: "2027-06-01" }),
  "for a French company": buildInvoiceToCompany(frenchCompany),
  "for a company that is not registered": buildInvoiceToCompany({
    ...{ ...frenchCompany, identificationNumber: null, vatNumber: null },
  }),
  "for a company abroad": buildInvoiceToCompany({
    ...{ addressLine: "Rue Neuve 1", postalCode: "1000", city: "Bruxelles", region: null, countryId: 56 },
    ...{ identificationNumber: "0123.456.749", vatNumber: "BE 0123456749" },
  }),
  "a credit note": buildCreditNote(1111),
  "a credit note without VAT": buildCreditNote(4200, { vatProfile: "franchise", seller: exemptSeller }),
  "hardly anything known": buildInvoice({
    seller: {
      ...exemptSeller,
      tradeName: null,
      addressLine: null,
      postalCode: null,
      city: null,
      email: null,
      phone: null,
    },
    buyerName: 'A\u0000 & <B> "C" 日本 \ud800',
  }),
};

const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>(.*?)</ram:${name}>`, "gs"))].map(([, text = ""]) => text);
const one = (xml: string, name: string) => all(xml, name)[0];
const cents = (text: string | undefined) => Math.round(Number(text) * 100);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Checks business rules of EN 16931 that a schema cannot express, by their names in the standard. */
function checkRules(xml: string): void {
  const lines = all(xml, "IncludedSupplyChainTradeLineItem");
  const header = one(xml, "ApplicableHeaderTradeSettlement") ?? "";
  const totals = one(header, "SpecifiedTradeSettlementHeaderMonetarySummation") ?? "";
  const amount = (name: string) => cents(one(totals, name));
  const taxes = all(header.replace(totals, ""), "ApplicableTradeTax");
  const [vatNumber, taxNumber] = [/schemeID="VA">[^<]+/.test(xml), /schemeID="FC">\d{9}</.test(xml)];
  // BR-16, BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15, BR-CO-16, BR-DEC-*
  expect(lines.length).toBeGreaterThan(0);
  expect(sum(lines.map((line) => cents(one(line, "LineTotalAmount"))))).toBe(amount("LineTotalAmount"));
  expect(amount("TaxBasisTotalAmount")).toBe(amount("LineTotalAmount"));
  expect(sum(taxes.map((tax) => cents(one(tax, "CalculatedAmount"))))).toBe(amount("TaxTotalAmount"));
  expect(amount("GrandTotalAmount")).toBe(amount("TaxBasisTotalAmount") + amount("TaxTotalAmount"));
  expect(amount("DuePayableAmount")).toBe(amount("GrandTotalAmount") - amount("TotalPrepaidAmount"));
  for (const text of all(xml, "\\w+Amount")) expect(text).toMatch(/^\d+\.\d{2,6}$/);
  // BR-CO-26, BR-08/09, BR-10/11
  expect(vatNumber || taxNumber || xml.includes('schemeID="0002"')).toBe(true);
  expect(all(xml, "CountryID")[0]).toBe("FR");
  expect(["FR", "BE"]).toContain(all(xml, "CountryID")[1]);
  for (const tax of taxes) {
    const [category, rate] = [one(tax, "CategoryCode"), Number(one(tax, "RateApplicablePercent"))];
    const [basis, vat] = [cents(one(tax, "BasisAmount")), cents(one(tax, "CalculatedAmount"))];
    // BR-S-02, BR-E-02, BR-Z-02
    expect(vatNumber || taxNumber).toBe(true);
    // BR-CO-17, BR-S-09: half a cent of tolerance, as prices include VAT
    expect(Math.abs(vat - (basis * rate) / 100)).toBeLessThanOrEqual(0.5 + rate / 100);
    // BR-S-05, BR-E-05, BR-E-09, BR-Z-05
    expect(category === "S" ? rate > 0 : rate === 0 && vat === 0).toBe(true);
    // BR-E-10, BR-S-10
    expect(one(tax, "ExemptionReason") !== undefined).toBe(category === "E");
    // BR-S-08, BR-E-08
    const categoryLines = lines.filter(
      (line) => one(line, "CategoryCode") === category && Number(one(line, "RateApplicablePercent")) === rate,
    );
    expect(sum(categoryLines.map((line) => cents(one(line, "LineTotalAmount"))))).toBe(basis);
  }
  for (const line of lines) {
    // BR-27, and a line's total is its price times its quantity
    const [price, quantity] = [Number(one(line, "ChargeAmount")), Number(one(line, "BilledQuantity"))];
    expect(price).toBeGreaterThanOrEqual(0);
    expect(Math.abs(price * quantity - Number(one(line, "LineTotalAmount")))).toBeLessThan(0.005);
  }
  // BR-61: a transfer would require an account
  expect(["30", "58"]).not.toContain(one(header, "TypeCode"));
}

describe.each(Object.entries(invoices))("%s", (_name, invoice) => {
  test("fits the schema of EN 16931 and its rules", async () => {
    const xml = buildFacturX(invoice);
    expect(await validateXsd(xml, Profile.EN16931)).toMatchObject({ valid: true });
    checkRules(xml);
  });

  test("stands in the PDF under the name that programs look for", async () => {
    const bytes = await renderInvoicePdf(invoice);
    expect(await extractXml(bytes)).toMatchObject({ filename: "factur-x.xml", xml: buildFacturX(invoice) });
    expect(bytes.toString("latin1")).toContain("/AFRelationship /Alternative");
    const { xmp } = await readPdf(bytes);
    expect(xmp).toMatch(/<fx:DocumentFileName>factur-x\.xml<[^]*<fx:ConformanceLevel>EN 16931</);
    expect(xmp).toContain("Factur-X PDFA Extension Schema");
  });
});

test("a company that buys has its address and its numbers; a person is named alone", () => {
  const buyerOf = (invoice: ReturnType<typeof buildInvoice>) => one(buildFacturX(invoice), "BuyerTradeParty") ?? "";
  const french = buyerOf(buildInvoiceToCompany(frenchCompany));
  expect(french).toContain('<ram:ID schemeID="0002">732829320</ram:ID>');
  expect(french).toContain('<ram:URIID schemeID="0225">732829320</ram:URIID>');
  expect(french).toContain('<ram:ID schemeID="VA">FR44732829320</ram:ID>');
  expect([one(french, "PostcodeCode"), one(french, "LineOne"), one(french, "CityName")]).toEqual([
    ...["69007", "1 rue du Stade", "Lyon"],
  ]);
  expect(buyerOf(buildInvoice())).toBe(
    "<ram:Name>Élise Chevallier</ram:Name><ram:PostalTradeAddress><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress>",
  );
});

test("the schema does notice what is wrong", async () => {
  const xml = buildFacturX(buildInvoice());
  expect(await validateXsd(xml.replace(/<ram:TypeCode>380<\/ram:TypeCode>/, ""), Profile.EN16931)).toMatchObject({
    valid: false,
  });
  expect(() => checkRules(xml.replace(/<ram:GrandTotalAmount>42/, "<ram:GrandTotalAmount>43"))).toThrow();
});

test("whatever is sold, paid and given back: the totals hold", () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  const line = fc.record({ quantity: fc.integer({ min: 1, max: 30 }), unitPrice: price });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(0, 210, 550, 1000, 2000),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (lines, rate, part) => {
        const priceLines = lines.map((one, index) => ({
          ...one,
          label: `${index}`,
          total: one.quantity * one.unitPrice,
        }));
        const whole = sum(priceLines.map(({ total }) => total));
        const amount = Math.max(1, Math.floor(whole * part));
        const more = { priceLines, rate, amount, event: { name: "Game", place: "Court", time: "2026", price: whole } };
        const xml = buildFacturX(buildInvoice(more));
        checkRules(xml);
        expect(cents(one(xml, "GrandTotalAmount"))).toBe(amount);
        const back = buildFacturX(buildCreditNote(Math.max(1, Math.floor(amount * part)), more));
        checkRules(back);
      },
    ),
    { numRuns: 60 },
  );
});
test("a rate of thousandths of a percent is written whole", () => {
  const xml = buildFacturX(buildInvoice({ rate: 887.5 }));
  expect(new Set(all(xml, "RateApplicablePercent"))).toEqual(new Set(["8.875"]));
  checkRules(xml);
});

test("a credit note is of type 381, positive, and refers to its invoice", () => {
  const xml = buildFacturX(buildCreditNote(1111));
  expect(one(xml, "TypeCode")).toBe("381");
  expect(one(xml, "GrandTotalAmount")).toBe("11.11");
  expect(one(xml, "InvoiceReferencedDocument")).toContain("FA-2026-000123");
});

test("who is exempt says by which law, and without VAT number is known by the SIREN", () => {
  const franchise = buildFacturX(invoices["franchise"] as PrintableInvoice);
  expect(franchise).toContain('<ram:ID schemeID="FC">732829320</ram:ID>');
  expect(franchise).toContain("art. 293 B du CGI");
  expect(one(franchise, "ExemptionReasonCode")).toBe("VATEX-FR-FRANCHISE");
  const exempt = buildFacturX(invoices["exempt"] as PrintableInvoice);
  expect(exempt).toContain('schemeID="FC">732829320<');
  expect(exempt).toContain("art. 261-7-1° du CGI");
});

const frameOf = (invoice: PrintableInvoice) =>
  one(one(buildFacturX(invoice), "BusinessProcessSpecifiedDocumentContextParameter") ?? "", "ID");

test("it says what French e-invoices want: the frame, the terms of payment between businesses, and where the seller is found", () => {
  for (const [name, invoice] of Object.entries(invoices)) {
    const xml = buildFacturX(invoice);
    // BR-FR-08
    const frames: Record<string, string> = { "of goods": "B2", "of goods and a court": "M2" };
    expect(frameOf(invoice)).toBe(frames[name] ?? "S2");
    // BR-FR-05: consumers owe none of it.
    const { company } = invoice.content.buyer;
    const isLiable = company?.countryId === 250 && company.vatNumber?.startsWith("FR");
    const notes = company ? ["PMT", "PMD", "AAB", ...(isLiable ? ["BAR"] : [])] : [];
    expect(all(xml, "SubjectCode")).toEqual(notes);
    // BR-FR-13, and BT-9 is the day of payment
    expect(xml).toContain('<ram:URIID schemeID="0225">732829320</ram:URIID>');
    expect(one(xml, "DueDateDateTime")).toContain(invoice.content.paidOn?.replaceAll("-", ""));
  }
});

test("the frame says what is sold and whether it is paid, also of a credit note over a part", () => {
  const unpaid = (invoice: PrintableInvoice): PrintableInvoice => ({
    ...invoice,
    content: { ...invoice.content, method: null, paidOn: null, dueOn: "2026-06-30" },
  });
  const both = buildInvoiceOfGoodsAndCourt();
  expect([unpaid(buildInvoice({ isGoods: true })), unpaid(both), unpaid(buildInvoice())].map(frameOf)).toEqual([
    ...["B1", "M1", "S1"],
  ]);
  const credit = (chargeId: string) => {
    const corrected = { ...both.content, number: both.number, issuedOn: both.issuedOn };
    const draft = { seller, amount: 300, reason: null, refundedOn: "2026-06-03", language: "fr", chargeId } as const;
    return frameOf({ ...both, kind: "credit_note", content: buildCreditNoteContent(corrected, [], draft) });
  };
  expect([credit("balls"), credit("court")]).toEqual(["B2", "S2"]);
});

test("a document from before the category was asked for is one of services, and has no words about it", () => {
  const { operation: _none, mentions: _mentions, ...before } = buildInvoice().content;
  const invoice = { ...buildInvoice(), content: { ...before, mentions: [] } };
  expect(frameOf(invoice)).toBe("S2");
  const credit = buildCreditNoteContent({ ...invoice.content, number: "FA-2026-000001", issuedOn: "2026-05-30" }, [], {
    seller,
    amount: 100,
    reason: null,
    refundedOn: "2026-06-03",
    language: "fr",
  });
  expect([credit.operation, credit.mentions]).toEqual([undefined, []]);
});

test("VAT on debits is due with the invoice, where there is a service with VAT", () => {
  const codes = (invoice: PrintableInvoice) => all(buildFacturX(invoice), "DueDateTypeCode");
  expect(codes(invoices["with VAT on debits"] as PrintableInvoice)).toEqual(["5"]);
  expect(codes(buildInvoiceOfGoodsAndCourt({ isOnDebits: true }))).toEqual(["5"]);
  const untaxed = { vatProfile: "franchise", seller: exemptSeller } as const;
  for (const more of [{}, { isOnDebits: true, isGoods: true }, { isOnDebits: true, ...untaxed }])
    expect(codes(buildInvoice(more))).toEqual([]);
});

test("a membership is supplied in its term, and lines of several days each on theirs", () => {
  const days = (xml: string, name: string) =>
    all(xml, "BillingSpecifiedPeriod").map((period) => /\d{8}/.exec(one(period, name) ?? "")?.[0]);
  const term = buildFacturX(invoices["of a membership"] as PrintableInvoice);
  expect([days(term, "StartDateTime"), days(term, "EndDateTime")]).toEqual([["20260602"], ["20270601"]]);
  const several = buildFacturX(buildInvoiceOfGoodsAndCourt());
  expect(days(several, "StartDateTime")).toEqual(["20260602", "20260602", "20260530", "20260530"]);
  expect(days(several, "EndDateTime")).toEqual(["20260602", "20260602", "20260530", "20260602"]);
});

test("a seller known by its VAT number alone is named by the SIREN in it", () => {
  // BR-FR-10
  const xml = buildFacturX(buildInvoice({ seller: { ...seller, identificationNumber: null } }));
  expect(xml).toContain('<ram:ID schemeID="0002">732829320</ram:ID>');
});

test("a service to come has a period, and one that took place a date", () => {
  const ahead = buildFacturX(buildInvoice());
  expect(one(one(ahead, "BillingSpecifiedPeriod") ?? "", "StartDateTime")).toContain("20260602");
  expect(ahead).not.toContain("ActualDelivery");
  const past = buildFacturX({ ...buildInvoice(), suppliedOn: "2026-05-30" });
  expect(one(past, "ActualDeliverySupplyChainEvent")).toContain("20260530");
  expect(past).not.toContain("BillingSpecifiedPeriod");
});

test("there is none where the standard does not hold, or cannot", () => {
  const of = (more: object, currency = "EUR") =>
    isFacturXEligible(buildInvoice({ seller: { ...seller, ...more }, currency }));
  expect(of({})).toBe(true);
  expect(of({ countryId: 840 })).toBe(false);
  expect(of({}, "USD")).toBe(false);
  expect(isFacturXEligible(buildInvoice({ vatProfile: "unset" }))).toBe(false);
  expect(of({ vatNumber: null })).toBe(true);
  expect(of({ vatNumber: null, identificationNumber: null })).toBe(false);
});
