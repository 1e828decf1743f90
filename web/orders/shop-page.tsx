/** Memberships and packs that members buy by themselves, as they would get them today. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Ticket } from "lucide-react";
import { orders, type PassOnSale } from "#contract/orders.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { PassWords } from "./pass-words.tsx";

export function ShopPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(orders.shop, { params: { organizationId } }, { quiet: true }),
    staleTime: 0,
  });
  const shop = data?.data;
  return (
    <Page
      title={t("orders.shop")}
      crumbs={[
        <Link key="mine" to="/my-payments">
          {t("payments.mine")}
        </Link>,
      ]}
    >
      <div className="grid max-w-3xl gap-4">
        <p className="max-w-prose text-13 text-ink-2">{t("orders.shopText")}</p>
        {error ? <ErrorState error={error} onRetry={refetch} /> : !shop && <Skeleton className="h-40" />}
        {shop && shop.refusal !== null && shop.passes.length > 0 && (
          <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
            {shop.refusal}
          </p>
        )}
        {shop?.passes.length === 0 && (
          <Card>
            <EmptyState icon={Ticket} title={t("orders.shopNone")}>
              {t("orders.shopNoneText")}
            </EmptyState>
          </Card>
        )}
        {shop && shop.passes.length > 0 && (
          <ul aria-label={t("orders.shop")} className="grid gap-4 sm:grid-cols-2">
            {shop.passes.map((pass) => (
              <PassCard key={pass.typeId} pass={pass} canBuy={shop.refusal === null} />
            ))}
          </ul>
        )}
      </div>
    </Page>
  );
}

function PassCard({ pass, canBuy }: { pass: PassOnSale; canBuy: boolean }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  const { kind, typeId, name, description, price, joiningFee, currency, words, left, refusal } = pass;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-sm font-semibold [overflow-wrap:anywhere]">{name}</h2>
        {left !== null && left > 0 && <Badge tone="amber">{t("orders.placesLeft", { count: left })}</Badge>}
      </div>
      <p className="grid gap-0.5">
        <span className="text-lg font-semibold tnum">{money(price, currency)}</span>
        {joiningFee > 0 && (
          <span className="text-xs text-ink-3 tnum">
            {t("subscriptions.plusFee", { amount: money(joiningFee, currency) })}
          </span>
        )}
      </p>
      {description && <p className="text-13 text-ink-2">{description}</p>}
      <PassWords words={words} />
      <div className="mt-auto pt-1">
        {refusal === null && canBuy ? (
          <Link
            to={path(`/shop/${kind}/${typeId}`)}
            aria-label={t("orders.viewNamed", { name })}
            className={buttonClass("primary")}
          >
            {t("orders.view")}
          </Link>
        ) : (
          refusal !== null && <p className="text-13 text-ink-3">{refusal}</p>
        )}
      </div>
    </li>
  );
}
