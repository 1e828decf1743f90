/** To whom a gift voucher is given, when it is mailed and until when it can be used; and when its VAT is invoiced. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { vouchers } from "#contract/vouchers.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { purposeLabels } from "./labels.ts";

/** @param name of the voucher in the form's values */
export function VoucherMembersFields({ name }: { name: string }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const setField = useSetField();
  const { data } = useQuery({ ...endpointQuery(vouchers.terms, { params: { organizationId } }), staleTime: 0 });
  const terms = data?.data;
  const [purpose, expiresOn] = [terms?.purpose, terms?.expiresOn];
  const propose = useEffectEvent(() => {
    if (purpose) setField(`${name}.purpose`, purpose);
    if (expiresOn) setField(`${name}.expiresOn`, expiresOn);
  });
  useEffect(() => propose(), [purpose, expiresOn]);
  const chosen = useFieldValue(`${name}.purpose`) === "single" ? "single" : "multi";
  const isMailed = Boolean(useFieldValue(`${name}.recipientEmail`));
  const purposes = terms && terms.rates.length !== 1 ? (["multi"] as const) : (["single", "multi"] as const);
  return (
    <div className="grid gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField name={`${name}.recipientName`} label={t("vouchers.recipientName")} autoComplete="off" optional />
        <TextField
          name={`${name}.recipientEmail`}
          label={t("vouchers.recipientEmail")}
          hint={t("vouchers.recipientEmailHint")}
          type="email"
          autoComplete="off"
          optional
        />
      </div>
      <TextareaField name={`${name}.message`} label={t("vouchers.message")} rows={2} optional />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {isMailed && (
          <DateField
            name={`${name}.deliverOn`}
            label={t("vouchers.deliverOn")}
            hint={t("vouchers.deliverOnHint")}
            optional
          />
        )}
        <DateField name={`${name}.expiresOn`} label={t("vouchers.expiresOn")} required />
      </div>
      {purposes.length > 1 && (
        <SelectField
          name={`${name}.purpose`}
          label={t("vouchers.purpose")}
          options={purposes.map((value) => ({ value, label: t(purposeLabels[value]) }))}
        />
      )}
      <p className="text-xs text-ink-3">
        {t(chosen === "single" ? "vouchers.purposeSingleHint" : "vouchers.purposeMultiHint")}
      </p>
    </div>
  );
}
