/** A new price pattern, and one to edit or delete. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { availability } from "#contract/availability.ts";
import { fields } from "#contract/fields.ts";
import { organizations } from "#contract/organizations.ts";
import { type PricePattern, prices } from "#contract/prices.ts";
import { call, read, write } from "#web/kit/api.ts";
import { useCurrent } from "#web/kit/current.ts";
import { quietly, useDeletion } from "#web/kit/deletion.ts";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { changedFrom } from "#web/kit/form-values.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { DeleteButton } from "#web/kit/record-buttons.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { bodyOf, filledWith } from "./price-draft.ts";
import { type PriceBody, PriceForm } from "./price-form.tsx";

/** Where prices show: lists of patterns, fields, quotes and what is free. */
const shown = [prices.list, prices.quote, fields.list, fields.read, ...Object.values(availability)];

/** What was read of prices is out of date. */
function useForget() {
  const cache = useQueryClient();
  return () => {
    for (const { name } of shown) void cache.invalidateQueries({ queryKey: [name] });
  };
}

function useCrumbs() {
  const t = useWords();
  const { path } = useScope();
  return [
    <Link key="list" to={path("/prices")}>
      {t("prices.title")}
    </Link>,
  ];
}

export function PriceCreatePage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const params = { organizationId };
  const navigate = useNavigate();
  const forget = useForget();
  const { data, error, refetch } = useQuery(read(organizations.read, { params }));
  const create = useMutation(write(prices.create));
  const save = async (body: PriceBody) => {
    const { data: pattern } = await create.mutateAsync({ params, body });
    forget();
    await navigate({ to: path(`/prices/${pattern.id}`) });
  };
  return (
    <Page title={t("prices.create")} crumbs={useCrumbs()}>
      {data ? (
        <PriceForm currency={data.data.currency} onSave={save} />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

export function PricePage() {
  const t = useWords();
  const { organizationId } = useScope();
  const params = { organizationId, pricePatternId: useParam("pricePatternId") };
  const { data, error, refetch } = useCurrent(read(prices.read, { params }));
  const pattern = data?.data;
  return (
    <Page
      title={pattern?.name ?? t("prices.one")}
      crumbs={useCrumbs()}
      actions={pattern && <DeletePattern pattern={pattern} />}
    >
      {pattern ? (
        <EditForm key={pattern.id} pattern={pattern} />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

/** Only what is changed since it was opened is sent: what others changed meanwhile stays. */
function EditForm({ pattern }: { pattern: PricePattern }) {
  const cache = useQueryClient();
  const forget = useForget();
  const [before, setBefore] = useState(pattern);
  const update = useMutation(write(prices.update));
  const save = async (body: PriceBody) => {
    const params = { organizationId: before.organization.id, pricePatternId: before.id };
    const changed = changedFrom(bodyOf(filledWith(before)).body, body);
    const { data } = await update.mutateAsync({ params, body: changed });
    setBefore(data);
    cache.setQueryData(read(prices.read, { params }).queryKey, { data });
    forget();
  };
  return <PriceForm pattern={before} currency={before.currency} onSave={save} />;
}

function DeletePattern({ pattern: { id, name, organization } }: { pattern: PricePattern }) {
  const t = useWords();
  const { path } = useScope();
  const params = { organizationId: organization.id, pricePatternId: id };
  const leave = useDeletion({
    remove: () => call(prices.delete, { params }, quietly),
    restore: () => call(prices.restore, { params }),
    known: prices.read.name,
    list: path("/prices"),
    said: t("prices.deleted"),
    forget: useForget(),
  });
  return (
    <DeleteButton label={t("prices.delete")} title={t("prices.deleteTitle", { name })} onConfirm={leave}>
      {t("prices.deleteText")}
    </DeleteButton>
  );
}
