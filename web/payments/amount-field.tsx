/** Fields for amounts of money. */
import * as z from "zod/mini";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { TextField, type TextFieldProps } from "#web/kit/form/text-fields.tsx";
import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** In units of the currency. */
export const amountInUnits = z.number().check(z.gte(0.01), z.lte(1_000_000));
/** In units of the currency; there may be nothing. */
export const amountFromZero = z.number().check(z.gte(0), z.lte(1_000_000));

interface MoneyFieldProps extends Pick<TextFieldProps, "name" | "label" | "hint" | "min" | "validate"> {
  currency: string;
}

/** In units of the currency. */
export const MoneyField = ({ currency, ...props }: MoneyFieldProps) => (
  <TextField
    {...props}
    type="number"
    inputMode="decimal"
    decimals={2}
    suffix={useCurrencySymbol(currency)}
    autoComplete="off"
    required
  />
);

interface AmountFieldProps {
  /** Minor units. */
  max: number;
  currency: string;
  tooMuchMessage: string;
  hint?: string;
}

/** Amount of a payment or a refund. */
export function AmountField({ max: most, currency, tooMuchMessage: tooMuch, hint }: AmountFieldProps) {
  const t = useTranslation();
  const check = (value: unknown) => (typeof value === "number" && toMinorUnits(value) > most ? tooMuch : undefined);
  return (
    <MoneyField
      name="amount"
      label={t("payments.amount")}
      currency={currency}
      hint={hint}
      min={0.01}
      validate={check}
    />
  );
}
