/** Text messages (SMS): how many the organization pays for in a month, and how many are sent. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sms, SmsChanges, type SmsSettings } from "#contract/sms.ts";
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

export function SmsPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useFreshQuery(endpointQuery(sms.read, { params: { organizationId } }));
  const found = data?.data;
  return (
    <Page title={t("sms.title")} crumbs={useSettingsCrumbs()}>
      <p className="mb-6 max-w-prose text-13 text-ink-2">{t("sms.text")}</p>
      {found ? (
        <SmsForm found={found} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={3} aside={false} />
      )}
    </Page>
  );
}

function SmsForm({ found: { monthlyLimit, sent, isAvailable } }: { found: SmsSettings }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId };
  const save = useMutation({
    ...endpointMutation(sms.update),
    onSuccess: (answer) => cache.setQueryData(endpointQuery(sms.read, { params }).queryKey, answer),
  });
  return (
    <Form
      key={String(monthlyLimit)}
      schema={SmsChanges}
      defaultValues={{ monthlyLimit }}
      onSubmit={(body) => save.mutateAsync({ params, body })}
      label={t("sms.title")}
    >
      <FormSection title={t("sms.month")} hint={t("sms.monthHint")}>
        {!isAvailable && (
          <p className="rounded-md bg-amber-bg px-3 py-2 text-13 text-amber-fg">{t("sms.unavailable")}</p>
        )}
        <TextField
          name="monthlyLimit"
          type="number"
          min={1}
          label={t("sms.monthlyLimit")}
          hint={t("sms.monthlyLimitHint")}
          placeholder={t("sms.none")}
          optional
        />
        <p className="text-13 text-ink-2">
          {monthlyLimit === null
            ? t("sms.sentWithoutLimit", { count: sent })
            : t("sms.sentOfLimit", { count: sent, limit: monthlyLimit })}
        </p>
        <FormActions>
          <ResetButton />
          <SubmitButton />
        </FormActions>
      </FormSection>
    </Form>
  );
}
