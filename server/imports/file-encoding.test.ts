import { describe, expect, test } from "vitest";
import { HttpError } from "#server/kit/http/http-error.ts";
import { decodeFile } from "./file-encoding.ts";

const text = "Nom;Catégorie\nSalle des fêtes;spécialisée où ça ?\nÉcole à Nîmes;l'été\n";
/** Each character of the text as the one byte that the encoding decodes to it. */
function encode(encoding: string): Buffer {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const signs = [...new TextDecoder(encoding).decode(bytes)];
  return Buffer.from([...text].map((sign) => signs.indexOf(sign)));
}
const bigEndian = Buffer.from(text, "utf16le").swap16();
const endOfLine = Buffer.from("Dojo;Lyon \xc3\x28\xff\n", "latin1");

describe("the encoding of a file is recognized", () => {
  test.each([
    ["UTF-8", Buffer.from(text), "utf-8"],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`), "utf-8"],
    ["UTF-16LE with a byte order mark", Buffer.from(`\uFEFF${text}`, "utf16le"), "utf-16le"],
    ["UTF-16LE without one", Buffer.from(text, "utf16le"), "utf-16le"],
    ["UTF-16BE without one", bigEndian, "utf-16be"],
    ["Windows-1252", encode("windows-1252"), "windows-1252"],
    ["Mac Roman", encode("macintosh"), "macintosh"],
  ])("%s", (_name, content, encoding) => {
    expect(decodeFile(content)).toEqual({ encoding, text });
  });
});

test("plain ASCII is UTF-8", () => {
  expect(decodeFile(Buffer.from("name,city\n"))).toEqual({ encoding: "utf-8", text: "name,city\n" });
});

test("a few damaged bytes leave UTF-8 what it is, and are marked where they are", () => {
  expect(decodeFile(Buffer.concat([Buffer.from(text), endOfLine]))).toEqual({
    encoding: "utf-8",
    text: `${text}Dojo;Lyon \uFFFD(\uFFFD\n`,
  });
  const destroyed = "Caf\uFFFD;Th\uFFFD\uFFFDtre\n";
  expect(decodeFile(Buffer.from(destroyed))).toEqual({ encoding: "utf-8", text: destroyed });
});

test("a chosen encoding is taken instead of the guess", () => {
  expect(decodeFile(encode("iso-8859-15"), "iso-8859-15").text).toBe(text);
  expect(decodeFile(encode("macintosh"), "windows-1252").text).toContain("CatŽgorie");
});

describe("files of other formats are refused as no CSV files", () => {
  test.each([
    ["PDF", "%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"],
    ["RTF", "{\\rtf1\\ansi name;city\n"],
    ["HTML", "<!DOCTYPE html>\n<table><tr><td>name</td></tr></table>\n"],
    ["XML", '<?xml version="1.0"?>\n<names/>\n'],
    ["JSON", '[\n  { "name": "Hall" }\n]\n'],
    ["bytes that are no text", "a,b\n1,\u0000\n"],
  ])("%s", (_name, content) => {
    const refuse = () => decodeFile(Buffer.from(content, "latin1"));
    expect(refuse).toThrow(HttpError);
    expect(refuse).toThrow("imports.notText");
  });
});
