import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { useState } from "react";
import { availability } from "#contract/availability.ts";
import { fields } from "#contract/fields.ts";
import { organizations } from "#contract/organizations.ts";
import { type PricePattern, prices } from "#contract/prices.ts";
import { call, endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { quietOutcome, useDeletion } from "#web/kit/data/use-deletion.ts";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { pickChanges } from "#web/kit/form/form-values.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { DeleteButton } from "#web/kit/ui/record-buttons.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { toPricePatternBody, toPriceFormValues } from "./price-draft.ts";
import { type PriceBody, PriceForm } from "./price-form.tsx";

const affectedEndpoints = [prices.list, prices.quote, fields.list, fields.read, ...Object.values(availability)];

function useInvalidatePrices() {
  const cache = useQueryClient();
  return () => {
    for (const { name } of affectedEndpoints) void cache.invalidateQueries({ queryKey: [name] });
  };
}

function usePriceCrumbs() {
  const t = useTranslation();
  const { path } = useScope();
  return [
    <Link key="list" to={path("/prices")}>
      {t("prices.title")}
    </Link>,
  ];
}

export function PriceCreatePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId };
  const navigate = useNavigate();
  const forget = useInvalidatePrices();
  const { data, error, refetch } = useQuery(endpointQuery(organizations.read, { params }));
  const pricePatternId = useSearch({ strict: false, select: ({ from }: { from?: string }) => from });
  const copied = useQuery({
    ...endpointQuery(prices.read, { params: { organizationId, pricePatternId: pricePatternId ?? "" } }),
    enabled: pricePatternId !== undefined,
  });
  const isReady = pricePatternId === undefined || copied.data !== undefined || copied.error !== null;
  const create = useMutation(endpointMutation(prices.create));
  const save = async (body: PriceBody) => {
    const { data: pattern } = await create.mutateAsync({ params, body });
    forget();
    await navigate({ to: path(`/prices/${pattern.id}`) });
  };
  return (
    <Page title={t("prices.create")} crumbs={usePriceCrumbs()}>
      {data && isReady ? (
        <PriceForm copied={copied.data?.data} currency={data.data.currency} onSave={save} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

export function PricePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, pricePatternId: useRouteParam("pricePatternId") };
  const { data, error, refetch } = useFreshQuery(endpointQuery(prices.read, { params }));
  const pattern = data?.data;
  return (
    <Page
      title={pattern?.name ?? t("prices.one")}
      crumbs={usePriceCrumbs()}
      actions={
        pattern && (
          <>
            <DeletePattern pattern={pattern} />
            <Link to={path("/prices/create")} search={{ from: pattern.id } as never} className={buttonClass()}>
              <Copy aria-hidden />
              {t("prices.duplicate")}
            </Link>
          </>
        )
      }
    >
      {pattern ? (
        <EditForm key={pattern.id} pattern={pattern} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

/** Send only the members changed in this form, so that other people's changes meanwhile stay. */
function EditForm({ pattern }: { pattern: PricePattern }) {
  const cache = useQueryClient();
  const forget = useInvalidatePrices();
  const [before, setBefore] = useState(pattern);
  const update = useMutation(endpointMutation(prices.update));
  const save = async (body: PriceBody) => {
    const params = { organizationId: before.organization.id, pricePatternId: before.id };
    const changed = pickChanges(toPricePatternBody(toPriceFormValues(before)).body, body);
    const { data } = await update.mutateAsync({ params, body: changed });
    setBefore(data);
    cache.setQueryData(endpointQuery(prices.read, { params }).queryKey, { data });
    forget();
  };
  return <PriceForm pattern={before} currency={before.currency} onSave={save} />;
}

function DeletePattern({ pattern: { id, name, organization } }: { pattern: PricePattern }) {
  const t = useTranslation();
  const { path } = useScope();
  const params = { organizationId: organization.id, pricePatternId: id };
  const leave = useDeletion({
    remove: () => call(prices.delete, { params }, quietOutcome),
    restore: () => call(prices.restore, { params }),
    readEndpointName: prices.read.name,
    listPath: path("/prices"),
    fallbackMessage: t("prices.deleted"),
    invalidate: useInvalidatePrices(),
  });
  return (
    <DeleteButton label={t("prices.delete")} title={t("prices.deleteTitle", { name })} onConfirm={leave}>
      {t("prices.deleteText")}
    </DeleteButton>
  );
}
