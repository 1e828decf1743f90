/** Character encodings of uploaded files: guesses the encoding, decodes the bytes, refuses what is not text. */
import { isUtf8 } from "node:buffer";
import type { FileEncoding } from "#contract/imports.ts";
import { message } from "#server/kit/http/http-error.ts";
import { fileError } from "./file-error.ts";

export interface DecodedFile {
  encoding: FileEncoding;
  text: string;
}

/** Stands in the place of bytes that are no character of the encoding. */
export const UNREADABLE_CHARACTER = "\uFFFD";
const MAX_ASCII = 0x7f;

const workbookSignatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const byteOrderMarks: [FileEncoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
/** PDF, PostScript, RTF, XML, HTML and JSON: text, but not a table. */
const otherFormats = /^\s*(?:%PDF-|%!PS|\{\\rtf|<\?xml|<!doctype|<html|\[\s*[[{]|\{\s*")/i;

const startsWithBytes = (content: Buffer, bytes: readonly number[]) =>
  content.subarray(0, bytes.length).equals(Buffer.from(bytes));

const SAMPLE_BYTES = 65_536;
/** In UTF-16, one of the two bytes of most characters is zero. In other encodings, no byte of a text is. */
function guessWideEncoding(content: Buffer): FileEncoding | undefined {
  const zeros = [0, 0];
  const sample = content.subarray(0, SAMPLE_BYTES);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros.map((count) => count / (sample.length / 2));
  if (low > 0.4 && high < 0.05) return "utf-16le";
  return high > 0.4 && low < 0.05 ? "utf-16be" : undefined;
}

/** UTF-8, possibly with a few damaged places: fewer of them than readable characters beyond ASCII. */
function isMostlyUtf8(content: Buffer): boolean {
  if (isUtf8(content)) return true;
  const text = new TextDecoder("utf-8").decode(content);
  let [readable, unreadable] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === UNREADABLE_CHARACTER.charCodeAt(0)) unreadable++;
    else if (code > MAX_ASCII) readable++;
  }
  return readable > unreadable;
}

/** Lowercase, because the capitals of one encoding are lowercase letters of the other. */
const accentedLetters = new Set("àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœß");

/** Windows-1252, unless the bytes make more accented letters in the old encoding of the Macintosh. */
function guessByteEncoding(content: Buffer): FileEncoding {
  const counts = new Uint32Array(256);
  for (const byte of content) counts[byte] = (counts[byte] ?? 0) + 1;
  const countLetters = (encoding: FileEncoding) => {
    const signs = [...new TextDecoder(encoding).decode(Uint8Array.from(counts.keys()))];
    return signs.reduce((sum, sign, byte) => (accentedLetters.has(sign) ? sum + (counts[byte] ?? 0) : sum), 0);
  };
  return countLetters("macintosh") > countLetters("windows-1252") ? "macintosh" : "windows-1252";
}

function guessEncoding(content: Buffer): FileEncoding {
  const marked = byteOrderMarks.find(([, bytes]) => startsWithBytes(content, bytes));
  if (marked) return marked[0];
  const wide = guessWideEncoding(content);
  if (wide) return wide;
  return isMostlyUtf8(content) ? "utf-8" : guessByteEncoding(content);
}

/**
 * @param encoding chosen by the person; without it, it is guessed
 * @throws HttpError 415 if it is not text
 */
export function decodeFile(content: Buffer, encoding = guessEncoding(content)): DecodedFile {
  if (workbookSignatures.some((bytes) => startsWithBytes(content, bytes)))
    throw fileError(415, message("imports.workbook"));
  const text = new TextDecoder(encoding).decode(content);
  if (text.includes("\u0000") || otherFormats.test(text)) throw fileError(415, message("imports.notText"));
  return { encoding, text };
}
