import { describe, expect, test, vi } from "vitest";
import {
  buildCreditNote,
  buildInvoice,
  buildInvoiceOfGoodsAndCourt,
  buildInvoiceToCompany,
  frenchCompany,
  runProgram,
  removeSpaces,
  hasProgram,
  readPdf,
  seller,
} from "#tests/fixtures/invoice-fixtures.ts";
import type { PrintableInvoice } from "./pdf-page.ts";
import { renderInvoicePdf } from "./render-pdf.ts";

const american = {
  ...seller,
  name: "Austin Padel LLC",
  postalCode: "78701",
  city: "Austin",
  region: "TX",
  countryId: 840,
  vatNumber: null,
  identificationNumber: "12-3456789",
};
const long = buildInvoice({
  buyerName: `${"Association des anciens élèves de Saint-Germain-en-Laye ".repeat(4)}${"x".repeat(120)}`,
  event: {
    name: "Ωμέγα Ђурђевак Nguyễn Łódź ٣ 日本 🎾 \u0007fin",
    place: "Court des Étoiles ".repeat(12),
    time: "02/06/2026 18:00\u00a0–\u00a019:30",
    price: 60 * 369,
  },
  priceLines: Array.from({ length: 60 }, (_, index) => ({
    label: `Ligne ${index + 1} : ${"créneau du soir ".repeat(8)}`,
    quantity: 3,
    unitPrice: 123,
    total: 369,
  })),
  amount: 60 * 369,
});
const invoices: Record<string, PrintableInvoice> = {
  standard: buildInvoice(),
  "a part of the price": buildInvoice({ amount: 1000 }),
  franchise: buildInvoice({ vatProfile: "franchise", seller: { ...seller, vatNumber: null } }),
  exempt: buildInvoice({ vatProfile: "exempt", language: "en" }),
  "a credit note": buildCreditNote(1111),
  American: buildInvoice({ seller: american, currency: "USD", vatProfile: "exempt", language: "en" }),
  "nothing known of the seller": buildInvoice({
    seller: {
      ...seller,
      tradeName: null,
      addressLine: null,
      postalCode: null,
      city: null,
      email: null,
      phone: null,
      identificationNumber: null,
      vatNumber: null,
    },
  }),
  "long names and many lines": long,
};
const read = async (invoice: PrintableInvoice) => readPdf(await renderInvoicePdf(invoice));

test("it says everything that the law asks for, in the buyer's language", async () => {
  const { text, language, info } = await read(buildInvoice());
  for (const phrase of [
    "Facture",
    "FA-2026-000123",
    "Date d’émission",
    "30/05/2026",
    "Date de la prestation",
    "02/06/2026",
    "SAS Tennis & Padel <Lyon>",
    "Tennis Club de Lyon",
    "353 avenue Jean Jaurès",
    "69007 Lyon",
    "SIRET 732 829 320 00074",
    "N° TVA FR 44 732829320",
    "Facturé à",
    "Élise Chevallier",
    "Match du mardi",
    "Court 1, Parc des Sports",
    "18:00 – 19:30",
    "Soirée · 1 h 30",
    "8,3333 €",
    "20 %",
    "25,00 €",
    "Total HT",
    "35,00 €",
    "7,00 €",
    "Total TTC",
    "42,00 €",
    "Acquittée le 30/05/2026 par carte bancaire",
    "Page 1 sur 1",
  ])
    expect(text).toContain(removeSpaces(phrase));
  expect(text).not.toMatch(/art\.|Paiementpartiel/);
  expect([language, info["Title"]]).toEqual(["fr", "Facture FA-2026-000123"]);
});

