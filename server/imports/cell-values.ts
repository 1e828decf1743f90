/** Parses the cells of an import: yes or no, numbers, coordinates, surfaces, indoor or outdoor. */
import * as z from "zod/mini";
import { comforts, confidentialities, FieldDraft, fieldStatuses } from "#contract/fields.ts";
import { Address, amenities, FacilityDraft } from "#contract/facility-shape.ts";
import { type ImportTarget, MAX_SPORT_VALUE_LENGTH } from "#contract/imports.ts";
import { requiredLine, type Schema } from "#contract/kit.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { explainIssue } from "#messages/issues.ts";
import { normalizeText } from "#server/places/address-text.ts";
import { UNREADABLE_CHARACTER } from "./file-encoding.ts";
import { censusCategories, type Space } from "#server/sports/census.ts";

export class CellError {
  readonly saying: LocalizedMessage;
  /** The row is imported without the value. */
  readonly isWarning: boolean;
  constructor(saying: LocalizedMessage, isWarning = false) {
    this.saying = saying;
    this.isWarning = isWarning;
  }
}

type CellParser = (text: string) => unknown;

/** @returns the parsed value, or a CellError */
export function parseWithSchema(schema: Schema, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return new CellError(issue ? explainIssue({ ...issue }, value) : message("kit.invalidValue"));
}

const text =
  (schema: Schema): CellParser =>
  (given) =>
    parseWithSchema(schema, given);

/** `1 200`, `45,8657`: spaces between thousands, a comma or a dot before decimals. */
function parseNumber(given: string): number | undefined {
  const plain = given.trim().replace(/(?<=\d)[\s\u00A0\u202F](?=\d{3}(?!\d))/g, "");
  return /^[-+]?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(",", ".")) : undefined;
}
const numberParser =
  (schema: Schema, isWhole: boolean): CellParser =>
  (given) => {
    const value = parseNumber(given);
    // Three decimals of a whole number are probably thousands.
    const isUnclear = isWhole && /[.,]\d{3}$/.test(given.trim());
    if (value === undefined || isUnclear)
      return new CellError(message(isWhole ? "kit.invalidWhole" : "kit.invalidNumber"));
    return parseWithSchema(schema, value);
  };

const choiceNames = (options: Record<string, readonly string[]>) =>
  new Map(Object.entries(options).flatMap(([value, names]) => [value, ...names].map((name) => [name, value])));

const yesNoNames = choiceNames({
  yes: ["y", "oui", "o", "true", "vrai", "1", "x", "on", "ja", "si"],
  no: ["n", "non", "false", "faux", "0", "off", "sans", "aucun", "none"],
});
export const parseYesNo: CellParser = (given) => {
  const answer = yesNoNames.get(normalizeText(given));
  return answer ? answer === "yes" : new CellError(message("imports.yesOrNo"));
};

function choiceParser(allowed: readonly string[], names: Record<string, readonly string[]>): CellParser {
  const known = choiceNames(names);
  return (given) =>
    known.get(normalizeText(given)) ?? new CellError(message("imports.writeOneOf", { options: allowed.join(", ") }));
}

const spaceNames = choiceNames({
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
/** @returns undefined for unknown texts, null if it may be either */
export function parseSpace(given: string): Space | null | undefined {
  const name = normalizeText(given);
  return (spaceNames.get(name) as Space | undefined) ?? censusCategories.get(name);
}
const parseSpaceCell: CellParser = (given) => {
  const found = parseSpace(given);
  if (found === undefined) return new CellError(message("imports.unknownSpace", { name: shorten(given) }), true);
  return found ?? undefined;
};

const [facility, field] = [FacilityDraft.shape, FieldDraft.shape];
const degreesParser = (most: number) => numberParser(z.number().check(z.gte(-most), z.lte(most)), false);
/** Whole numbers. */
export const countParser = (schema: Schema) => numberParser(schema, true);

const each = <K extends string>(targets: readonly K[], parser: CellParser) =>
  Object.fromEntries(targets.map((target) => [target, parser])) as Record<K, CellParser>;

const cellParsers: Record<Exclude<ImportTarget, "sports" | "sportFamily">, CellParser> = {
  facilityExternalId: text(requiredLine()),
  facilityName: text(facility.name),
  facilityDescription: text(facility.description),
  addressLine1: text(Address.shape.line1),
  postalCode: text(Address.shape.postalCode),
  city: text(Address.shape.city),
  latitude: degreesParser(90),
  longitude: degreesParser(180),
  parkingPlace: countParser(facility.parkingPlace),
  bicycleParkingPlace: countParser(facility.bicycleParkingPlace),
  ...each(amenities, parseYesNo),
  fieldExternalId: text(requiredLine()),
  fieldName: text(field.name),
  fieldDescription: text(field.description),
  space: parseSpaceCell,
  status: choiceParser(fieldStatuses, {
    open: ["ouvert", "ouverte", "en service"],
    closed: ["ferme", "fermee", "hors service"],
  }),
  confidentiality: choiceParser(confidentialities, { public: ["publique", "publics"], private: ["prive", "privee"] }),
  bookable: parseYesNo,
  ...each(comforts, parseYesNo),
  minPeopleByEvent: countParser(field.minPeopleByEvent),
  maxPeopleByEvent: countParser(field.maxPeopleByEvent),
  seatsStands: countParser(field.seatsStands),
};

/** @returns undefined for texts that mean "no value", and for sports; a CellError if the cell cannot be read */
export function parseCell(target: ImportTarget, given: string): unknown {
  // Names identify: a damaged one would come again as another record, once the file is corrected.
  if (given.includes(UNREADABLE_CHARACTER)) return new CellError(message("imports.unreadableCell"));
  return target === "sports" || target === "sportFamily" ? undefined : cellParsers[target](given);
}

export const shorten = (given: string): string =>
  given.length > MAX_SPORT_VALUE_LENGTH ? `${given.slice(0, MAX_SPORT_VALUE_LENGTH - 1)}…` : given;
