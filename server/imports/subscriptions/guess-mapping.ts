/** Guesses what each column of a file of memberships contains. */
import type { DateOrder, SubscriptionImportTarget } from "#contract/imports.ts";
import { customerHeaders, guessByHeaders } from "#contract/imports-headers-rules.ts";
import type { CsvTable } from "#server/imports/read-csv.ts";
import { guessDateOrder } from "#server/imports/time-values.ts";

export type SubscriptionMapping = readonly (SubscriptionImportTarget | null)[];

const knownHeaders: Record<SubscriptionImportTarget, readonly string[]> = {
  membership: [
    ...["membership", "membership type", "membership name", "subscription", "subscription type", "plan", "product"],
    ...["abonnement", "type d abonnement", "nom de l abonnement", "adhesion", "type d adhesion", "cotisation"],
    ...["forfait", "formule", "produit", "article", "licence"],
  ],
  customerName: [...customerHeaders.fullName, "holder", "member", "titulaire", "adherent", "membre", "abonne"],
  firstName: customerHeaders.firstName,
  lastName: customerHeaders.lastName,
  email: customerHeaders.email,
  phone: customerHeaders.phone,
  customerNumber: [
    ...["customer number", "customer id", "member number", "member id"],
    ...["numero de client", "numero client", "numero d adherent", "numero adherent", "numero de licence"],
    ...["n client", "n de client", "n adherent", "n d adherent", "n de licence"],
  ],
  startsOn: [
    ...["start", "starts", "start date", "valid from", "from", "begins", "begin", "member since", "since"],
    ...["debut", "date de debut", "valable du", "valable a partir du", "depuis", "date d adhesion"],
  ],
  endsOn: [
    ...["end", "ends", "end date", "ends on", "expires", "expires on", "expiry", "expiry date", "expiration"],
    ...["expiration date", "valid until", "valid to", "until", "to", "renewal date", "renews on"],
    ...["fin", "date de fin", "expire le", "date d expiration", "echeance", "date d echeance"],
    ...["valable jusqu au", "jusqu au", "fin de validite", "date de fin de validite"],
  ],
  renews: [
    ...["renews", "renewal", "auto renew", "auto renewal", "automatic renewal", "renewing"],
    ...["renouvellement", "renouvelable", "se renouvelle", "tacite reconduction", "reconduction", "reconduit"],
  ],
  frozenFrom: [
    ...["frozen from", "freeze start", "frozen since", "paused from", "paused since", "pause start"],
    ...["suspendu du", "suspendu depuis", "debut de suspension", "debut de la suspension", "en pause depuis"],
  ],
  frozenTo: [
    ...["frozen until", "frozen to", "freeze end", "paused until", "pause end"],
    ...["suspendu jusqu au", "suspendu au", "fin de suspension", "fin de la suspension", "en pause jusqu au"],
  ],
  externalId: [
    ...["externalid", "external id", "membership id", "membership number", "subscription id", "subscription number"],
    ...["card number", "reference", "reference number", "id", "number", "numero", "numero d abonnement"],
    ...["numero de carte", "id externe", "n abonnement", "n d abonnement", "n carte", "n de carte"],
    ...["identifiant", "identifiant externe", "reference externe"],
  ],
};

const datedTargets = new Set<SubscriptionImportTarget | null>(["startsOn", "endsOn", "frozenFrom", "frozenTo"]);

export function guessSubscriptionMapping(table: CsvTable): { mapping: SubscriptionMapping; dateOrder: DateOrder } {
  const mapping = guessByHeaders(table.headers, knownHeaders);
  const dated = mapping.flatMap((target, at) => (datedTargets.has(target) ? [at] : []));
  return { mapping, dateOrder: guessDateOrder(table.rows, dated) };
}
