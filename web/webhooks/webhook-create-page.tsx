import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { type NewWebhook, WebhookDraft, webhooks } from "#contract/webhooks.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { KindsField } from "./kinds-field.tsx";
import { SecretField } from "./secret-field.tsx";

const CreateForm = z.omit(WebhookDraft, { active: true });

export function WebhookCreatePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const cache = useQueryClient();
  const [created, setCreated] = useState<NewWebhook>();
  const create = useMutation({
    ...endpointMutation(webhooks.create),
    onSuccess: ({ data }) => {
      setCreated(data);
      return cache.invalidateQueries({ queryKey: [webhooks.list.name] });
    },
  });
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="webhooks" to={path("/webhooks")}>
      {t("webhooks.title")}
    </Link>,
  ];
  return (
    <Page title={created ? new URL(created.url).host : t("webhooks.create")} crumbs={crumbs}>
      {created ? (
        <Card className="max-w-2xl p-5">
          <SecretField secret={created.secret} hint={t("webhooks.secretText")}>
            <Link to={path(`/webhooks/${created.id}`)} className={buttonClass()}>
              {t("webhooks.secretStored")}
            </Link>
          </SecretField>
        </Card>
      ) : (
        <Form
          schema={CreateForm}
          defaultValues={{ url: "", kinds: [] }}
          onSubmit={(draft) => create.mutateAsync({ params: { organizationId }, body: { ...draft, active: true } })}
          label={t("webhooks.create")}
          className="gap-6"
        >
          <FormSection title={t("webhooks.receiver")}>
            <TextField
              name="url"
              type="url"
              label={t("webhooks.url")}
              hint={t("webhooks.urlHint")}
              autoComplete="off"
              placeholder="https://"
              required
            />
          </FormSection>
          <FormSection title={t("webhooks.kinds")} hint={t("webhooks.kindsHint")}>
            <KindsField name="kinds" label={t("webhooks.kinds")} />
          </FormSection>
          <FormActions>
            <SubmitButton>{t("webhooks.create")}</SubmitButton>
          </FormActions>
        </Form>
      )}
    </Page>
  );
}
