/** Chooses who books: members, walk-ins and companies. Nobody plays twice on a day, nor more than three times a week. */
import { memberCustomerId, type DeskCustomer, type DeskCustomers } from "./customers.ts";
import { MAX_LEAD_DAYS } from "./booking-rows.ts";
import type { PersonPlan } from "./people.ts";
import type { LocalDay } from "./local-days.ts";
import { MEMBER_ROLE_ID } from "./prices.ts";
import { seededRandom, type RandomSource } from "./random.ts";

export interface Booker {
  customerId: string;
  userId: string | null;
  name: string;
  isCompany: boolean;
  /** Offset of the first day that they can have booked. */
  firstDay: number;
}

const STAFF_ROLE_ID = 3;
const MAX_BOOKINGS_PER_WEEK = 3;
const MAX_DRAWS = 12;
/** Above 1, the first of a list book more often than the last. */
const SKEW = 1.25;

const hasRole = ({ roles }: PersonPlan, key: string, id: number) =>
  roles.some(({ organization, roleId }) => organization === key && roleId === id);

export const findDeskMember = (people: readonly PersonPlan[], key: string): PersonPlan => {
  const desk = people.find((person) => hasRole(person, key, STAFF_ROLE_ID));
  if (!desk) throw new Error(`Nobody works at the desk of ${key}`);
  return desk;
};

export interface Bookers {
  companies: readonly Booker[];
  members: readonly Booker[];
  walkIns: readonly Booker[];
  /** Books a day of this person. @returns false if they play already */
  reserve(booker: Booker, day: LocalDay): boolean;
  /** @returns undefined if all who were drawn play already */
  draw(day: LocalDay, chance: RandomSource, walkInShare: number): Booker | undefined;
}

const toBooker = ({ id, name, isCompany, knownFor }: DeskCustomer): Booker => ({
  ...{ customerId: id, userId: null, name, isCompany },
  firstDay: MAX_LEAD_DAYS + 1 - knownFor,
});

/** @param taken days of people, shared by all organizations */
export function listBookers(
  key: string,
  people: readonly PersonPlan[],
  desk: DeskCustomers,
  taken: Map<string, number>,
): Bookers {
  const members = people
    .filter((person) => hasRole(person, key, MEMBER_ROLE_ID))
    .map(({ id, firstName, lastName }) => ({
      customerId: memberCustomerId(key, id),
      userId: id,
      name: `${firstName} ${lastName}`,
      isCompany: false,
      firstDay: Number.NEGATIVE_INFINITY,
    }))
    .toSorted((a, b) => seededRandom(a.customerId).next() - seededRandom(b.customerId).next());
  const walkIns = desk.walkInsOf(key).map(toBooker);
  const reserve = (booker: Booker, { date, offset }: LocalDay): boolean => {
    const who = booker.userId ?? booker.customerId;
    const [ofDay, ofWeek] = [`${who} ${date.toString()}`, `${who} week ${Math.floor(offset / 7)}`];
    const count = taken.get(ofWeek) ?? 0;
    if (taken.has(ofDay) || count >= MAX_BOOKINGS_PER_WEEK) return false;
    taken.set(ofDay, 1);
    taken.set(ofWeek, count + 1);
    return true;
  };
  return {
    members,
    walkIns,
    companies: desk.companiesOf(key).map(toBooker),
    reserve,
    draw(day, chance, walkInShare) {
      const known = walkIns.filter(({ firstDay }) => firstDay <= day.offset);
      const list = known.length > 0 && chance.is(walkInShare) ? known : members;
      for (let turn = 0; turn < MAX_DRAWS; turn += 1) {
        const booker = list[Math.floor(list.length * chance.next() ** SKEW)];
        if (booker && reserve(booker, day)) return booker;
      }
      return undefined;
    },
  };
}
