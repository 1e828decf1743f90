/** Recognizes the columns of a file by their headers, in both languages and as other programs export them. */
import type { CustomerImportTarget } from "./imports.ts";

/** Headers of customers, without case, accents and signs. */
export const customerHeaders: Record<CustomerImportTarget, readonly string[]> = {
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

const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The target of each header that names one; a target belongs to one column at most, in the order of the targets. */
export function guessByHeaders<Target extends string>(
  given: readonly string[],
  known: Record<Target, readonly string[]>,
): (Target | null)[] {
  const names = given.map(fold);
  const mapping = names.map(() => null as Target | null);
  for (const [target, headers] of Object.entries(known) as [Target, readonly string[]][]) {
    const at = names.findIndex((name, index) => mapping[index] === null && headers.includes(name));
    if (at >= 0) mapping[at] = target;
  }
  return mapping;
}
