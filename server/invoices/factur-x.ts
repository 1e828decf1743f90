/** Factur-X (e-invoice): the invoice as XML of EN 16931 (UN/CEFACT Cross Industry Invoice), https://fnfe-mpe.org/factur-x/ */
import { countryCodeOf, FRANCE_ID } from "#contract/general-countries-rules.ts";
import { compactNumber } from "#contract/organizations-numbers-rules.ts";
import { extensionMetadata } from "./pdf-metadata.ts";
import { element, textElement, type XmlNode } from "#server/kit/documents/xml.ts";
import type { BuyerCompany, InvoiceContent, InvoiceLine, Seller } from "./content.ts";
import type { PrintableInvoice } from "./pdf-page.ts";

/** The standard requires an identified seller (BR-CO-26, BR-S-02, BR-E-02). */
export const isFacturXEligible = ({
  content: { seller, vatProfile },
  currency,
}: Pick<PrintableInvoice, "content" | "currency">): boolean =>
  seller.countryId === FRANCE_ID &&
  currency === "EUR" &&
  vatProfile !== "unset" &&
  (extractSiren(seller) ?? seller.vatNumber) !== null;

/** Null for associations that are known by their RNA alone: the standard has no place for it. */
const extractSiren = ({ identificationNumber, vatNumber }: BuyerCompany): string | null =>
  /^(\d{9})/.exec(compactNumber(identificationNumber ?? ""))?.[1] ??
  // A French VAT number ends with the SIREN.
  /^FR..(\d{9})$/.exec(compactNumber(vatNumber ?? ""))?.[1] ??
  null;

const dateElement = (name: string, day: string): XmlNode =>
  element(name, element('udt:DateTimeString format="102"', day.replaceAll("-", "")));

const periodElement = (from: string, to: string): XmlNode =>
  element("ram:BillingSpecifiedPeriod", dateElement("ram:StartDateTime", from), dateElement("ram:EndDateTime", to));

/** Amounts are positive, because the document type marks a credit note. */
const formatAmount = (minor: number): string => (Math.abs(minor) / 100).toFixed(2);
/** @param rate hundredths of a percent, such as 887.5 */
const formatPercent = (rate: number): string => (rate / 100).toFixed(Number.isInteger(rate) ? 2 : 3);

/** UNTDID 1001: invoice, credit note. */
const documentTypeCodes = { invoice: "380", credit_note: "381" } as const;
/** UNTDID 4461: "not defined". */
const UNKNOWN_MEANS = "1";
/** Transfers are not defined: a code would require an account, to which nobody should pay any more. */
const paymentMeansCodes = {
  card: "48",
  card_on_site: "48",
  cash: "10",
  check: "20",
  transfer: UNKNOWN_MEANS,
  balance: "97",
  voucher: "97",
} as const;

/** BT-23 of French e-invoices (BR-FR-08): goods (B), services (S) or both (M), still to be paid (1) or paid when it is issued (2). */
const processIdOf = ({ content: { operation = "services", paidOn } }: PrintableInvoice): string =>
  `${{ goods: "B", services: "S", both: "M" }[operation]}${paidOn === null ? 1 : 2}`;
/** BT-8 (UNTDID 2475): VAT is due with the date of the invoice. */
const DUE_WITH_INVOICE = "5";

const isSupplied = ({ suppliedOn, issuedOn, content }: PrintableInvoice): boolean =>
  suppliedOn <= issuedOn && content.suppliedFrom === undefined;

function sellerParty(seller: Seller): XmlNode {
  const siren = extractSiren(seller);
  return element(
    "ram:SellerTradeParty",
    textElement("ram:Name", seller.name),
    element(
      "ram:SpecifiedLegalOrganization",
      // 0002 is SIRENE, the French register of companies.
      textElement('ram:ID schemeID="0002"', siren),
      textElement("ram:TradingBusinessName", seller.tradeName),
    ),
    element(
      "ram:PostalTradeAddress",
      textElement("ram:PostcodeCode", seller.postalCode),
      textElement("ram:LineOne", seller.addressLine),
      textElement("ram:CityName", seller.city),
      textElement("ram:CountryID", "FR"),
    ),
    // BT-34: in the French directory a company is found by its SIREN.
    element("ram:URIUniversalCommunication", textElement('ram:URIID schemeID="0225"', siren)),
    element(
      "ram:SpecifiedTaxRegistration",
      textElement('ram:ID schemeID="VA"', seller.vatNumber && compactNumber(seller.vatNumber)),
    ),
    // A seller without VAT number is identified by its SIREN (BT-32).
    seller.vatNumber ? "" : element("ram:SpecifiedTaxRegistration", textElement('ram:ID schemeID="FC"', siren)),
  );
}

