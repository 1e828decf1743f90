/** The organization's own provider of single sign-on, and the mail domains that it is for. */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import {
  mailDomain,
  type SignOnDomain,
  type SignOnProvider,
  SignOnProviderDraft,
  signOnProviders,
} from "#contract/sign-on-providers.ts";
import { singleSignOn } from "#contract/single-sign-on.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DeleteButton } from "#web/kit/ui/record-buttons.tsx";
import { CopyField } from "#web/kit/ui/copy-field.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";

const blank = { name: "", issuer: "", clientId: "", active: true };

const useProviderKey = (): QueryKey =>
  endpointQuery(signOnProviders.read, { params: { organizationId: useScope().organizationId } }).queryKey;

/** Keeps what an answer says of the provider. */
function useKeepProvider() {
  const cache = useQueryClient();
  const queryKey = useProviderKey();
  return (answer: { data: SignOnProvider | null }) => cache.setQueryData(queryKey, answer);
}

export function SignOnProviderPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useFreshQuery(endpointQuery(signOnProviders.read, { params: { organizationId } }));
  return (
    <Page title={t("sign-on-providers.title")} crumbs={useSettingsCrumbs()}>
      <p className="mb-6 max-w-prose text-13 text-ink-2">{t("sign-on-providers.hint")}</p>
      {data ? (
        <div className="grid gap-6">
          <ProviderForm provider={data.data} />
          {data.data && <Domains domains={data.data.domains} />}
          {data.data && <RemoveProvider />}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

function ProviderForm({ provider }: { provider: SignOnProvider | null }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const keep = useKeepProvider();
  const save = useMutation({ ...endpointMutation(signOnProviders.save), onSuccess: keep });
  const check = useMutation(endpointMutation(singleSignOn.check));
  // A provider that does not answer now may do so tomorrow: it is saved, and the reason is shown.
  const checkSaved = useMutation(endpointMutation(singleSignOn.check, { quiet: "reason" }));
  const { name, issuer, clientId, active } = provider ?? blank;
  const values = { name, issuer, clientId, active };
  const redirectUrl = provider?.redirectUrl ?? `${location.origin}/auth/sign-on`;
  return (
    <Form
      key={JSON.stringify(values)}
      schema={SignOnProviderDraft}
      defaultValues={values}
      onSubmit={async (body) => {
        await save.mutateAsync({ params: { organizationId }, body });
        checkSaved.mutate({ params: { organizationId } });
      }}
      label={t("sign-on-providers.provider")}
      className="gap-6"
    >
      <FormSection title={t("sign-on-providers.provider")} hint={t("sign-on-providers.providerHint")}>
        <CopyField
          label={t("sign-on-providers.redirectUrl")}
          value={redirectUrl}
          copy={t("sign-on-providers.copyRedirectUrl")}
          copied={t("webhooks.copied")}
        />
        <TextField
          name="name"
          label={t("sign-on-providers.name")}
          hint={t("sign-on-providers.nameHint")}
          autoComplete="off"
          required
        />
        <TextField name="issuer" type="url" label={t("sign-on-providers.issuer")} autoComplete="off" required />
        <TextField name="clientId" label={t("sign-on-providers.clientId")} autoComplete="off" required />
        <TextField
          name="clientSecret"
          type="password"
          label={t("sign-on-providers.clientSecret")}
          hint={provider ? t("sign-on-providers.clientSecretHint") : undefined}
          autoComplete="off"
          required={provider === null}
          optional={provider !== null}
        />
        <SwitchField name="active" label={t("sign-on-providers.active")} />
        <FormActions>
          {provider && (
            <Button
              className="mr-auto"
              pending={check.isPending}
              onClick={() => check.mutate({ params: { organizationId } })}
            >
              {t("single-sign-on.check")}
            </Button>
          )}
          <ResetButton />
          <SubmitButton>{t("kit.save")}</SubmitButton>
        </FormActions>
      </FormSection>
    </Form>
  );
}

const DomainForm = z.strictObject({ domain: mailDomain });

function Domains({ domains }: { domains: SignOnDomain[] }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const keep = useKeepProvider();
  const add = useMutation({ ...endpointMutation(signOnProviders.addDomain), onSuccess: keep });
  return (
    <FormSection title={t("sign-on-providers.domains")} hint={t("sign-on-providers.domainsHint")}>
      {domains.length === 0 ? (
        <p className="text-13 text-ink-3">{t("sign-on-providers.noDomains")}</p>
      ) : (
        <ul className="grid gap-3">
          {domains.map((domain) => (
            <Domain key={domain.id} domain={domain} />
          ))}
        </ul>
      )}
      <Form
        key={domains.length}
        schema={DomainForm}
        defaultValues={{ domain: "" }}
        onSubmit={(body) => add.mutateAsync({ params: { organizationId }, body })}
        label={t("sign-on-providers.addDomain")}
      >
        <TextField name="domain" label={t("sign-on-providers.domain")} autoComplete="off" inputMode="url" />
        <FormActions>
          <SubmitButton>{t("sign-on-providers.addDomain")}</SubmitButton>
        </FormActions>
      </Form>
    </FormSection>
  );
}

function Domain({ domain: { id, domain, record, confirmedAt } }: { domain: SignOnDomain }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const queryKey = useProviderKey();
  const keep = useKeepProvider();
  const params = { organizationId, signOnDomainId: id };
  const check = useMutation({ ...endpointMutation(signOnProviders.checkDomain), onSuccess: keep });
  const remove = useMutation({
    ...endpointMutation(signOnProviders.deleteDomain),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  });
  return (
    <li>
      <Card className="grid gap-3 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <span className="mr-auto font-medium [overflow-wrap:anywhere]">{domain}</span>
          <Badge tone={confirmedAt ? "lime" : "amber"} dot>
            {t(confirmedAt ? "sign-on-providers.confirmed" : "sign-on-providers.unconfirmed")}
          </Badge>
        </div>
        {!confirmedAt && (
          <>
            <CopyField
              label={t("sign-on-providers.recordName")}
              value={record.name}
              hint={t("sign-on-providers.recordNameHint")}
              copy={t("sign-on-providers.copyRecordName")}
              copied={t("webhooks.copied")}
            />
            <CopyField
              label={t("sign-on-providers.recordValue")}
              value={record.value}
              copy={t("sign-on-providers.copyRecordValue")}
              copied={t("webhooks.copied")}
            />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" variant="ghost" pending={remove.isPending} onClick={() => remove.mutate({ params })}>
            {t("sign-on-providers.removeDomainOf", { domain })}
          </Button>
          {!confirmedAt && (
            <Button size="sm" pending={check.isPending} onClick={() => check.mutate({ params, body: {} })}>
              {t("sign-on-providers.checkDomainOf", { domain })}
            </Button>
          )}
        </div>
      </Card>
    </li>
  );
}

function RemoveProvider() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const queryKey = useProviderKey();
  const remove = useMutation({
    ...endpointMutation(signOnProviders.delete),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  });
  return (
    <div>
      <DeleteButton
        label={t("sign-on-providers.delete")}
        title={t("sign-on-providers.deleteTitle")}
        onConfirm={() => remove.mutateAsync({ params: { organizationId } })}
      >
        {t("sign-on-providers.deleteText")}
      </DeleteButton>
    </div>
  );
}
