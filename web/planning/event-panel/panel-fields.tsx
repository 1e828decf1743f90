import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { useQuery } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import { fields } from "#contract/fields.ts";
import { diffEventForm, EventFormDraft } from "#web/events/event-draft.ts";
import { ChangePreview } from "#web/events/event-summary-card.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormRow, useFieldValue } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export function useFieldOptions() {
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  const { data: zones } = useQuery(
    endpointQuery(fields.list, { params: { organizationId }, query: { per_page: 100 } }, { quiet: true }),
  );
  const all = (data?.data ?? []).flatMap((facility) =>
    facility.fields.map(({ id, name }) => ({ value: id, label: name, group: facility.name })),
  );
  return { all, zoneOf: (fieldId: string) => zones?.data.find(({ id }) => id === fieldId)?.timezone };
}

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

export function EventChangePreview({ base, zoneOf }: { base: Event; zoneOf: (fieldId: string) => string | undefined }) {
  const zone = zoneOf(useFieldText("fieldId")) ?? base.timezone;
  return (
    <ChangePreview
      event={base}
      schema={EventFormDraft}
      changes={(filled: EventFormDraft) => diffEventForm(filled, base, zone)}
    />
  );
}
