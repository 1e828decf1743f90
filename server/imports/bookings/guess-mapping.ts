/** Guesses what each column of a file of bookings contains. */
import type { BookingImportTarget, DateOrder } from "#contract/imports.ts";
import { customerHeaders, guessByHeaders } from "#contract/imports-headers-rules.ts";
import type { CsvTable } from "#server/imports/read-csv.ts";
import { guessDateOrder } from "#server/imports/time-values.ts";

export type BookingMapping = readonly (BookingImportTarget | null)[];

const knownHeaders: Record<BookingImportTarget, readonly string[]> = {
  field: [
    "field",
    "field name",
    "court",
    "court name",
    "pitch",
    "room",
    "resource",
    "resource name",
    "location",
    "terrain",
    "nom du terrain",
    "salle",
    "ressource",
    "equipement",
    "espace",
    "lieu",
  ],
  facility: [
    "facility",
    "facility name",
    "venue",
    "site",
    "area",
    "schedule",
    "installation",
    "nom de l installation",
    "complexe",
    "etablissement",
    "centre",
  ],
  date: ["date", "day", "jour", "booking date", "start date", "date de reservation", "date de debut", "jour de debut"],
  startTime: [
    "start",
    "start time",
    "starts at",
    "begin",
    "begins at",
    "from",
    "time",
    "debut",
    "heure de debut",
    "heure debut",
    "date et heure de debut",
    "de",
    "heure",
    "horaire",
    "dtstart",
  ],
  endTime: [
    "end",
    "end time",
    "ends at",
    "to",
    "until",
    "fin",
    "heure de fin",
    "heure fin",
    "date et heure de fin",
    "a",
    "jusqu a",
    "dtend",
  ],
  duration: ["duration", "length", "minutes", "duree", "duree min", "duree en minutes", "duration min"],
  title: ["title", "subject", "summary", "event", "event name", "activity", "titre", "intitule", "objet", "activite"],
  customerName: [
    ...customerHeaders.fullName,
    "booked by",
    "booker",
    "reserved by",
    "reserve par",
    "adherent",
    "membre",
  ],
  firstName: customerHeaders.firstName,
  lastName: customerHeaders.lastName,
  legalName: [...customerHeaders.legalName, "club", "association"],
  email: customerHeaders.email,
  phone: customerHeaders.phone,
  customerNumber: [
    "customer number",
    "customer id",
    "member number",
    "member id",
    "numero de client",
    "numero d adherent",
    "numero de licence",
  ],
  people: [
    "people",
    "players",
    "participants",
    "attendees",
    "number of people",
    "personnes",
    "joueurs",
    "nombre de personnes",
  ],
  notes: ["notes", "note", "comment", "comments", "remarks", "description", "commentaire", "commentaires", "remarques"],
  status: ["status", "state", "statut", "etat"],
  externalId: [
    "externalid",
    "external id",
    "booking id",
    "reservation id",
    "booking number",
    "reference",
    "reference number",
    "uid",
    "id",
    "numero",
    "numero de reservation",
    "id externe",
    "identifiant",
  ],
};

const datedTargets = new Set<BookingImportTarget | null>(["date", "startTime", "endTime"]);

export function guessBookingMapping(table: CsvTable): { mapping: BookingMapping; dateOrder: DateOrder } {
  const mapping = guessByHeaders(table.headers, knownHeaders);
  const dated = mapping.flatMap((target, at) => (datedTargets.has(target) ? [at] : []));
  return { mapping, dateOrder: guessDateOrder(table.rows, dated) };
}
