import { Download } from "lucide-react";
import { useState } from "react";
import { pages, type PageSettings } from "#contract/pages.ts";
import { type Language, languages } from "#messages/translator.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { languageNames } from "#web/kit/ui/language-choice.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Select } from "#web/kit/ui/select.tsx";

const sizes = ["a4", "a5"] as const;
/** The whole page, in the list of places. */
const WHOLE = "";

/** Posters of what stands on the page. */
export function PosterDownload({ page }: { page: PageSettings }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [place, setPlace] = useState(WHOLE);
  const [size, setSize] = useState<(typeof sizes)[number]>("a4");
  const [language, setLanguage] = useState<Language>(page.language);
  const [isPending, setIsPending] = useState(false);
  const options = [
    { value: WHOLE, label: t("pages.posterWhole") },
    ...page.places.map(({ facilityId, fieldId, name }) => ({ value: fieldId ?? facilityId, label: name })),
  ];
  const chosen = page.places.find(({ facilityId, fieldId }) => (fieldId ?? facilityId) === place);
  const save = async () => {
    setIsPending(true);
    const of = chosen?.fieldId ? { fieldId: chosen.fieldId } : chosen ? { facilityId: chosen.facilityId } : {};
    const request = { params: { organizationId }, query: { size, language, ...of } };
    // A failure has been shown in a toast.
    await download(pages.poster, request, "poster.pdf").catch(() => undefined);
    setIsPending(false);
  };
  return (
    <FormSection title={t("pages.posters")} hint={t("pages.postersHint")}>
      {page.state === "off" ? (
        <p className="text-13 text-ink-2">{t("pages.embedOff")}</p>
      ) : (
        <>
          <label className="grid gap-1.5 text-13 font-medium">
            {t("pages.posterPlace")}
            <Select options={options} value={place} onValueChange={setPlace} />
          </label>
          <div className="flex flex-wrap gap-3">
            <SegmentedControl
              name="posterSize"
              aria-label={t("pages.posterSize")}
              value={size}
              onValueChange={setSize}
              options={sizes.map((value) => ({ value, label: value.toUpperCase() }))}
            />
            <SegmentedControl
              name="posterLanguage"
              aria-label={t("pages.language")}
              value={language}
              onValueChange={setLanguage}
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
            />
          </div>
          <Button className="justify-self-start" pending={isPending} onClick={() => void save()}>
            <Download aria-hidden />
            {t("pages.posterDownload")}
          </Button>
        </>
      )}
    </FormSection>
  );
}
