import { expect, test } from "vitest";
import { toPrintableText, splitIntoRuns } from "./pdf-fonts.ts";

const facesOf = (text: string) =>
  splitIntoRuns(toPrintableText(text), 400).map(({ face, text: its }) => `${face.name.slice(6, -11)}: ${its}`);

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

test("what Inter has no shape for, has the sign that stands for it", () => {
  expect(facesOf("a 日本 🎾 \ufffd z")).toEqual(["latin: a ?? ? ? z"]);
});

test("accents are composed, narrow spaces become wide enough to be there, and what nobody sees is left out", () => {
  expect(toPrintableText("e\u0301 1\u202f234 a\u200bb\u0007c\u202e\ufeff")).toBe("é 1\u00a0234 abc");
});
