import { ComboboxField } from "./combobox-field.tsx";
import { type FieldProps } from "./field.tsx";
import { useFieldText } from "./use-field-text.ts";

const zoneLabel = (zone: string) => zone.replaceAll("_", " ");
const zones = Intl.supportedValuesOf("timeZone").map((value) => ({ value, label: zoneLabel(value) }));

interface TimezoneFieldProps extends FieldProps {
  placeholder?: string;
  clearable?: boolean;
}

export function TimezoneField(props: TimezoneFieldProps) {
  // Keeps a value that this browser does not know.
  const chosen = useFieldText(props.name);
  return <ComboboxField {...props} options={zones} chosenLabel={zoneLabel(chosen)} />;
}
