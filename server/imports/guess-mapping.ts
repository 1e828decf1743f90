/** Guesses what each column contains, from its header (English or French) and its values. */
import { amenities, type Amenity } from "#contract/facility-shape.ts";
import { comforts, type Comfort } from "#contract/fields.ts";
import { importTargets, type ImportTarget } from "#contract/imports.ts";
import { translators } from "#server/kit/process/translators.ts";
import { normalizeText } from "#server/places/address-text.ts";
import { splitSports, type SportRecognizer } from "#server/sports/recognize.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { CsvTable } from "./read-csv.ts";
import { parseSpace } from "./cell-values.ts";

/** Headers as `normalizeText` returns them, the most certain first. */
const knownHeaders: Record<Exclude<ImportTarget, Amenity | Comfort>, readonly string[]> &
  Partial<Record<Amenity | Comfort, readonly string[]>> = {
  facilityExternalId: [
    "facilityexternalid",
    "facility external id",
    "facility id",
    "installation id",
    "id installation",
    "id de l installation",
    "identifiant installation",
    "identifiant de l installation",
    "numero de l installation sportive",
    "numero de l installation",
    "numero installation",
    "inst numero",
    "venue id",
    "site id",
  ],
  facilityName: [
    "facilityname",
    "facility name",
    "facility",
    "installation",
    "nom de l installation sportive",
    "nom de l installation",
    "nom installation",
    "inst nom",
    "venue",
    "venue name",
    "site",
    "site name",
    "nom du site",
    "complexe",
    "lieu",
    "sports centre",
    "sports center",
  ],
  facilityDescription: ["facilitydescription", "facility description", "description de l installation"],
  addressLine1: [
    "addressline1",
    "address line 1",
    "address line1",
    "address",
    "street",
    "street address",
    "adresse",
    "rue",
    "voie",
    "inst adresse",
  ],
  postalCode: ["postalcode", "postal code", "postcode", "zip", "zip code", "code postal", "cp", "inst cp"],
  city: ["city", "town", "ville", "commune", "commune nom", "nom de la commune", "new name", "com nom", "nom commune"],
  latitude: ["latitude", "lat", "latitude wgs84", "y wgs84", "coord y", "equip y"],
  longitude: ["longitude", "lon", "lng", "long", "longitude wgs84", "x wgs84", "coord x", "equip x"],
  parkingPlace: [
    "parkingplace",
    "parking",
    "parking places",
    "parking spaces",
    "car parking",
    "places de parking",
    "places de stationnement",
    "nombre de places de parking",
  ],
  bicycleParkingPlace: [
    "bicycleparkingplace",
    "bicycle parking",
    "bicycle parking places",
    "bike parking",
    "parking velo",
    "parking a velos",
    "places velo",
    "places pour velos",
  ],
  changingRoom: ["changingroom", "changing room", "changing rooms", "vestiaire", "vestiaires"],
  restroom: ["restroom", "restrooms", "toilets", "toilet", "wc", "sanitaires", "toilettes"],
  shower: ["shower", "showers", "douche", "douches"],
  restaurant: ["restaurant", "restauration", "cafe", "buvette"],
  shop: ["shop", "boutique", "magasin"],
  fieldExternalId: [
    "fieldexternalid",
    "field external id",
    "field id",
    "equipment id",
    "id equipement",
    "id de l equipement",
    "identifiant equipement",
    "identifiant de l equipement",
    "numero de l equipement sportif",
    "numero de l equipement",
    "equip numero",
    "id terrain",
    "identifiant du terrain",
    "court id",
    "external id",
    "externalid",
    "id externe",
    "id",
    "identifiant",
    "reference",
  ],
  fieldName: [
    "fieldname",
    "field name",
    "field",
    "equipment",
    "equipement",
    "nom de l equipement sportif",
    "nom de l equipement",
    "equip nom",
    "terrain",
    "nom du terrain",
    "court",
    "court name",
    "pitch",
    "name",
    "nom",
  ],
  fieldDescription: [
    "fielddescription",
    "field description",
    "description du terrain",
    "description",
    "observations",
    "remarks",
    "remarques",
    "commentaire",
  ],
  sports: [
    "sports",
    "sport",
    "disciplines",
    "discipline",
    "activities",
    "activity",
    "activites",
    "activite",
    "type d equipement sportif",
    "type d equipement",
    "equip type name",
    "equipment type",
    "type",
  ],
  sportFamily: [
    "sportfamily",
    "sport family",
    "equipment family",
    "family",
    "famille",
    "famille d equipement",
    "famille d equipement sportif",
    "equip type famille",
    "equip famille",
    "equip type family",
    "type family",
    "famille de type",
    "discipline family",
    "famille de disciplines",
    "sport category",
    "equipment category",
    "categorie d equipement",
    "categorie d equipement sportif",
    "category",
    "categorie",
  ],
  space: [
    "space",
    "espace",
    "nature",
    "nature de l equipement",
    "nature de l equipement sportif",
    "equip nature",
    "indoor outdoor",
    "interieur exterieur",
    "couverture",
    "environment",
    "category",
    "categorie",
  ],
  status: ["status", "statut", "etat"],
  confidentiality: ["confidentiality", "confidentialite", "visibility", "visibilite"],
  bookable: ["bookable", "reservable", "can be booked", "a reserver"],
  lights: ["lights", "light", "lighting", "floodlights", "eclairage", "eclaire", "eclairage de l aire", "equip eclair"],
  handicapAccess: [
    "handicapaccess",
    "handicap access",
    "accessible",
    "accessibility",
    "wheelchair access",
    "acces handicap",
    "acces handicape",
    "accessibilite",
    "acces pmr",
    "pmr",
    "accessibilite pmr",
  ],
  airConditioning: ["airconditioning", "air conditioning", "climatisation", "climatise"],
  heating: ["heating", "heated", "chauffage", "chauffe"],
  minPeopleByEvent: [
    "minpeoplebyevent",
    "min people by event",
    "min people",
    "minimum people",
    "minimum",
    "min",
    "personnes min",
    "nombre minimum de personnes",
  ],
  maxPeopleByEvent: [
    "maxpeoplebyevent",
    "max people by event",
    "max people",
    "maximum people",
    "capacity",
    "maximum",
    "max",
    "capacite",
    "personnes max",
    "nombre maximum de personnes",
  ],
  seatsStands: [
    "seatsstands",
    "seats",
    "stands",
    "seats in the stands",
    "grandstand seats",
    "places assises",
    "tribunes",
    "places en tribune",
    "places en tribunes",
    "equip trib nb",
  ],
};

