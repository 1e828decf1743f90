/** Parts of the form of an event beside the grid. */
import { useQuery } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import { fields } from "#contract/fields.ts";
import { changesBy, EventFormDraft } from "#web/events/event-draft.ts";
import { ChangePreview } from "#web/events/event-ticket.tsx";
import { read } from "#web/kit/api.ts";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { FormRow, useFieldValue } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";

/** As it is sent: a member's name is no walk-in's. */
export const asSent = (filled: EventFormDraft): EventFormDraft =>
  filled.customer?.userId ? { ...filled, customer: { ...filled.customer, name: null, phone: null } } : filled;

/** The fields to choose from, and the clock of each. */
export function useFieldOptions() {
  const { organizationId } = useScope();
  const { data } = useQuery(read(fields.byFacility, { params: { organizationId } }));
  const { data: zones } = useQuery(
    read(fields.list, { params: { organizationId }, query: { per_page: 100 } }, { quiet: true }),
  );
  const all = (data?.data ?? []).flatMap((facility) =>
    facility.fields.map(({ id, name }) => ({ value: id, label: name, group: facility.name })),
  );
  return { all, zoneOf: (fieldId: string) => zones?.data.find(({ id }) => id === fieldId)?.timezone };
}

/** The team's own price, with its reason. */
export function OwnPrice({ currency }: { currency: string }) {
  const t = useWords();
  const isOwn = typeof useFieldValue("price") === "number";
  return (
    <FormRow>
      <TextField
        name="price"
        type="number"
        min={0}
        step="0.01"
        inputMode="decimal"
        suffix={currency === "USD" ? "$" : "€"}
        label={t("planning.pricingOwn")}
      />
      <TextField name="priceReason" label={t("planning.why")} disabled={!isOwn} />
    </FormRow>
  );
}

/** What the change comes to. @param zoneOf the time zone of a field */
export function Preview({ base, zoneOf }: { base: Event; zoneOf: (fieldId: string) => string | undefined }) {
  const zone = zoneOf(useFieldText("fieldId")) ?? base.timezone;
  return (
    <ChangePreview
      event={base}
      schema={EventFormDraft}
      changes={(filled: EventFormDraft) => changesBy(asSent(filled), base, zone)}
    />
  );
}
