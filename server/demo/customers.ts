/** Customers of the demo: one for each member of an organization, walk-ins without an account, companies, and notes about them. */
import type { Insertable } from "kysely";
import type { CustomerNotesTable, CustomerRelationsTable, CustomersTable } from "#server/kit/db/tables.ts";
import { removeAccents } from "#messages/remove-accents.ts";
import type { OrganizationPlan } from "./plans.ts";
import { demoAccounts, FIRST_WALK_IN, frenchNames, nameOf, uniquePhone, type PersonPlan } from "./people.ts";
import { demoId, seededRandom } from "./random.ts";
import { DAY_MS } from "./rows.ts";

export const memberCustomerId = (organization: string, personId: string): string =>
  demoId(`customer ${organization} ${personId}`);

export const memberRows = (people: readonly PersonPlan[], joined: (id: string) => Date): Insertable<CustomersTable>[] =>
  people.flatMap((person) =>
    [...new Set(person.roles.map(({ organization }) => organization))].map((key) => ({
      organization_id: demoId(key),
      id: memberCustomerId(key, person.id),
      kind: "person",
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      phone: person.phone,
      user_id: person.id,
      created_at: joined(person.id),
      updated_at: joined(person.id),
    })),
  );

/** Customers without an account: the team books for them. */
export interface DeskCustomer {
  id: string;
  name: string;
  isCompany: boolean;
  /** Days since they came first. */
  knownFor: number;
}

const MAX_WALK_INS = 140;
/** The others come one after the other within the last year, so that the reports have new customers. */
const KNOWN_WALK_INS = 60;
const NEWCOMER_DAYS = { longest: 425, shortest: 14 };
const companies: Record<string, [name: string, town: string, postalCode: string][]> = {
  club: [
    ["CSE Ateliers du Rhône", "Lyon", "69007"],
    ["Lycée Édouard-Herriot", "Lyon", "69006"],
    ["Cabinet Vidal & Associés", "Lyon", "69002"],
    ["Handisport Rhône", "Villeurbanne", "69100"],
  ],
  town: [
    ["AS Saint-Aubin Football", "Saint-Aubin", "69210"],
    ["Collège Jean-Macé", "Saint-Aubin", "69210"],
    ["Handball Club de l’Azergues", "Saint-Aubin", "69210"],
    ["École élémentaire des Vignes", "Saint-Aubin", "69210"],
    ["Les Nageurs de Saint-Aubin", "Saint-Aubin", "69210"],
    ["Saint-Aubin Athlétisme", "Saint-Aubin", "69210"],
  ],
  university: [
    ["Lakeshore Lions", "Chicago", "60610"],
    ["Department of Kinesiology", "Chicago", "60610"],
    ["Lakeshore Masters Swim Club", "Chicago", "60610"],
  ],
};

export interface DeskCustomers {
  rows: Insertable<CustomersTable>[];
  walkInsOf(organization: string): DeskCustomer[];
  companiesOf(organization: string): DeskCustomer[];
}

function newcomerDays(index: number): number {
  const { longest, shortest } = NEWCOMER_DAYS;
  return Math.round(longest - ((longest - shortest) * index) / (MAX_WALK_INS - KNOWN_WALK_INS - 1));
}

