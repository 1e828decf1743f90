/** Tells the time zone of an address by its country and postal code. Pure. */
import { timezonesOf } from "./general-timezones-rules.ts";

type Ranges = readonly (readonly [from: number, to: number, zone: string])[];
const [eastern, central, mountain, pacific] = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
];

/**
 * By the first three digits of the ZIP code (USPS, labeling list L002) and the bounds of the zones (49 CFR part 71).
 * Prefixes with two zones and military ones are left out.
 */
const zipRanges: Ranges = [
  [5, 5, eastern],
  [6, 9, "America/Puerto_Rico"],
  [10, 89, eastern],
  [100, 323, eastern],
  [325, 325, central],
  [326, 339, eastern],
  [341, 349, eastern],
  [350, 372, central],
  [374, 374, eastern],
  [375, 375, central],
  [376, 376, eastern],
  [378, 379, eastern],
  [380, 397, central],
  [398, 400, eastern],
  [402, 418, eastern],
  [420, 424, central],
  [425, 425, eastern],
  [430, 459, eastern],
  [460, 462, "America/Indiana/Indianapolis"],
  [463, 464, central],
  [466, 474, "America/Indiana/Indianapolis"],
  [476, 477, central],
  [478, 478, "America/Indiana/Indianapolis"],
  [480, 497, "America/Detroit"],
  [500, 574, central],
  [577, 577, mountain],
  [580, 584, central],
  [587, 588, central],
  [590, 599, mountain],
  [600, 676, central],
  [679, 689, central],
  [693, 693, mountain],
  [700, 797, central],
  [799, 831, mountain],
  [832, 834, "America/Boise"],
  [836, 837, "America/Boise"],
  [838, 838, pacific],
  [840, 847, mountain],
  [850, 859, "America/Phoenix"],
  [863, 864, "America/Phoenix"],
  [870, 885, mountain],
  [889, 897, pacific],
  [900, 961, pacific],
  [967, 968, "Pacific/Honolulu"],
  [970, 978, pacific],
  [980, 994, pacific],
  [995, 997, "America/Anchorage"],
  [998, 998, "America/Juneau"],
  [999, 999, "America/Sitka"],
];
const zipExceptions: Record<string, string> = {
  "96799": "Pacific/Pago_Pago",
  "99546": "America/Adak",
  "99547": "America/Adak",
  "99926": "America/Metlakatla",
};

const inRanges = (ranges: Ranges, prefix: number) => ranges.find(([from, to]) => from <= prefix && prefix <= to)?.[2];

function zoneOfZip(postalCode: string): string | undefined {
  const zip = /^\s*(\d{5})(?:[-\s]?\d{4})?\s*$/.exec(postalCode)?.[1];
  return zip && (zipExceptions[zip] ?? inRanges(zipRanges, Number(zip.slice(0, 3))));
}

/** By the start of the postal code (Canada Post, forward sortation areas), the longest first. Null: more than one zone. */
const canadianZones: readonly (readonly [pattern: RegExp, zone: string | null])[] = [
  [/^A(0[KPR]|2V)/, null],
  [/^A/, "America/St_Johns"],
  [/^[BC]/, "America/Halifax"],
  [/^E/, "America/Moncton"],
  [/^G(0G|4T)/, null],
  [/^P0[T-Y]/, null],
  [/^P[89]/, "America/Winnipeg"],
  [/^[GHJ-NP]/, "America/Toronto"],
  [/^R/, "America/Winnipeg"],
  [/^S9V/, null],
  [/^S/, "America/Regina"],
  [/^T/, "America/Edmonton"],
  [/^V0[ABC]/, null],
  [/^V1[AC]/, "America/Edmonton"],
  [/^V1[GJ]/, "America/Dawson_Creek"],
  [/^V/, "America/Vancouver"],
  [/^X(0E|0G|1A)/, "America/Edmonton"],
  [/^Y/, "America/Whitehorse"],
];

/** Overseas: Insee's numbers of the territories. Those of two zones are left out. */
const frenchOverseas: Record<string, string> = {
  "971": "America/Guadeloupe",
  "972": "America/Martinique",
  "973": "America/Cayenne",
  "974": "Indian/Reunion",
  "975": "America/Miquelon",
  "976": "Indian/Mayotte",
  "977": "America/St_Barthelemy",
  "978": "America/Marigot",
  "986": "Pacific/Wallis",
  "988": "Pacific/Noumea",
};

const zoneRules: Record<string, (postalCode: string) => string | null | undefined> = {
  US: zoneOfZip,
  CA: (code) => canadianZones.find(([pattern]) => pattern.test(code.trim().toUpperCase()))?.[1],
  FR: (code) => (/^9[78]/.test(code) ? frenchOverseas[code.slice(0, 3)] : "Europe/Paris"),
  ES: (code) => (/^3[58]/.test(code) ? "Atlantic/Canary" : /^5[12]/.test(code) ? "Africa/Ceuta" : "Europe/Madrid"),
  PT: (code) =>
    /^9[0-4]/.test(code) ? "Atlantic/Madeira" : code.startsWith("9") ? "Atlantic/Azores" : "Europe/Lisbon",
};

export interface ZonedAddress {
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  postalCode: string;
}

/** @returns undefined where country and postal code do not tell the zone */
export function timezoneOfAddress({ countryCode, postalCode }: ZonedAddress): string | undefined {
  const rule = zoneRules[countryCode];
  return rule ? (rule(postalCode.trim()) ?? undefined) : timezonesOf(countryCode)[0];
}

/**
 * The zone of a facility whose address is typed: that of the address, else its organization's if that is in the same
 * country, and never one of another country.
 */
export function proposeTimezone(address: ZonedAddress | null, organizationTimezone: string): string | undefined {
  if (!address) return organizationTimezone;
  const isInCountry = timezonesOf(address.countryCode).includes(organizationTimezone);
  return timezoneOfAddress(address) ?? (isInCountry ? organizationTimezone : undefined);
}