test("who charges no VAT names the law, and has no columns for it", async () => {
  const franchise = await read(invoices["franchise"] as PrintableInvoice);
  expect(franchise.text).toContain(removeSpaces("TVA non applicable, art. 293 B du CGI"));
  expect(franchise.text).not.toMatch(/TotalHT|TTC|N°TVA/);
  const exempt = await read(invoices["exempt"] as PrintableInvoice);
  expect(exempt.text).toContain(removeSpaces("Exempt from VAT (Exonération de TVA, art. 261-7-1° du CGI)"));
  expect(exempt.text).toContain(removeSpaces("Paid on May 30, 2026 by card"));
  expect([exempt.language, exempt.info["Title"]]).toEqual(["en", "Invoice FA-2026-000123"]);
});

test("what was printed before changes nothing of the text", async () => {
  // The first document has É, which fontkit composes from the shape of E, but no E.
  vi.resetModules();
  const { renderInvoicePdf: print } = await import("./render-pdf.ts");
  await print(invoices["nothing known of the seller"] as PrintableInvoice);
  const { text } = await readPdf(await print(buildInvoice()));
  expect(text).toContain("SIRET");
});

test("a credit note is negative, and names what it corrects", async () => {
  const { text } = await read(buildCreditNote(1111));
  for (const phrase of [
    "Avoir",
    "AV-2026-000004",
    "FA-2026-000123 du 30/05/2026",
    "−11,11 €",
    "−9,26 €",
    "−1,85 €",
    "Remboursé le 03/06/2026",
    "Motif : Éclairage en panne",
  ])
    expect(text).toContain(removeSpaces(phrase));
});

test("American organizations charge dollars, and say nothing of French law", async () => {
  const { text, attachments } = await read(invoices["American"] as PrintableInvoice);
  for (const phrase of ["Austin Padel LLC", "Austin, TX 78701", "EIN 12-3456789", "$42.00"])
    expect(text).toContain(removeSpaces(phrase));
  expect(text).not.toMatch(/TVA|VAT|CGI|Salestax|latepayment/);
  expect(attachments).toEqual({});
});

test("American sales tax is called so, and added to prices without it", async () => {
  const taxed = { seller: american, currency: "USD", vatProfile: "standard", rate: 888, language: "en" } as const;
  const { text } = await read(buildInvoice(taxed, "INV-2026-000001"));
  for (const phrase of ["Sales tax", "Subtotal$38.57", "Sales tax 8.88% ($38.57)$3.43", "Total$42.00", "Amount"])
    expect(text).toContain(removeSpaces(phrase));
  expect(text).not.toMatch(/TVA|VAT|excl\.|incl\./i);
  const untaxed = await read(buildInvoice({ ...taxed, rate: 0 }));
  expect(untaxed.text).not.toMatch(/Salestax|Subtotal|VAT/);
});

test("Canadian tax is GST/HST, added to prices without it, with its number and the province", async () => {
  const canadian = { ...american, countryId: 124, postalCode: "M5V 2T6", city: "Toronto", region: "ON" };
  const taxed = { currency: "CAD", vatProfile: "standard", rate: 1300, language: "en" } as const;
  const { text } = await read(buildInvoice({ ...taxed, seller: { ...canadian, vatNumber: "123456789RT0001" } }));
  for (const phrase of ["GST/HST 13%", "Subtotal", "GST/HST number 123456789RT0001", "Toronto, ON M5V 2T6"])
    expect(text).toContain(removeSpaces(phrase));
  expect(text).not.toMatch(/TVA|VAT|Salestax/i);
});

test("in France a business reads what late payment costs, and the kind of company that sells", async () => {
  const company = { legalForm: "SAS", shareCapital: 1_000_000, registrationCity: "Lyon" };
  const { text } = await read(buildInvoiceToCompany(frenchCompany, { seller: { ...seller, ...company } }));
  for (const phrase of [
    "SAS au capital de 10 000,00 € · RCS Lyon",
    "indemnité forfaitaire de 40 € pour frais de recouvrement",
    "pénalités de retard au taux de refinancement de la BCE majoré de 10 points",
    "Pas d’escompte pour paiement anticipé",
  ])
    expect(text).toContain(removeSpaces(phrase));
  expect(text).not.toContain("B2B");
  for (const invoice of [buildInvoice(), buildCreditNote(1111)])
    expect((await read(invoice)).text).not.toMatch(/recouvrement|escompte|pénalités/);
});

