import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Pencil, Send } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { type Device, devices } from "#contract/devices.ts";
import { useFieldNames } from "#web/fields/use-field-names.ts";
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
import { SecretField } from "#web/webhooks/secret-field.tsx";
import { DeviceBadge } from "./device-badge.tsx";
import { ConnectionFields, deviceFormShape, ServedFields, TimeFields, toConnection } from "./device-fields.tsx";
import { adapterLabels, purposeLabels } from "./labels.ts";
import { LastAnswer, MessageLog } from "./message-log.tsx";

export function DevicePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, deviceId: useRouteParam("deviceId") };
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery({ ...endpointQuery(devices.read, { params }), staleTime: 0 });
  const device = data?.data;
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="devices" to={path("/devices")}>
      {t("devices.title")}
    </Link>,
  ];
  return (
    <Page
      title={device?.name ?? t("devices.one")}
      crumbs={crumbs}
      actions={device && <Actions device={device} onRotated={setSecret} />}
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !device ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <div className="grid gap-6">
          {secret !== undefined && (
            <Card className="max-w-2xl p-5">
              <SecretField secret={secret} hint={t("devices.secretText")}>
                <Button onClick={() => setSecret(undefined)}>{t("webhooks.secretStored")}</Button>
              </SecretField>
            </Card>
          )}
          <Details device={device} />
          <MessageLog device={device} />
        </div>
      )}
    </Page>
  );
}

function Details({ device }: { device: Device }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const names = useFieldNames(device.fieldIds);
  const { purpose, adapter, url, topic, leadMinutes, lagMinutes, failingSince, waiting, formerSecretUntil } = device;
  return (
    <Card>
      <DescriptionList>
        <DescriptionItem name={t("webhooks.state")}>
          <DeviceBadge device={device} />
          {failingSince && ` ${t("webhooks.since", { when: dateTime(failingSince) })}`}
        </DescriptionItem>
        <DescriptionItem name={t("devices.lastAnswer")}>
          {device.lastAnswer ? <LastAnswer answer={device.lastAnswer} /> : t("devices.noAnswer")}
        </DescriptionItem>
        {waiting > 0 && (
          <DescriptionItem name={t("devices.waiting")}>
            {t("webhooks.waitingCount", { count: waiting })}
          </DescriptionItem>
        )}
        <DescriptionItem name={t("devices.purpose")}>{t(purposeLabels[purpose])}</DescriptionItem>
        <DescriptionItem name={t("devices.connection")}>{t(adapterLabels[adapter])}</DescriptionItem>
        {url && <DescriptionItem name={t("webhooks.url")}>{url}</DescriptionItem>}
        {topic && <DescriptionItem name={t("devices.topic")}>{topic}</DescriptionItem>}
        <DescriptionItem name={t("devices.fields")}>{names}</DescriptionItem>
        <DescriptionItem name={t("devices.lead")}>{leadMinutes}</DescriptionItem>
        <DescriptionItem name={t("devices.lag")}>{lagMinutes}</DescriptionItem>
        {formerSecretUntil && (
          <DescriptionItem name={t("webhooks.secret")}>
            {t("webhooks.bothSecrets", { when: dateTime(formerSecretUntil) })}
          </DescriptionItem>
        )}
      </DescriptionList>
    </Card>
  );
}

function Actions({ device, onRotated }: { device: Device; onRotated: (secret: string) => void }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const params = { organizationId, deviceId: device.id };
  const refresh = async () => {
    await cache.invalidateQueries({ queryKey: [devices.read.name] });
    await cache.invalidateQueries({ queryKey: [devices.messages.name] });
  };
  const test = useMutation({ ...endpointMutation(devices.test), onSuccess: refresh });
  const rotate = useMutation({
    ...endpointMutation(devices.rotate),
    onSuccess: ({ data }) => {
      onRotated(data.secret ?? "");
      return refresh();
    },
  });
  const remove = useMutation({
    ...endpointMutation(devices.delete),
    onSuccess: () => navigate({ to: path("/devices") }),
  });
  return (
    <>
      <Button pending={test.isPending} onClick={() => test.mutate({ params, body: {} })}>
        <Send aria-hidden />
        {t("devices.test")}
      </Button>
      <DialogButton
        label={t("kit.edit")}
        icon={<Pencil aria-hidden />}
        title={t("devices.edit")}
        description={t("devices.editText")}
      >
        {(close) => <EditForm device={device} onClose={close} onSaved={refresh} />}
      </DialogButton>
      {device.adapter === "http" && (
        <ConfirmButton
          label={t("webhooks.rotate")}
          quiet={false}
          title={t("webhooks.rotateTitle")}
          confirm={t("webhooks.rotate")}
          tone="primary"
          onConfirm={() => rotate.mutateAsync({ params, body: {} })}
        >
          {t("devices.rotateText")}
        </ConfirmButton>
      )}
      <DeleteButton
        label={t("devices.delete")}
        title={t("devices.deleteTitle")}
        onConfirm={() => remove.mutateAsync({ params })}
      >
        {t("devices.deleteText")}
      </DeleteButton>
    </>
  );
}

const EditDraft = z.strictObject({ ...deviceFormShape, active: z.boolean() });

interface EditFormProps {
  device: Device;
  onClose: () => void;
  onSaved: () => unknown;
}

function EditForm({ device, onClose, onSaved }: EditFormProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const save = useMutation(endpointMutation(devices.update));
  const { id, name, adapter, url, topic, username, fieldIds, leadMinutes, lagMinutes, active } = device;
  return (
    <Form
      schema={EditDraft}
      defaultValues={{
        ...{ name, url: url ?? "", topic: topic ?? "", username: username ?? "", password: "" },
        ...{ fieldIds, leadMinutes, lagMinutes, active },
      }}
      guard={false}
      onSubmit={async ({ url: address, topic: base, username: user, password, ...body }) => {
        const connection = toConnection(adapter, { url: address, topic: base, username: user, password });
        await save.mutateAsync({ params: { organizationId, deviceId: id }, body: { ...body, ...connection } });
        await onSaved();
        onClose();
      }}
    >
      <SwitchField name="active" label={t("devices.active")} hint={t("devices.activeHint")} />
      <TextField name="name" label={t("api-keys.name")} autoComplete="off" required />
      <ConnectionFields adapter={adapter} device={device} />
      <ServedFields />
      <TimeFields />
      <DialogFormActions onClose={onClose}>{t("kit.save")}</DialogFormActions>
    </Form>
  );
}
