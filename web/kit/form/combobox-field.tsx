/** Form field with a searchable select (autocomplete). */
import { Combobox, type ComboboxProps } from "#web/kit/ui/combobox.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

type ComboboxFieldProps = FieldProps &
  Pick<ComboboxProps, "options" | "placeholder" | "chosenLabel" | "clearable" | "onSearch" | "searching" | "note"> & {
    onChosen?: (value: string) => void;
  };

/** An empty text is no choice. */
export function ComboboxField({
  options,
  placeholder,
  chosenLabel,
  clearable,
  onSearch,
  searching,
  note,
  onChosen,
  disabled,
  ...props
}: ComboboxFieldProps) {
  const { id, value, change, leave, error, control } = useField(props);
  return (
    <FieldFrame {...props} id={id} error={error}>
      <Combobox
        {...control}
        options={options}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(onSearch ? { onSearch } : {})}
        chosenLabel={chosenLabel}
        clearable={clearable ?? false}
        searching={searching ?? false}
        note={note}
        disabled={disabled ?? false}
        value={typeof value === "string" ? value : ""}
        onValueChange={(next) => {
          change(next);
          onChosen?.(next);
        }}
        onBlur={leave}
      />
    </FieldFrame>
  );
}
