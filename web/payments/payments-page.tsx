/** Payments, latest first: an organization's, or everybody's on the platform. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CreditCard } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { type Payment, paymentMethods, payments, paymentStates } from "#contract/payments.ts";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { useDates } from "#web/kit/dates.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { ClearFilters, DateFilters, isNarrowed, LabelledSelect } from "#web/kit/labelled.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { ListTable } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { useMoney } from "#web/kit/money.ts";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { type Column, rowLink } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { methodLabels } from "#web/events/labels.ts";
import { filtersOf, type PaymentFilters, stateLabels } from "./labels.ts";
import { PaymentBadges, TestMark } from "./pay.tsx";

export function PaymentsPage() {
  const t = useWords();
  const { organizationId, path, can } = useScope();
  const search = useListSearch();
  const filters = filtersOf(useSearch({ strict: false }));
  const ask = { params: { organizationId }, query: { ...search, ...filters } };
  const found = useQuery({ ...read(payments.list, ask), placeholderData: keepRows(ask) });
  useLive(activity.live, organizationId, ["payments"]);
  return (
    <Page
      title={t("payments.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      meta={<TestMark />}
      actions={
        can("events.show") && (
          <Link to={path("/events")} search={{ unpaid: "true" }} className={buttonClass()}>
            {t("payments.unpaid")}
          </Link>
        )
      }
    >
      <Filters filters={filters} />
      <ListTable
        q={search.q}
        label={t("payments.search")}
        exported={{ list: "payments", query: ask.query }}
        found={found}
        caption={t("payments.title")}
        columns={useColumns()}
        empty={
          search.q || isNarrowed(filters) ? undefined : (
            <EmptyState icon={CreditCard} title={t("payments.none")}>
              {t("payments.noneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** All of them in the address. */
function Filters({ filters }: { filters: PaymentFilters }) {
  const t = useWords();
  const { status, method, from, to } = filters;
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 lg:flex lg:*:flex-1">
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
        options={paymentMethods.map((value) => ({ value, label: t(methodLabels[value]) }))}
      />
      <DateFilters from={from} to={to} />
      <ClearFilters filters={filters} />
    </div>
  );
}

function useColumns(): Column<Payment>[] {
  const t = useWords();
  const money = useMoney();
  const { date, time } = useDates();
  const { path, isPlatform } = useScope();
  const muted = "text-ink-2 [overflow-wrap:anywhere]";
  return [
    {
      key: "user",
      header: t("payments.user"),
      cell: ({ id, user, event }) => (
        <span className="grid gap-0.5">
          <Link to={path(`/payments/${id}`)} className={rowLink} title={t("payments.show")}>
            {user.fullName}
          </Link>
          <span className="[overflow-wrap:anywhere] text-ink-3">{event.name}</span>
        </span>
      ),
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
      // Latest first, by when it began: also what was never paid has a place.
      key: "date",
      header: t("events.date"),
      phone: "below",
      className: "max-lg:hidden",
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="grid whitespace-nowrap text-ink-2 tnum max-sm:block">
          {date(created_at)} <span className="text-ink-3">{time(created_at)}</span>
        </time>
      ),
    },
    {
      key: "amount",
      header: t("payments.amount"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ amount, currency }) => <span className="font-medium text-ink tnum">{money(amount, currency)}</span>,
    },
    {
      key: "fees",
      header: t("payments.fees"),
      align: "right",
      className: "whitespace-nowrap max-md:hidden",
      cell: ({ stripeFee, currency }) => (
        <span className="text-ink-2 tnum">{stripeFee === null ? "—" : money(stripeFee, currency)}</span>
      ),
    },
    {
      key: "country",
      header: t("organizations.country"),
      className: "whitespace-nowrap max-lg:hidden",
      cell: ({ country }) => <span className={muted}>{country.name}</span>,
    },
    {
      key: "details",
      header: t("kit.details"),
      align: "right",
      className: "w-24",
      // The whole row leads there: this says so to the eye.
      cell: () => (
        <span aria-hidden className="text-13 font-medium text-accent-ink">
          {t("kit.details")}
        </span>
      ),
    },
  ];
}
