/** Draws a gift voucher as PDF, a sheet that is folded to A5. */
import { finishPdf, openPdf, type TextStyle } from "#server/kit/documents/pdf-writer.ts";
import { drawMark } from "#server/kit/documents/render-poster.ts";
import type { Language } from "#messages/translator.ts";

export interface VoucherPaper {
  language: Language;
  club: string;
  initials: string;
  /** PNG in place of the initials. */
  logo: Buffer | null;
  /** `#rrggbb`; null for that of the product. */
  color: string | null;
  title: string;
  amount: string;
  /** "For Zoé, from Marc". */
  people: string;
  message: string | null;
  code: string;
  terms: string;
  now: Date;
}

/** A5 across. */
const PAGE = { width: 595.28, height: 419.53 };
const MARGIN = 40;
const INK = "#17211c";
const QUIET = "#4d5752";
const GREEN = "#0b6b4b";

export async function renderVoucher(paper: VoucherPaper): Promise<Buffer> {
  const { language, club, title, amount, people, message, code, terms, now } = paper;
  const color = paper.color ?? GREEN;
  const sheet = openPdf({ language, info: { Title: `${title}, ${club}`, Author: club }, createdAt: now });
  sheet.doc.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
  const root = sheet.doc.struct("Document");
  sheet.doc.addStructure(root);
  const write = (tag: string, text: string, style: TextStyle, y: number): number => {
    let below = y;
    sheet.tag(root, tag, () => {
      below = sheet.write(text, { align: "center", ...style }, { x: MARGIN, y, width: PAGE.width - 2 * MARGIN });
    });
    return below;
  };
  drawMark(sheet, { ...paper, color, width: PAGE.width, scale: 0.62 });
  let y = write("H1", `${title} · ${club}`, { size: 17, weight: 600, color: INK }, 86);
  y = write("P", amount, { size: 46, weight: 600, color }, y + 4);
  y = write("P", people, { size: 13, color: INK }, y + 2);
  if (message) write("P", message, { size: 10.5, color: QUIET }, y + 8);
  write("P", code, { size: 24, weight: 600, color: INK }, PAGE.height - 92);
  write("P", terms, { size: 9, color: QUIET }, PAGE.height - 54);
  root.end();
  return finishPdf(sheet);
}