/** BG-7: a company with its numbers and address; a person by name, in the seller's country, as theirs is unknown. */
function buyerParty({ name, company }: InvoiceContent["buyer"]): XmlNode {
  const isFrench = company?.countryId === FRANCE_ID;
  const siren = company && isFrench ? extractSiren(company) : null;
  const country = company && countryCodeOf(company.countryId);
  return element(
    "ram:BuyerTradeParty",
    textElement("ram:Name", name),
    siren ? element("ram:SpecifiedLegalOrganization", textElement('ram:ID schemeID="0002"', siren)) : "",
    element(
      "ram:PostalTradeAddress",
      textElement("ram:PostcodeCode", company?.postalCode ?? null),
      textElement("ram:LineOne", company?.addressLine ?? null),
      textElement("ram:CityName", company?.city ?? null),
      textElement("ram:CountryID", country ?? "FR"),
    ),
    // BT-49: in the French directory a company is found by its SIREN.
    siren ? element("ram:URIUniversalCommunication", textElement('ram:URIID schemeID="0225"', siren)) : "",
    company?.vatNumber
      ? element("ram:SpecifiedTaxRegistration", textElement('ram:ID schemeID="VA"', compactNumber(company.vatNumber)))
      : "",
  );
}

function findTaxCategory({ content }: PrintableInvoice, { rate, isExempt }: Pick<InvoiceLine, "rate" | "isExempt">) {
  const profile = content.vatProfile === "standard" && isExempt ? "exempt" : content.vatProfile;
  // S: standard rate, Z: zero rate, E: exempt.
  const category = profile === "standard" ? (rate > 0 ? "S" : "Z") : "E";
  const [reason, code] = {
    unset: [null, null],
    standard: [null, null],
    franchise: ["TVA non applicable, art. 293 B du CGI", "VATEX-FR-FRANCHISE"],
    exempt: ["Exonération de TVA, art. 261-7-1° du CGI", "VATEX-FR-CGI261-7"],
  }[profile] as [string | null, string | null];
  return { category, reason, code };
}

function lineItems(invoice: PrintableInvoice): XmlNode[] {
  return invoice.content.lines.map((line, index) =>
    element(
      "ram:IncludedSupplyChainTradeLineItem",
      element("ram:AssociatedDocumentLineDocument", textElement("ram:LineID", String(index + 1))),
      element(
        "ram:SpecifiedTradeProduct",
        textElement("ram:Name", line.description),
        textElement("ram:Description", line.detail),
      ),
      element(
        "ram:SpecifiedLineTradeAgreement",
        element(
          "ram:NetPriceProductTradePrice",
          textElement("ram:ChargeAmount", (Math.abs(line.net) / line.quantity / 100).toFixed(6)),
        ),
      ),
      element(
        "ram:SpecifiedLineTradeDelivery",
        textElement('ram:BilledQuantity unitCode="C62"', String(line.quantity)),
      ),
      element(
        "ram:SpecifiedLineTradeSettlement",
        element(
          "ram:ApplicableTradeTax",
          textElement("ram:TypeCode", "VAT"),
          textElement("ram:CategoryCode", findTaxCategory(invoice, line).category),
          textElement("ram:RateApplicablePercent", formatPercent(line.rate)),
        ),
        // BG-26
        line.servedFrom && line.servedTo ? periodElement(line.servedFrom, line.servedTo) : "",
        element(
          "ram:SpecifiedTradeSettlementLineMonetarySummation",
          textElement("ram:LineTotalAmount", formatAmount(line.net)),
        ),
      ),
    ),
  );
}

