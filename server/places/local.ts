/** Addresses without asking anybody: towns from a list, streets and numbers as they are typed. */
import type { AddressProvider, Located, Suggestion } from "./sources.ts";
import { towns, type Town } from "./towns.ts";
import { normalized, written } from "./written.ts";

const cityOf = ({ name, state }: Town) => (state ? `${name}, ${state}` : name);
const keyOf = ({ name, countryCode }: Town) => `${normalized(name).replaceAll(" ", "-")}-${countryCode.toLowerCase()}`;
const searchedOf = (town: Town) => normalized(`${town.name} ${town.state ?? ""}`);
const known = new Map(towns.map((town) => [keyOf(town), { town, searched: searchedOf(town) }]));

/** A street's name goes on after these, also where a town is called so: `12 rue de Paris`. */
const unfinished =
  /(?:^|[\s’'])(?:de|du|des|la|le|les|l|d|et|rue|avenue|av|boulevard|bd|place|chemin|all[ée]e|quai|route|impasse|square|cours)[’']?$/i;
const beginsFrench =
  /^\d+(?:\s*(?:bis|ter))?,?\s+\p{L}\S*\s+\S|^(?:rue|avenue|av|boulevard|bd|place|chemin|all[ée]e|quai|route|impasse|square|cours)\s+\p{L}/iu;
const endsAmerican = /\s(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|way|ln|lane|pkwy)\.?$/i;
/** Where no town is named, the largest ones. */
const mostGuessed = 4;

interface Guess {
  street: string | null;
  town: Town;
  postalCode: string;
}

/** The towns that a text means: `lyo`, `69007`, `69007 lyon`, `new york ny 10118`. */
function townsNamed(text: string): { town: Town; postalCode: string }[] {
  const words = normalized(text).split(" ");
  const code = words.find((word) => /^\d{3,5}$/.test(word));
  const name = words.filter((word) => word !== code).join(" ");
  if (name.length < 3 && !(code && name === "")) return [];
  return [...known.values()].flatMap(({ town, searched }) => {
    if (!searched.startsWith(name)) return [];
    if (!code) return [{ town, postalCode: town.postalCode }];
    const isNear =
      name === "" ? town.postalCode.startsWith(code.slice(0, 3)) : town.postalCode.startsWith(code.slice(0, 2));
    return isNear ? [{ town, postalCode: code.length === 5 ? code : town.postalCode }] : [];
  });
}

function guess(q: string): Guess[] {
  const text = q.replace(/\s+/g, " ").trim();
  const words = text.split(" ");
  for (const [index] of words.entries()) {
    const street = words.slice(0, index).join(" ").replace(/,$/, "");
    const isStreet = index === 0 || (/\p{L}{2}/u.test(street) && !unfinished.test(street));
    const found = isStreet ? townsNamed(words.slice(index).join(" ")) : [];
    if (found.length > 0) return found.map((one) => ({ ...one, street: street || null }));
  }
  const country = endsAmerican.test(text) ? "US" : beginsFrench.test(text) ? "FR" : undefined;
  return towns
    .filter(({ countryCode }) => countryCode === country)
    .slice(0, mostGuessed)
    .map((town) => ({ street: text, town, postalCode: town.postalCode }));
}

function locate({ street, town, postalCode }: Guess): Located {
  const { countryCode, latitude, longitude } = town;
  const parts = { line1: street, postalCode, city: cityOf(town), countryCode };
  return { completeAddress: written(parts), ...parts, latitude, longitude };
}

function suggestionOf(found: Guess): Suggestion {
  const located = locate(found);
  return {
    placeId: `local:${keyOf(found.town)}:${found.postalCode}:${found.street ?? ""}`,
    description: located.completeAddress,
    mainText: found.street ?? cityOf(found.town),
    secondaryText: found.street ? written({ ...located, line1: null }) : found.postalCode,
    located,
  };
}

export const local: AddressProvider = {
  name: "local",
  isLastResort: true,
  suggest: async (q) => guess(q).slice(0, 8).map(suggestionOf),
  async resolve(placeId) {
    const [, key = "", postalCode = "", ...rest] = placeId.split(":");
    const town = known.get(key)?.town;
    if (!town || !/^\d{5}$/.test(postalCode) || postalCode.slice(0, 2) !== town.postalCode.slice(0, 2))
      return undefined;
    const street = rest
      .join(":")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim();
    return street.length > 200 ? undefined : locate({ street: street || null, town, postalCode });
  },
};
