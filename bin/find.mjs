/** `npm run find -- gift voucher PDF`: the rows of INDEX.md that have most of these words, rare ones counting more. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, root } from "./bootstrap.mjs";

const MAX_ROWS = 5;
const MIN_PREFIX = 5;
const PATH_WEIGHT = 0.4;
const PHRASE_WEIGHT = 3;
const common = new Set(
  "a all an and are as at be become by can come do does done for from get has how i in into is it its kept made make of off on one or that the their them then they to too what when where which who whose why with".split(
    " ",
  ),
);

/** British and American spellings become one: `colour` and `color`, `organise` and `organize`. */
const spell = (word) =>
  word
    .replace(/our/, "or")
    .replace(/is(?=ation|e|ing)/, "iz")
    .replace(/tre$/, "ter")
    .replace(/ence(s?)$/, "ense$1");
const singular = (word) => (word.length < 4 ? word : word.replace(/ies$/, "y").replace(/([^s])s$/, "$1"));
/** `cancelling`, `cancels` and `cancellation` become `cancel`. */
const stem = (word) => (word.length < 5 ? word : word.replace(/(?:ation|ing|ed|e|y)$/, "").replace(/([^s])\1$/, "$1"));
const wordsOf = (text) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !common.has(word))
    .map((word) => stem(singular(spell(word))));
/** A short word stands for itself: `down` does not find `download`. */
const hasWord = (words, wanted) =>
  words.some((word) => word === wanted || (wanted.length >= MIN_PREFIX && word.startsWith(wanted)));

const rows = readFileSync(join(root, "INDEX.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| word |"))
  .map((line) => {
    const [terms = "", start = ""] = line.slice(2, -2).split(" | ");
    return { terms: terms.split(", "), start, words: wordsOf(terms), pathWords: wordsOf(start) };
  });

function weigh(wanted) {
  const count = rows.filter(({ words, pathWords }) => hasWord(words, wanted) || hasWord(pathWords, wanted)).length;
  return count === 0 ? 0 : Math.log(rows.length / count);
}

const typed = wordsOf(process.argv.slice(2).join(" "));
const weights = new Map(typed.map((word) => [word, weigh(word)]));
const scoreWords = (words) =>
  [...weights].reduce((sum, [word, weight]) => sum + (hasWord(words, word) ? weight : 0), 0);

/** Words that stand together in one term are worth more than the same words in two. */
const score = ({ terms, words, pathWords }) =>
  scoreWords(words) +
  PATH_WEIGHT * scoreWords(pathWords) +
  PHRASE_WEIGHT *
    Math.max(...terms.map((term) => scoreWords(wordsOf(term)) / Math.max(1, wordsOf(term).length, typed.length)));

const best = rows
  .map((row) => ({ ...row, score: score(row) }))
  .filter((row) => row.score > 0)
  .toSorted((one, other) => other.score - one.score)
  .slice(0, MAX_ROWS);
if (best.length === 0)
  fail("No row of INDEX.md has one of these words: name the thing otherwise, or use git grep -il.");
for (const { terms, start } of best) {
  const found = terms.filter((term) => scoreWords(wordsOf(term)) > 0);
  console.log(`${(found.length > 0 ? found : terms).join(", ")}\n    ${start.replaceAll("`", "")}\n`);
}
