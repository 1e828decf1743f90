/** Amount of a payment or a refund. */
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { MoneyField } from "#web/kit/form/money-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

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
