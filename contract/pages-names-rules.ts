/** Names of several fields in a few words. Pure. */
import type { Translate } from "#messages/translator.ts";

interface NameRange {
  name: string;
  first: number;
  last: number;
}
/** Runs of numbered names in their order; a name without a number is a text. */
function joinNumberedNames(names: readonly string[]): (string | NameRange)[] {
  const joined: (string | NameRange)[] = [];
  for (const name of names) {
    const [, start = "", digits] = /^(.*\S) (\d{1,3})$/.exec(name) ?? [];
    const last = joined.at(-1);
    const number = Number(digits);
    if (digits === undefined) joined.push(name);
    else if (typeof last === "object" && last.name === start && number === last.last + 1) last.last = number;
    else joined.push({ name: start, first: number, last: number });
  }
  return joined;
}

/** Fields that are numbered one after the other are named together: `Padel 1 to 5`. */
export const describeFieldNames = (names: readonly string[], t: Translate): string =>
  joinNumberedNames(names)
    .map((one) => {
      if (typeof one === "string") return one;
      const { name, first, last } = one;
      return first === last
        ? `${name} ${first}`
        : t("pages.fieldsRange", { name, first: String(first), last: String(last) });
    })
    .join(", ");
