import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, ExternalLink } from "lucide-react";
import { PageChanges, type PagePart, pages, type PageSettings } from "#contract/pages.ts";
import type { MessageKey } from "#messages/keys.ts";
import { languages } from "#messages/translator.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { MAX_SLUG_LENGTH } from "#contract/organizations-slugs-rules.ts";
import { createRandomUuid } from "#web/kit/data/random-uuid.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { SegmentedField, SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import {
  Form,
  FormActions,
  FormRow,
  ResetButton,
  SubmitButton,
  useFieldValue,
  useSetField,
} from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { languageNames } from "#web/kit/ui/language-choice.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { GuestBookingForm } from "#web/organizations/guest-booking-form.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { useOrganizationName } from "#web/organizations/use-organization.ts";
import { EmbedSnippets } from "./embed-snippets.tsx";
import { JoiningProposal } from "./joining-proposal.tsx";
import { PageVisits } from "./page-visits.tsx";
import { PagePreview } from "./page-preview.tsx";
import { stateLabels } from "./labels.ts";
import { PosterDownload } from "./poster-download.tsx";

const stateHints = {
  off: "pages.stateOffHint",
  unlisted: "pages.stateUnlistedHint",
  public: "pages.statePublicHint",
} as const satisfies Record<PageSettings["state"], MessageKey>;

const pageStates = Object.keys(stateLabels) as PageSettings["state"][];

/** The page below the organization where each part is filled in; that of the form itself for the rest. */
const partLinks: Record<PagePart, readonly [label: MessageKey, path: string | undefined]> = {
  legalName: ["pages.partLegalName", "/settings"],
  address: ["pages.partAddress", "/settings"],
  contact: ["pages.partContact", undefined],
  publisher: ["pages.partPublisher", undefined],
  fields: ["pages.partFields", "/fields"],
};

export function PageSettingsPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useFreshQuery(endpointQuery(pages.read, { params: { organizationId } }));
  const page = data?.data;
  const name = useOrganizationName();
  const crumbs = useSettingsCrumbs();
  const open = page && page.state !== "off" && (
    <a href={`/c/${page.slug}`} target="_blank" rel="noreferrer" className={buttonClass()}>
      <ExternalLink aria-hidden />
      {t("pages.open")}
    </a>
  );
  return (
    <Page title={t("pages.title")} crumbs={crumbs} actions={open}>
      <p className="mb-6 max-w-prose text-13 text-ink-2">{t("pages.settingsHint")}</p>
      {page ? (
        <div className="grid gap-6">
          {page.state !== "off" && <JoiningProposal />}
          <PageForm page={page} />
          <GuestBookingForm />
          <EmbedSnippets page={page} name={name ?? page.slug} />
          <PosterDownload page={page} />
          <PageVisits />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

function PageForm({ page }: { page: PageSettings }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const { missing, url, places: _places, ...values } = page;
  const params = { organizationId };
  const save = useMutation({
    ...endpointMutation(pages.update),
    onSuccess: (answer) => cache.setQueryData(endpointQuery(pages.read, { params }).queryKey, answer),
  });
  return (
    <Form
      key={JSON.stringify(values)}
      schema={PageChanges}
      defaultValues={values}
      onSubmit={(body) => save.mutateAsync({ params, body })}
      label={t("pages.title")}
      className="gap-6"
    >
      <FormSection title={t("pages.visibility")}>
        <StateField />
        {missing.length > 0 && <MissingParts parts={missing} />}
        <TextField
          name="slug"
          label={t("pages.slug")}
          hint={`${url} · ${t("pages.slugHint")}`}
          autoComplete="off"
          required
        />
        <RandomSlugButton />
      </FormSection>
      <FormSection title={t("pages.words")} hint={t("pages.wordsHint")}>
        <SelectField
          name="language"
          label={t("pages.language")}
          hint={t("pages.languageHint")}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <TextField name="tagline" label={t("pages.tagline")} hint={t("pages.taglineHint")} optional />
        <TextareaField name="about" label={t("pages.about")} optional />
      </FormSection>
      <FormSection title={t("pages.contact")} hint={t("pages.contactHint")}>
        <FormRow>
          <TextField name="phone" type="tel" label={t("pages.phone")} optional />
          <TextField name="email" type="email" label={t("pages.email")} optional />
        </FormRow>
      </FormSection>
      <FormSection title={t("pages.shows")}>
        <SwitchField name="showsTimes" label={t("pages.showsTimes")} />
        <SwitchField name="showsPrices" label={t("pages.showsPrices")} />
        <CardField />
      </FormSection>
      <FormSection title={t("pages.law")}>
        <TextField name="publisher" label={t("pages.publisher")} hint={t("pages.publisherHint")} optional />
      </FormSection>
      <PagePreview />
      <FormActions>
        <ResetButton />
        <SubmitButton />
      </FormActions>
    </Form>
  );
}

function StateField() {
  const t = useTranslation();
  const value = useFieldValue("state");
  const chosen = pageStates.find((state) => state === value) ?? "off";
  return (
    <SegmentedField
      name="state"
      label={t("pages.state")}
      hint={t(stateHints[chosen])}
      options={pageStates.map((state) => ({ value: state, label: t(stateLabels[state]) }))}
    />
  );
}

const RANDOM_LENGTH = 6;
const MAX_BASE_LENGTH = MAX_SLUG_LENGTH - RANDOM_LENGTH - 1;

/** Makes the address of an unlisted page hard to guess. */
function RandomSlugButton() {
  const t = useTranslation();
  const set = useSetField();
  const slug = useFieldText("slug");
  const isUnlisted = useFieldValue("state") === "unlisted";
  if (!isUnlisted) return null;
  const base = slug
    .replace(/-[0-9a-f]{6}$/, "")
    .slice(0, MAX_BASE_LENGTH)
    .replace(/-+$/, "");
  const change = () => set("slug", `${base}-${createRandomUuid().slice(-RANDOM_LENGTH)}`);
  return (
    <Button size="sm" className="justify-self-start" onClick={change}>
      {t("pages.slugRandom")}
    </Button>
  );
}

/** A public page has a preview anyway. */
function CardField() {
  const t = useTranslation();
  const isUnlisted = useFieldValue("state") === "unlisted";
  return isUnlisted && <SwitchField name="showsCard" label={t("pages.showsCard")} hint={t("pages.showsCardHint")} />;
}

function MissingParts({ parts }: { parts: readonly PagePart[] }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <div className="flex gap-3 rounded-lg border border-line bg-sunken p-3 text-13">
      <CircleAlert className="size-4 shrink-0 text-ink-3" aria-hidden />
      <div className="grid gap-1">
        <p className="font-medium">{t("pages.missing")}</p>
        <ul className="list-disc pl-4">
          {parts.map((part) => {
            const [label, to] = partLinks[part];
            return (
              <li key={part}>
                {to ? (
                  <Link to={path(to)} className="text-accent-ink underline-offset-2 hover:underline">
                    {t(label)}
                  </Link>
                ) : (
                  t(label)
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
