/** Booking rules in the settings: horizon, notice, cancellation deadline, limits for members. */
import { FormRow } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function BookingRulesFields({ none }: { none: string }) {
  const t = useTranslation();
  return (
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
    </FormRow>
  );
}
