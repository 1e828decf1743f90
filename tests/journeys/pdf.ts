import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, type Page } from "./journey-test.ts";

export interface PrintedPage {
  /** Points, 1/72 inch. */
  width: number;
  height: number;
  /** Points from the lower left corner. */
  texts: { text: string; x: number; y: number; width: number; height: number }[];
  /** All texts without spaces, so that line breaks do not matter. */
  joinedText: string;
}

export const removeSpaces = (text: string): string => text.replace(/\s/gu, "");
export const countOccurrences = (text: string, part: string): number => text.split(removeSpaces(part)).length - 1;

export async function printToPdf(page: Page): Promise<PrintedPage[]> {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await task.promise;
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const printed = await pdf.getPage(number);
    const [, , width = 0, height = 0] = printed.view;
    const { items } = await printed.getTextContent();
    const texts = items.flatMap((item) => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
      return [{ text: item.str, x, y, width: item.width, height: item.height }];
    });
    pages.push({ width, height, texts, joinedText: removeSpaces(texts.map(({ text }) => text).join("")) });
  }
  await task.destroy();
  return pages;
}

const millimetre = 72 / 25.4;

export function expectA4Pages(pages: readonly PrintedPage[], orientation: "landscape" | "portrait"): void {
  const [width, height] = orientation === "landscape" ? [297, 210] : [210, 297];
  pages.forEach((page, index) => {
    expect(page.width / millimetre).toBeCloseTo(width, 0);
    expect(page.height / millimetre).toBeCloseTo(height, 0);
    const margin = 5 * millimetre;
    const beyond = page.texts.filter(
      (text) =>
        text.x < margin ||
        text.x + text.width > page.width - margin ||
        text.y < margin ||
        text.y + text.height > page.height - margin,
    );
    expect(beyond, `page ${index + 1}`).toEqual([]);
    const foot = page.texts.filter(({ y }) => y < 12 * millimetre).toSorted((a, b) => a.x - b.x);
    expect(removeSpaces(foot.map(({ text }) => text).join(""))).toMatch(
      new RegExp(`(Asof|Étatau).*\\(.+\\)${index + 1}/${pages.length}$`),
    );
  });
}
