/** People of the demo: the accounts with a published password, team and customers. */
import { removeAccents } from "#messages/remove-accents.ts";
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

/** First names, last names: both lists are of coprime lengths, so that a pair returns only after all others. */
export const frenchNames = {
  first:
    "Camille Léa Manon Chloé Inès Jade Louise Zoé Hugo Lucas Nathan Théo Gabriel Raphaël Adam Noé Élodie Karim Solène Yanis Margaux Baptiste Clémence".split(
      " ",
    ),
  last: "Robert Moreau Petit Durand Leroy Roux Fournier Girard Bonnet Mercier Blanc Guérin Faure André Lefèvre Chevalier Masson Perrot Vidal Renaud Barbier Colin Aubert Picard Roche Meunier Da_Silva Benali Nguyen Lacroix Marchand Poirier Delmas Ferrand Jacquet Rivière".split(
    " ",
  ),
};
const englishNames = {
  first:
    "Olivia Emma Ava Sophia Grace Chloe Mia Ella Liam Noah Ethan James Henry Owen Jack Miles Priya Diego Hannah".split(
      " ",
    ),
  last: "Carter Brooks Hughes Bennett Foster Reed Sullivan Price Ward Hayes Porter Ellis Grant Doyle Marsh Quinn Alvarez Okafor Chen Novak".split(
    " ",
  ),
};

/** @returns the name of a person, different for each number below the product of the lists' lengths */
export function nameOf(names: typeof frenchNames, number: number): { firstName: string; lastName: string } {
  const { first, last } = names;
  const [firstName = "", lastName = ""] = [first[number % first.length], last[(number * 7 + 1) % last.length]];
  return { firstName, lastName: lastName.replace("_", " ") };
}

const phones = new Map<string, string>();
const usedPhones = new Set<string>();

/** A number that nobody else of the demo has, of those that are kept for fiction (Arcep, NANPA). */
export function uniquePhone(key: string, country: "FR" | "US"): string {
  const known = phones.get(key);
  if (known) return known;
  const chance = seededRandom(`phone ${key}`);
  const pair = () => String(chance.integer(0, 99)).padStart(2, "0");
  const draw = () =>
    country === "FR"
      ? `+33 6 39 98 ${pair()} ${pair()}`
      : `+1 ${chance.pick(["312", "773", "872", "708", "847"])} 555 01${pair()}`;
  let phone = draw();
  while (usedPhones.has(phone)) phone = draw();
  usedPhones.add(phone);
  phones.set(key, phone);
  return phone;
}

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
  phone: uniquePhone(name, "FR"),
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

function createMembers(organization: string, language: "en" | "fr", count: number, from: number): PersonPlan[] {
  const names = language === "fr" ? frenchNames : englishNames;
  return Array.from({ length: count }, (_, index) => {
    const { firstName, lastName } = nameOf(names, from + index);
    // One owner (unless a demo account is one), two managers, four staff; the others are members.
    const rank = organization === "club" ? index + 1 : index;
    const roleId = rank === 0 ? OWNER_ROLE_ID : rank <= 2 ? manager : rank <= 6 ? staff : member;
    const name = `${removeAccents(firstName)}.${removeAccents(lastName).replace(" ", "-")}.${organization}`;
    const hasPhone = seededRandom(`has phone ${name}`).is(0.8);
    return {
      id: demoId(`user ${name}`),
      email: `${name}@demo.test`,
      firstName,
      lastName,
      phone: hasPhone ? uniquePhone(name, language === "fr" ? "FR" : "US") : null,
      language,
      isPlatformAdmin: false,
      roles: [{ organization, roleId }],
    };
  });
}

/** Number of the first name that no member has. */
export const FIRST_WALK_IN = 260;

export const demoPeople: PersonPlan[] = [
  ...demoAccounts,
  ...createMembers("club", "fr", 150, 0),
  ...createMembers("town", "fr", 60, 150),
  ...createMembers("university", "en", 70, 0),
];
