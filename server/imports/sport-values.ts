/** Reads the sports of a row: recognized ones, those that a person mapped a value to, or those of the row's family. */
import { requiredLine } from "#contract/kit.ts";
import { MAX_SPORT_VALUE_LENGTH, type SportMapping } from "#contract/imports.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { mergeRecognized, type RecognizedSports, type SportRecognizer, splitSports } from "#server/sports/recognize.ts";
import { shorten } from "./cell-values.ts";
import { foldName } from "./fold-name.ts";

export interface SportValue {
  value: string;
  /** Null if nobody has mapped the value yet. */
  sportIds: number[] | null;
}
export interface RowSports extends RecognizedSports {
  /** Values that stand for no sport by themselves. */
  values: SportValue[];
  warnings: LocalizedMessage[];
}
/** @param families texts of the row's family and category, the finer one first */
export type SportReader = (text: string, families: readonly string[]) => RowSports;

const valueSchema = requiredLine(MAX_SPORT_VALUE_LENGTH);
/** As the contract keeps it: in one line, and not too long. */
const toValue = (text: string): string => valueSchema.safeParse(text).data ?? shorten(text);

/** The later one counts where both name a value. */
export const mergeSportMappings = (earlier: SportMapping, later: SportMapping): SportMapping => [
  ...new Map([...earlier, ...later].map((entry) => [foldName(entry.value), entry])).values(),
];

export function createSportReader(recognize: SportRecognizer, mapping: SportMapping): SportReader {
  const mapped = new Map(mapping.map((entry) => [foldName(entry.value), entry]));
  const recognizeOrMapped: SportRecognizer = (text) => {
    const entry = mapped.get(foldName(toValue(text)));
    return entry ? { sportIds: entry.sportIds, space: recognize(text)?.space } : recognize(text);
  };
  const findFamily = (families: readonly string[]) => {
    for (const family of families) {
      const sports = recognize(family);
      if (sports && sports.sportIds.length > 0) return { name: shorten(family), sports };
    }
    return undefined;
  };
  return (text, families) => {
    const [found, values, warnings]: [RecognizedSports[], SportValue[], LocalizedMessage[]] = [[], [], []];
    for (const { text: value, recognized } of splitSports(text, recognizeOrMapped)) {
      const name = toValue(value);
      const entry = mapped.get(foldName(name));
      if (recognized) found.push(recognized);
      if (entry) values.push(entry);
      if (entry || (recognized && recognized.sportIds.length > 0)) continue;
      values.push({ value: name, sportIds: null });
      const family = recognized ? undefined : findFamily(families);
      if (family) found.push(family.sports);
      if (recognized) warnings.push(message("imports.withoutSport", { name }));
      else if (family) warnings.push(message("imports.sportsOfFamily", { name, family: family.name }));
      else warnings.push(message("imports.unknownSport", { name }));
    }
    return { ...mergeRecognized(found), values, warnings };
  };
}
