/**
 * A sheet of A4 to write on: texts that break where they have to and are never cut, and pages that follow. What is read is
 * tagged, so that screen readers know headings and tables; what only decorates is not.
 */
import PDFDocument from "pdfkit";
import { printable, runsOf, type Run, type Weight } from "./print-fonts.ts";

export interface Style {
  size: number;
  weight?: Weight;
  color?: string;
  align?: "left" | "right";
}
export interface Box {
  x: number;
  y: number;
  width: number;
}
type Element = PDFKit.PDFStructureElement;

export const a4 = { width: 595.28, height: 841.89 };
const leading = 1.36;

export interface Sheet {
  doc: PDFKit.PDFDocument;
  /** How high a text will be. */
  heightOf(text: string, style: Style, width: number): number;
  /** Writes a text. @returns where the next one begins */
  write(text: string, style: Style, box: Box): number;
  /** Adds an element to another, with what is written in it. @param scope of a table's head: what it is the head of */
  tag(parent: Element, type: string, draw?: () => void, scope?: "Column" | "Row"): Element;
  /** Draws what nobody reads. */
  decorate(draw: () => void): void;
}

interface SheetOptions {
  language: string;
  /** Names of the file; see `pdfkit` for the members. */
  info: Record<string, string | Date>;
}

/** @returns a sheet without pages yet; they stay open until the document ends */
export function openSheet({ language, info }: SheetOptions): Sheet {
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
        typeof value === "string" ? printable(value).replace(/[<>&]/g, " ") : value,
      ]),
    ),
  });
  const known = new Set<string>();
  const take = ({ face }: Run, size: number) => {
    // A parsed font is taken as well as a file, though the types do not know it.
    if (!known.has(face.name)) doc.registerFont(face.name, face.font as unknown as Buffer);
    known.add(face.name);
    return doc.font(face.name).fontSize(size);
  };
  const widthOf = (text: string, { size, weight = 400 }: Style) =>
    runsOf(text, weight).reduce((width, run) => width + take(run, size).widthOfString(run.text), 0);
  const breakAll = (text: string, style: Style, width: number) =>
    printable(text)
      .split("\n")
      .flatMap((part) => breakLine(part, width, (piece) => widthOf(piece, style)));

  return {
    doc,
    heightOf: (text, style, width) => breakAll(text, style, width).length * style.size * leading,
    write(text, style, { x, y, width }) {
      const { size, weight = 400, color = "#17211c", align = "left" } = style;
      for (const line of breakAll(text, style, width)) {
        // Who listens hears the last word of a line apart from the first of the next; the space is on the open side.
        const spaced = align === "right" ? ` ${line}` : `${line} `;
        let at = align === "right" ? x + width - widthOf(spaced, style) : x;
        for (const run of runsOf(spaced, weight)) {
          const length = take(run, size).widthOfString(run.text);
          doc.fillColor(color).text(run.text, at, y, { lineBreak: false });
          at += length;
        }
        y += size * leading;
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
export function attach(
  { doc }: Sheet,
  bytes: Buffer,
  { at, ...given }: { name: string; type: string; relationship: "Alternative" | "Data" | "Source"; at: Date },
): void {
  // The types do not know relationships yet.
  doc.file(bytes, { ...given, creationDate: at, modifiedDate: at } as PDFKit.Mixins.PDFAttachmentOptions);
}

/** The document as bytes, once everything is written. */
export async function bytesOf({ doc }: Sheet): Promise<Buffer> {
  const parts: Buffer[] = [];
  doc.end();
  for await (const part of doc) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
