/** Catalogue of memberships: those for sale, and the archived ones apart. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { IdCard, Pencil } from "lucide-react";
import { type SubscriptionType, subscriptions } from "#contract/subscriptions.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { CreateLink } from "#web/kit/list/list-table.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { useTypeText } from "./use-type-text.ts";

export function SubscriptionTypesPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const query = useQuery({ ...endpointQuery(subscriptions.types, { params: { organizationId } }), staleTime: 0 });
  const of = (isForSale: boolean) => ({
    ...query,
    data: query.data && { data: query.data.data.filter(({ active }) => active === isForSale) },
  });
  const archived = of(false);
  return (
    <Page
      title={t("subscriptions.types")}
      crumbs={useSettingsCrumbs()}
      actions={<CreateLink to={path("/settings/memberships/create")}>{t("subscriptions.create")}</CreateLink>}
    >
      <div className="grid gap-6">
        <p className="max-w-prose text-13 text-ink-2">{t("subscriptions.intro")}</p>
        <CardList
          label={t("subscriptions.types")}
          query={of(true)}
          empty={
            <EmptyState icon={IdCard} title={t("subscriptions.noTypes")}>
              {t("subscriptions.noTypesText")}
            </EmptyState>
          }
          row={(type) => <TypeRow key={type.id} type={type} />}
        />
        {archived.data && archived.data.data.length > 0 && (
          <section className="grid gap-3" aria-labelledby="archived">
            <h2 id="archived" className="text-sm font-semibold">
              {t("products.archived")}
            </h2>
            <CardList
              label={t("products.archived")}
              query={archived}
              empty={null}
              row={(type) => <TypeRow key={type.id} type={type} />}
            />
          </section>
        )}
      </div>
    </Page>
  );
}

function TypeRow({ type }: { type: SubscriptionType }) {
  const t = useTranslation();
  const { path } = useScope();
  const { costTexts, grantTexts } = useTypeText();
  const grants = grantTexts(type);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="grid min-w-40 flex-1 gap-0.5">
        <p className="text-13 font-medium [overflow-wrap:anywhere]">{type.name}</p>
        <p className="text-xs text-ink-3 tnum">{costTexts(type).join(" · ")}</p>
        {grants.length > 0 && (
          <p className="text-xs text-ink-3 tnum">{t("subscriptions.grants", { grants: grants.join(", ") })}</p>
        )}
      </div>
      <Link
        to={path(`/settings/memberships/${type.id}`)}
        aria-label={t("products.edit", { name: type.name })}
        className={buttonClass()}
      >
        <Pencil aria-hidden />
        {t("kit.edit")}
      </Link>
    </li>
  );
}
