/** What only the team says of an event: whom it is for, and another price. A block has neither. */
import { priceTypes } from "#contract/events.ts";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { FormRow, useFieldValue } from "#web/kit/form.tsx";
import { useWords } from "#web/kit/words.ts";
import { priceTypeLabels } from "./labels.ts";

export function CustomerSection() {
  const t = useWords();
  const block = useFieldValue("kind") === "block";
  if (block) return null;
  return (
    <FormSection title={t("events.whoComes")} hint={t("events.whoComesHint")}>
      <FormRow>
        <TextField name="customer.name" label={t("events.customerName")} autoComplete="off" optional />
        <TextField name="customer.phone" type="tel" label={t("events.customerPhone")} autoComplete="off" optional />
      </FormRow>
    </FormSection>
  );
}

export function PriceSection() {
  const t = useWords();
  const priced = typeof useFieldValue("price") === "number";
  const block = useFieldValue("kind") === "block";
  if (block) return null;
  return (
    <FormSection title={t("events.price")} hint={t("events.priceHint")}>
      <FormRow>
        <TextField
          name="price"
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          suffix="€"
          label={t("events.priceInEuros")}
          optional
        />
        <SelectField
          name="priceType"
          label={t("events.priceType")}
          options={[
            { value: null, label: t("events.priceTypeNone") },
            ...priceTypes.map((value) => ({ value, label: t(priceTypeLabels[value]) })),
          ]}
        />
      </FormRow>
      <TextField name="priceReason" label={t("events.priceReason")} disabled={!priced} optional />
    </FormSection>
  );
}
