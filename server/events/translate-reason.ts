import { blockReasons, rejectionReasons } from "#contract/events-reason-rules.ts";
import { translators } from "#server/kit/process/translators.ts";
import { languages, type Language } from "#messages/translator.ts";

const presets = [...blockReasons, ...rejectionReasons];

/** @returns a reason that was chosen by a click in the reader's language; a typed one as it was typed */
export function translateReason<Reason extends string | null>(reason: Reason, language: Language): Reason | string {
  const preset = presets.find((key) => languages.some((one) => translators[one](key) === reason));
  return preset === undefined ? reason : translators[language](preset);
}
