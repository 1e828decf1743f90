/** Booking rules in the settings: horizon, notice, limits for members, conditions of cancellations. */
import { TimeField } from "#web/kit/form/date-fields.tsx";
import { FormRow } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CancellationField } from "./cancellation-field.tsx";
import { NoShowField } from "./no-show-field.tsx";
import { QuotasField } from "./quotas-field.tsx";

/** @param isOfRole what a role leaves open is the organization's */
export function BookingRulesFields({ none, isOfRole = false }: { none: string; isOfRole?: boolean }) {
  const t = useTranslation();
  return (
    <>
      <FormRow>
        <TextField
          name="bookingRules.horizonDays"
          type="number"
          min={1}
          label={t("organizations.horizonDays")}
          hint={t("organizations.horizonHint")}
          placeholder={none}
        />
        <TextField
          name="bookingRules.noticeMinutes"
          type="number"
          min={0}
          label={t("organizations.noticeMinutes")}
          hint={t("organizations.noticeHint")}
          placeholder={none}
        />
        <TextField
          name="bookingRules.mostActive"
          type="number"
          min={1}
          label={t("organizations.mostActive")}
          hint={t("organizations.mostActiveHint")}
          placeholder={none}
        />
        <TimeField
          name="bookingRules.opensAt"
          label={t("organizations.opensAt")}
          hint={t("organizations.opensAtHint")}
          optional
        />
        <TextField
          name="bookingRules.maxHolds"
          type="number"
          min={1}
          max={3}
          label={t("organizations.maxHolds")}
          hint={t("organizations.maxHoldsHint")}
          placeholder={isOfRole ? none : "3"}
        />
      </FormRow>
      <QuotasField inherits={isOfRole} />
      <CancellationField inherits={isOfRole} />
      <NoShowField inherits={isOfRole} />
    </>
  );
}
