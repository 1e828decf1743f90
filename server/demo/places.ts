/** The demo's three organizations: a French club, a French town, an American university. */
import type { OrganizationType } from "#contract/organizations.ts";

export interface FieldPlan {
  name: string;
  /** Sport ids, the first one the usual. */
  sports: number[];
  space: "indoor" | "outdoor";
  people: [min: number, max: number];
  /** Cents for an hour of free play; 0 = free. */
  hourly: number;
  /** Busier fields have a higher rate, from 0 to 1. */
  demand: number;
  parts?: string[];
  isPrivate?: boolean;
  isManual?: boolean;
  seats?: number;
  isClosed?: boolean;
}
export interface FacilityPlan {
  name: string;
  description: string;
  address: string;
  parking: number | null;
  bicycles: number | null;
  /** Changing room, restroom, shower, restaurant, shop. */
  amenities: [boolean | null, boolean | null, boolean | null, boolean | null, boolean | null];
  fields: FieldPlan[];
}
export interface OrganizationPlan {
  key: string;
  name: string;
  type: OrganizationType;
  countryId: 250 | 840;
  email: string;
  phone: string;
  vatNumber: string | null;
  identificationNumber: string | null;
  timezone: string;
  currency: string;
  language: "en" | "fr";
  facilities: FacilityPlan[];
}

const tennis = 1;
const padel = 2;
const football = 3;
const basketball = 4;
const volleyball = 5;
const handball = 6;
const badminton = 7;
const tableTennis = 8;
const squash = 9;
const fiveASide = 12;
const swimming = 16;
const athletics = 21;

/** `count` fields alike, numbered from 1. */
const several = (count: number, name: string, plan: Omit<FieldPlan, "name">): FieldPlan[] =>
  Array.from({ length: count }, (_, index) => ({ ...plan, name: `${name} ${index + 1}` }));
const one = (name: string, plan: Omit<FieldPlan, "name">): FieldPlan[] => [{ ...plan, name }];

const courts = { people: [2, 4] as [number, number], demand: 0.6 };