test("in France it says whether goods or services are sold, when, and that VAT follows the invoice", async () => {
  const goods = await read(buildInvoice({ isGoods: true, isOnDebits: true }));
  for (const phrase of ["Nature de l’opération : livraison de biens", "Date de livraison"])
    expect(goods.text).toContain(removeSpaces(phrase));
  expect(goods.text).not.toContain(removeSpaces("d’après les débits"));
  const both = await read(buildInvoiceOfGoodsAndCourt({ isOnDebits: true }));
  for (const phrase of [
    "Nature de l’opération : livraison de biens et prestation de services",
    "Option pour le paiement de la taxe d’après les débits",
    "30/05/2026 – 02/06/2026",
  ])
    expect(both.text).toContain(removeSpaces(phrase));
  const term = { suppliedFrom: "2026-06-02", suppliedTo: "2027-06-01", language: "en" } as const;
  const membership = await read(buildInvoice(term));
  for (const phrase of ["Category: services (prestation de services)", "Jun 2, 2026 – Jun 1, 2027"])
    expect(membership.text).toContain(removeSpaces(phrase));
  expect((await read(invoices["American"] as PrintableInvoice)).text).not.toMatch(/Category|services/);
});

test("an invoice without a VAT treatment has no words about VAT, and no Factur-X data", async () => {
  const { text, attachments } = await read(buildInvoice({ vatProfile: "unset" }));
  expect(text).not.toMatch(/TTC|HT|CGI|20%/);
  expect(attachments).toEqual({});
});

test("names in any script are printed, and not a row of question marks", async () => {
  const names = ["محمد الأحمد", "דוד כהן", "山田太郎", "한국어", "สมชาย", "Ապրես", "🎾"];
  const { text } = await read(buildInvoice({ buyerName: names.join(" · "), language: "en" }));
  expect(text).not.toContain("?");
  for (const letter of names.join("").replaceAll(" ", "")) expect(text).toContain(letter);
});

test("the attached data says what it is", async () => {
  const bytes = await renderInvoicePdf(buildInvoice({ language: "en" }));
  expect(bytes.toString("latin1")).toContain("/Desc (Data of FA-2026-000123 for accounting programs \\(Factur-X\\))");
});

test("nothing is cut, however long, and everything stands within the margins, over as many pages as it takes", async () => {
  const { items, text, pages } = await read(long);
  const { content } = long;
  expect(text).toContain(removeSpaces(content.buyer.name));
  expect(text).toContain(removeSpaces(content.event?.place ?? "?"));
  expect(text).toContain(removeSpaces("Ωμέγα Ђурђевак Nguyễn Łódź ٣ 日本 🎾 fin"));
  for (const line of content.lines) expect(text).toContain(removeSpaces(line.description));
  expect(pages).toBeGreaterThan(4);
  for (let page = 1; page <= pages; page++) {
    expect(text).toContain(removeSpaces(`Page ${page} sur ${pages}`));
    const pageItems = items.filter((item) => item.page === page);
    expect(pageItems.some((item) => item.text.includes("Désignation"))).toBe(true);
    const [body, footer] = [pageItems.filter(({ y }) => y < 770), pageItems.filter(({ y }) => y >= 770)];
    expect(Math.max(...body.map(({ y }) => y))).toBeLessThan(760);
    expect(footer.length).toBeGreaterThan(1);
  }
  for (const item of items) {
    expect(item.left).toBeGreaterThan(47.5);
    expect(item.right).toBeLessThan(595.28 - 47.5);
  }
});

