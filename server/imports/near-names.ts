/** Finds the names that somebody may have meant. */
import { foldName } from "#server/imports/fold-name.ts";

const MAX_NAMES = 3;
const MIN_LIKENESS = 0.4;

function pairsOf(name: string): string[] {
  const text = ` ${foldName(name)} `;
  return [...text].slice(1).map((_sign, at) => text.slice(at, at + 2));
}

/** The part of the pairs of signs that two names share (Sørensen–Dice): 1 for the same name. */
function likenessOf(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  const shared = one.filter((pair) => {
    const at = left.indexOf(pair);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / (one.length + other.length);
}

/** @returns the most similar ones first, three at most */
export function listNearNames(given: string, names: readonly string[]): string[] {
  const pairs = pairsOf(given.slice(0, 200));
  return names
    .map((name) => ({ name, likeness: likenessOf(pairs, pairsOf(name)) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}
