/**
 * Factur-X: what an invoice says, for machines, as XML in the form of EN 16931 (UN/CEFACT Cross Industry Invoice).
 * https://fnfe-mpe.org/factur-x/ The terms of the standard stand beside what is not called by its name (BT-…).
 */
import { bareNumber } from "#contract/organizations-rules.ts";
import { extensionMetadata } from "#server/kit/print-metadata.ts";
import { element, leaf, type Node } from "#server/kit/xml.ts";
import { france, type Seller } from "./content.ts";
import type { Printable } from "./print-page.ts";

/** Who sells where the standard holds, and can be identified as it asks (BR-CO-26, BR-S-02, BR-E-02). */
export const isForFacturX = ({ content: { seller }, currency }: Pick<Printable, "content" | "currency">): boolean =>
  seller.countryId === france && currency === "EUR" && (sirenOf(seller) ?? seller.vatNumber) !== null;

const sirenOf = ({ identificationNumber }: Seller): string | null =>
  identificationNumber ? bareNumber(identificationNumber).slice(0, 9) : null;

const date = (name: string, day: string): Node =>
  element(name, element('udt:DateTimeString format="102"', day.replaceAll("-", "")));

/** Amounts are positive: a credit note is one by its type. */
const money = (minor: number): string => (Math.abs(minor) / 100).toFixed(2);
const percent = (rate: number): string => (rate / 100).toFixed(2);

/** UNTDID 1001: invoice, credit note. */
const types = { invoice: "380", credit_note: "381" } as const;
/** UNTDID 4461. A transfer would have to name an account that nobody is to pay to any more: "not defined". */
const means = { card: "48", card_on_site: "48", cash: "10", check: "20", transfer: "1" } as const;

function party(seller: Seller): Node {
  const siren = sirenOf(seller);
  return element(
    "ram:SellerTradeParty",
    leaf("ram:Name", seller.name),
    element(
      "ram:SpecifiedLegalOrganization",
      // 0002: the French register of companies.
      leaf('ram:ID schemeID="0002"', siren),
      leaf("ram:TradingBusinessName", seller.tradeName),
    ),
    element(
      "ram:PostalTradeAddress",
      leaf("ram:PostcodeCode", seller.postalCode),
      leaf("ram:LineOne", seller.addressLine),
      leaf("ram:CityName", seller.city),
      leaf("ram:CountryID", "FR"),
    ),
    element(
      "ram:SpecifiedTaxRegistration",
      leaf('ram:ID schemeID="VA"', seller.vatNumber && bareNumber(seller.vatNumber)),
    ),
    // Who has no VAT number is known to the tax office by its SIREN (BT-32).
    seller.vatNumber ? "" : element("ram:SpecifiedTaxRegistration", leaf('ram:ID schemeID="FC"', siren)),
  );
}

function taxOf({ content }: Printable, rate: number) {
  const isTaxed = content.vatProfile === "standard";
  // S: at a rate, Z: at none, E: exempt.
  const category = isTaxed ? (rate > 0 ? "S" : "Z") : "E";
  const [reason, code] = {
    standard: [null, null],
    franchise: ["TVA non applicable, art. 293 B du CGI", "VATEX-FR-FRANCHISE"],
    exempt: ["Exonération de TVA, art. 261-7-1° du CGI", null],
  }[content.vatProfile] as [string | null, string | null];
  return { category, reason, code };
}

function lines(invoice: Printable): Node[] {
  return invoice.content.lines.map((line, index) =>
    element(
      "ram:IncludedSupplyChainTradeLineItem",
      element("ram:AssociatedDocumentLineDocument", leaf("ram:LineID", String(index + 1))),
      element("ram:SpecifiedTradeProduct", leaf("ram:Name", line.description), leaf("ram:Description", line.detail)),
      element(
        "ram:SpecifiedLineTradeAgreement",
        element(
          "ram:NetPriceProductTradePrice",
          leaf("ram:ChargeAmount", (Math.abs(line.net) / line.quantity / 100).toFixed(6)),
        ),
      ),
      element("ram:SpecifiedLineTradeDelivery", leaf('ram:BilledQuantity unitCode="C62"', String(line.quantity))),
      element(
        "ram:SpecifiedLineTradeSettlement",
        element(
          "ram:ApplicableTradeTax",
          leaf("ram:TypeCode", "VAT"),
          leaf("ram:CategoryCode", taxOf(invoice, line.rate).category),
          leaf("ram:RateApplicablePercent", percent(line.rate)),
        ),
        element("ram:SpecifiedTradeSettlementLineMonetarySummation", leaf("ram:LineTotalAmount", money(line.net))),
      ),
    ),
  );
}

