/** What a cell says, by what its column means. */
import * as z from "zod/mini";
import { confidentialities, FieldDraft, fieldStatuses, spaces } from "#contract/fields.ts";
import { Address, FacilityDraft } from "#contract/facilities.ts";
import type { ImportTarget } from "#contract/imports.ts";
import { line, type Schema } from "#contract/kit.ts";
import { say, type Saying } from "#server/kit/problem.ts";
import { explain } from "#words/issues.ts";
import { normalized } from "#server/places/written.ts";
import { categories, type Space } from "#server/sports/census.ts";
import { readSports, type Recognizer } from "#server/sports/recognize.ts";

/** A cell that cannot be read, with the reason. */
export class Refusal {
  readonly saying: Saying;
  constructor(saying: Saying) {
    this.saying = saying;
  }
}

type Reader = (text: string) => unknown;

/** @returns what the contract makes of a value, or its complaint */
function held(schema: Schema, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return new Refusal(issue ? explain({ ...issue }, value) : say("kit.invalidValue"));
}

const text =
  (schema: Schema): Reader =>
  (given) =>
    held(schema, given);

/** `1 200`, `45,8657`: spaces between thousands, a comma or a dot before decimals. */
function numberOf(given: string): number | undefined {
  const plain = given.trim().replace(/(?<=\d)[\s\u00A0\u202F](?=\d{3}(?!\d))/g, "");
  return /^[-+]?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(",", ".")) : undefined;
}
const number =
  (schema: Schema, isWhole: boolean): Reader =>
  (given) => {
    const value = numberOf(given);
    // Three decimals of a whole number are somebody's thousands.
    const isUnclear = isWhole && /[.,]\d{3}$/.test(given.trim());
    if (value === undefined || isUnclear) return new Refusal(say(isWhole ? "kit.invalidWhole" : "kit.invalidNumber"));
    return held(schema, value);
  };

const choices = (options: Record<string, readonly string[]>) =>
  new Map(Object.entries(options).flatMap(([value, names]) => [value, ...names].map((name) => [name, value])));

const yesAndNo = choices({
  yes: ["y", "oui", "o", "true", "vrai", "1", "x", "on", "ja", "si"],
  no: ["n", "non", "false", "faux", "0", "off", "sans", "aucun", "none"],
});
const yesOrNo: Reader = (given) => {
  const answer = yesAndNo.get(normalized(given));
  return answer ? answer === "yes" : new Refusal(say("imports.yesOrNo"));
};

function choice(allowed: readonly string[], names: Record<string, readonly string[]>): Reader {
  const known = choices(names);
  return (given) =>
    known.get(normalized(given)) ?? new Refusal(say("imports.writeOneOf", { options: allowed.join(", ") }));
}

const places = choices({
  indoor: ["indoors", "inside", "interieur", "couvert", "salle", "covered", "en salle", "en interieur"],
  outdoor: [
    "outdoors",
    "outside",
    "exterieur",
    "plein air",
    "decouvert",
    "exterieur couvert",
    "decouvrable",
    "open air",
  ],
});
/** @returns undefined where the text does not tell, null where it may be either */
export function spaceOf(given: string): Space | null | undefined {
  const name = normalized(given);
  return (places.get(name) as Space | undefined) ?? categories.get(name);
}
const space: Reader = (given) => {
  const found = spaceOf(given);
  if (found === undefined) return new Refusal(say("imports.writeOneOf", { options: spaces.join(", ") }));
  return found ?? undefined;
};

const [facility, field] = [FacilityDraft.shape, FieldDraft.shape];
const degrees = (most: number) => number(z.number().check(z.gte(-most), z.lte(most)), false);
const count = (schema: Schema) => number(schema, true);

const readers: Record<Exclude<ImportTarget, "sports">, Reader> = {
  facilityExternalId: text(line()),
  facilityName: text(facility.name),
  facilityDescription: text(facility.description),
  addressLine1: text(Address.shape.line1),
  postalCode: text(Address.shape.postalCode),
  city: text(Address.shape.city),
  latitude: degrees(90),
  longitude: degrees(180),
  parkingPlace: count(facility.parkingPlace),
  bicycleParkingPlace: count(facility.bicycleParkingPlace),
  changingRoom: yesOrNo,
  restroom: yesOrNo,
  shower: yesOrNo,
  restaurant: yesOrNo,
  shop: yesOrNo,
  fieldExternalId: text(line()),
  fieldName: text(field.name),
  fieldDescription: text(field.description),
  space,
  status: choice(fieldStatuses, {
    open: ["ouvert", "ouverte", "en service"],
    closed: ["ferme", "fermee", "hors service"],
  }),
  confidentiality: choice(confidentialities, { public: ["publique", "publics"], private: ["prive", "privee"] }),
  bookable: yesOrNo,
  lights: yesOrNo,
  handicapAccess: yesOrNo,
  airConditioning: yesOrNo,
  heating: yesOrNo,
  minPeopleByEvent: count(field.minPeopleByEvent),
  maxPeopleByEvent: count(field.maxPeopleByEvent),
  seatsStands: count(field.seatsStands),
};

/**
 * @param given a cell that is not blank
 * @returns the value; undefined where the cell says nothing after all; a Refusal where it cannot be read. Of sports:
 * `Recognized`.
 */
export function readCell(target: ImportTarget, given: string, recognize: Recognizer): unknown {
  if (target !== "sports") return readers[target](given);
  const sports = readSports(given, recognize);
  if ("unknown" in sports) return new Refusal(say("imports.unknownSport", { name: short(sports.unknown) }));
  return sports.sportIds.length > 20 ? new Refusal(say("kit.maxItems", { max: 20 })) : sports;
}

/** As much of a cell as belongs into a message. */
export const short = (given: string): string => (given.length > 80 ? `${given.slice(0, 79)}…` : given);
