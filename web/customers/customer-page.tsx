/** The page of a customer answers a call: who it is, what is owed, what is booked, what was agreed. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Mail, Phone, Plus } from "lucide-react";
import { use } from "react";
import { activity } from "#contract/activity.ts";
import { findMissingBuyerParts } from "#contract/customers-buyer-rules.ts";
import { type CustomerDetail, customers } from "#contract/customers.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page, PageColumns } from "#web/kit/ui/page.tsx";
import { openSearch } from "#web/kit/ui/search-opener.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { RoleBadges } from "#web/members/member-badges.tsx";
import { useOrganization } from "#web/organizations/use-organization.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { actionClass } from "./action-class.ts";
import { CustomerContact } from "./customer-contact.tsx";
import { CustomerNotes } from "./customer-notes.tsx";
import { CustomerPeople } from "./customer-people.tsx";
import { type CustomerParts, CustomerPartsContext } from "./customer-parts.ts";
import { kindLabels } from "./labels.ts";
import { telephoneLink } from "#messages/telephone-link.ts";
import { MessageButton } from "./message-button.tsx";

/** A change of either module changes what is owed. */
const owedModules = ["events", "payments"];
/** A membership also changes the categories of its holder. */
const passModules = ["packs", "subscriptions", "vouchers"];
const refreshMap = {
  customers: ["customers"],
  ...Object.fromEntries(passModules.map((module) => [module, [module, "customers"]])),
  ...Object.fromEntries(owedModules.map((module) => [module, [...owedModules, ...passModules, "series"]])),
};

/** The page with parts of higher modules. */
export const withParts = (parts: CustomerParts) => () => (
  <CustomerPartsContext value={parts}>
    <CustomerPage />
  </CustomerPartsContext>
);

function CustomerPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const {
    OverdueNotice,
    Bookings,
    Payments,
    Balance,
    Wallet,
    Cards,
    Memberships,
    Passes,
    Orders,
    Vouchers,
    SeriesList,
    History,
  } = use(CustomerPartsContext);
  const params = { organizationId, customerId: useRouteParam("customerId") };
  const { data, error, refetch } = useQuery(endpointQuery(customers.read, { params }));
  useLiveRefresh(activity.live, organizationId, refreshMap);
  const customer = data?.data;
  return (
    <Page
      title={customer?.name ?? t("customers.one")}
      crumbs={[
        ...(useOrganizationCrumbs() ?? []),
        <Link key="list" to={path("/users")}>
          {t("customers.title")}
        </Link>,
      ]}
      media={customer && <Avatar name={customer.name} size="lg" className="max-sm:size-12" />}
      meta={customer && <CustomerBadges customer={customer} />}
      subtitle={customer && <ContactLine customer={customer} />}
      actions={customer && !customer.mergedIntoId && <Actions customer={customer} />}
    >
      {customer ? (
        <div className="grid gap-5">
          <MergedNotice customer={customer} />
          <BuyerNotice customer={customer} />
          <OverdueNotice customer={customer} />
          <PageColumns
            aside={
              <>
                <Balance customer={customer} />
                <Wallet customer={customer} />
                <Cards customer={customer} />
                <SeriesList customer={customer} />
                <CustomerContact customer={customer} />
                <CustomerPeople customer={customer} />
              </>
            }
          >
            <Bookings customer={customer} />
            <Memberships customer={customer} />
            <Passes customer={customer} />
            <Orders customer={customer} />
            <Vouchers customer={customer} />
            <Payments customer={customer} />
            <CustomerNotes customerId={customer.id} />
            <History customer={customer} />
          </PageColumns>
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} />
      )}
    </Page>
  );
}