function settlement(invoice: Printable): Node {
  const { currency, content } = invoice;
  const sum = (of: "net" | "vat" | "gross") => content.rates.reduce((total, rate) => total + rate[of], 0);
  return element(
    "ram:ApplicableHeaderTradeSettlement",
    leaf("ram:InvoiceCurrencyCode", currency),
    element("ram:SpecifiedTradeSettlementPaymentMeans", leaf("ram:TypeCode", means[content.method])),
    ...content.rates.map(({ rate, net, vat }) => {
      const { category, reason, code } = taxOf(invoice, rate);
      return element(
        "ram:ApplicableTradeTax",
        leaf("ram:CalculatedAmount", money(vat)),
        leaf("ram:TypeCode", "VAT"),
        leaf("ram:ExemptionReason", reason),
        leaf("ram:BasisAmount", money(net)),
        leaf("ram:CategoryCode", category),
        leaf("ram:ExemptionReasonCode", code),
        leaf("ram:RateApplicablePercent", percent(rate)),
      );
    }),
    element(
      "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
      leaf("ram:LineTotalAmount", money(sum("net"))),
      leaf("ram:TaxBasisTotalAmount", money(sum("net"))),
      leaf(`ram:TaxTotalAmount currencyID="${currency}"`, money(sum("vat"))),
      leaf("ram:GrandTotalAmount", money(sum("gross"))),
      // It is issued because it was paid.
      leaf("ram:TotalPrepaidAmount", money(sum("gross"))),
      leaf("ram:DuePayableAmount", money(0)),
    ),
    content.corrects
      ? element(
          "ram:InvoiceReferencedDocument",
          leaf("ram:IssuerAssignedID", content.corrects.number),
          element(
            "ram:FormattedIssueDateTime",
            element('qdt:DateTimeString format="102"', content.corrects.issuedOn.replaceAll("-", "")),
          ),
        )
      : "",
  );
}

/** @param invoice of a seller for whom `isForFacturX` holds */
export function facturX(invoice: Printable): string {
  const { number, kind, issuedOn, suppliedOn, content } = invoice;
  const names = {
    qdt: "QualifiedDataType",
    ram: "ReusableAggregateBusinessInformationEntity",
    udt: "UnqualifiedDataType",
  };
  const spaces = Object.entries(names).map(
    ([prefix, name]) => ` xmlns:${prefix}="urn:un:unece:uncefact:data:standard:${name}:100"`,
  );
  const root = `rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"${spaces.join("")}`;
  const whole = element(
    root,
    element(
      "rsm:ExchangedDocumentContext",
      element("ram:GuidelineSpecifiedDocumentContextParameter", leaf("ram:ID", "urn:cen.eu:en16931:2017")),
    ),
    element(
      "rsm:ExchangedDocument",
      leaf("ram:ID", number),
      leaf("ram:TypeCode", types[kind]),
      date("ram:IssueDateTime", issuedOn),
      ...content.mentions.map((mention) => element("ram:IncludedNote", leaf("ram:Content", mention))),
    ),
    element(
      "rsm:SupplyChainTradeTransaction",
      ...lines(invoice),
      element(
        "ram:ApplicableHeaderTradeAgreement",
        party(content.seller),
        // Where buyers live is not known; they are taken to live where they play.
        element(
          "ram:BuyerTradeParty",
          leaf("ram:Name", content.buyer.name),
          element("ram:PostalTradeAddress", leaf("ram:CountryID", "FR")),
        ),
      ),
      element(
        "ram:ApplicableHeaderTradeDelivery",
        element("ram:ActualDeliverySupplyChainEvent", date("ram:OccurrenceDateTime", suppliedOn)),
      ),
      settlement(invoice),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(whole)}`;
}

/** What a PDF says of the XML in it. */
export const facturXMetadata = extensionMetadata({
  name: "Factur-X PDFA Extension Schema",
  namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  prefix: "fx",
  properties: {
    DocumentFileName: ["factur-x.xml", "The name of the embedded XML document"],
    DocumentType: ["INVOICE", "The type of the hybrid document in capital letters, e.g. INVOICE or ORDER"],
    Version: ["1.0", "The actual version of the standard applying to the embedded XML document"],
    ConformanceLevel: ["EN 16931", "The conformance level of the embedded XML document"],
  },
});
