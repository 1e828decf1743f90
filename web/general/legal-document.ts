import {
  type Operator,
  type PersonalRecord,
  type Processor,
  storageKeys,
  type StorageKeyName,
} from "#contract/personal-data.ts";
import { type Retained, retention } from "#contract/personal-data-retention-rules.ts";

export interface LegalDocument {
  intro: string;
  sections: readonly LegalSection[];
}

export interface LegalSection {
  /** Anchor, the same in every language. */
  id: string;
  heading: string;
  /** Paragraphs, and lists as arrays of items. */
  blocks: readonly (string | readonly string[])[];
}

/** Facts that differ between installations. */
export interface LegalFacts {
  operator: Operator;
  processors: readonly Processor[];
}

export type LegalTexts = Record<"terms" | "privacy" | "imprint", (facts: LegalFacts) => LegalDocument>;

/** A declared list with a text for each of its members. */
export type RecordTexts = Record<PersonalRecord, string>;
export type StorageTexts = Record<StorageKeyName, string>;
export type ProcessorTexts = Record<Processor, string>;

const units = { days: "day", hours: "hour", minutes: "minute" } as const;

/** How long something is kept: `30 days`, `30 jours`. */
export const retentionFormat = (tag: string) => (what: Retained) =>
  Object.entries(retention[what])
    .map(([unit, count]) =>
      new Intl.NumberFormat(tag, {
        style: "unit",
        unit: units[unit as keyof typeof units],
        unitDisplay: "long",
      }).format(count),
    )
    .join(" ");

/** A key as the browser shows it, without the ids that some end with. */
export const listStorage = (texts: StorageTexts, separator: string): string[] =>
  Object.entries(texts).map(
    ([name, text]) => `${storageKeys[name as StorageKeyName].trimEnd().replace(/\.$/, "")}${separator}${text}`,
  );
