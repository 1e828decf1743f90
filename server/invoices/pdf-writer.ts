/**
 * A4 pages: texts break where they have to and are never cut, and pages follow. Content is tagged, so that screen readers know
 * headings and tables; decoration is not.
 */
import PDFDocument from "pdfkit";
import { toPrintableText, splitIntoRuns, type FontRun, type Weight } from "./pdf-fonts.ts";

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  align?: "left" | "right";
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
  /** Height of a text in points. */
  heightOf(text: string, style: TextStyle, width: number): number;
  /** Writes a text. @returns where the next one begins */
  write(text: string, style: TextStyle, box: TextBox): number;
  /** Adds an element to another, with what is written in it. @param scope of a table's head: what it is the head of */
  tag(parent: TagElement, type: string, draw?: () => void, scope?: "Column" | "Row"): TagElement;
  /** Draws what nobody reads. */
  decorate(draw: () => void): void;
}

interface PdfOptions {
  language: string;
  /** Names of the file; see `pdfkit` for the members. */
  info: Record<string, string | Date>;
}

/** @returns a sheet without pages yet; they stay open until the document ends */
export function openPdf({ language, info }: PdfOptions): PdfWriter {
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
    // Standard fonts are not embedded, and so may not occur.
    font: null as unknown as string,
    // They end up in XML unescaped.
    info: Object.fromEntries(
      Object.entries(info).map(([key, value]) => [
        key,
        typeof value === "string" ? toPrintableText(value).replace(/[<>&]/g, " ") : value,
      ]),
    ),
  });
  const registeredFonts = new Set<string>();
  const take = ({ face }: FontRun, size: number) => {
    // A parsed font is taken as well as a file, though the types do not know it.
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
      for (const line of breakAll(text, style, width)) {
        // Screen readers need a space between the last word of a line and the first of the next; it goes on the open side.
        const spaced = align === "right" ? ` ${line}` : `${line} `;
        let at = align === "right" ? x + width - widthOf(spaced, style) : x;
        for (const run of splitIntoRuns(spaced, weight)) {
          const length = take(run, size).widthOfString(run.text);
          doc.fillColor(color).text(run.text, at, y, { lineBreak: false });
          at += length;
        }
        y += size * LINE_HEIGHT;
      }
      return y;
    },
    tag(parent, type, draw, scope) {
      // The types do not know scopes yet.
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

/** Breaks at spaces; a word that is longer than the line, wherever it has to. */
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

/** Puts a file into the document. @param given.relationship what it is to what is printed, as PDF/A-3 names it */
export function attachFile(
  { doc }: PdfWriter,
  bytes: Buffer,
  { at, ...given }: { name: string; type: string; relationship: "Alternative" | "Data" | "Source"; at: Date },
): void {
  // The types do not know relationships yet.
  doc.file(bytes, { ...given, creationDate: at, modifiedDate: at } as PDFKit.Mixins.PDFAttachmentOptions);
}

/** The document as bytes, once everything is written. */
export async function finishPdf({ doc }: PdfWriter): Promise<Buffer> {
  const parts: Buffer[] = [];
  doc.end();
  for await (const part of doc) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
