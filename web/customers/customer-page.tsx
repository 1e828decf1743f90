import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { CalendarPlus, Mail, Phone } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { type CustomerDetail, customers } from "#contract/customers.ts";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { quietOutcome, useDeletion } from "#web/kit/data/use-deletion.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page, PageColumns } from "#web/kit/ui/page.tsx";
import { DeleteButton, EditLink } from "#web/kit/ui/record-buttons.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { RoleBadges } from "#web/members/member-badges.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { countryName } from "#web/organizations/countries.ts";
import { CustomerNotes } from "./customer-notes.tsx";
import { kindLabels } from "./labels.ts";
import { MergeButton } from "./merge-button.tsx";

/** Bookings and payments stand above the rest: higher modules mount them in the outlet. */
export function CustomerPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, customerId: useRouteParam("customerId") };
  const { data, error, refetch } = useQuery(endpointQuery(customers.read, { params }));
  useLiveRefresh(activity.live, organizationId, { customers: ["customers"], events: ["events", "payments"] });
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
      meta={customer && <CustomerBadges customer={customer} />}
      actions={customer && <Actions customer={customer} />}
    >
      {customer ? (
        <PageColumns aside={<Contact customer={customer} />}>
          <MergedNotice customer={customer} />
          <Outlet />
          <CustomerNotes customerId={customer.id} />
        </PageColumns>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} />
      )}
    </Page>
  );
}

function CustomerBadges({ customer: { kind, roles, archivedAt } }: { customer: CustomerDetail }) {
  const t = useTranslation();
  return (
    <>
      {kind === "company" && <Badge>{t(kindLabels[kind])}</Badge>}
      <RoleBadges roles={roles} />
      {archivedAt && <Badge dot>{t("customers.isArchived")}</Badge>}
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

function Actions({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { organizationId, can, path } = useScope();
  const params = { organizationId, customerId: customer.id };
  const archive = useDeletion({
    remove: () => call(customers.archive, { params }, quietOutcome),
    restore: () => call(customers.restore, { params }),
    readEndpointName: customers.read.name,
    listPath: path("/users"),
    fallbackMessage: t("customers.archived"),
  });
  if (customer.mergedIntoId) return null;
  const manages = can(customers.update);
  return (
    <>
      {manages && !customer.archivedAt && (
        <>
          <DeleteButton
            label={t("customers.archive")}
            title={t("customers.archiveTitle", { name: customer.name })}
            onConfirm={archive}
          >
            {t("customers.archiveText")}
          </DeleteButton>
          <MergeButton customer={customer} />
        </>
      )}
      {manages && <EditLink to={path(`/customers/${customer.id}/edit`)} />}
      {can("events.create") && !customer.archivedAt && (
        <Link to={path("/events/create")} search={{ customerId: customer.id }} className={buttonClass("primary")}>
          <CalendarPlus aria-hidden />
          {t("customers.book")}
        </Link>
      )}
    </>
  );
}

function Contact({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { path } = useScope();
  const language = useLanguage();
  const { longDate } = useDateFormats("UTC");
  const { phone, email, guardian, wards } = customer;
  const address = [
    customer.addressLine,
    [customer.postalCode, customer.city].filter(Boolean).join(" "),
    customer.region,
    customer.countryId && countryName(customer.countryId, language),
  ].filter(Boolean);
  const person = (one: { id: string; name: string }) => (
    <Link key={one.id} to={path(`/customers/${one.id}`)} className={textLinkClass}>
      {one.name}
    </Link>
  );
  return (
    <Card title={t("customers.contact")}>
      <DescriptionList>
        {phone && (
          <DescriptionItem name={t("members.phone")}>
            <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={`${textLinkClass} whitespace-nowrap tnum`}>
              <Phone className="mr-1.5 inline size-3.5" aria-hidden />
              {phone}
            </a>
          </DescriptionItem>
        )}
        {email && (
          <DescriptionItem name={t("members.email")}>
            <a href={`mailto:${email}`} className={textLinkClass}>
              <Mail className="mr-1.5 inline size-3.5" aria-hidden />
              {email}
            </a>
          </DescriptionItem>
        )}
        {address.length > 0 && (
          <DescriptionItem name={t("customers.address")}>
            <span className="whitespace-pre-line">{address.join("\n")}</span>
          </DescriptionItem>
        )}
        {customer.birthDate && (
          <DescriptionItem name={t("customers.birthDate")}>{longDate(noonOf(customer.birthDate))}</DescriptionItem>
        )}
        {guardian && <DescriptionItem name={t("customers.guardian")}>{person(guardian)}</DescriptionItem>}
        {wards.length > 0 && (
          <DescriptionItem name={t("customers.wards")}>
            <span className="grid gap-1">{wards.map(person)}</span>
          </DescriptionItem>
        )}
        {customer.externalId && (
          <DescriptionItem name={t("customers.externalId")}>{customer.externalId}</DescriptionItem>
        )}
        {customer.identificationNumber && (
          <DescriptionItem name={t("customers.identificationNumber")}>{customer.identificationNumber}</DescriptionItem>
        )}
        {customer.vatNumber && <DescriptionItem name={t("customers.vatNumber")}>{customer.vatNumber}</DescriptionItem>}
        <DescriptionItem name={t("customers.account")}>
          {customer.userId ? (
            <Link to={path(`/users/${customer.userId}`)} className={textLinkClass}>
              {t("customers.accountAndAccess")}
            </Link>
          ) : (
            t("customers.noAccount")
          )}
        </DescriptionItem>
      </DescriptionList>
    </Card>
  );
}
