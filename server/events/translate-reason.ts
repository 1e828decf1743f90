import { blockReasons, cancellationReasons, rejectionReasons } from "#contract/events-reason-rules.ts";
import { translators } from "#server/kit/process/translators.ts";
import { languages, type Language } from "#messages/translator.ts";

/** By their text in each language. */
const presets = new Map(
  [...blockReasons, ...rejectionReasons, ...cancellationReasons].flatMap((key) =>
    languages.map((language) => [translators[language](key), key] as const),
  ),
);

/** @returns a reason that was chosen by a click in the reader's language; a typed one as it was typed */
export function translateReason<Reason extends string | null>(reason: Reason, language: Language): Reason | string {
  const preset = reason === null ? undefined : presets.get(reason);
  return preset === undefined ? reason : translators[language](preset);
}

/** Blocks are named by their reason, bookings as it was typed. */
export const translateName = ({ kind, name }: { kind: string; name: string }, language: Language): string =>
  kind === "block" ? translateReason(name, language) : name;
