/** Writes a tagged PDF on A4: text wraps and is never cut, and screen readers find headings and tables. */
import PDFDocument from "pdfkit";
import { latinAscent, toPrintableText, splitIntoRuns, type FontRun, type Weight } from "./pdf-fonts.ts";

import { escapeXml } from "./xml.ts";

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  align?: "left" | "right" | "center";
}
export interface TextBox {
  x: number;
  y: number;
  width: number;
}
type TagElement = PDFKit.PDFStructureElement;

export const a4 = { width: 595.28, height: 841.89 };
const LINE_HEIGHT = 1.36;

export interface PdfWriter {
  doc: PDFKit.PDFDocument;
  /** Points. */
  heightOf(text: string, style: TextStyle, width: number): number;
  /** @returns the y below the text, in points */
  write(text: string, style: TextStyle, box: TextBox): number;
  /** Adds a structure element with the content that `draw` writes. @param scope of a table head */
  tag(parent: TagElement, type: string, draw?: () => void, scope?: "Column" | "Row"): TagElement;
  /** Draws an artifact, which screen readers skip. */
  decorate(draw: () => void): void;
}

type PdfInfo = Record<string, string | Date>;

interface PdfOptions {
  language: string;
  info: PdfInfo;
  createdAt: Date;
}

const mapTexts = (info: PdfInfo, change: (text: string) => string): PdfInfo =>
  Object.fromEntries(
    Object.entries(info).map(([key, value]) => [key, typeof value === "string" ? change(value) : value]),
  );

/** pdfkit writes the same texts into the document's dictionary and, without escaping, into its XML, which comes last. */
function escapeMetadata(doc: PDFKit.PDFDocument): void {
  // The types of pdfkit lack `endMetadata`.
  const writer = doc as unknown as { info: PdfInfo; endMetadata(): void };
  const endMetadata = writer.endMetadata.bind(doc);
  writer.endMetadata = () => {
    writer.info = mapTexts(writer.info, escapeXml);
    endMetadata();
  };
}

/** Pages stay open until `finishPdf`, because the footers need their count. */
export function openPdf({ language, info, createdAt }: PdfOptions): PdfWriter {
  const tools = { Creator: "Baseline", Producer: "Baseline", CreationDate: createdAt };
  const doc = new PDFDocument({
    size: [a4.width, a4.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    subset: "PDF/A-3b",
    pdfVersion: "1.7",
    tagged: true,
    lang: language,
    displayTitle: true,
    // PDF/A requires embedded fonts, and standard fonts are not.
    font: null as unknown as string,
    info: mapTexts({ ...info, ...tools }, toPrintableText),
  });
  escapeMetadata(doc);
  const registeredFonts = new Set<string>();
  const take = ({ face }: FontRun, size: number) => {
    // pdfkit also accepts a parsed font, but its types do not.
    if (!registeredFonts.has(face.name)) doc.registerFont(face.name, face.font as unknown as Buffer);
    registeredFonts.add(face.name);
    return doc.font(face.name).fontSize(size);
  };
  const widthOf = (text: string, { size, weight = 400 }: TextStyle) =>
    splitIntoRuns(text, weight).reduce((width, run) => width + take(run, size).widthOfString(run.text), 0);
  const breakAll = (text: string, style: TextStyle, width: number) =>
    toPrintableText(text)
      .split("\n")
      .flatMap((part) => breakLine(part, width, (piece) => widthOf(piece, style)));

  return {
    doc,
    heightOf: (text, style, width) => breakAll(text, style, width).length * style.size * LINE_HEIGHT,
    write(text, style, { x, y, width }) {
      const { size, weight = 400, color = "#17211c", align = "left" } = style;
      const baseline = -latinAscent(weight) * size;
      for (const line of breakAll(text, style, width)) {
        // A space separates the last word of a line from the next line for screen readers; it goes on the side that is not aligned.
        const spaced = align === "right" ? ` ${line}` : `${line} `;
        const gap = width - widthOf(align === "center" ? line : spaced, style);
        let at = align === "right" ? x + gap : align === "center" ? x + gap / 2 : x;
        for (const run of splitIntoRuns(spaced, weight)) {
          const length = take(run, size).widthOfString(run.text);
          doc.fillColor(color).text(run.text, at, y, { lineBreak: false, baseline });
          at += length;
        }
        y += size * LINE_HEIGHT;
      }
      return y;
    },
    tag(parent, type, draw, scope) {
      // The types of pdfkit lack `scope`.
      const element = draw ? doc.struct(type, { ...(scope && { scope }) } as object, draw) : doc.struct(type);
      parent.add(element);
      return element;
    },
    decorate(draw) {
      doc.markContent("Artifact");
      draw();
      doc.endMarkedContent();
    },
  };
}

function breakLine(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (line.length > 1 && widthOf(line) > width) {
      const signs = [...line];
      let fits = signs.length - 1;
      while (fits > 1 && widthOf(signs.slice(0, fits).join("")) > width) fits--;
      lines.push(signs.slice(0, fits).join(""));
      line = signs.slice(fits).join("");
    }
  }
  return [...lines, line];
}

/** Embeds a file. @param given.relationship of the file to the page, as PDF/A-3 names it */
export function attachFile(
  { doc }: PdfWriter,
  bytes: Buffer,
  {
    at,
    ...given
  }: { name: string; type: string; description: string; relationship: "Alternative" | "Data" | "Source"; at: Date },
): void {
  // The types of pdfkit lack `relationship`.
  doc.file(bytes, { ...given, creationDate: at, modifiedDate: at } as PDFKit.Mixins.PDFAttachmentOptions);
}

export async function finishPdf({ doc }: PdfWriter): Promise<Buffer> {
  const parts: Buffer[] = [];
  doc.end();
  for await (const part of doc) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
