import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { deviceAdapters, devicePurposes, devices, type DeviceAdapter, type NewDevice } from "#contract/devices.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { SecretField } from "#web/webhooks/secret-field.tsx";
import {
  blankDevice,
  ConnectionFields,
  deviceFormShape,
  ServedFields,
  TimeFields,
  toConnection,
} from "./device-fields.tsx";
import { adapterLabels, purposeHints, purposeLabels } from "./labels.ts";

const CreateForm = z.strictObject({
  ...deviceFormShape,
  purpose: z.enum(devicePurposes),
  adapter: z.enum(deviceAdapters),
});

export function DeviceCreatePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [created, setCreated] = useState<NewDevice>();
  const create = useMutation({
    ...endpointMutation(devices.create),
    onSuccess: async ({ data }) => {
      await cache.invalidateQueries({ queryKey: [devices.list.name] });
      if (data.secret === null) return navigate({ to: path(`/devices/${data.id}`) });
      return setCreated(data);
    },
  });
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="devices" to={path("/devices")}>
      {t("devices.title")}
    </Link>,
  ];
  return (
    <Page title={created ? created.name : t("devices.create")} crumbs={crumbs}>
      {created ? (
        <Card className="max-w-2xl p-5">
          <SecretField secret={created.secret ?? ""} hint={t("devices.secretText")}>
            <Link to={path(`/devices/${created.id}`)} className={buttonClass()}>
              {t("webhooks.secretStored")}
            </Link>
          </SecretField>
        </Card>
      ) : (
        <Form
          schema={CreateForm}
          defaultValues={{ ...blankDevice, purpose: "access", adapter: "http" }}
          onSubmit={({ name, purpose, adapter, fieldIds, leadMinutes, lagMinutes, ...connection }) =>
            create.mutateAsync({
              params: { organizationId },
              body: { name, purpose, adapter, fieldIds, leadMinutes, lagMinutes, ...toConnection(adapter, connection) },
            })
          }
          label={t("devices.create")}
          className="gap-6"
        >
          <FormSection title={t("devices.one")}>
            <TextField name="name" label={t("api-keys.name")} autoComplete="off" required />
            <PurposeField />
          </FormSection>
          <FormSection title={t("devices.connection")}>
            <SelectField
              name="adapter"
              label={t("devices.connection")}
              options={deviceAdapters.map((value) => ({ value, label: t(adapterLabels[value]) }))}
              required
            />
            <ChosenConnection />
          </FormSection>
          <FormSection title={t("devices.fields")}>
            <ServedFields />
          </FormSection>
          <FormSection title={t("devices.times")} hint={t("devices.timesHint")}>
            <TimeFields />
          </FormSection>
          <FormActions>
            <SubmitButton>{t("devices.create")}</SubmitButton>
          </FormActions>
        </Form>
      )}
    </Page>
  );
}

function PurposeField() {
  const t = useTranslation();
  const purpose = useFieldValue("purpose") === "switch" ? "switch" : "access";
  return (
    <SelectField
      name="purpose"
      label={t("devices.purpose")}
      hint={t(purposeHints[purpose])}
      options={devicePurposes.map((value) => ({ value, label: t(purposeLabels[value]) }))}
      required
    />
  );
}

const ChosenConnection = () => <ConnectionFields adapter={useFieldValue("adapter") as DeviceAdapter} />;
