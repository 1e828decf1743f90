/** People of the demo: the accounts with a published password, team and customers. */
import { foldText } from "#messages/fold-text.ts";
import { OWNER_ROLE_ID } from "#contract/permissions.ts";
import { seededRandom, demoId } from "./random.ts";

export interface PersonPlan {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  language: "en" | "fr";
  isPlatformAdmin: boolean;
  roles: { organization: string; roleId: number }[];
}

const [manager, staff, member] = [2, 3, 4];

const french = {
  first: [
    "Camille",
    "Léa",
    "Manon",
    "Chloé",
    "Inès",
    "Jade",
    "Louise",
    "Zoé",
    "Hugo",
    "Lucas",
    "Nathan",
    "Théo",
    "Gabriel",
    "Raphaël",
    "Adam",
    "Noé",
  ],
  last: [
    "Robert",
    "Moreau",
    "Petit",
    "Durand",
    "Leroy",
    "Roux",
    "Fournier",
    "Girard",
    "Bonnet",
    "Mercier",
    "Blanc",
    "Guérin",
    "Faure",
    "André",
    "Lefèvre",
    "Chevalier",
  ],
};
const english = {
  first: [
    "Olivia",
    "Emma",
    "Ava",
    "Sophia",
    "Grace",
    "Chloe",
    "Mia",
    "Ella",
    "Liam",
    "Noah",
    "Ethan",
    "James",
    "Henry",
    "Owen",
    "Jack",
    "Miles",
  ],
  last: [
    "Carter",
    "Brooks",
    "Hughes",
    "Bennett",
    "Foster",
    "Reed",
    "Sullivan",
    "Price",
    "Ward",
    "Hayes",
    "Porter",
    "Ellis",
    "Grant",
    "Doyle",
    "Marsh",
    "Quinn",
  ],
};

const demoAccount = (
  name: string,
  firstName: string,
  lastName: string,
  language: "en" | "fr",
  roles: PersonPlan["roles"],
): PersonPlan => ({
  id: demoId(`user ${name}`),
  email: `${name}@demo.test`,
  firstName,
  lastName,
  phone: "+33 6 12 34 56 78",
  language,
  isPlatformAdmin: name === "admin",
  roles,
});

export const demoAccounts: PersonPlan[] = [
  demoAccount("admin", "Alex", "Martin", "en", []),
  demoAccount("owner", "Claire", "Dubois", "en", [
    { organization: "club", roleId: OWNER_ROLE_ID },
    { organization: "town", roleId: member },
  ]),
  demoAccount("manager", "Julien", "Bernard", "en", [
    { organization: "club", roleId: manager },
    { organization: "university", roleId: staff },
  ]),
  demoAccount("staff", "Sofia", "Garcia", "en", [{ organization: "club", roleId: staff }]),
  demoAccount("member", "Thomas", "Laurent", "en", [
    { organization: "club", roleId: member },
    { organization: "town", roleId: member },
  ]),
];

function createMembers(organization: string, names: typeof french, language: "en" | "fr", count: number): PersonPlan[] {
  const chance = seededRandom(`people of ${organization}`);
  const offset = chance.integer(0, 15);
  return Array.from({ length: count }, (_, index) => {
    const firstName = names.first[index % 16] ?? "";
    const lastName = names.last[(index * 5 + Math.floor(index / 16) + offset) % 16] ?? "";
    // One owner (unless a demo account is one), two managers, four staff; the others are members.
    const rank = organization === "club" ? index + 1 : index;
    const roleId = rank === 0 ? OWNER_ROLE_ID : rank <= 2 ? manager : rank <= 6 ? staff : member;
    const name = `${foldText(firstName)}.${foldText(lastName)}.${organization}`;
    const digits = String(chance.integer(10_000_000, 99_999_999));
    const phone =
      language === "fr" ? `+33 6 ${digits.replace(/(..)(?=.)/g, "$1 ")}` : `+1 312 555 0${digits.slice(0, 3)}`;
    return {
      id: demoId(`user ${name}`),
      email: `${name}@demo.test`,
      firstName,
      lastName,
      phone: chance.is(0.8) ? phone : null,
      language,
      isPlatformAdmin: false,
      roles: [{ organization, roleId }],
    };
  });
}

export const demoPeople: PersonPlan[] = [
  ...demoAccounts,
  ...createMembers("club", french, "fr", 32),
  ...createMembers("town", french, "fr", 26),
  ...createMembers("university", english, "en", 30),
];
