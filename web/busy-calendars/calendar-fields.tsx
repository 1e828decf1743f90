/** Parts of the forms of a busy calendar. */
import { LinkedFieldsField } from "#web/fields/linked-fields-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function CalendarFields({ hint, required = false }: { hint: string; required?: boolean }) {
  const t = useTranslation();
  return (
    <>
      <TextField
        name="name"
        label={t("api-keys.name")}
        hint={t("busy-calendars.nameHint")}
        autoComplete="off"
        required
      />
      <TextField
        name="url"
        type="url"
        label={t("busy-calendars.url")}
        hint={hint}
        autoComplete="off"
        placeholder="https://"
        {...(required ? { required } : { optional: true })}
      />
    </>
  );
}

export function FollowingFields() {
  const t = useTranslation();
  return <LinkedFieldsField name="fieldIds" label={t("busy-calendars.fields")} hint={t("busy-calendars.fieldsHint")} />;
}
