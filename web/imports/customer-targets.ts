/** Columns of a file of customers: what each target is called. */
import { type CustomerImportTarget, customerImportTargets } from "#contract/imports.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#web/kit/format/translation.ts";

const targetLabels = {
  fullName: "imports.fullName",
  firstName: "customers.firstName",
  lastName: "customers.lastName",
  legalName: "customers.legalName",
  email: "members.email",
  phone: "members.phone",
  externalId: "customers.externalId",
  birthDate: "customers.birthDate",
  addressLine: "customers.addressLine",
  postalCode: "customers.postalCode",
  city: "customers.city",
  region: "customers.region",
  identificationNumber: "customers.identificationNumber",
  vatNumber: "customers.vatNumber",
} as const satisfies Record<CustomerImportTarget, MessageKey>;

export const listCustomerTargets = (t: Translate): { value: CustomerImportTarget; label: string }[] =>
  customerImportTargets.map((value) => ({ value, label: t(targetLabels[value]) }));
