/** Pages of printed documents, such as invoices: their measures, colors and text styles, page breaks, tables and footers. */
import type { Translate } from "#messages/translator.ts";
import { a4, openPdf, type PdfWriter, type TextStyle } from "./pdf-writer.ts";

export const PAGE_MARGIN = 48;
export const CONTENT_WIDTH = a4.width - 2 * PAGE_MARGIN;
const CONTENT_BOTTOM = a4.height - 84;
export const colors = {
  text: "#17211c",
  quiet: "#4d5752",
  faint: "#69726d",
  accent: "#0b6b4b",
  line: "#dbe1de",
  soft: "#f0f5f2",
  danger: "#b3123a",
};
export const bodyStyle: TextStyle = { size: 9 };
export const quietStyle: TextStyle = { size: 8.5, color: colors.quiet };
const demoStyle: TextStyle = { size: 9, weight: 600, color: colors.danger, align: "center" };
const headStyle: TextStyle = { size: 8, weight: 600, color: colors.quiet };

export interface PdfDocument {
  sheet: PdfWriter;
  /** Parent of all tags. */
  root: PDFKit.PDFStructureElement;
}

/** Opens a document with its first page. */
export function openDocument(...options: Parameters<typeof openPdf>): PdfDocument {
  const sheet = openPdf(...options);
  sheet.doc.addPage();
  const root = sheet.doc.struct("Document");
  sheet.doc.addStructure(root);
  return { sheet, root };
}

/** @returns the y where content of this height has room: as given, or at the top of a new page */
export function ensureSpace({ sheet }: PdfDocument, y: number, height: number): number {
  if (y + height <= CONTENT_BOTTOM) return y;
  sheet.doc.addPage();
  return PAGE_MARGIN;
}

const drawLine = ({ doc }: PdfWriter, y: number) =>
  doc
    .moveTo(PAGE_MARGIN, y)
    .lineTo(PAGE_MARGIN + CONTENT_WIDTH, y)
    .lineWidth(0.6)
    .stroke(colors.line);

export interface TableColumn<Row> {
  head: string;
  /** Points. */
  width: number;
  align?: "right";
  of(row: Row): string;
}

const CELL_GAP = 8;
function columnBoxes<Row>(columns: readonly TableColumn<Row>[]) {
  let x = PAGE_MARGIN;
  return columns.map((column) => {
    const box = { x: x + CELL_GAP / 2, width: column.width - CELL_GAP };
    x += column.width;
    return { column, box };
  });
}

function writeTableHead<Row>(
  { sheet }: PdfDocument,
  columns: readonly TableColumn<Row>[],
  y: number,
  tag: (draw: () => void) => void,
) {
  const heights = columns.map(({ head, width }) => sheet.heightOf(head, headStyle, width - CELL_GAP));
  const height = Math.max(...heights) + 11;
  sheet.decorate(() => sheet.doc.roundedRect(PAGE_MARGIN, y, CONTENT_WIDTH, height, 5).fill(colors.soft));
  for (const { column, box } of columnBoxes(columns))
    tag(() => sheet.write(column.head, { ...headStyle, align: column.align ?? "left" }, { ...box, y: y + 5.5 }));
  return y + height;
}

/** @returns the y below the table, in points */
export function writeTable<Row>(
  document: PdfDocument,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  from: number,
): number {
  const { sheet, root } = document;
  const table = sheet.tag(root, "Table");
  const first = sheet.tag(table, "TR");
  let y = ensureSpace(document, from, 80);
  y = writeTableHead(document, columns, y, (draw) => sheet.tag(first, "TH", draw, "Column"));
  first.end();
  const cells = columnBoxes(columns);
  for (const line of rows) {
    const height =
      Math.max(...cells.map(({ column, box }) => sheet.heightOf(column.of(line), bodyStyle, box.width))) + 13;
    const rowTop = ensureSpace(document, y, height);
    // Tag the head on the first page only; later pages repeat it as decoration.
    y = rowTop === y ? y : writeTableHead(document, columns, rowTop, (draw) => sheet.decorate(draw));
    const top = y + 6;
    const row = sheet.tag(table, "TR");
    for (const { column, box } of cells)
      sheet.tag(row, "TD", () =>
        sheet.write(column.of(line), { ...bodyStyle, align: column.align ?? "left" }, { ...box, y: top }),
      );
    row.end();
    y += height;
    const end = y;
    sheet.decorate(() => drawLine(sheet, end));
  }
  table.end();
  return y;
}

interface Footer {
  text: string;
  /** Stands before the number of the page. */
  title: string;
  /** Says above the content of every page that it is no real document. */
  isDemo?: boolean | undefined;
}

/** Writes the footer of every page. */
export function writeFooters({ sheet }: PdfDocument, t: Translate, { text, title, isDemo = false }: Footer) {
  const { doc } = sheet;
  const small = { size: 7.5, color: colors.faint };
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page);
    sheet.decorate(() => {
      if (isDemo) sheet.write(t("kit.demoMark"), demoStyle, { x: PAGE_MARGIN, y: 20, width: CONTENT_WIDTH });
      const y = a4.height - 66;
      drawLine(sheet, y);
      sheet.write(text, small, { x: PAGE_MARGIN, y: y + 8, width: CONTENT_WIDTH - 130 });
      const place = `${title} · ${t("kit.pageOf", { page: page + 1, pages: count })}`;
      sheet.write(place, { ...small, align: "right" }, { x: PAGE_MARGIN + CONTENT_WIDTH - 125, y: y + 8, width: 125 });
    });
  }
}
