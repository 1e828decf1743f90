import { useAmountFormat } from "./amount-format.ts";

/** With a sign: `+€8.00`. */
export function useSignedAmountFormat(): (minor: number, currency: string) => string {
  const money = useAmountFormat();
  return (minor, currency) => `${minor > 0 ? "+" : ""}${money(minor, currency)}`;
}
