/** How long the organization keeps what is about people: first a dry run, then it is turned on. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  personalData,
  proposedRetention,
  retentionLabels,
  type RetentionPreview,
  RetentionSettings,
} from "#contract/personal-data-endpoints.ts";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";

interface Checked {
  settings: RetentionSettings;
  preview: RetentionPreview;
}

export function RetentionPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(personalData.readRetention, { params: { organizationId } }),
    staleTime: 0,
  });
  const crumbs = useSettingsCrumbs();
  return (
    <Page title={t("personal-data.retention")} crumbs={crumbs}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <RetentionForm key={JSON.stringify(data.data)} settings={data.data} />
      )}
    </Page>
  );
}

function RetentionForm({ settings }: { settings: RetentionSettings }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [checked, setChecked] = useState<Checked>();
  const isOff = Object.values(settings).every((value) => value === null);
  return (
    <div className="grid gap-6">
      <FormSection title={t("personal-data.retentionTitle")} hint={t("personal-data.retentionHint")}>
        <Card padded>
          <Form
            schema={RetentionSettings}
            defaultValues={isOff ? proposedRetention : settings}
            onSubmit={async (body) => {
              const { data } = await call(personalData.previewRetention, { params: { organizationId }, body });
              setChecked({ settings: body, preview: data });
            }}
          >
            {isOff && <p className="text-13 text-ink-2">{t("personal-data.retentionOff")}</p>}
            <TextField
              name="customersMonths"
              type="number"
              min={6}
              label={t("personal-data.customersMonths")}
              hint={t("personal-data.customersMonthsHint")}
              optional
            />
            <TextField name="activityMonths" type="number" min={6} label={t("personal-data.activityMonths")} optional />
            <TextField name="importsDays" type="number" min={7} label={t("personal-data.importsDays")} optional />
            <p className="text-xs text-ink-3">{t("personal-data.retentionFixed")}</p>
            <FormActions>
              <ResetButton />
              <SubmitButton>{t("personal-data.retentionCheck")}</SubmitButton>
            </FormActions>
          </Form>
        </Card>
      </FormSection>
      {checked && <CheckedRetention {...checked} />}
    </div>
  );
}

function CheckedRetention({ settings, preview }: Checked) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const number = new Intl.NumberFormat(useLocale());
  const { date } = useDateFormats();
  const [isPending, setIsPending] = useState(false);
  const save = () => {
    setIsPending(true);
    call(personalData.setRetention, { params: { organizationId }, body: settings })
      .then(() => cache.invalidateQueries({ queryKey: [personalData.readRetention.name] }))
      // `call` has shown the failure in a toast.
      .catch(() => {})
      .finally(() => setIsPending(false));
  };
  return (
    <FormSection title={t("personal-data.retentionTonight")} hint={t("personal-data.retentionTonightHint")}>
      <Card padded>
        <div className="grid gap-4" role="status">
          {preview.length === 0 && <p className="text-13">{t("personal-data.retentionNothing")}</p>}
          {preview.map(({ kind, count, samples }) => (
            <div key={kind} className="grid gap-1">
              <p className="text-13 font-medium">{t(retentionLabels[kind], { total: number.format(count) })}</p>
              <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">
                {samples.map((sample) => (kind === "activity" ? date(sample) : sample)).join(", ")}
              </p>
            </div>
          ))}
          <div>
            <Button variant="primary" pending={isPending} onClick={save}>
              {t(preview.length === 0 ? "personal-data.retentionTurnOff" : "personal-data.retentionTurnOn")}
            </Button>
          </div>
        </div>
      </Card>
    </FormSection>
  );
}
