/** Columns of a file of customers: what each target is called, and which headers name it by themselves. */
import { type CustomerImportTarget, customerImportTargets } from "#contract/imports.ts";
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

/** Headers in both languages and as other programs export them; compared without case, accents and signs. */
const headers: Record<CustomerImportTarget, readonly string[]> = {
  fullName: ["name", "full name", "customer", "client", "nom complet", "nom et prenom", "nom prenom", "contact"],
  firstName: ["first name", "given name", "prenom"],
  lastName: ["last name", "surname", "family name", "nom", "nom de famille"],
  legalName: ["company", "company name", "organization", "societe", "entreprise", "raison sociale"],
  email: ["email", "e mail", "mail", "email address", "courriel", "adresse e mail", "adresse email", "adresse mail"],
  phone: [
    "phone",
    "phone number",
    "telephone",
    "tel",
    "mobile",
    "mobile phone",
    "cell",
    "portable",
    "numero de telephone",
  ],
  externalId: [
    "id",
    "number",
    "customer number",
    "customer id",
    "member number",
    "numero",
    "numero de client",
    "reference",
  ],
  birthDate: ["date of birth", "birth date", "birthday", "date de naissance", "naissance", "ne le"],
  addressLine: ["address", "street", "street and number", "adresse", "rue", "numero et rue"],
  postalCode: ["postal code", "postcode", "zip", "zip code", "code postal", "cp"],
  city: ["city", "town", "ville", "commune"],
  region: ["region", "state", "county", "etat", "departement"],
  identificationNumber: ["company id", "company number", "siren", "siret", "ein", "numero d entreprise"],
  vatNumber: ["vat", "vat number", "tax number", "tva", "numero de tva", "tva intracommunautaire"],
};

const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The target of each header that names one; a target belongs to one column at most. */
export function guessCustomerMapping(given: readonly string[]): (CustomerImportTarget | null)[] {
  const names = given.map(folded);
  const mapping = names.map(() => null as CustomerImportTarget | null);
  for (const target of customerImportTargets) {
    const at = names.findIndex((name, index) => mapping[index] === null && headers[target].includes(name));
    if (at >= 0) mapping[at] = target;
  }
  return mapping;
}
