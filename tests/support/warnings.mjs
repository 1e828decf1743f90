/** Finds the warnings of Node in what programs print: a run that has one fails. */
import { stripVTControlCharacters } from "node:util";

/** As Node writes them: `(node:123) [DEP0040] DeprecationWarning: …`. */
const pattern = /\(node:\d+\) .*/g;

/** The warnings in a text, each once, without the number of their process. */
export function findWarnings(text) {
  const found = stripVTControlCharacters(text).match(pattern) ?? [];
  return [...new Set(found.map((line) => line.replace(/^\(node:\d+\) /, "")))];
}