test("columns do not run into each other, whatever the amounts", async () => {
  const dear = buildInvoice({
    priceLines: [],
    amount: 100_000_000,
    event: { name: "Location annuelle", place: "Parc", time: "2026", price: 100_000_000 },
  });
  const { items } = await read(dear);
  for (const one of items)
    for (const other of items) {
      if (one === other || one.page !== other.page || Math.abs(one.y - other.y) > 2 || one.left > other.left) continue;
      expect(one.right, `${one.text} | ${other.text}`).toBeLessThanOrEqual(other.left + 0.5);
    }
});

test("screen readers find a heading, tables with heads, and nothing that only decorates", async () => {
  const { tags } = await read(buildInvoice());
  const count = (role: string) => tags.filter((tag) => tag === role).length;
  expect(count("Document")).toBe(1);
  expect(count("H1")).toBe(1);
  expect(count("Table")).toBe(2);
  expect(count("TR")).toBe(3 + 4);
  expect(count("TH")).toBe(6 + 4);
  expect(count("TD")).toBe(12 + 4);
});

test.skipIf(!hasProgram("pdfinfo"))(
  "what stands on two lines is heard as two words (skipped without poppler)",
  async () => {
    const { output } = runProgram("pdfinfo", ["-struct-text", "FILE"], await renderInvoicePdf(buildInvoice()));
    for (const phrase of [
      "Facture FA-2026-000123",
      "Taux de TVA",
      "353 avenue Jean Jaurès 69007 Lyon",
      "/Scope /Column",
    ])
      expect(output).toContain(phrase);
  },
);

test("the same invoice is the same file, to the byte", async () => {
  expect((await renderInvoicePdf(buildInvoice())).equals(await renderInvoicePdf(buildInvoice()))).toBe(true);
  const both = await Promise.all([renderInvoicePdf(long), renderInvoicePdf(long)]);
  expect(both[0].equals(both[1])).toBe(true);
});

describe.each(Object.entries(invoices))("the PDF is PDF/A-3: %s", (_name, invoice) => {
  test("says so, embeds its fonts and its colours, and depends on nothing", async () => {
    const bytes = await renderInvoicePdf(invoice);
    const { xmp, info } = await readPdf(bytes);
    const raw = bytes.toString("latin1");
    expect(raw.startsWith("%PDF-1.7")).toBe(true);
    expect(xmp).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    expect(raw).toMatch(/\/OutputIntents \[/);
    expect(raw).toMatch(/\/MarkInfo/);
    // Every font is embedded, and none is a standard font of PDF viewers.
    expect(raw.match(/\/FontFile2/g)?.length).toBe(raw.match(/\/Type \/FontDescriptor/g)?.length);
    expect(await readPdf(bytes)).toMatchObject({ text: expect.not.stringMatching(/[\0\ufffd]/) });
    expect(raw).not.toMatch(/Helvetica|\/Encrypt|\/JavaScript|\/URI|\/SMask/);
    // The XMP is well-formed: text of users is escaped.
    expect(xmp).not.toMatch(/<Lyon>|& /);
    expect(info["Author"]).toBe(invoice.content.seller.name);
  });

  test.skipIf(!hasProgram("qpdf"))(
    "qpdf finds no fault in its structure (skipped where it is not installed)",
    async () => {
      const { status, output } = runProgram("qpdf", ["--check", "FILE"], await renderInvoicePdf(invoice));
      expect([status, output]).toEqual([0, expect.stringContaining("No syntax or stream encoding errors found")]);
    },
  );
});

test.skipIf(!hasProgram("pdfdetach"))(
  "pdfdetach takes the data out of it (skipped where it is not installed)",
  async () => {
    const bytes = await renderInvoicePdf(buildInvoice());
    const { output } = runProgram("pdfdetach", ["-savefile", "factur-x.xml", "-o", "OUT", "FILE"], bytes);
    expect(output).toBe((await readPdf(bytes)).attachments["factur-x.xml"]);
    expect(output).toMatch(/^<\?xml version="1.0"/);
  },
);
