/** Finds parts of the guide by words, across accents. Pure. */
import { removeAccents } from "#messages/remove-accents.ts";
import type { Guide } from "./parse-guide.ts";

export interface GuideHit {
  /** Page and anchor, as in `rain#block`. */
  topic: string;
  heading: string;
  /** Title of the page. */
  title: string;
}

const MAX_HITS = 3;
/** Shorter words, such as articles, find everything. */
const MIN_LETTERS = 3;
const withoutTags = (html: string) => html.replaceAll(/<[^>]*>/g, " ");

/**
 * Parts with all words, those with them in the heading first; if there is none, parts with one of them in the heading or in the page's title.
 * @param words folded, as `splitWords` gives them
 */
export function searchGuide(guide: Guide, words: readonly string[]): GuideHit[] {
  const wanted = words.filter(({ length }) => length >= MIN_LETTERS);
  if (wanted.length === 0) return [];
  const parts = Object.entries(guide).flatMap(([page, { title, sections }]) =>
    sections.map(({ id, heading, html }) => {
      const [ofPage, ofPart, text] = [title, heading, withoutTags(html)].map((part) => removeAccents(part));
      const count = (folded = "") => wanted.filter((word) => folded.includes(word)).length;
      const isFound = count(`${ofPage} ${ofPart} ${text}`) === wanted.length;
      return { topic: `${page}#${id}`, heading, title, weight: 2 * count(ofPart) + count(ofPage), isFound };
    }),
  );
  const found = parts.filter(({ isFound }) => isFound);
  return (found.length > 0 ? found : parts.filter(({ weight }) => weight > 0))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MAX_HITS)
    .map(({ topic, heading, title }) => ({ topic, heading, title }));
}