const labels = new Map<ImportTarget, MessageKey>([
  ...amenities.map((name) => [name, `facilities.${name}`] as const),
  ...comforts.map((name) => [name, `fields.${name}`] as const),
]);

/** Targets without known headers match their own name and their labels on the screen. */
function headersOf(target: ImportTarget): readonly string[] {
  const label = labels.get(target);
  const called = label
    ? Object.values(translators).map((t) => normalizeText((t as (key: MessageKey) => string)(label)))
    : [];
  return knownHeaders[target] ?? [target.toLowerCase(), ...called];
}

/** These headers often mean something else: the values must match too. */
const ambiguousHeaders = new Set([
  "family",
  "famille",
  "type",
  "category",
  "categorie",
  "nature",
  "activity",
  "activite",
  "activites",
  "activities",
]);
const MAX_SAMPLED_VALUES = 300;

function sampleValues({ rows }: CsvTable, at: number): string[] {
  const values = new Set<string>();
  for (const { cells } of rows) {
    const cell = (cells[at] ?? "").trim();
    if (cell !== "" && cell.length < 200) values.add(cell);
    if (values.size === MAX_SAMPLED_VALUES) break;
  }
  return [...values];
}

/** Shares of a column's values: with a header that agrees, and without one. */
const [SHARE_WITH_HEADER, SHARE_ALONE] = [0.2, 0.6];
const holdsForShare = (values: string[], isTrue: (value: string) => boolean, share: number) =>
  values.length > 0 && values.filter(isTrue).length >= values.length * share;

export function guessMapping(table: CsvTable, recognize: SportRecognizer): (ImportTarget | null)[] {
  const agrees: Partial<Record<ImportTarget, (value: string) => boolean>> = {
    sports: (value) => splitSports(value, recognize).every(({ recognized }) => recognized),
    sportFamily: (value) => recognize(value) !== undefined,
    space: (value) => parseSpace(value) !== undefined,
  };
  const doesAgree = (target: ImportTarget, at: number, share: number) => {
    const agree = agrees[target];
    return agree !== undefined && holdsForShare(sampleValues(table, at), agree, share);
  };
  const names = table.headers.map(normalizeText);
  const mapping: (ImportTarget | null)[] = names.map(() => null);
  const isFree = (target: ImportTarget) => !mapping.includes(target);
  // Beside a family of equipment, a type is one of equipment too, however many of the types are unknown.
  const isCertain = (header: string) =>
    !ambiguousHeaders.has(header) || (header === "type" && mapping.includes("sportFamily"));
  const byRank = importTargets.flatMap((target) => headersOf(target).map((header, rank) => ({ target, header, rank })));
  for (const { target, header } of byRank.toSorted((a, b) => a.rank - b.rank)) {
    const at = names.findIndex((name, index) => name === header && mapping[index] === null);
    if (at === -1 || !isFree(target)) continue;
    if (isCertain(header) || doesAgree(target, at, SHARE_WITH_HEADER)) mapping[at] = target;
  }
  for (const target of ["sports", "space"] as const) {
    const at = mapping.findIndex((taken, index) => taken === null && doesAgree(target, index, SHARE_ALONE));
    if (at !== -1 && isFree(target)) mapping[at] = target;
  }
  return mapping;
}
