/** Offline address provider: towns from a list, streets and numbers as typed. */
import type { AddressProvider, LocatedAddress, Suggestion } from "./providers.ts";
import { towns, type Town } from "./towns.ts";
import { normalizeText, formatAddress } from "./address-text.ts";

const cityName = ({ name, state }: Town) => (state ? `${name}, ${state}` : name);
const townKey = ({ name, countryCode }: Town) =>
  `${normalizeText(name).replaceAll(" ", "-")}-${countryCode.toLowerCase()}`;
const townSearchText = (town: Town) => normalizeText(`${town.name} ${town.state ?? ""}`);
const townsByKey = new Map(towns.map((town) => [townKey(town), { town, searched: townSearchText(town) }]));

/** After these words the street's name is incomplete, even if it equals a town: `12 rue de Paris`. */
const unfinishedStreet =
  /(?:^|[\s’'])(?:de|du|des|la|le|les|l|d|et|rue|avenue|av|boulevard|bd|place|chemin|all[ée]e|quai|route|impasse|square|cours)[’']?$/i;
const frenchStreetStart =
  /^\d+(?:\s*(?:bis|ter))?,?\s+\p{L}\S*\s+\S|^(?:rue|avenue|av|boulevard|bd|place|chemin|all[ée]e|quai|route|impasse|square|cours)\s+\p{L}/iu;
const americanStreetEnd = /\s(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|way|ln|lane|pkwy)\.?$/i;
/** Number of towns to suggest (the largest) if none is typed. */
const MAX_GUESSES = 4;

interface Guess {
  street: string | null;
  town: Town;
  postalCode: string;
}

/** Finds towns for `lyo`, `69007`, `69007 lyon`, `new york ny 10118`. */
function findTowns(text: string): { town: Town; postalCode: string }[] {
  const words = normalizeText(text).split(" ");
  const code = words.find((word) => /^\d{3,5}$/.test(word));
  const name = words.filter((word) => word !== code).join(" ");
  if (name.length < 3 && !(code && name === "")) return [];
  return [...townsByKey.values()].flatMap(({ town, searched }) => {
    if (!searched.startsWith(name)) return [];
    if (!code) return [{ town, postalCode: town.postalCode }];
    const isNear =
      name === "" ? town.postalCode.startsWith(code.slice(0, 3)) : town.postalCode.startsWith(code.slice(0, 2));
    return isNear ? [{ town, postalCode: code.length === 5 ? code : town.postalCode }] : [];
  });
}

function guessAddresses(q: string): Guess[] {
  const text = q.replace(/\s+/g, " ").trim();
  const words = text.split(" ");
  for (const [index] of words.entries()) {
    const street = words.slice(0, index).join(" ").replace(/,$/, "");
    const isStreet = index === 0 || (/\p{L}{2}/u.test(street) && !unfinishedStreet.test(street));
    const found = isStreet ? findTowns(words.slice(index).join(" ")) : [];
    if (found.length > 0) return found.map((one) => ({ ...one, street: street || null }));
  }
  const country = americanStreetEnd.test(text) ? "US" : frenchStreetStart.test(text) ? "FR" : undefined;
  return towns
    .filter(({ countryCode }) => countryCode === country)
    .slice(0, MAX_GUESSES)
    .map((town) => ({ street: text, town, postalCode: town.postalCode }));
}

function toLocatedAddress({ street, town, postalCode }: Guess): LocatedAddress {
  const { countryCode, latitude, longitude } = town;
  const parts = { line1: street, postalCode, city: cityName(town), countryCode };
  return { completeAddress: formatAddress(parts), ...parts, latitude, longitude };
}

function toSuggestion(found: Guess): Suggestion {
  const located = toLocatedAddress(found);
  return {
    placeId: `local:${townKey(found.town)}:${found.postalCode}:${found.street ?? ""}`,
    description: located.completeAddress,
    mainText: found.street ?? cityName(found.town),
    secondaryText: found.street ? formatAddress({ ...located, line1: null }) : found.postalCode,
    located,
  };
}

export const localProvider: AddressProvider = {
  name: "local",
  isLastResort: true,
  suggest: async (q) => guessAddresses(q).slice(0, 8).map(toSuggestion),
  async resolve(placeId) {
    const [, key = "", postalCode = "", ...rest] = placeId.split(":");
    const town = townsByKey.get(key)?.town;
    if (!town || !/^\d{5}$/.test(postalCode) || postalCode.slice(0, 2) !== town.postalCode.slice(0, 2))
      return undefined;
    const street = rest
      .join(":")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim();
    return street.length > 200 ? undefined : toLocatedAddress({ street: street || null, town, postalCode });
  },
};
