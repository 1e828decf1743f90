/** Formats counts, shares and their changes in the reader's language. */
import { useLocale } from "./translation.ts";

export function useNumberFormats() {
  const locale = useLocale();
  const count = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const signed = new Intl.NumberFormat(locale, { signDisplay: "exceptZero" });
  const signedPercent = new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero" });
  // `Intl` writes a hyphen, and amounts have a minus.
  const withMinus = (text: string) => text.replace("-", "−");
  return {
    count: (value: number) => count.format(value),
    percent: (value: number) => withMinus(percent.format(value)),
    signed: (value: number) => withMinus(signed.format(value)),
    signedPercent: (value: number) => withMinus(signedPercent.format(value)),
  };
}
