import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Pencil, Send } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { type Webhook, WebhookDraft, webhooks } from "#contract/webhooks.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { DeleteButton } from "#web/kit/ui/record-buttons.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { KindsField } from "./kinds-field.tsx";
import { kindLabels } from "./labels.ts";
import { SecretField } from "./secret-field.tsx";
import { StateBadge } from "./state-badge.tsx";

export function WebhookPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, webhookId: useRouteParam("webhookId") };
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery({ ...endpointQuery(webhooks.read, { params }), staleTime: 0 });
  const webhook = data?.data;
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="webhooks" to={path("/webhooks")}>
      {t("webhooks.title")}
    </Link>,
  ];
  return (
    <Page
      title={webhook ? new URL(webhook.url).host : t("webhooks.one")}
      crumbs={crumbs}
      actions={webhook && <Actions webhook={webhook} onRotated={setSecret} />}
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !webhook ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <div className="grid gap-6">
          {secret !== undefined && (
            <Card className="max-w-2xl p-5">
              <SecretField secret={secret} hint={t("webhooks.secretText")}>
                <Button onClick={() => setSecret(undefined)}>{t("webhooks.secretStored")}</Button>
              </SecretField>
            </Card>
          )}
          <Details webhook={webhook} />
          <DeliveryLog webhook={webhook} />
        </div>
      )}
    </Page>
  );
}

function Details({ webhook }: { webhook: Webhook }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const { url, kinds, failingSince, turnedOffAt, formerSecretUntil, waiting, created_at: createdAt } = webhook;
  return (
    <Card>
      {turnedOffAt && (
        <p role="note" className="rounded-t-xl bg-rose-bg px-4 py-3 text-13 text-rose-fg">
          {t("webhooks.turnedOffText", { when: dateTime(turnedOffAt) })}
        </p>
      )}
      <DescriptionList>
        <DescriptionItem name={t("webhooks.url")}>{url}</DescriptionItem>
        <DescriptionItem name={t("webhooks.state")}>
          <StateBadge webhook={webhook} />
          {failingSince && ` ${t("webhooks.since", { when: dateTime(failingSince) })}`}
        </DescriptionItem>
        <DescriptionItem name={t("webhooks.kinds")}>
          {kinds.map((kind) => t(kindLabels[kind])).join(", ")}
        </DescriptionItem>
        {waiting > 0 && (
          <DescriptionItem name={t("webhooks.waiting")}>
            {t("webhooks.waitingCount", { count: waiting })}
          </DescriptionItem>
        )}
        {formerSecretUntil && (
          <DescriptionItem name={t("webhooks.secret")}>
            {t("webhooks.bothSecrets", { when: dateTime(formerSecretUntil) })}
          </DescriptionItem>
        )}
        <DescriptionItem name={t("webhooks.createdOn")}>{dateTime(createdAt)}</DescriptionItem>
      </DescriptionList>
    </Card>
  );
}

function Actions({ webhook, onRotated }: { webhook: Webhook; onRotated: (secret: string) => void }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const params = { organizationId, webhookId: webhook.id };
  const refresh = () => cache.invalidateQueries({ queryKey: [webhooks.read.name] });
  const test = useMutation({
    ...endpointMutation(webhooks.test),
    onSuccess: () => cache.invalidateQueries({ queryKey: [webhooks.deliveries.name] }),
  });
  const rotate = useMutation({
    ...endpointMutation(webhooks.rotate),
    onSuccess: ({ data }) => {
      onRotated(data.secret);
      return refresh();
    },
  });
  const remove = useMutation({
    ...endpointMutation(webhooks.delete),
    onSuccess: () => navigate({ to: path("/webhooks") }),
  });
  return (
    <>
      <Button pending={test.isPending} onClick={() => test.mutate({ params, body: {} })}>
        <Send aria-hidden />
        {t("webhooks.test")}
      </Button>
      <DialogButton
        label={t("kit.edit")}
        icon={<Pencil aria-hidden />}
        title={t("webhooks.edit")}
        description={t("webhooks.editText")}
      >
        {(close) => <EditForm webhook={webhook} onClose={close} onSaved={refresh} />}
      </DialogButton>
      <ConfirmButton
        label={t("webhooks.rotate")}
        quiet={false}
        title={t("webhooks.rotateTitle")}
        confirm={t("webhooks.rotate")}
        tone="primary"
        onConfirm={() => rotate.mutateAsync({ params, body: {} })}
      >
        {t("webhooks.rotateText")}
      </ConfirmButton>
      <DeleteButton
        label={t("webhooks.delete")}
        title={t("webhooks.deleteTitle")}
        onConfirm={() => remove.mutateAsync({ params })}
      >
        {t("webhooks.deleteText")}
      </DeleteButton>
    </>
  );
}

const EditDraft = z.extend(WebhookDraft, { active: z.boolean() });

interface EditFormProps {
  webhook: Webhook;
  onClose: () => void;
  onSaved: () => unknown;
}

function EditForm({ webhook, onClose, onSaved }: EditFormProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const save = useMutation(endpointMutation(webhooks.update));
  const { id, url, kinds, active } = webhook;
  return (
    <Form
      schema={EditDraft}
      defaultValues={{ url, kinds, active }}
      guard={false}
      onSubmit={async (body) => {
        await save.mutateAsync({ params: { organizationId, webhookId: id }, body });
        await onSaved();
        onClose();
      }}
    >
      <SwitchField name="active" label={t("webhooks.active")} hint={t("webhooks.activeHint")} />
      <TextField name="url" type="url" label={t("webhooks.url")} autoComplete="off" required />
      <KindsField name="kinds" label={t("webhooks.kinds")} />
      <DialogFormActions onClose={onClose}>{t("kit.save")}</DialogFormActions>
    </Form>
  );
}
