/** Customers of the demo: one for each member of an organization, and walk-ins without an account. */
import type { Insertable } from "kysely";
import type { CustomersTable } from "#server/kit/db/tables.ts";
import type { PersonPlan } from "./people.ts";
import { demoId, seededRandom } from "./random.ts";
import { DAY_MS } from "./rows.ts";

export const memberRows = (people: readonly PersonPlan[], joined: (id: string) => Date): Insertable<CustomersTable>[] =>
  people.flatMap((person) =>
    [...new Set(person.roles.map(({ organization }) => organization))].map((key) => ({
      organization_id: demoId(key),
      id: demoId(`customer ${key} ${person.id}`),
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

/** A number of their own: nobody else of the demo has it. */
const walkInPhone = (key: string): string => {
  const chance = seededRandom(`phone ${key}`);
  return `06 ${Array.from({ length: 4 }, () => String(chance.integer(10, 99))).join(" ")}`;
};

export function walkInRow(
  organization: string,
  { firstName }: PersonPlan,
  lastName: string,
  now: Date,
): Insertable<CustomersTable> & { id: string } {
  const key = `${organization} ${firstName} ${lastName}`;
  const since = new Date(now.getTime() - seededRandom(`since ${key}`).integer(40, 500) * DAY_MS);
  return {
    organization_id: demoId(organization),
    id: demoId(`walk-in ${key}`),
    kind: "person",
    first_name: firstName,
    last_name: lastName,
    phone: walkInPhone(key),
    created_at: since,
    updated_at: since,
  };
}