function settlementElement(invoice: PrintableInvoice): XmlNode {
  const { currency, content } = invoice;
  const sum = (of: "net" | "vat" | "gross") => content.rates.reduce((total, rate) => total + rate[of], 0);
  return element(
    "ram:ApplicableHeaderTradeSettlement",
    textElement("ram:InvoiceCurrencyCode", currency),
    element(
      "ram:SpecifiedTradeSettlementPaymentMeans",
      textElement("ram:TypeCode", content.method === null ? UNKNOWN_MEANS : paymentMeansCodes[content.method]),
    ),
    ...content.rates.map((total) => {
      const { rate, net, vat } = total;
      const { category, reason, code } = findTaxCategory(invoice, total);
      return element(
        "ram:ApplicableTradeTax",
        textElement("ram:CalculatedAmount", formatAmount(vat)),
        textElement("ram:TypeCode", "VAT"),
        textElement("ram:ExemptionReason", reason),
        textElement("ram:BasisAmount", formatAmount(net)),
        textElement("ram:CategoryCode", category),
        textElement("ram:ExemptionReasonCode", code),
        textElement("ram:DueDateTypeCode", content.isOnDebits && category === "S" ? DUE_WITH_INVOICE : null),
        textElement("ram:RateApplicablePercent", formatPercent(rate)),
      );
    }),
    isSupplied(invoice)
      ? ""
      : periodElement(content.suppliedFrom ?? invoice.suppliedOn, content.suppliedTo ?? invoice.suppliedOn),
    // BT-9 of what is paid when it is issued is the day of the payment.
    element(
      "ram:SpecifiedTradePaymentTerms",
      dateElement("ram:DueDateDateTime", content.dueOn ?? content.paidOn ?? invoice.issuedOn),
    ),
    element(
      "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
      textElement("ram:LineTotalAmount", formatAmount(sum("net"))),
      textElement("ram:TaxBasisTotalAmount", formatAmount(sum("net"))),
      textElement(`ram:TaxTotalAmount currencyID="${currency}"`, formatAmount(sum("vat"))),
      textElement("ram:GrandTotalAmount", formatAmount(sum("gross"))),
      textElement("ram:TotalPrepaidAmount", formatAmount(content.paidOn === null ? 0 : sum("gross"))),
      textElement("ram:DuePayableAmount", formatAmount(content.paidOn === null ? sum("gross") : 0)),
    ),
    content.corrects
      ? element(
          "ram:InvoiceReferencedDocument",
          textElement("ram:IssuerAssignedID", content.corrects.number),
          element(
            "ram:FormattedIssueDateTime",
            element('qdt:DateTimeString format="102"', content.corrects.issuedOn.replaceAll("-", "")),
          ),
        )
      : "",
  );
}

/** @param invoice for which `isFacturXEligible` holds */
export function buildFacturX(invoice: PrintableInvoice): string {
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
  const document = element(
    root,
    element(
      "rsm:ExchangedDocumentContext",
      element("ram:BusinessProcessSpecifiedDocumentContextParameter", textElement("ram:ID", processIdOf(invoice))),
      element("ram:GuidelineSpecifiedDocumentContextParameter", textElement("ram:ID", "urn:cen.eu:en16931:2017")),
    ),
    element(
      "rsm:ExchangedDocument",
      textElement("ram:ID", number),
      // Receipts are no invoices: they have no data.
      textElement("ram:TypeCode", documentTypeCodes[kind === "credit_note" ? kind : "invoice"]),
      dateElement("ram:IssueDateTime", issuedOn),
      ...content.mentions.map((mention) => element("ram:IncludedNote", textElement("ram:Content", mention))),
      ...(content.notes ?? []).map(({ code, text }) =>
        element("ram:IncludedNote", textElement("ram:Content", text), textElement("ram:SubjectCode", code)),
      ),
    ),
    element(
      "rsm:SupplyChainTradeTransaction",
      ...lineItems(invoice),
      element("ram:ApplicableHeaderTradeAgreement", sellerParty(content.seller), buyerParty(content.buyer)),
      // The schema wants the element, also where the service lies ahead and has a period instead (BG-14).
      isSupplied(invoice)
        ? element(
            "ram:ApplicableHeaderTradeDelivery",
            element("ram:ActualDeliverySupplyChainEvent", dateElement("ram:OccurrenceDateTime", suppliedOn)),
          )
        : "<ram:ApplicableHeaderTradeDelivery/>",
      settlementElement(invoice),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(document)}`;
}

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
