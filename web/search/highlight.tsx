/** Marks the searched words in a text, regardless of case and accents. */
import type { ReactNode } from "react";
import { removeAccents } from "#messages/remove-accents.ts";

export const splitWords = (q: string): string[] => removeAccents(q).split(/\s+/).filter(Boolean);

/** First place of a word in the folded text, as a range of the text's own letters. */
function findMarks(letters: readonly string[], words: readonly string[]): [from: number, to: number][] {
  const folded = letters.map(removeAccents);
  const starts: number[] = [];
  folded.reduce((sum, letter) => {
    starts.push(sum);
    return sum + letter.length;
  }, 0);
  const text = folded.join("");
  const indexAt = (position: number) => starts.findLastIndex((start) => start <= position);
  return words
    .flatMap((word): [number, number][] => {
      const at = text.indexOf(word);
      return at < 0 ? [] : [[indexAt(at), indexAt(at + word.length - 1) + 1]];
    })
    .toSorted(([one], [other]) => one - other);
}

export function Highlight({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  const letters = [...text.normalize("NFC")];
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [from, to] of findMarks(letters, words)) {
    if (from < done) continue;
    parts.push(letters.slice(done, from).join(""));
    parts.push(
      <mark key={from} className="rounded-[3px] bg-lime-bg text-lime-fg">
        {letters.slice(from, to).join("")}
      </mark>,
    );
    done = to;
  }
  parts.push(letters.slice(done).join(""));
  return <>{parts}</>;
}
