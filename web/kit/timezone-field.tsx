import { ComboboxField } from "./combobox-field.tsx";
import { type FieldProps } from "./field.tsx";
import { useFieldText } from "./field-text.ts";

const zoneName = (zone: string) => zone.replaceAll("_", " ");
const zones = Intl.supportedValuesOf("timeZone").map((value) => ({ value, label: zoneName(value) }));

interface TimezoneFieldProps extends FieldProps {
  placeholder?: string;
  clearable?: boolean;
}

/** A time zone by its IANA name, in a `Form`: type to find. */
export function TimezoneField(props: TimezoneFieldProps) {
  // A zone that this browser does not know is shown all the same.
  const chosen = useFieldText(props.name);
  return <ComboboxField {...props} options={zones} chosenLabel={zoneName(chosen)} />;
}
