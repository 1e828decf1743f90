/** Columns of a file of customers: what each target is called, and which headers name it by themselves. */
import type { CustomerImportTarget } from "#contract/imports.ts";
import { customerHeaders, guessByHeaders } from "#contract/imports-headers-rules.ts";
import type { MessageKey } from "#messages/keys.ts";

export const customerTargetLabels = {
  fullName: "imports.fullName",
  firstName: "customers.firstName",
  lastName: "customers.lastName",
  legalName: "customers.legalName",
  email: "members.email",
  phone: "members.phone",
  externalId: "customers.externalId",
  birthDate: "imports.birthDate",
  addressLine: "customers.addressLine",
  postalCode: "customers.postalCode",
  city: "customers.city",
  region: "customers.region",
  identificationNumber: "customers.identificationNumber",
  vatNumber: "customers.vatNumber",
} as const satisfies Record<CustomerImportTarget, MessageKey>;

export const guessCustomerMapping = (headers: readonly string[]): (CustomerImportTarget | null)[] =>
  guessByHeaders(headers, customerHeaders);
