/** The form of a membership of the catalogue, with what it costs and grants in words beside it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type SubscriptionType, type SubscriptionTypeDraft, subscriptions } from "#contract/subscriptions.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { blankType, toBody, toFormValues, TypeFormDraft } from "./type-draft.ts";
import { TypeFields } from "./type-fields.tsx";
import { TypePreview } from "./type-preview.tsx";

function useTypeCrumbs() {
  const t = useTranslation();
  const { path } = useScope();
  return [
    ...useSettingsCrumbs(),
    <Link key="types" to={path("/settings/memberships")}>
      {t("subscriptions.types")}
    </Link>,
  ];
}

/** After saving, the catalogue shows it. */
function useSaved() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { path } = useScope();
  return async () => {
    await Promise.all(
      [subscriptions.types, subscriptions.typesForSale].map(({ name }) =>
        cache.invalidateQueries({ queryKey: [name] }),
      ),
    );
    await navigate({ to: path("/settings/memberships") });
  };
}

export function TypeCreatePage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const saved = useSaved();
  const create = useMutation(endpointMutation(subscriptions.createType));
  return (
    <Page title={t("subscriptions.create")} subtitle={t("subscriptions.createText")} crumbs={useTypeCrumbs()}>
      <TypeForm
        onSave={async (body) => {
          await create.mutateAsync({ params: { organizationId }, body });
          await saved();
        }}
      />
    </Page>
  );
}

export function TypeEditPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const subscriptionTypeId = useRouteParam("subscriptionTypeId");
  const saved = useSaved();
  const update = useMutation(endpointMutation(subscriptions.updateType));
  const { data, error, refetch } = useFreshQuery(endpointQuery(subscriptions.types, { params: { organizationId } }));
  const type = data?.data.find(({ id }) => id === subscriptionTypeId);
  return (
    <Page title={type?.name ?? t("subscriptions.type")} subtitle={t("subscriptions.editText")} crumbs={useTypeCrumbs()}>
      {type ? (
        <TypeForm
          key={type.id}
          type={type}
          onSave={async (body) => {
            await update.mutateAsync({ params: { organizationId, subscriptionTypeId }, body });
            await saved();
          }}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data ? (
        <p className="text-13 text-ink-2">{t("subscriptions.typeUnknown")}</p>
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

interface TypeFormProps {
  type?: SubscriptionType;
  onSave: (draft: SubscriptionTypeDraft) => Promise<unknown>;
}

function TypeForm({ type, onSave }: TypeFormProps) {
  const t = useTranslation();
  const title = type ? t("products.edit", { name: type.name }) : t("subscriptions.create");
  return (
    <Form
      schema={TypeFormDraft}
      defaultValues={type ? toFormValues(type) : blankType}
      onSubmit={(values) => onSave(toBody(values))}
      label={title}
      className="gap-6"
    >
      <TypePreview />
      <TypeFields isNew={!type} />
      <FormActions>
        <ResetButton />
        <SubmitButton>{type ? t("kit.save") : t("subscriptions.create")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
