/** Amount of a payment or a refund. */
import * as z from "zod/mini";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** In units of the currency. */
export const amountInUnits = z.number().check(z.gte(0.01), z.lte(1_000_000));

interface AmountFieldProps {
  /** Minor units. */
  max: number;
  currency: string;
  tooMuchMessage: string;
  hint?: string;
}

export function AmountField({ max: most, currency, tooMuchMessage: tooMuch, hint }: AmountFieldProps) {
  const t = useTranslation();
  const check = (value: unknown) => (typeof value === "number" && toMinorUnits(value) > most ? tooMuch : undefined);
  return (
    <TextField
      name="amount"
      type="number"
      min={0.01}
      step="0.01"
      inputMode="decimal"
      suffix={useCurrencySymbol(currency)}
      label={t("payments.amount")}
      hint={hint}
      validate={check}
      required
    />
  );
}
