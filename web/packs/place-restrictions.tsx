/** Fields and sports for which something of the catalogue holds. */
import { FieldsField } from "#web/fields/fields-field.tsx";
import { MultiSelectField } from "#web/kit/form/choice-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useSportOptions } from "#web/sports/use-sport-options.ts";

export function PlaceRestrictions() {
  const t = useTranslation();
  return (
    <>
      <FieldsField name="fieldIds" label={t("packs.fieldIds")} optional />
      <MultiSelectField name="sportIds" label={t("packs.sportIds")} options={useSportOptions()} optional />
    </>
  );
}
