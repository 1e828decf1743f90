import { usualZoneName } from "#messages/dates.ts";
import { listTimeZones } from "#messages/time-zones.ts";
import { type Language, useLanguage } from "#web/kit/format/translation.ts";
import { ComboboxField } from "./combobox-field.tsx";
import { type FieldProps } from "./field.tsx";
import { useFieldText } from "./use-field-text.ts";

export const timezoneLabel = (zone: string): string => zone.replaceAll("_", " ");
const zones = listTimeZones();

function toOption(value: string, language: Language) {
  try {
    return { value, label: timezoneLabel(value), hint: usualZoneName(language, value) };
  } catch {
    // This browser does not know the zone.
    return { value, label: timezoneLabel(value) };
  }
}

/** All zones by name, the given ones first and with their usual names. */
export const timezoneOptions = (first: readonly string[], language: Language) => [
  ...first.map((value) => toOption(value, language)),
  ...zones.filter((zone) => !first.includes(zone)).map((value) => ({ value, label: timezoneLabel(value) })),
];

interface TimezoneFieldProps extends FieldProps {
  placeholder?: string;
  clearable?: boolean;
  /** Those of the country. */
  first?: readonly string[];
}

export function TimezoneField({ first = [], ...props }: TimezoneFieldProps) {
  const language = useLanguage();
  // Keeps a value that this browser does not know.
  const chosen = useFieldText(props.name);
  return <ComboboxField {...props} options={timezoneOptions(first, language)} chosenLabel={timezoneLabel(chosen)} />;
}
