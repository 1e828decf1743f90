/** Tax rates beside the organization's own, and the form of one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Percent } from "lucide-react";
import * as z from "zod/mini";
import { MAX_TAX_RATE, products, type TaxRate, TaxRateDraft } from "#contract/products.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useOwnRate, useRateFormat } from "./labels.ts";
import { ListSection } from "./list-section.tsx";

export function TaxRateList() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const own = useOwnRate();
  const format = useRateFormat();
  const query = useQuery({ ...endpointQuery(products.taxRates, { params: { organizationId } }), staleTime: 0 });
  return (
    <ListSection
      title={t("products.taxRates")}
      hint={own && t("products.taxRatesHint", { rate: own })}
      add={t("products.createTaxRate")}
      query={query}
      empty={
        <EmptyState icon={Percent} title={t("products.noTaxRates")}>
          {own && t("products.noTaxRatesText", { rate: own })}
        </EmptyState>
      }
      nameOf={({ name }) => name}
      facts={({ rate, isExempt }) => (isExempt ? t("products.isExempt") : format(rate))}
      description={(rate) => t(rate ? "products.rateFixed" : "products.createTaxRateText")}
      form={(rate, close) => (rate ? <RenameTaxRate rate={rate} onClose={close} /> : <CreateTaxRate onClose={close} />)}
    />
  );
}

const useRefresh = () => {
  const cache = useQueryClient();
  return { onSuccess: () => cache.invalidateQueries({ queryKey: [products.taxRates.name] }) };
};

/** In percent, with three decimals. */
const percent = z.number().check(z.gte(0), z.lte(MAX_TAX_RATE / 1000));
const CreateForm = z.strictObject({
  name: TaxRateDraft.shape.name,
  isExempt: z.boolean(),
  rate: z.nullish(percent),
});

function CreateTaxRate({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const create = useMutation({ ...endpointMutation(products.createTaxRate), ...useRefresh() });
  return (
    <Form
      schema={CreateForm}
      defaultValues={{ name: "", isExempt: false, rate: null }}
      guard={false}
      onSubmit={async ({ name, isExempt, rate }) => {
        const body = { name, isExempt, rate: isExempt ? 0 : Math.round((rate ?? 0) * 1000) };
        await create.mutateAsync({ params: { organizationId }, body });
        onClose();
      }}
    >
      <TextField name="name" label={t("products.name")} autoComplete="off" required />
      <SwitchField name="isExempt" label={t("products.isExempt")} hint={t("products.exemptHint")} />
      <RateField />
      <DialogFormActions onClose={onClose}>{t("products.createTaxRate")}</DialogFormActions>
    </Form>
  );
}

function RateField() {
  const t = useTranslation();
  const isExempt = useFieldValue("isExempt") === true;
  if (isExempt) return null;
  return (
    <TextField
      name="rate"
      type="number"
      inputMode="decimal"
      min={0}
      max={MAX_TAX_RATE / 1000}
      step="0.001"
      suffix="%"
      label={t("products.rate")}
      required
    />
  );
}

const RenameForm = z.strictObject({ name: TaxRateDraft.shape.name, active: z.boolean() });

function RenameTaxRate({ rate, onClose }: { rate: TaxRate; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const update = useMutation({ ...endpointMutation(products.updateTaxRate), ...useRefresh() });
  return (
    <Form
      schema={RenameForm}
      defaultValues={{ name: rate.name, active: rate.active }}
      guard={false}
      onSubmit={async (body) => {
        await update.mutateAsync({ params: { organizationId, taxRateId: rate.id }, body });
        onClose();
      }}
    >
      <TextField name="name" label={t("products.name")} autoComplete="off" required />
      <SwitchField name="active" label={t("products.active")} />
      <DialogFormActions onClose={onClose}>{t("kit.save")}</DialogFormActions>
    </Form>
  );
}
