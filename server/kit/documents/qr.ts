/** Draws QR codes into PDFs, as squares of vectors. */
import { encodeQR } from "qr";

/** Modules of white around the code, which scanners need: ISO/IEC 18004 wants four. */
const BORDER = 4;

/**
 * A quarter of the code may be soiled or torn (level Q).
 * @param at upper left corner and side, in points; the side includes the white border
 */
export function drawQrCode(doc: PDFKit.PDFDocument, text: string, at: { x: number; y: number; size: number }): void {
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: BORDER });
  const module = at.size / rows.length;
  doc.rect(at.x, at.y, at.size, at.size).fill("#ffffff");
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) if (isDark) doc.rect(at.x + x * module, at.y + y * module, module, module);
  doc.fill("#000000");
}
