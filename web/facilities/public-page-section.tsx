import { useTranslation } from "#web/kit/format/translation.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";

/** Part of the forms of facilities and fields: whether it is on the public pages, and at which address. */
export function PublicPageSection({ publishedHint, isNew }: { publishedHint: string; isNew: boolean }) {
  const t = useTranslation();
  return (
    <FormSection title={t("pages.title")}>
      <SwitchField name="isPublished" label={t("pages.isPublished")} hint={publishedHint} />
      <TextField
        name="slug"
        label={t("pages.slug")}
        hint={t(isNew ? "pages.slugOfName" : "pages.slugHint")}
        autoComplete="off"
        optional
      />
    </FormSection>
  );
}
