/** Finds Node's warnings in the output of programs, because a run with a warning fails. */
import { stripVTControlCharacters } from "node:util";

const pattern = /\(node:\d+\) .*/g;

export function findWarnings(text) {
  const found = stripVTControlCharacters(text).match(pattern) ?? [];
  return [...new Set(found.map((line) => line.replace(/^\(node:\d+\) /, "")))];
}
