import { expect, test } from "vitest";
import { toPrintableText, splitIntoRuns } from "./pdf-fonts.ts";

const facesOf = (text: string) =>
  splitIntoRuns(toPrintableText(text), 400).map(
    ({ face, text: its }) => `${face.name.replace(/^inter-|-400-normal$/g, "")}: ${its}`,
  );

test("a text is printed with the files that have its signs", () => {
  expect(facesOf("Élan Ωμέγα, Łódź")).toEqual([
    "latin: Élan ",
    "greek: Ωμέγα",
    "latin: , ",
    "latin-ext: Ł",
    "latin: ód",
    "latin-ext: ź",
  ]);
  expect(facesOf("1 234,50 € « fin » – N° 3 · œ’…")).toHaveLength(1);
});

test("every script has its signs, and what is nowhere has the sign that stands for it", () => {
  expect(facesOf("a 日本 한국 🎾\ufe0f")).toEqual([
    "latin: a ",
    "unifont-latin: 日本",
    "latin:  ",
    "unifont-latin: 한국",
    "latin:  ",
    "noto-emoji-emoji: 🎾",
  ]);
  expect(facesOf("शर्मा")).toEqual(["noto-sans-devanagari-devanagari: शर्मा"]);
  expect(facesOf("สมชาย")).toEqual(["noto-sans-thai-thai: สมชาย"]);
  expect(facesOf("\u{1d49c} \ufffd")).toEqual(["latin: ? ", "unifont-latin: \ufffd"]);
});

const visualWords = (text: string) => facesOf(text).map((run) => run.replace(/^[^:]*: /, ""));

test("text from right to left stands in the order it is read, and numbers in it from left to right", () => {
  // Each word is turned by the layout, which joins its letters.
  expect(visualWords("דוד כהן")).toEqual(["כהן", " ", "דוד"]);
  expect(visualWords("Court דוד כהן 12")).toEqual(["Court ", "12", " ", "כהן", " ", "דוד"]);
  expect(visualWords("محمد الأحمد, Lyon")).toEqual(["الأحمد", " ", "محمد", ", Lyon"]);
});

test("brackets in text from right to left open where it begins", () => {
  expect(visualWords("א (ב) ג")).toEqual(["ג", " (", "ב", ") ", "א"]);
});

test("Arabic letters have the forms of their places in the word", () => {
  const [run] = splitIntoRuns("ببب", 400);
  const ids = run?.face.font.layout(run.text).glyphs.map((glyph) => (glyph as { id?: number }).id);
  expect(new Set(ids).size).toBeGreaterThanOrEqual(3);
});

test("a joiner stays inside of a word, and is nowhere else", () => {
  expect(visualWords("می\u200cخواهم")).toEqual(["می\u200cخواهم"]);
  expect(visualWords("a\u200cb")).toEqual(["ab"]);
});

test("accents are composed, narrow spaces become wide enough to be there, and what nobody sees is left out", () => {
  expect(toPrintableText("e\u0301 1\u202f234 a\u200bb\u0007c\u202e\ufeff")).toBe("é 1\u00a0234 abc");
});