export function generateDemoDeskCustomers(now: Date): DeskCustomers {
  const rows: Insertable<CustomersTable>[] = [];
  const lists = new Map<string, DeskCustomer[]>();
  const daysKnown = (key: string) => seededRandom(`since ${key}`).integer(450, 700);
  const createdBefore = (days: number) => {
    const at = new Date(now.getTime() - days * DAY_MS);
    return { created_at: at, updated_at: at };
  };
  for (const [organization, some] of Object.entries(companies)) {
    const own = some.map(([name, city, postal_code], index) => {
      const id = demoId(`company ${organization} ${name}`);
      const isAmerican = organization === "university";
      const phone = uniquePhone(id, isAmerican ? "US" : "FR");
      const knownFor = daysKnown(id);
      const email = `contact@${removeAccents(name).replace(/[^a-z]+/g, "-")}.demo.test`;
      const address_line = isAmerican ? `${100 + index} Campus Drive` : `${3 + index * 7} rue de la République`;
      const address = { address_line, postal_code, city, country_id: isAmerican ? 840 : 250 };
      const organization_id = demoId(organization);
      rows.push({
        organization_id,
        id,
        kind: "company",
        legal_name: name,
        email,
        phone,
        ...address,
        ...createdBefore(knownFor),
      });
      return { id, name, isCompany: true, knownFor };
    });
    lists.set(`companies ${organization}`, own);
  }
  lists.set(
    "walk-ins club",
    Array.from({ length: MAX_WALK_INS }, (_, index) => {
      const { firstName, lastName } = nameOf(frenchNames, FIRST_WALK_IN + index);
      const id = demoId(`walk-in ${index}`);
      const knownFor = index < KNOWN_WALK_INS ? daysKnown(id) : newcomerDays(index - KNOWN_WALK_INS);
      rows.push({
        organization_id: demoId("club"),
        id,
        kind: "person",
        first_name: firstName,
        last_name: lastName,
        phone: uniquePhone(id, "FR"),
        email: index % 3 === 0 ? `${removeAccents(`${firstName}.${lastName}`).replace(" ", "-")}@demo.test` : null,
        ...createdBefore(knownFor),
      });
      return { id, name: `${firstName} ${lastName}`, isCompany: false, knownFor };
    }),
  );
  return {
    rows,
    walkInsOf: (organization) => lists.get(`walk-ins ${organization}`) ?? [],
    companiesOf: (organization) => lists.get(`companies ${organization}`) ?? [],
  };
}

/** Days since the family came to the club. */
const FAMILY_DAYS = 520;
const DAYS_OF_YEAR = 365;

/** The family of the demo's member, who pays and books for the children, and the contact of a company. */
export function generateDemoPeopleOfCustomers(
  desk: DeskCustomers,
  now: Date,
): { rows: Insertable<CustomersTable>[]; relations: Insertable<CustomerRelationsTable>[] } {
  const organization_id = demoId("club");
  const at = new Date(now.getTime() - FAMILY_DAYS * DAY_MS);
  const dated = { created_at: at, updated_at: at };
  const parent = demoAccounts.find(({ email }) => email === "member@demo.test");
  const parentId = memberCustomerId("club", parent?.id ?? "");
  const last_name = parent?.lastName ?? null;
  const addRelative = (first_name: string, years: number): Insertable<CustomersTable> => {
    const born = new Date(now.getTime() - (years * DAYS_OF_YEAR + 100) * DAY_MS);
    const birth_date = born.toISOString().slice(0, "2026-01-01".length);
    return {
      organization_id,
      id: demoId(`family ${first_name}`),
      kind: "person",
      first_name,
      last_name,
      birth_date,
      ...dated,
    };
  };
  const [lea, hugo, camille] = [addRelative("Léa", 12), addRelative("Hugo", 9), addRelative("Camille", 39)];
  const relate = (
    from_id: string,
    to_id: string,
    kind: string,
    rights: [books: boolean, pays: boolean, receives: boolean],
  ) => {
    const [books, pays, receives] = rights;
    return { organization_id, from_id, to_id, kind, books, pays, receives, ...dated };
  };
  const [company] = desk.companiesOf("club");
  const [contact] = desk.walkInsOf("club");
  return {
    rows: [lea, hugo, camille],
    relations: [
      relate(parentId, lea.id, "guardian", [true, true, true]),
      relate(parentId, hugo.id, "guardian", [true, true, true]),
      relate(camille.id, lea.id, "guardian", [true, false, false]),
      relate(parentId, camille.id, "family", [true, false, true]),
      ...(company && contact ? [relate(contact.id, company.id, "contact", [false, false, true])] : []),
    ],
  };
}

/** Notes of the team about customers who book often: the first is pinned. */
export function generateDemoCustomerNotes(
  { key, texts }: OrganizationPlan,
  { customerIds, authorId, now }: { customerIds: readonly string[]; authorId: string; now: Date },
): Insertable<CustomerNotesTable>[] {
  const { customerNotes } = texts;
  return customerIds.slice(0, customerNotes.length).map((customer_id, index) => {
    const at = new Date(now.getTime() - (4 + index * 23) * DAY_MS);
    return {
      organization_id: demoId(key),
      id: demoId(`note ${customer_id}`),
      customer_id,
      text: customerNotes[index] ?? "",
      pinned: index === 0,
      author_id: authorId,
      created_at: at,
      updated_at: at,
    };
  });
}
