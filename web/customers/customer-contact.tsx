import { Link } from "@tanstack/react-router";
import { type CustomerDetail, customers } from "#contract/customers.ts";
import { call } from "#web/kit/data/api.ts";
import { quietOutcome, useDeletion } from "#web/kit/data/use-deletion.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { DeleteButton } from "#web/kit/ui/record-buttons.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { countryName } from "#web/organizations/countries.ts";
import { MergeButton } from "./merge-button.tsx";

export function CustomerContact({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { path, can } = useScope();
  const language = useLanguage();
  const { longDate } = useDateFormats("UTC");
  const { email } = customer;
  const manages = can(customers.update) && !customer.mergedIntoId;
  const address = [
    customer.addressLine,
    [customer.postalCode, customer.city].filter(Boolean).join(" "),
    customer.region,
    customer.countryId && countryName(customer.countryId, language),
  ].filter(Boolean);
  return (
    <Card
      title={t("customers.contact")}
      action={
        manages && (
          <Link to={path(`/customers/${customer.id}/edit`)} className={`${textLinkClass} text-13`}>
            {t("kit.edit")}
          </Link>
        )
      }
    >
      <DescriptionList>
        {email && (
          <DescriptionItem name={t("members.email")}>
            <a href={`mailto:${email}`} className={`${textLinkClass} [overflow-wrap:anywhere]`}>
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
      {manages && !customer.archivedAt && <RecordActions customer={customer} />}
    </Card>
  );
}

function RecordActions({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, customerId: customer.id };
  const archive = useDeletion({
    remove: () => call(customers.archive, { params }, quietOutcome),
    restore: () => call(customers.restore, { params }),
    readEndpointName: customers.read.name,
    listPath: path("/users"),
    fallbackMessage: t("customers.archived"),
  });
  return (
    <div className="flex items-center justify-end gap-2 border-t border-line px-4 py-2.5">
      <MergeButton customer={customer} />
      <DeleteButton
        label={t("customers.archive")}
        title={t("customers.archiveTitle", { name: customer.name })}
        onConfirm={archive}
      >
        {t("customers.archiveText")}
      </DeleteButton>
    </div>
  );
}
