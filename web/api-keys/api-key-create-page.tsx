import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { API_KEY_DEFAULT_DAYS, ApiKeyDraft, apiKeys, type NewApiKey } from "#contract/api-keys.ts";
import { apiKeyPermissions } from "#contract/permissions.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { CopyField } from "#web/kit/ui/copy-field.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { PermissionsField } from "#web/members/permission-matrix.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";

const DAY_MS = 86_400_000;
const validities = ["30", "90", String(API_KEY_DEFAULT_DAYS), "none"] as const;
type Validity = (typeof validities)[number];

const KeyForm = z.extend(z.omit(ApiKeyDraft, { expiresAt: true }), { validity: z.enum(validities) });
type KeyForm = z.output<typeof KeyForm>;

const toDraft = ({ validity, ...draft }: KeyForm): ApiKeyDraft => ({
  ...draft,
  expiresAt: validity === "none" ? null : new Date(Date.now() + Number(validity) * DAY_MS).toISOString(),
});

export function ApiKeyCreatePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const cache = useQueryClient();
  const [created, setCreated] = useState<NewApiKey>();
  const create = useMutation({
    ...endpointMutation(apiKeys.create),
    onSuccess: ({ data }) => {
      setCreated(data);
      return cache.invalidateQueries({ queryKey: [apiKeys.list.name] });
    },
  });
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="keys" to={path("/api-keys")}>
      {t("api-keys.title")}
    </Link>,
  ];
  return (
    <Page title={created ? created.name : t("api-keys.create")} crumbs={crumbs}>
      {created ? (
        <Secret secret={created.secret} />
      ) : (
        <KeyFields onSave={(draft) => create.mutateAsync({ params: { organizationId }, body: toDraft(draft) })} />
      )}
    </Page>
  );
}

function KeyFields({ onSave }: { onSave: (draft: KeyForm) => Promise<unknown> }) {
  const t = useTranslation();
  const { can } = useScope();
  const labels: Record<Validity, string> = {
    "30": t("api-keys.validDays", { count: 30 }),
    "90": t("api-keys.validDays", { count: 90 }),
    [String(API_KEY_DEFAULT_DAYS)]: t("api-keys.validYear"),
    none: t("api-keys.never"),
  };
  return (
    <Form
      schema={KeyForm}
      defaultValues={{ name: "", permissions: [], validity: String(API_KEY_DEFAULT_DAYS) }}
      onSubmit={onSave}
      label={t("api-keys.create")}
      className="gap-6"
    >
      <FormSection title={t("api-keys.one")}>
        <TextField name="name" label={t("api-keys.name")} hint={t("api-keys.nameHint")} autoComplete="off" required />
        <SegmentedField
          name="validity"
          label={t("api-keys.validity")}
          options={validities.map((value) => ({ value, label: labels[value] ?? value }))}
        />
      </FormSection>
      <FormSection title={t("api-keys.permissions")} hint={t("api-keys.permissionsHint")}>
        <PermissionsField
          name="permissions"
          label={t("api-keys.permissions")}
          choices={apiKeyPermissions}
          canGrant={can}
        />
      </FormSection>
      <FormActions>
        <SubmitButton>{t("api-keys.create")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function Secret({ secret }: { secret: string }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <Card className="max-w-2xl p-5">
      <CopyField
        variant="primary"
        label={t("api-keys.secretTitle")}
        value={secret}
        hint={t("api-keys.secretText")}
        copy={t("api-keys.copy")}
        copied={t("api-keys.copied")}
      >
        <Link to={path("/api-keys")} className={buttonClass()}>
          {t("api-keys.secretStored")}
        </Link>
      </CopyField>
    </Card>
  );
}
