import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CreditCard } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { type Payment, paymentMethods, payments, paymentStates } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ClearFiltersButton, DateRangeFilter, LabelledSelect } from "#web/kit/list/labelled-filters.tsx";
import { CollapsibleFilters, countFilters } from "#web/kit/list/list-filters.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { CustomerLink } from "#web/customers/customer-link.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { parsePaymentFilters, type PaymentFilters, stateLabels } from "./labels.ts";
import { PaymentBadges, TestModeBadge } from "./pay-button.tsx";
import { MoneyTime } from "./money-time.tsx";
import { PaymentTabs } from "./payment-tabs.tsx";
import { usePlanningLink } from "./planning-link.tsx";

export function PaymentsPage() {
  const t = useTranslation();
  const planningLink = usePlanningLink();
  const { organizationId } = useScope();
  const search = useListSearch();
  const filters = parsePaymentFilters(useSearch({ strict: false }));
  const input = { params: { organizationId }, query: { ...search, ...filters } };
  const found = useQuery({ ...endpointQuery(payments.list, input), placeholderData: keepPreviousRows(input) });
  useLiveRefresh(activity.live, organizationId, ["payments"]);
  return (
    <Page
      title={t("payments.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      meta={<TestModeBadge />}
      tabs={<PaymentTabs />}
    >
      <PaymentFilterBar filters={filters} />
      <ListTable
        q={search.q}
        label={t("payments.search")}
        exportSource={{ list: "payments", query: input.query }}
        result={found}
        caption={t("payments.title")}
        columns={useColumns()}
        empty={
          search.q || countFilters(filters) > 0 ? undefined : (
            <EmptyState icon={CreditCard} title={t("payments.none")} action={planningLink}>
              {t("payments.noneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function PaymentFilterBar({ filters }: { filters: PaymentFilters }) {
  const t = useTranslation();
  const { status, method, from, to } = filters;
  return (
    <CollapsibleFilters filters={filters}>
      <div className="grid grid-cols-2 items-end gap-3 lg:flex lg:*:flex-1">
        <LabelledSelect
          name="status"
          label={t("payments.status")}
          all={t("payments.anyStatus")}
          value={status}
          options={paymentStates.map((value) => ({ value, label: t(stateLabels[value]) }))}
        />
        <LabelledSelect
          name="method"
          label={t("payments.method")}
          all={t("payments.anyMethod")}
          value={method}
          options={paymentMethods.map((value) => ({ value, label: t(paymentMethodLabels[value]) }))}
        />
        <DateRangeFilter from={from} to={to} />
        <ClearFiltersButton filters={filters} />
      </div>
    </CollapsibleFilters>
  );
}

function useColumns(): Column<Payment>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path, isPlatform } = useScope();
  const muted = "text-ink-2 [overflow-wrap:anywhere]";
  return [
    {
      key: "user",
      header: t("payments.user"),
      className: "sm:min-w-40",
      cell: ({ id, user, label, customerId }) => {
        const isNamedAfterPayer = label === user.fullName;
        return (
          <span className="grid gap-0.5">
            <CustomerLink customerId={customerId} name={user.fullName} />
            <Link
              to={path(`/payments/${id}`)}
              className={cx(
                rowLinkClass,
                isNamedAfterPayer
                  ? "absolute inset-0"
                  : "inline-flex min-h-6 items-center justify-self-start text-ink-3",
              )}
              title={t("payments.show")}
            >
              <span className={isNamedAfterPayer ? "sr-only" : undefined}>{label}</span>
            </Link>
          </span>
        );
      },
    },
    ...(isPlatform
      ? [
          {
            key: "organization",
            header: t("events.organization"),
            className: "max-md:hidden",
            cell: ({ organization }: Payment) => <span className={muted}>{organization.name}</span>,
          },
        ]
      : []),
    {
      key: "status",
      header: t("payments.status"),
      phone: "below",
      cell: (payment) => (
        <span className="flex flex-wrap gap-1">
          <PaymentBadges payment={payment} />
        </span>
      ),
    },
    {
      // Latest first by creation, since unpaid ones have no payment date.
      key: "date",
      header: t("events.date"),
      phone: "below",
      className: "max-lg:hidden",
      cell: ({ created_at }) => <MoneyTime at={created_at} />,
    },
    {
      key: "amount",
      header: t("payments.amount"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap",
      cell: ({ amount, currency }) => <span className="font-medium text-ink tnum">{money(amount, currency)}</span>,
    },
    {
      key: "method",
      header: t("payments.method"),
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ method }) => <span className={muted}>{t(paymentMethodLabels[method])}</span>,
    },
    {
      key: "fees",
      header: t("payments.fees"),
      align: "right",
      className: "whitespace-nowrap max-md:hidden",
      cell: ({ providerFee, currency }) => (
        <span className="text-ink-2 tnum">{providerFee === null ? "—" : money(providerFee, currency)}</span>
      ),
    },
    ...(isPlatform
      ? [
          {
            key: "country",
            header: t("organizations.country"),
            className: "whitespace-nowrap max-lg:hidden",
            cell: ({ country }: Payment) => <span className={muted}>{country.name}</span>,
          },
        ]
      : []),
    {
      key: "details",
      header: t("kit.details"),
      align: "right",
      className: "w-24",
      // Visual hint: the whole row is a link.
      cell: () => (
        <span aria-hidden className="text-13 font-medium text-accent-ink">
          {t("kit.details")}
        </span>
      ),
    },
  ];
}
