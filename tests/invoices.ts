/** Invoices to print, for tests of what becomes of them; and what is read in a PDF. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { creditContent, invoiceContent, type Sale, type Seller } from "#server/invoices/content.ts";
import type { Printable } from "#server/invoices/print-page.ts";

export const seller: Seller = {
  name: "SAS Tennis & Padel <Lyon>",
  tradeName: "Tennis Club de Lyon",
  addressLine: "353 avenue Jean Jaurès",
  postalCode: "69007",
  city: "Lyon",
  countryId: 250,
  email: "contact@club.example",
  phone: "+33 4 72 00 00 00",
  identificationNumber: "732 829 320 00074",
  vatNumber: "FR 40 303265045",
};
const sale: Sale = {
  seller,
  buyerName: "Élise Chevallier",
  event: {
    name: "Match du mardi",
    place: "Court 1, Parc des Sports",
    time: "2 juin 2026, 18:00\u00a0–\u00a019:30",
    price: 4200,
  },
  priceLines: [
    { label: "Soirée · 1 h 30", quantity: 3, unitPrice: 1000, total: 3000 },
    { label: "Éclairage", quantity: 1, unitPrice: 1200, total: 1200 },
  ],
  vatProfile: "standard",
  rate: 2000,
  amount: 4200,
  currency: "EUR",
  method: "card",
  paidOn: "2026-05-30",
  language: "fr",
};

export function anInvoice(more: Partial<Sale> = {}, number = "FA-2026-000123"): Printable {
  const given = { ...sale, ...more };
  return {
    number,
    kind: "invoice",
    issuedOn: "2026-05-30",
    suppliedOn: "2026-06-02",
    language: given.language,
    currency: given.currency,
    createdAt: new Date("2026-05-30T10:00:00.000Z"),
    content: invoiceContent(given),
  };
}

/** @param amount what is given back of the invoice */
export function aCreditNote(amount: number, more: Partial<Sale> = {}): Printable {
  const invoice = anInvoice(more);
  const { number, issuedOn, language, content } = invoice;
  const corrected = { ...content, number, issuedOn };
  const draft = { seller: content.seller, amount, reason: "Éclairage en panne", refundedOn: "2026-06-03", language };
  const credit = creditContent(corrected, draft);
  return { ...invoice, number: "AV-2026-000004", kind: "credit_note", issuedOn: "2026-06-03", content: credit };
}

interface Item {
  text: string;
  page: number;
  left: number;
  right: number;
  /** From the top. */
  y: number;
}
export interface ReadPdf {
  items: Item[];
  /** All that is written, spaces left out: lines break where they like. */
  text: string;
  pages: number;
  language: string | null;
  info: Record<string, unknown>;
  /** The XMP packet as it stands in the file. */
  xmp: string;
  attachments: Record<string, string>;
  /** Names of the structure, as screen readers meet them. */
  tags: string[];
}

export const bare = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, "");
type Tree = { role?: string; children?: Tree[] } | null;
const rolesOf = (tree: Tree): string[] => [
  ...(tree?.role ? [tree.role] : []),
  ...(tree?.children ?? []).flatMap((child) => rolesOf(child)),
];

export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const items: Item[] = [];
  const tags: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [, , , height = 0] = page.view;
    for (const item of (await page.getTextContent()).items) {
      if (!("str" in item) || item.str.trim() === "") continue;
      const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
      items.push({ text: item.str, page: number, left: x, right: x + item.width, y: height - y });
    }
    tags.push(...rolesOf((await page.getStructTree()) as Tree));
  }
  const info = (await document.getMetadata()).info as Record<string, unknown>;
  const attachments: Record<string, string> = {};
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    // Bytes, whatever its types say.
    attachments[filename] = Buffer.from((await document.getAttachmentContent(id)) as unknown as Uint8Array).toString();
  }
  const raw = bytes.toString("utf8");
  const xmp = raw.slice(raw.indexOf("<x:xmpmeta"), raw.indexOf("</x:xmpmeta>") + 12);
  const pages = document.numPages;
  await loading.destroy();
  return {
    items,
    text: bare(items.map(({ text }) => text).join("")),
    pages,
    language: typeof info["Language"] === "string" ? info["Language"] : null,
    info,
    xmp,
    attachments,
    tags,
  };
}

/** Whether a program is installed here. */
export const hasProgram = (name: string): boolean => spawnSync(name, ["--version"]).error === undefined;

/** What a program says of a PDF. @param args with `FILE` for the file */
export function askProgram(name: string, args: string[], bytes: Buffer): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), "baseline-pdf-"));
  try {
    const file = join(folder, "invoice.pdf");
    writeFileSync(file, bytes);
    const asked = args.map((arg) => arg.replace("FILE", file).replace("OUT", join(folder, "out")));
    const { status, stdout, stderr } = spawnSync(name, asked, { encoding: "utf8" });
    const out = args.includes("OUT") && status === 0 ? readFileSync(join(folder, "out"), "utf8") : "";
    return { status, output: out || stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
