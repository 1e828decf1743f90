/** Takings of a day or of several: by method, by colleague, and the payments and refunds that add up to them. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Banknote } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { type Movement, type PaymentMethod, paymentMethods, payments, type Takings } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ClearFiltersButton, DateRangeFilter, LabelledSelect } from "#web/kit/list/labelled-filters.tsx";
import { CollapsibleFilters, countFilters } from "#web/kit/list/list-filters.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { parsePaymentFilters } from "./labels.ts";
import { MoneyTime } from "./money-time.tsx";
import { PaymentTabs } from "./payment-tabs.tsx";
import { usePlanningLink } from "./planning-link.tsx";

type CurrencyTakings = Takings["currencies"][number];

export function TakingsPage() {
  const t = useTranslation();
  const planningLink = usePlanningLink();
  const { organizationId } = useScope();
  const search = useListSearch();
  const { method, from, to } = parsePaymentFilters(useSearch({ strict: false }));
  const filters = { method, from, to };
  const ask = { params: { organizationId }, query: { from, to } };
  const sums = useQuery({ ...endpointQuery(payments.takings, ask), placeholderData: keepPreviousRows(ask) }).data?.data;
  const input = { params: { organizationId }, query: { ...search, ...filters } };
  const found = useQuery({ ...endpointQuery(payments.movements, input), placeholderData: keepPreviousRows(input) });
  useLiveRefresh(activity.live, organizationId, ["payments"]);
  return (
    <Page title={t("payments.takings")} crumbs={useOrganizationCrumbs() ?? []} tabs={<PaymentTabs />}>
      <CollapsibleFilters filters={filters}>
        <div className="grid grid-cols-2 items-end gap-3 lg:flex lg:*:flex-1">
          <DateRangeFilter from={from ?? sums?.from} to={to ?? sums?.to} />
          <LabelledSelect
            name="method"
            label={t("payments.method")}
            all={t("payments.anyMethod")}
            value={method}
            options={takingsMethods.map((value) => ({ value, label: t(paymentMethodLabels[value]) }))}
          />
          <ClearFiltersButton filters={filters} />
        </div>
      </CollapsibleFilters>
      {sums?.currencies.map((one) => (
        <div key={one.currency} className="mb-5 grid gap-4">
          <MethodFigures takings={one} />
          <Colleagues takings={one} />
        </div>
      ))}
      <ListTable
        q={search.q}
        label={t("payments.searchTakings")}
        exportSource={{ list: "takings", query: input.query }}
        result={found}
        caption={t("payments.takings")}
        columns={useColumns()}
        empty={
          search.q || countFilters(filters) > 0 ? undefined : (
            <EmptyState icon={Banknote} title={t("payments.takingsNone")} action={planningLink}>
              {t("payments.takingsNoneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** Money of a balance or a gift voucher came in before. */
const takingsMethods = paymentMethods.filter((method) => method !== "balance" && method !== "voucher");

const methodDots: Record<PaymentMethod, string> = {
  card: "bg-blue-dot",
  cash: "bg-amber-dot",
  check: "bg-lime-dot",
  transfer: "bg-ink-3",
  card_on_site: "bg-accent",
  balance: "bg-rose-dot",
  voucher: "bg-rose-dot",
};

function MethodFigures({ takings }: { takings: CurrencyTakings }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { currency } = takings;
  const figures = [
    { key: "total" as const, name: t("payments.takingsTotal"), ...takings },
    ...takings.methods.map((one) => ({ key: one.method, name: t(paymentMethodLabels[one.method]), ...one })),
  ];
  const received = takings.methods.filter((one) => one.received.amount > 0);
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <dl aria-label={t("payments.takings")} className="flex flex-wrap gap-px bg-line">
        {figures.map(({ key, name, net, received: taken, refunded }) => (
          <div
            key={key}
            className="grid grow basis-36 content-start gap-0.5 bg-surface px-4 py-3 first:bg-sunken max-sm:first:basis-full"
          >
            <dt className="flex items-center gap-2 text-xs text-ink-2">
              {key !== "total" && <span className={cx("size-2 rounded-xs", methodDots[key])} aria-hidden />}
              {name}
            </dt>
            <dd className="text-base font-semibold tnum">{money(net, currency)}</dd>
            <dd className="text-xs text-ink-3 tnum">{t("payments.takingsCount", { count: taken.count })}</dd>
            {refunded.count > 0 && (
              <dd className="text-xs text-ink-3 tnum">
                {t("payments.takingsBack", { count: refunded.count, amount: money(refunded.amount, currency) })}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <span className="flex h-1.5 gap-px bg-line" aria-hidden>
        {received.map((one) => (
          <span key={one.method} className={methodDots[one.method]} style={{ flex: one.received.amount }} />
        ))}
      </span>
    </div>
  );
}

function Colleagues({ takings: { colleagues, currency } }: { takings: CurrencyTakings }) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <Card title={t("payments.byColleague")}>
      <ul aria-label={t("payments.byColleague")} className="divide-y divide-line">
        {colleagues.map(({ colleague, net, methods }) => (
          <li key={colleague?.id ?? ""} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 text-13">
            <span className="min-w-0 flex-1 basis-40 font-medium [overflow-wrap:anywhere]">
              {colleague?.fullName ?? t("payments.byPayer")}
            </span>
            <span className="text-ink-3 tnum max-sm:order-last max-sm:basis-full">
              {methods.map((one) => `${t(paymentMethodLabels[one.method])} ${money(one.net, currency)}`).join(" · ")}
            </span>
            <span className="min-w-20 text-right font-semibold tnum">{money(net, currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useColumns(): Column<Movement>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  return [
    {
      key: "payer",
      header: t("customers.one"),
      cell: ({ payer, paymentId, event, label, reason }) => (
        <span className="grid gap-0.5">
          <Link to={path(`/payments/${paymentId}`)} className={rowLinkClass}>
            {payer}
          </Link>
          <span className="[overflow-wrap:anywhere] text-ink-3">
            {[event?.fieldName ?? label, reason].filter(Boolean).join(" · ")}
          </span>
        </span>
      ),
    },
    {
      key: "at",
      header: t("payments.movedAt"),
      phone: "below",
      cell: ({ at }) => <MoneyTime at={at} />,
    },
    {
      key: "method",
      header: t("payments.method"),
      phone: "below",
      cell: ({ method, kind }) =>
        [t(paymentMethodLabels[method]), kind === "refund" && t("payments.refundOne")].filter(Boolean).join(" · "),
    },
    {
      key: "colleague",
      header: t("payments.colleague"),
      className: "max-md:hidden",
      cell: ({ colleague }) => colleague?.fullName ?? "—",
    },
    {
      key: "amount",
      header: t("payments.amount"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ amount, currency }) => (
        <span className={`font-medium tnum ${amount < 0 ? "text-danger" : "text-ink"}`}>{money(amount, currency)}</span>
      ),
    },
  ];
}
