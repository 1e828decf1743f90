import { Textarea } from "#web/kit/ui/textarea.tsx";
import { FieldFrame, type FieldProps, type NativeProps, useField } from "./field.tsx";

export interface TextareaFieldProps
  extends Omit<FieldProps, "min" | "max" | "pattern" | "unfinished">, NativeProps<"textarea"> {}

export function TextareaField({
  name,
  label,
  hint,
  action,
  optional,
  hideLabel,
  className,
  ...rest
}: TextareaFieldProps) {
  const { required, minLength, maxLength, validate, ...passed } = rest;
  const { id, value, change, leave, error, control } = useField({
    name,
    hint,
    required,
    minLength,
    maxLength,
    validate,
  });
  return (
    <FieldFrame {...{ id, name, label, hint, action, optional, hideLabel, error, className }}>
      <Textarea
        {...passed}
        {...control}
        name={name}
        value={(value as string | null | undefined) ?? ""}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
      />
    </FieldFrame>
  );
}
