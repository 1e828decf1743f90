/** Own sentences of an organization in its mails (custom mail texts), each with a preview. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { emptyToNull } from "#contract/kit.ts";
import { type LetterKind, looks, MailText, MailTextChanges, type MailTexts } from "#contract/looks.ts";
import { type Language, languages } from "#messages/translator.ts";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { useFormSnapshot } from "#web/kit/form/form-context.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useDebounced } from "#web/kit/render/use-debounced.ts";
import { languageNames } from "#web/kit/ui/language-choice.tsx";
import { ScaledFrame } from "#web/kit/ui/scaled-frame.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { letters } from "./labels.ts";

const letterKinds: readonly LetterKind[] = letters.map(([kind]) => kind);

/** Pixels. */
const LETTER_WIDTH = 600;

/** All letters in all languages, in one form: nothing typed is lost by looking at another one. */
const fillIn = (known: readonly MailText[]): MailText[] =>
  letterKinds.flatMap((kind) =>
    languages.map(
      (language) =>
        known.find((text) => text.kind === kind && text.language === language) ?? {
          ...{ kind, language, opening: null, closing: null },
        },
    ),
  );

export function MailTextsSection() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useFreshQuery(endpointQuery(looks.readTexts, { params: { organizationId } }));
  return (
    <FormSection title={t("looks.letters")} hint={t("looks.lettersHint")}>
      {data ? (
        <LettersForm key={JSON.stringify(data.data)} known={data.data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-140 w-full rounded-xl" />
      )}
    </FormSection>
  );
}

function LettersForm({ known }: { known: MailTexts }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId };
  const save = useMutation({
    ...endpointMutation(looks.updateTexts),
    onSuccess: (answer) => cache.setQueryData(endpointQuery(looks.readTexts, { params }).queryKey, answer),
  });
  return (
    <Form
      schema={MailTextChanges}
      defaultValues={{ texts: fillIn(known.texts) }}
      onSubmit={(body) => save.mutateAsync({ params, body })}
      label={t("looks.letters")}
      className="gap-5"
    >
      <Letters />
      <FormActions>
        <ResetButton />
        <SubmitButton />
      </FormActions>
    </Form>
  );
}

function Letters() {
  const t = useTranslation();
  const id = useId();
  const [kind, setKind] = useState<LetterKind>("events.booked");
  const [language, setLanguage] = useState<Language>(useLanguage());
  const index = letterKinds.indexOf(kind) * languages.length + languages.indexOf(language);
  return (
    <>
      <FormRow>
        <div className="grid content-start gap-1.5">
          <label htmlFor={id} className="text-13 font-medium">
            {t("looks.letter")}
          </label>
          <Select
            id={id}
            value={kind}
            onValueChange={setKind}
            options={letters.map(([value, label]) => ({ value, label: t(label) }))}
          />
        </div>
        <div className="grid content-start gap-1.5">
          <span className="text-13 font-medium">{t("looks.language")}</span>
          <SegmentedControl
            name="letterLanguage"
            aria-label={t("looks.language")}
            value={language}
            onValueChange={setLanguage}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </div>
      </FormRow>
      <TextareaField
        key={`${index}-opening`}
        name={`texts.${index}.opening`}
        label={t("looks.opening")}
        hint={t("looks.openingHint")}
        maxLength={500}
        rows={3}
        lang={language}
        optional
      />
      <TextareaField
        key={`${index}-closing`}
        name={`texts.${index}.closing`}
        label={t("looks.closing")}
        hint={t("looks.closingHint")}
        maxLength={500}
        rows={3}
        lang={language}
        optional
      />
      <LetterPreview index={index} />
    </>
  );
}

function LetterPreview({ index }: { index: number }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const text = useDebounced(useFieldValue(`texts.${index}`));
  const isSaving = useFormSnapshot(({ progress }) => progress.submitting);
  const body = MailText.safeParse(emptyToNull(MailText, text));
  const { data, error, refetch } = useQuery({
    queryKey: [looks.previewText.name, organizationId, body.data],
    queryFn: () =>
      body.data ? call(looks.previewText, { params: { organizationId }, body: body.data }, { quiet: true }) : null,
    enabled: body.success && !isSaving,
    placeholderData: (before) => before,
  });
  if (!body.success) return <p className="text-13 text-ink-2">{t("looks.previewWrong")}</p>;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-140 w-full rounded-xl" />;
  return (
    <div className="grid gap-2">
      <p className="text-13">
        <span className="text-ink-3">{t("looks.subject")}</span>{" "}
        <span className="font-medium">{data.data.subject}</span>
      </p>
      <ScaledFrame html={data.data.html} width={LETTER_WIDTH} title={t("looks.letterPreview")} />
    </div>
  );
}