export const places: OrganizationPlan[] = [
  {
    key: "club",
    name: "Tennis Club des Berges",
    type: "club",
    countryId: 250,
    email: "contact@tc-berges.demo.test",
    phone: "+33 4 72 00 11 22",
    vatNumber: "FR40303265045",
    identificationNumber: "303265045",
    timezone: "Europe/Paris",
    currency: "EUR",
    language: "fr",
    facilities: [
      {
        name: "Parc des Berges",
        description: "Huit courts de tennis au bord du Rhône, dont deux couverts. Club-house ouvert tous les jours.",
        address: "12 quai des Platanes, 69007 Lyon",
        parking: 80,
        bicycles: 40,
        amenities: [true, true, true, true, true],
        fields: [
          ...several(6, "Court", { ...courts, sports: [tennis], space: "outdoor", hourly: 1400 }),
          ...one("Court central", { ...courts, sports: [tennis], space: "indoor", hourly: 2200, demand: 0.75, seats: 250 }),
          ...one("Court couvert", { ...courts, sports: [tennis], space: "indoor", hourly: 2200, demand: 0.75 }),
        ],
      },
      {
        name: "Padel de la Gare",
        description: "Cinq pistes de padel panoramiques, éclairées jusqu’à 23 h.",
        address: "8 rue des Docks, 69009 Lyon",
        parking: 35,
        bicycles: 24,
        amenities: [true, true, true, true, null],
        fields: several(5, "Padel", { people: [4, 4], demand: 0.8, sports: [padel], space: "indoor", hourly: 3200 }),
      },
      {
        name: "Halle Bellecombe",
        description: "Badminton, squash et tennis de table sous une même halle.",
        address: "55 rue Bellecombe, 69006 Lyon",
        parking: null,
        bicycles: 16,
        amenities: [true, true, true, false, false],
        fields: [
          ...several(4, "Badminton", { ...courts, sports: [badminton], space: "indoor", hourly: 1000 }),
          ...several(2, "Squash", { people: [2, 2], demand: 0.7, sports: [squash], space: "indoor", hourly: 1200 }),
          ...one("Salle des équipes", { people: [2, 12], demand: 0.35, sports: [tableTennis], space: "indoor", hourly: 0, isPrivate: true }),
        ],
      },
    ],
  },
  {
    key: "town",
    name: "Ville de Saint-Aubin",
    type: "city_hall",
    countryId: 250,
    email: "sports@saint-aubin.demo.test",
    phone: "+33 4 78 00 33 44",
    vatNumber: null,
    identificationNumber: "216900347",
    timezone: "Europe/Paris",
    currency: "EUR",
    language: "fr",
    facilities: [
      {
        name: "Stade Jean-Moulin",
        description: "Terrain d’honneur, terrain synthétique divisible et piste d’athlétisme de 400 m.",
        address: "1 avenue du Stade, 69800 Saint-Aubin",
        parking: 150,
        bicycles: 60,
        amenities: [true, true, true, false, false],
        fields: [
          ...one("Terrain d’honneur", { people: [10, 30], demand: 0.45, sports: [football], space: "outdoor", hourly: 0, isManual: true, seats: 1200 }),
          ...one("Synthétique", { people: [10, 40], demand: 0.5, sports: [football], space: "outdoor", hourly: 0, parts: ["Synthétique nord", "Synthétique sud"] }),
          ...one("Piste d’athlétisme", { people: [1, 60], demand: 0.5, sports: [athletics], space: "outdoor", hourly: 0 }),
        ],
      },
      {
        name: "Gymnase Simone-Veil",
        description: "Salle multisport avec tribunes, divisible en trois, et salle de tennis de table.",
        address: "14 rue des Écoles, 69800 Saint-Aubin",
        parking: 40,
        bicycles: 50,
        amenities: [true, true, true, false, null],
        fields: [
          ...one("Grande salle", { people: [6, 40], demand: 0.3, sports: [handball, basketball, volleyball], space: "indoor", hourly: 0, isManual: true, seats: 400, parts: ["Grande salle A", "Grande salle B", "Grande salle C"] }),
          ...one("Salle de raquettes", { people: [2, 16], demand: 0.5, sports: [tableTennis, badminton], space: "indoor", hourly: 0 }),
        ],
      },
      {
        name: "Piscine des Tilleuls",
        description: "Bassin de 25 m à six lignes, réservable par ligne pour les clubs et les écoles.",
        address: "3 allée des Tilleuls, 69800 Saint-Aubin",
        parking: 90,
        bicycles: 80,
        amenities: [true, true, true, null, false],
        fields: several(6, "Ligne", { people: [1, 8], demand: 0.65, sports: [swimming], space: "indoor", hourly: 0 }),
      },
      {
        name: "City stade du Moulin",
        description: "Terrain de proximité, en accès libre hors réservation.",
        address: "Place du Moulin, 69800 Saint-Aubin",
        parking: null,
        bicycles: 12,
        amenities: [false, false, false, false, false],
        fields: [
          ...one("City", { people: [4, 20], demand: 0.4, sports: [fiveASide, basketball], space: "outdoor", hourly: 0 }),
          ...one("Playground", { people: [2, 12], demand: 0.35, sports: [basketball], space: "outdoor", hourly: 0, isClosed: true }),
        ],
      },
      {
        name: "Tennis municipal",
        description: "Trois courts en résine, réservables par les habitants.",
        address: "27 chemin des Vignes, 69800 Saint-Aubin",
        parking: 20,
        bicycles: 10,
        amenities: [null, true, null, false, false],
        fields: several(3, "Court", { ...courts, sports: [tennis], space: "outdoor", hourly: 600 }),
      },
    ],
  },
  {
    key: "university",
    name: "Lakeshore University Athletics",
    type: "university",
    countryId: 840,
    email: "recreation@lakeshore.demo.test",
    phone: "+1 312 555 0134",
    vatNumber: null,
    identificationNumber: null,
    timezone: "America/Chicago",
    currency: "USD",
    language: "en",
    facilities: [
      {
        name: "Recreation Center",
        description: "Four hardwood courts and two squash courts at the heart of campus.",
        address: "200 Campus Drive, Lakeshore, IL 60201",
        parking: 120,
        bicycles: 200,
        amenities: [true, true, true, true, true],
        fields: [
          ...several(4, "Court", { people: [2, 24], demand: 0.65, sports: [basketball, volleyball, badminton], space: "indoor", hourly: 0 }),
          ...several(2, "Squash", { people: [2, 2], demand: 0.55, sports: [squash], space: "indoor", hourly: 0 }),
        ],
      },
      {
        name: "Soccer Complex",
        description: "A lit stadium pitch and two training pitches.",
        address: "41 North Shore Road, Lakeshore, IL 60201",
        parking: 300,
        bicycles: 60,
        amenities: [true, true, true, false, false],
        fields: [
          ...one("Stadium", { people: [14, 40], demand: 0.35, sports: [football], space: "outdoor", hourly: 0, isManual: true, seats: 3500 }),
          ...several(2, "Pitch", { people: [10, 30], demand: 0.5, sports: [football], space: "outdoor", hourly: 0 }),
        ],
      },
      {
        name: "Aquatic Center",
        description: "Eight 25-yard lanes for practice, classes and open swim.",
        address: "215 Campus Drive, Lakeshore, IL 60201",
        parking: 60,
        bicycles: 40,
        amenities: [true, true, true, false, true],
        fields: several(8, "Lane", { people: [1, 6], demand: 0.6, sports: [swimming], space: "indoor", hourly: 0 }),
      },
      {
        name: "Tennis Pavilion",
        description: "Six indoor courts, open to students, staff and alumni.",
        address: "9 Pavilion Way, Lakeshore, IL 60201",
        parking: 70,
        bicycles: 30,
        amenities: [true, true, true, null, true],
        fields: several(6, "Court", { ...courts, sports: [tennis], space: "indoor", hourly: 1500 }),
      },
    ],
  },
];
