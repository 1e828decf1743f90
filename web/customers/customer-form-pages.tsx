import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { type CustomerDetail, customers } from "#contract/customers.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { pickChanges } from "#web/kit/form/form-values.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { CustomerFormDraft, customerForm } from "./customer-draft.ts";
import { CustomerForm } from "./customer-form.tsx";

function useAfterSave() {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async (customer: CustomerDetail) => {
    const params = { organizationId, customerId: customer.id };
    cache.setQueryData(endpointQuery(customers.read, { params }).queryKey, { data: customer });
    for (const { name } of [customers.list, customers.similar]) void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path(`/customers/${customer.id}`) });
  };
}

function FormPage({ title, crumb, children }: { title: string; crumb?: ReactNode; children: ReactNode }) {
  const t = useTranslation();
  const { path } = useScope();
  const list = (
    <Link key="list" to={path("/users")}>
      {t("customers.title")}
    </Link>
  );
  return (
    <Page title={title} crumbs={crumb ? [list, crumb] : [list]}>
      {children}
    </Page>
  );
}

export function CustomerCreatePage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const create = useMutation(endpointMutation(customers.create));
  const saved = useAfterSave();
  const { name } = useSearch({ strict: false });
  return (
    <FormPage title={t("customers.create")}>
      <CustomerForm
        name={typeof name === "string" ? name : undefined}
        onSave={async (body) => {
          const { data } = await create.mutateAsync({ params: { organizationId }, body, idempotencyKey: keyOf(body) });
          await saved(data);
        }}
      />
    </FormPage>
  );
}

export function CustomerEditPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, customerId: useRouteParam("customerId") };
  const { data, error, refetch } = useFreshQuery(endpointQuery(customers.read, { params }));
  const customer = data?.data;
  return (
    <FormPage
      title={t("customers.edit")}
      crumb={
        customer && (
          <Link key="customer" to={path(`/customers/${customer.id}`)}>
            {customer.name}
          </Link>
        )
      }
    >
      {customer ? (
        <EditForm key={customer.id} customer={customer} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </FormPage>
  );
}

/** Sends only what was changed in this form, so that other people's changes meanwhile stay. */
function EditForm({ customer }: { customer: CustomerDetail }) {
  const { organizationId } = useScope();
  const [before] = useState(customer);
  const update = useMutation(endpointMutation(customers.update));
  const saved = useAfterSave();
  const save = async (draft: CustomerFormDraft) => {
    const known = CustomerFormDraft.safeParse(emptied(customerForm.filledWith(before)));
    const body = pickChanges(known.success ? known.data : {}, draft);
    const isChanged = Object.keys(body).length > 0;
    const params = { organizationId, customerId: before.id };
    await saved(isChanged ? (await update.mutateAsync({ params, body })).data : before);
  };
  return <CustomerForm customer={before} onSave={save} />;
}

const emptied = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]));
