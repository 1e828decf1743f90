/** Draws a poster of an organization as PDF: name, what is there, and a code that a telephone scans. */
import { drawQrCode } from "./qr.ts";
import { a4, finishPdf, openPdf, type PdfWriter, type TextStyle } from "./pdf-writer.ts";
import type { Language } from "#messages/translator.ts";

export const posterSizes = { a4, a5: { width: 419.53, height: 595.28 } };

export interface Poster {
  size: keyof typeof posterSizes;
  language: Language;
  club: string;
  /** Facility or field; null for the club. */
  place: string | null;
  detail: string;
  /** PNG in place of the initials. */
  logo: Buffer | null;
  initials: string;
  /** `#rrggbb`; null for that of the product. */
  color: string | null;
  /** Why to scan the code: "Scan to book". */
  action: string;
  /** The code leads there. */
  url: string;
  /** As people type it. */
  address: string;
  now: Date;
}

const millimetre = 72 / 25.4;
/** Read from two metres away. */
const CODE_SIZE = 60 * millimetre;
const MARGIN = 36;
const INK = "#17211c";
const QUIET = "#4d5752";
const GREEN = "#0b6b4b";

export async function renderPoster(poster: Poster): Promise<Buffer> {
  const { size, language, club, place, detail, action, url, address, now } = poster;
  const color = poster.color ?? GREEN;
  const { width, height } = posterSizes[size];
  const scale = width / a4.width;
  const title = place ? `${club} · ${place}` : club;
  const info = { Title: `${title}, ${action}`, Author: club };
  const sheet = openPdf({ language, info, createdAt: now });
  sheet.doc.addPage({ size: [width, height], margin: 0 });
  const root = sheet.doc.struct("Document");
  sheet.doc.addStructure(root);
  const write = (tag: string, text: string, style: TextStyle, y: number) => {
    let below = y;
    sheet.tag(root, tag, () => {
      below = sheet.write(text, { ...style, align: "center" }, { x: MARGIN, y, width: width - 2 * MARGIN });
    });
    return below;
  };
  drawMark(sheet, { ...poster, color, width, scale });
  let y = 150 * scale;
  y = write("H1", club, { size: 38 * scale, weight: 600, color: INK }, y);
  if (place) y = write("P", place, { size: 26 * scale, weight: 600, color: INK }, y + 4 * scale);
  if (detail !== "") write("P", detail, { size: 18 * scale, color: QUIET }, y + 6 * scale);
  const top = height - 72 * scale - CODE_SIZE - 60 * scale;
  write("H2", action, { size: 30 * scale, weight: 600, color }, top - 54 * scale);
  const code = { x: (width - CODE_SIZE) / 2, y: top, size: CODE_SIZE };
  const figure = sheet.doc.struct("Figure", { alt: url }, () => drawQrCode(sheet.doc, url, code));
  root.add(figure);
  write("P", address, { size: 15 * scale, color: INK }, top + CODE_SIZE + 14 * scale);
  root.end();
  return finishPdf(sheet);
}

export function drawMark(
  sheet: PdfWriter,
  {
    logo,
    initials,
    color,
    width,
    scale,
  }: Pick<Poster, "logo" | "initials"> & {
    color: string;
    width: number;
    scale: number;
  },
): void {
  const side = 72 * scale;
  const [x, y] = [(width - side) / 2, 54 * scale];
  sheet.decorate(() => {
    if (logo) return void sheet.doc.image(logo, x, y, { width: side, height: side });
    sheet.doc.roundedRect(x, y, side, side, 18 * scale).fill(color);
    const style = { size: 30 * scale, weight: 600, color: "#ffffff", align: "center" } as const;
    sheet.write(initials, style, { x, y: y + side / 2 - 20 * scale, width: side });
  });
}
