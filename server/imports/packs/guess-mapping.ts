/** Guesses what each column of a file of packs contains. */
import type { DateOrder, PackImportTarget } from "#contract/imports.ts";
import { customerHeaders, guessByHeaders } from "#contract/imports-headers-rules.ts";
import type { CsvTable } from "#server/imports/read-csv.ts";
import { guessDateOrder } from "#server/imports/time-values.ts";

export type PackMapping = readonly (PackImportTarget | null)[];

const knownHeaders: Record<PackImportTarget, readonly string[]> = {
  pack: [
    ...["pack", "pack name", "pack type", "pass", "pass name", "pass type", "punch card", "product", "package"],
    ...["carnet", "type de carnet", "nom du carnet", "forfait", "formule", "abonnement", "produit", "article"],
  ],
  customerName: [...customerHeaders.fullName, "holder", "member", "titulaire", "adherent", "membre"],
  firstName: customerHeaders.firstName,
  lastName: customerHeaders.lastName,
  legalName: customerHeaders.legalName,
  email: customerHeaders.email,
  phone: customerHeaders.phone,
  customerNumber: [
    ...["customer number", "customer id", "member number", "member id"],
    ...["numero de client", "numero client", "numero d adherent", "numero adherent", "numero de licence"],
    ...["n client", "n de client", "n adherent", "n d adherent", "n de licence"],
  ],
  unitsTotal: [
    ...["total", "units", "total units", "units total", "visits", "total visits", "sessions", "credits", "quantity"],
    ...["unites", "total des unites", "nombre d unites", "seances", "nombre de seances", "entrees", "quantite"],
  ],
  unitsLeft: [
    ...["left", "units left", "remaining", "remaining units", "remaining visits", "visits left", "balance"],
    ...["sessions left", "remaining sessions", "credits left", "remaining credits"],
    ...["reste", "restant", "restants", "restantes", "unites restantes", "seances restantes", "entrees restantes"],
    ...["credits restants", "solde"],
  ],
  unitsUsed: [
    ...["used", "units used", "used units", "used visits", "visits used", "sessions used", "consumed"],
    ...["utilise", "utilises", "utilisees", "unites utilisees", "seances utilisees", "consomme", "consommes"],
  ],
  startsOn: [
    ...["start", "starts", "start date", "valid from", "from", "bought", "bought on", "purchase date", "sold on"],
    ...["debut", "date de debut", "valable du", "valable a partir du", "date d achat", "achete le", "vendu le"],
  ],
  expiresOn: [
    ...["end", "ends", "end date", "expires", "expires on", "expiry", "expiry date", "expiration", "expiration date"],
    ...["valid until", "valid to", "until", "to", "fin", "date de fin", "expire le", "date d expiration", "echeance"],
    ...["valable jusqu au", "jusqu au", "fin de validite", "date de fin de validite"],
  ],
  externalId: [
    ...["externalid", "external id", "pack id", "pack number", "pass id", "pass number", "card number", "reference"],
    ...["reference number", "id", "number", "numero", "numero de carnet", "numero de carte", "id externe"],
    ...["n carnet", "n de carnet", "n carte", "n de carte"],
    ...["identifiant", "identifiant externe", "reference externe"],
  ],
};

const datedTargets = new Set<PackImportTarget | null>(["startsOn", "expiresOn"]);

export function guessPackMapping(table: CsvTable): { mapping: PackMapping; dateOrder: DateOrder } {
  const mapping = guessByHeaders(table.headers, knownHeaders);
  const dated = mapping.flatMap((target, at) => (datedTargets.has(target) ? [at] : []));
  return { mapping, dateOrder: guessDateOrder(table.rows, dated) };
}
