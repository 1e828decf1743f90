/** Fields for amounts of money, in units of the currency. */
import * as z from "zod/mini";
import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { TextField, type TextFieldProps } from "./text-fields.tsx";

export const amountInUnits = z.number().check(z.gte(0.01), z.lte(1_000_000));
/** There may be nothing. */
export const amountFromZero = z.number().check(z.gte(0), z.lte(1_000_000));

type PassedProps = "name" | "label" | "hint" | "min" | "validate" | "optional" | "hideLabel" | "className";
interface MoneyFieldProps extends Pick<TextFieldProps, PassedProps> {
  currency: string;
}

/** Required, unless it is optional. */
export const MoneyField = ({ currency, optional = false, ...props }: MoneyFieldProps) => (
  <TextField
    {...props}
    type="number"
    inputMode="decimal"
    decimals={2}
    suffix={useCurrencySymbol(currency)}
    autoComplete="off"
    optional={optional}
    required={!optional}
  />
);
