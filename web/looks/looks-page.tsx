/** Settings of how the organization looks to its players (branding): colour, logo, cover, sender and letters. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Looks, looks, LooksChanges } from "#contract/looks.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { AccentField } from "./accent-field.tsx";
import { AccentPreview, type Club } from "./accent-preview.tsx";
import { CoverField } from "./cover-field.tsx";
import { MailTextsSection } from "./mail-texts-section.tsx";
import { LogoSection } from "./logo-section.tsx";

export function LooksPage() {
  const t = useTranslation();
  const { organizationId, membership } = useScope();
  const { data, error, refetch } = useFreshQuery(endpointQuery(looks.read, { params: { organizationId } }));
  const found = data?.data;
  return (
    <Page title={t("looks.title")} crumbs={useSettingsCrumbs()}>
      <p className="mb-6 max-w-prose text-13 text-ink-2">{t("looks.hint")}</p>
      {found && membership ? (
        <div className="grid gap-6">
          <LogoSection club={{ id: organizationId, name: membership.name, logo: found.logo }} />
          <LooksForm found={found} club={{ id: organizationId, name: membership.name, logo: found.logo }} />
          <MailTextsSection />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

function LooksForm({ found, club }: { found: Looks; club: Club }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const { logo: _logo, photos, ...values } = found;
  const params = { organizationId };
  const save = useMutation({
    ...endpointMutation(looks.update),
    onSuccess: (answer) => cache.setQueryData(endpointQuery(looks.read, { params }).queryKey, answer),
  });
  return (
    <Form
      key={JSON.stringify(values)}
      schema={LooksChanges}
      defaultValues={values}
      onSubmit={(body) => save.mutateAsync({ params, body })}
      label={t("looks.title")}
      className="gap-6"
    >
      <FormSection title={t("looks.colorAndSender")} hint={t("looks.colorAndSenderHint")}>
        <AccentField />
        <TextField
          name="senderName"
          label={t("looks.senderName")}
          hint={t("looks.senderNameHint")}
          placeholder={club.name}
          maxLength={60}
          optional
        />
        <AccentPreview club={club} />
        {photos.length > 0 && <CoverField photos={photos} />}
        <FormActions>
          <ResetButton />
          <SubmitButton />
        </FormActions>
      </FormSection>
    </Form>
  );
}
