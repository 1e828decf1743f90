/** A field for an amount that is kept in minor units, and typed in units of the currency. */
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { InputSuffix, parseDecimal, useDecimalText } from "#web/kit/form/text-fields.tsx";
import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { Input } from "#web/kit/ui/input.tsx";

interface MinorMoneyFieldProps {
  name: string;
  label: string;
  hint: string;
  currency: string;
  /** Minor units. */
  max: number;
}

export function MinorMoneyField({ name, label, hint, currency, max }: MinorMoneyFieldProps) {
  const { id, value, change, leave, error, control } = useField({
    ...{ name, hint, max, min: 1, required: true },
    unfinished: () => decimal.error,
  });
  const decimal = useDecimalText(typeof value === "number" ? value / 100 : value, 2);
  const suffix = useCurrencySymbol(currency);
  const enter = (text: string) => {
    decimal.type(text);
    const units = parseDecimal(text);
    change(typeof units === "number" ? toMinorUnits(units) : units);
  };
  return (
    <FieldFrame {...{ id, name, label, hint, error }}>
      <div className="relative">
        <Input
          {...control}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          className="pr-10 pointer-coarse:pr-12"
          value={decimal.text}
          onChange={(event) => enter(event.target.value)}
          onBlur={leave}
        />
        <InputSuffix>{suffix}</InputSuffix>
      </div>
    </FieldFrame>
  );
}
