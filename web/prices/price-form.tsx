/** Form of a price pattern (rates): time slots, plans, roles. */
import { useRef, useState } from "react";
import { priceTypes } from "#contract/fields.ts";
import { allWeekdays, type PricePattern } from "#contract/prices.ts";
import { LinkedFieldsField } from "#web/fields/linked-fields-field.tsx";
import { ApiError } from "#web/kit/data/api.ts";
import { ChoiceCards } from "#web/kit/ui/choice-cards.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, type InitialValues, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { ProductField } from "#web/products/product-field.tsx";
import { PriceLayers, type CellRefusals, useRoleNames } from "./price-layers.tsx";
import { PlansField } from "./plans-field.tsx";
import {
  toPricePatternBody,
  splitCellErrors,
  toPriceFormValues,
  createKey,
  listCells,
  PriceFormDraft,
  roleIdOfCell,
  usePriceFormValues,
} from "./price-draft.ts";
import { TimeslotsField } from "./timeslots-field.tsx";
import { WeekMap } from "./week-map.tsx";
import type { WeekTime } from "./week-price-chart.tsx";
import { PriceSimulator } from "./price-simulator.tsx";
import { typeLabels } from "./labels.ts";

export type PriceBody = ReturnType<typeof toPricePatternBody>["body"];

interface PriceFormProps {
  pattern?: PricePattern;
  /** A new pattern begins with its timeslots, plans and prices, and without its fields. */
  copied?: PricePattern | undefined;
  currency: string;
  onSave: (body: PriceBody) => Promise<unknown>;
}

export function PriceForm({ pattern, copied, currency, onSave }: PriceFormProps) {
  const t = useTranslation();
  const { duration } = useDateFormats();
  const title = t(pattern ? "prices.edit" : "prices.create");
  const [refused, setRefused] = useState<CellRefusals>(new Map());
  const [layer, setLayer] = useState<number | null>(null);
  const [start] = useState<InitialValues<typeof PriceFormDraft>>(() =>
    pattern
      ? toPriceFormValues(pattern)
      : copied
        ? { ...toPriceFormValues(copied), name: t("prices.copyName", { name: copied.name }), fieldIds: [] }
        : {
            name: "",
            type: "field",
            timeslots: [
              {
                key: createKey(),
                name: t("prices.wholeDayName"),
                start: "08:00",
                end: "22:00",
                weekdays: [...allWeekdays],
              },
            ],
            plans: [{ key: createKey(), name: duration(60), duration: 60 }],
            cells: {},
            fieldIds: [],
            productId: null,
          },
  );
  const save = async (draft: PriceFormDraft) => {
    const { body, keys } = toPricePatternBody(draft);
    try {
      await onSave(body);
      setRefused(new Map());
    } catch (error) {
      if (!(error instanceof ApiError) || !error.errors) throw error;
      const { ofCells, errors } = splitCellErrors(error.errors, keys);
      setRefused(new Map(ofCells.map(([key, message]) => [key, { cell: draft.cells[key], message }])));
      if (ofCells[0]) setLayer(roleIdOfCell(ofCells[0][0]));
      throw new ApiError(error.status, error.message, { errors });
    }
  };
  return (
    <Form schema={PriceFormDraft} defaultValues={start} onSubmit={save} label={title} className="gap-6">
      <FormSection title={t("prices.identity")} hint={pattern ? undefined : t("prices.noneHint")}>
        <TextField name="name" label={t("prices.name")} autoComplete="off" required />
        <TypeField currency={currency} />
        <ProductField chosen={(pattern ?? copied)?.productId} />
      </FormSection>
      <FormSection title={t("prices.timeslots")} hint={t("prices.timeslotsHint")}>
        <TimeslotsField />
      </FormSection>
      <FormSection title={t("prices.plans")} hint={t("prices.plansHint")}>
        <PlansField />
      </FormSection>
      <PriceSections pattern={pattern} currency={currency} refused={refused} layer={layer} onLayer={setLayer} />
      <FormSection title={t("fields.linked")} hint={t("prices.linkedHint")}>
        <LinkedFieldsField name="fieldIds" label={t("fields.linked")} />
        <UnpricedWarning />
      </FormSection>
      <FormActions>
        <ResetButton />
        <SubmitButton>{pattern ? t("kit.save") : title}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Fields that are linked with a pattern without prices cannot be booked. */
function UnpricedWarning() {
  const t = useTranslation();
  const draft = usePriceFormValues();
  if (listCells(draft).some(({ cell }) => typeof cell === "number")) return null;
  return (
    <p role="status" className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
      {t("prices.unpriced")}
    </p>
  );
}

function TypeField({ currency }: { currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const label = t("prices.type");
  const { id, value, change, error } = useField({ name: "type" });
  const [each, many] = [money(1000, currency), money(4000, currency)];
  return (
    <FieldFrame name="type" label={label} id={id} error={error} as="group">
      <ChoiceCards
        name="type"
        label={label}
        value={String(value)}
        onChoose={change}
        choices={priceTypes.toReversed().map((type) => ({
          value: type,
          label: t(typeLabels[type]),
          hint:
            type === "field"
              ? t("prices.typeFieldExample", { price: each, total: each })
              : t("prices.typeUserExample", { price: each, total: many }),
        }))}
      />
    </FieldFrame>
  );
}

type PriceSectionsProps = Pick<PriceFormProps, "currency"> & {
  pattern: PricePattern | undefined;
  refused: CellRefusals;
  layer: number | null;
  onLayer: (layer: number | null) => void;
};

function PriceSections({ pattern, currency, refused, layer, onLayer }: PriceSectionsProps) {
  const t = useTranslation();
  const tag = useLocale();
  const roles = useRoleNames();
  const [when, setWhen] = useState(() => ({ date: Temporal.Now.plainDateISO().toString(), time: "18:00" }));
  const money = { currency, tag, free: t("prices.free") };
  const why = useRef<HTMLDivElement>(null);
  const pick = ({ weekday, time }: WeekTime) => {
    const today = Temporal.Now.plainDateISO();
    setWhen({ date: today.add({ days: (weekday - today.dayOfWeek + 7) % 7 }).toString(), time });
    why.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <FormSection title={t("prices.grid")} hint={t("prices.gridHint")}>
        <PriceLayers layer={layer} onLayer={onLayer} roles={roles} money={money} refused={refused} />
      </FormSection>
      <FormSection title={t("prices.week")} hint={t("prices.weekHint")}>
        <WeekMap layer={layer} roleName={roles.nameOf} money={money} onPick={pick} />
      </FormSection>
      <FormSection title={t("prices.why")} hint={t("prices.whyHint")}>
        <div ref={why}>
          <PriceSimulator pattern={pattern} when={when} onWhen={setWhen} roleName={roles.nameOf} money={money} />
        </div>
      </FormSection>
    </>
  );
}
