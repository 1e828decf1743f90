import { FormRow } from "#web/kit/form.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { useWords } from "#web/kit/words.ts";

/**
 * Three bounds of what members book, each of which may be none.
 * @param none what an empty one means: "No limit"
 */
export function BookingRulesFields({ none }: { none: string }) {
  const t = useWords();
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
