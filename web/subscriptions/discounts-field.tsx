import { FieldsField } from "#web/fields/fields-field.tsx";
import { MultiSelectField } from "#web/kit/form/choice-fields.tsx";
import { RowField } from "#web/kit/form/row-list.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useQuotaChoices } from "#web/organizations/use-quota-choices.ts";
import { RowGroup } from "./row-group.tsx";

const MOST = 10;

/** Discounts for holders: of several memberships, the largest one counts. */
export function DiscountsField() {
  const t = useTranslation();
  return (
    <RowGroup
      name="discounts"
      title={t("subscriptions.discounts")}
      hint={t("subscriptions.discountsHint")}
      add={t("subscriptions.addDiscount")}
      newRow={{ percent: 10, fieldIds: [], windowIds: [] }}
      most={MOST}
      rowName={(number) => t("subscriptions.discountNumber", { number })}
      row={(at) => <DiscountFields at={at} />}
    />
  );
}

function DiscountFields({ at }: { at: string }) {
  const t = useTranslation();
  const { windows } = useQuotaChoices();
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
      <RowField name={`${at}.percent`} type="number" label={t("subscriptions.percent")} wrong={undefined} />
      <FieldsField
        name={`${at}.fieldIds`}
        label={t("packs.fieldIds")}
        hideLabel
        className="max-sm:col-span-2"
        placeholder={t("subscriptions.allFields")}
      />
      {windows.length > 0 && (
        <MultiSelectField
          name={`${at}.windowIds`}
          label={t("packs.windowIds")}
          hideLabel
          className="col-span-2"
          placeholder={t("organizations.quotaAnyTime")}
          options={windows.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </div>
  );
}
