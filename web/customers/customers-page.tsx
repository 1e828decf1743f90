import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Inbox, FileUp, Plus, Users } from "lucide-react";
import { use } from "react";
import { activity } from "#contract/activity.ts";
import { type Customer, customers } from "#contract/customers.ts";
import { members } from "#contract/members.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { AddUsersButton } from "#web/members/invite-dialog.tsx";
import { ActiveBadge, RoleBadges } from "#web/members/member-badges.tsx";
import { SentInvitations } from "#web/members/sent-invitations.tsx";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { type CustomerListParts, CustomerListPartsContext } from "./customer-parts.ts";

/** The page with parts of higher modules. */
export const withListParts = (parts: CustomerListParts) => () => (
  <CustomerListPartsContext value={parts}>
    <CustomersPage />
  </CustomerListPartsContext>
);

/** A booking or a payment changes what is owed. */
const refreshMap = { customers: ["customers"], events: ["payments"], payments: ["payments"] };

function CustomersPage() {
  const t = useTranslation();
  const scope = useScope();
  const { organizationId, path, can } = scope;
  const { BalanceCell, canSeeBalances } = use(CustomerListPartsContext);
  const search = useListSearch();
  const request = { params: { organizationId }, query: search };
  const result = useQuery({ ...endpointQuery(customers.list, request), placeholderData: keepPreviousRows(request) });
  useLiveRefresh(activity.live, organizationId, refreshMap);
  const customerIds = result.data?.data.map(({ id }) => id) ?? [];
  const columns: Column<Customer>[] = [
    {
      key: "name",
      header: t("members.name"),
      media: ({ name }) => <Avatar name={name} size="md" />,
      cell: ({ id, name, phone, email }) => (
        <>
          <Link to={path(`/customers/${id}`)} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
            {name}
          </Link>
          <span className="truncate text-xs text-ink-3 sm:hidden">{phone ?? email}</span>
        </>
      ),
    },
    {
      key: "email",
      header: t("members.email"),
      cell: ({ email }) => <span className="[overflow-wrap:anywhere] text-ink-2">{email ?? "—"}</span>,
    },
    {
      key: "phone",
      header: t("members.phone"),
      className: "whitespace-nowrap",
      cell: ({ phone }) => <span className="text-ink-2 tnum">{phone ?? "—"}</span>,
    },
    { key: "roles", header: t("members.roles"), phone: "below", cell: ({ roles }) => <RoleBadges roles={roles} /> },
    {
      key: "active",
      header: t("members.active"),
      phone: "below",
      cell: ({ active }) => <ActiveBadge active={active} />,
    },
    ...(canSeeBalances(scope)
      ? [
          {
            key: "balance",
            header: t("payments.owedOrPrepaid"),
            align: "right" as const,
            phone: "below" as const,
            className: "whitespace-nowrap",
            cell: ({ id }: Customer) => <BalanceCell customerId={id} customerIds={customerIds} />,
          },
        ]
      : []),
  ];
  return (
    <Page
      title={t("customers.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={
        <>
          <AddUsersButton type="customer" />
          {can(customers.create) && (
            <Link to={path("/customers/import")} className={buttonClass()}>
              <FileUp aria-hidden />
              {t("customers.import")}
            </Link>
          )}
          {can("members.manage") && (
            <Link to={path("/joining")} className={buttonClass()}>
              <Inbox aria-hidden />
              {t("joining.title")}
            </Link>
          )}
          {can(customers.create) && <CreateCustomerLink />}
        </>
      }
      tabs={useOrganizationTabs()}
    >
      <ListTable
        result={result}
        q={search.q}
        label={t("members.searchCustomers")}
        exportSource={{ list: "customers", query: request.query }}
        caption={t("customers.title")}
        columns={columns}
        empty={
          search.q ? undefined : (
            <EmptyState
              icon={Users}
              title={t("kit.noResults")}
              action={can(customers.create) ? <CreateCustomerLink /> : undefined}
            >
              {t("customers.noneHint")}
            </EmptyState>
          )
        }
      />
      {can(members.sentInvitations) && <SentInvitations type="customer" />}
    </Page>
  );
}

function CreateCustomerLink() {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <Link to={path("/customers/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("customers.create")}
    </Link>
  );
}