function CustomerBadges({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { RunningMembership } = use(CustomerPartsContext);
  const { kind, roles, archivedAt, billing, paymentDays } = customer;
  return (
    <>
      {kind === "company" && <Badge>{t(kindLabels[kind])}</Badge>}
      <RoleBadges roles={roles} plain />
      <TermsBadge billing={billing} paymentDays={paymentDays} />
      <RunningMembership customer={customer} />
      {archivedAt && <Badge dot>{t("customers.isArchived")}</Badge>}
    </>
  );
}

/** Nothing for who pays at once. */
function TermsBadge({ billing, paymentDays: count }: Pick<CustomerDetail, "billing" | "paymentDays">) {
  const t = useTranslation();
  if (billing === "monthly")
    return (
      <Badge tone="blue">
        {count === 0 ? t("customers.termsMonthlyAtOnce") : t("customers.termsMonthly", { count })}
      </Badge>
    );
  return count > 0 ? <Badge tone="blue">{t("customers.termsDays", { count })}</Badge> : null;
}

function ContactLine({ customer: { phone, email, created_at } }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { month } = useDateFormats();
  const linkClass =
    "flex min-w-0 items-center gap-1.5 hover:underline [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-ink-3";
  return (
    <>
      {phone && (
        <a href={telephoneLink(phone)} className={`${linkClass} font-semibold whitespace-nowrap text-ink tnum`}>
          <Phone aria-hidden />
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={`${linkClass} ${phone ? "max-sm:hidden" : ""}`}>
          <Mail aria-hidden />
          <span className="truncate">{email}</span>
        </a>
      )}
      <span className="text-ink-3 max-sm:hidden">{t("customers.since", { month: month(created_at) })}</span>
    </>
  );
}

function MergedNotice({ customer: { mergedIntoId } }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { path } = useScope();
  if (!mergedIntoId) return null;
  return (
    <p role="status" className="rounded-xl border border-line bg-sunken px-4 py-3 text-13">
      {t("customers.isMerged")}{" "}
      <Link to={path(`/customers/${mergedIntoId}`)} className={textLinkClass}>
        {t("customers.openKept")}
      </Link>
    </p>
  );
}

const missingParts = {
  address: "customers.missingAddress",
  identificationNumber: "customers.missingNumber",
} as const;

/** Says what the invoices of a company want, before its first one. */
function BuyerNotice({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { path, can } = useScope();
  const organization = useOrganization();
  const missing = organization ? findMissingBuyerParts(customer, organization.countryId) : [];
  if (missing.length === 0 || customer.mergedIntoId || customer.archivedAt || !can(customers.update)) return null;
  return (
    <p role="status" className="rounded-xl bg-amber-bg px-4 py-3 text-13 text-amber-fg">
      {t("customers.invoiceMissing", { parts: missing.map((part) => t(missingParts[part])).join(", ") })}{" "}
      <Link to={path(`/customers/${customer.id}/edit`)} className="font-medium underline underline-offset-2">
        {t("customers.completeIt")}
      </Link>
    </p>
  );
}

/** In the order of the thumb on phones, where "Book" comes first. */
function Actions({ customer }: { customer: CustomerDetail }) {
  const { can } = useScope();
  const { PaymentActions } = use(CustomerPartsContext);
  return (
    <div
      data-tiles
      className="contents max-lg:grid max-lg:w-full max-lg:auto-cols-fr max-lg:grid-flow-col max-lg:gap-1.5"
    >
      {can(customers.message) && <MessageButton customer={customer} />}
      <PaymentActions customer={customer} />
      {can("events.create") && !customer.archivedAt && <BookButton customer={customer} />}
    </div>
  );
}

/** Asks what is free, and the planning opens with the slot and the customer filled in. */
function BookButton({ customer: { id, name, email } }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const scope = useScope();
  const className = `${actionClass("primary")} max-lg:order-first`;
  const label = (
    <>
      <Plus aria-hidden />
      <span>{t("customers.book")}</span>
    </>
  );
  if (scope.isPlatform || !scope.can("fields.show"))
    return (
      <Link to={scope.path("/events/create")} search={{ customerId: id }} className={className}>
        {label}
      </Link>
    );
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={className}
      onClick={() => openSearch({ asksForSlots: true, customer: { id, name, email } })}
    >
      {label}
    </button>
  );
}
