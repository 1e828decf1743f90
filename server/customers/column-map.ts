import { Customer, CustomerDraft } from "#contract/customers.ts";
import { columnMap, noColumn } from "#server/kit/db/column-map.ts";

const billingLabels = { at_payment: "customers.billingAtPayment", monthly: "customers.billingMonthly" } as const;
const kindLabels = { person: "customers.person", company: "customers.company" } as const;

export const customerColumnMap = columnMap(
  { table: "customers", draft: CustomerDraft, entity: Customer },
  {
    kind: { column: "kind", label: "customers.kind", values: kindLabels },
    firstName: "first_name",
    lastName: "last_name",
    legalName: "legal_name",
    email: { column: "email", label: "members.email" },
    phone: { column: "phone", label: "members.phone" },
    externalId: { column: "external_id", label: "customers.externalId" },
    birthDate: { column: "birth_date", label: "customers.birthDate" },
    addressLine: { column: "address_line", label: "customers.addressLine" },
    postalCode: { column: "postal_code", label: "customers.postalCode" },
    city: { column: "city", label: "customers.city" },
    region: { column: "region", label: "customers.region" },
    countryId: "country_id",
    identificationNumber: { column: "identification_number", label: "customers.identificationNumber" },
    vatNumber: { column: "vat_number", label: "customers.vatNumber" },
    billing: { column: "billing", label: "customers.billing", values: billingLabels },
    paymentDays: { column: "payment_days", label: "customers.paymentDays" },
    remindersPausedUntil: { column: "reminders_paused_until", label: "customers.remindersPausedUntil" },
    guardianId: noColumn("a row of customer_relations"),
    roleIds: noColumn("rows of customer_roles"),
  },
);
