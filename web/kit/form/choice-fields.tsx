/** Form fields to choose: select, multi-select, segmented (radio buttons), switch, yes or no. */
import { cx } from "#web/kit/ui/cx.ts";
import { FieldFrame, FieldNotes, type FieldProps, useField } from "./field.tsx";
import { MultiSelect, type MultiSelectProps } from "#web/kit/ui/multi-select.tsx";
import { type SelectOption, type SelectValue, Select } from "#web/kit/ui/select.tsx";
import { Switch } from "#web/kit/ui/switch.tsx";
import { SegmentedControl, type SegmentedControlProps, TriState } from "#web/kit/ui/segmented-control.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface SelectFieldProps<V extends SelectValue> extends FieldProps {
  options: readonly SelectOption<V>[];
  placeholder?: string;
  autoComplete?: string;
  onChosen?: (value: V) => void;
}

export function SelectField<V extends SelectValue>({
  options,
  placeholder,
  autoComplete,
  onChosen,
  disabled,
  ...props
}: SelectFieldProps<V>) {
  const t = useTranslation();
  const { id, value, change, leave, error, control } = useField(props);
  return (
    <FieldFrame {...props} id={id} error={error}>
      <Select
        {...control}
        name={props.name}
        disabled={disabled}
        autoComplete={autoComplete}
        options={options}
        placeholder={placeholder ?? t("kit.choose")}
        value={value as V | undefined}
        onValueChange={(next) => {
          change(next);
          onChosen?.(next);
        }}
        onBlur={leave}
      />
    </FieldFrame>
  );
}

export function SwitchField({ disabled, ...props }: Omit<FieldProps, "optional" | "action" | "hideLabel">) {
  const { id, value, change, leave, error, control } = useField(props);
  return (
    <div data-field={props.name} className={cx("flex items-start justify-between gap-4", props.className)}>
      <div className="grid min-w-0 gap-1">
        <label htmlFor={id} className="text-13 font-medium">
          {props.label}
        </label>
        <FieldNotes id={id} error={error} hint={props.hint} />
      </div>
      <Switch
        {...control}
        name={props.name}
        disabled={disabled}
        checked={value === true}
        onCheckedChange={change}
        onBlur={leave}
      />
    </div>
  );
}

export function TriStateField({ disabled, ...props }: FieldProps) {
  const { id, value, change, leave, error, control } = useField(props);
  return (
    <FieldFrame {...props} id={id} error={error} as="group">
      <TriState
        name={`${id}-${props.name}`}
        disabled={disabled ?? false}
        value={value as boolean | null | undefined}
        onValueChange={change}
        onBlur={leave}
        aria-labelledby={`${id}-label`}
        aria-describedby={control["aria-describedby"]}
        aria-invalid={control["aria-invalid"]}
      />
    </FieldFrame>
  );
}

export function SegmentedField<V extends string | boolean | null>({
  options,
  onChosen,
  disabled,
  ...props
}: FieldProps & Pick<SegmentedControlProps<V>, "options"> & Pick<SelectFieldProps<SelectValue & V>, "onChosen">) {
  const { id, value, change, leave, error, control } = useField(props);
  return (
    <FieldFrame {...props} id={id} error={error} as="group">
      <SegmentedControl
        name={`${id}-${props.name}`}
        options={options}
        disabled={disabled ?? false}
        value={value as V | undefined}
        onValueChange={(next) => {
          change(next);
          onChosen?.(next);
        }}
        onBlur={leave}
        aria-labelledby={`${id}-label`}
        aria-describedby={control["aria-describedby"]}
        aria-invalid={control["aria-invalid"]}
      />
    </FieldFrame>
  );
}

export interface MultiSelectFieldProps<V extends string | number>
  extends FieldProps, Pick<MultiSelectProps<V>, "options" | "placeholder" | "onSearch" | "known" | "searching"> {
  /** The maximum number of choices; in other fields `max` is the largest number. */
  max?: number;
}

export function MultiSelectField<V extends string | number>({
  options,
  placeholder,
  onSearch,
  known,
  searching,
  max,
  disabled,
  ...props
}: MultiSelectFieldProps<V>) {
  const { id, value, change, leave, error, control } = useField(props);
  return (
    <FieldFrame {...props} id={id} error={error}>
      <MultiSelect
        {...control}
        options={options}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(onSearch ? { onSearch } : {})}
        {...(known ? { known } : {})}
        {...(max === undefined ? {} : { max })}
        searching={searching ?? false}
        disabled={disabled ?? false}
        value={(value as V[] | null | undefined) ?? []}
        onValueChange={change}
        onBlur={leave}
      />
    </FieldFrame>
  );
}
