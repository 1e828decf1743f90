import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormRow, useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function CustomPriceFields({ currency }: { currency: string }) {
  const t = useTranslation();
  const isOwn = typeof useFieldValue("price") === "number";
  return (
    <FormRow>
      <TextField
        name="price"
        type="number"
        min={0}
        step="0.01"
        inputMode="decimal"
        suffix={useCurrencySymbol(currency)}
        label={t("planning.pricingOwn")}
      />
      <TextField name="priceReason" label={t("planning.why")} disabled={!isOwn} />
    </FormRow>
  );
}
