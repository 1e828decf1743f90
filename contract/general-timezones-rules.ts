/** Time zones of the countries where organizations can be. Apart from the countries, because only forms need them. Pure. */
import {
  type CountryCode,
  type CountryId,
  countries,
  countryIds,
  type Currency,
  FRANCE_ID,
} from "./general-countries-rules.ts";

/** IANA names of zone.tab, that of most people first. */
export const timezonesByCountry: Record<CountryCode, readonly [string, ...string[]]> = {
  AT: ["Europe/Vienna"],
  BE: ["Europe/Brussels"],
  BG: ["Europe/Sofia"],
  CA: [
    "America/Toronto",
    "America/Vancouver",
    "America/Edmonton",
    "America/Winnipeg",
    "America/Regina",
    "America/Halifax",
    "America/Moncton",
    "America/St_Johns",
    "America/Whitehorse",
    "America/Iqaluit",
    "America/Atikokan",
    "America/Blanc-Sablon",
    "America/Cambridge_Bay",
    "America/Creston",
    "America/Dawson",
    "America/Dawson_Creek",
    "America/Fort_Nelson",
    "America/Glace_Bay",
    "America/Goose_Bay",
    "America/Inuvik",
    "America/Rankin_Inlet",
    "America/Resolute",
    "America/Swift_Current",
  ],
  HR: ["Europe/Zagreb"],
  CY: ["Asia/Nicosia", "Asia/Famagusta"],
  CZ: ["Europe/Prague"],
  DK: ["Europe/Copenhagen"],
  EE: ["Europe/Tallinn"],
  FI: ["Europe/Helsinki"],
  FR: [
    "Europe/Paris",
    "America/Cayenne",
    "America/Guadeloupe",
    "America/Marigot",
    "America/Martinique",
    "America/Miquelon",
    "America/St_Barthelemy",
    "Indian/Mayotte",
    "Indian/Reunion",
    "Pacific/Gambier",
    "Pacific/Marquesas",
    "Pacific/Noumea",
    "Pacific/Tahiti",
    "Pacific/Wallis",
  ],
  DE: ["Europe/Berlin", "Europe/Busingen"],
  GR: ["Europe/Athens"],
  HU: ["Europe/Budapest"],
  IE: ["Europe/Dublin"],
  IT: ["Europe/Rome"],
  LV: ["Europe/Riga"],
  LT: ["Europe/Vilnius"],
  LU: ["Europe/Luxembourg"],
  MT: ["Europe/Malta"],
  NL: ["Europe/Amsterdam"],
  NO: ["Europe/Oslo"],
  PL: ["Europe/Warsaw"],
  PT: ["Europe/Lisbon", "Atlantic/Azores", "Atlantic/Madeira"],
  RO: ["Europe/Bucharest"],
  SK: ["Europe/Bratislava"],
  SI: ["Europe/Ljubljana"],
  ES: ["Europe/Madrid", "Africa/Ceuta", "Atlantic/Canary"],
  SE: ["Europe/Stockholm"],
  CH: ["Europe/Zurich"],
  GB: ["Europe/London"],
  US: [
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Phoenix",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Adak",
    "America/Boise",
    "America/Detroit",
    "America/Indiana/Indianapolis",
    "America/Indiana/Knox",
    "America/Indiana/Marengo",
    "America/Indiana/Petersburg",
    "America/Indiana/Tell_City",
    "America/Indiana/Vevay",
    "America/Indiana/Vincennes",
    "America/Indiana/Winamac",
    "America/Juneau",
    "America/Kentucky/Louisville",
    "America/Kentucky/Monticello",
    "America/Menominee",
    "America/Metlakatla",
    "America/Nome",
    "America/North_Dakota/Beulah",
    "America/North_Dakota/Center",
    "America/North_Dakota/New_Salem",
    "America/Puerto_Rico",
    "America/Sitka",
    "America/Yakutat",
  ],
};

const isKnown = (code: string): code is CountryCode => Object.hasOwn(timezonesByCountry, code);
/** Time zones of a country, that of most people first; none for an unknown country. */
export const timezonesOf = (code: string): readonly string[] => (isKnown(code) ? timezonesByCountry[code] : []);

/** Most of Canada and of the United States is in other zones than the first: there a zone is asked for. */
const countriesWithoutMainZone: readonly string[] = ["CA", "US"];

/**
 * Proposes zone and currency for a new organization.
 * @param ownTimezone of who creates it: wins where it is one of the country
 * @returns an empty zone where the country has several, none of them that of most people
 */
export function proposeOrganization(id: CountryId, ownTimezone: string): { timezone: string; currency: Currency } {
  const { code, currency } = countries[id];
  const timezones = timezonesByCountry[code];
  const main = countriesWithoutMainZone.includes(code) ? "" : timezones[0];
  return { timezone: timezones.includes(ownTimezone) ? ownTimezone : main, currency };
}

/** The country of a time zone; France for that of no country. */
export const countryOfTimezone = (timezone: string): CountryId =>
  countryIds.find((id) => timezonesByCountry[countries[id].code].includes(timezone)) ?? FRANCE_ID;
